//! Servers that page, shout, lie, change and die.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::program::{Gateway, Installation, alive, fake};

/// A company in which Nadia may call everything of a scripted server.
fn with_server(file: &str) -> (Installation, Gateway) {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]).ok();
    installation.add_fake("scripted", file);
    installation.run(&["authority", "grant", "Nadia", "allow", "scripted/*", "--confirm"]).ok();
    let nadia = installation.gateway("Nadia");
    (installation, nadia)
}

fn names(installation: &Installation) -> Vec<(String, String)> {
    let tools = installation.run(&["server", "tools", "scripted"]).ok();
    let text = |tool: &Value, key: &str| tool[key].as_str().unwrap().to_owned();
    tools.as_array().unwrap().iter().map(|tool| (text(tool, "name"), text(tool, "state"))).collect()
}

fn said(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

#[test]
fn trial_b01_b22_an_odd_tool_is_quarantined_alone() {
    let (installation, mut nadia) = with_server("broken.mjs");
    let tools = names(&installation);
    let state = |name: &str| tools.iter().find(|(n, _)| n == name).unwrap().1.clone();
    for good in ["one", "three", "calendar.send"] {
        assert_eq!(state(good), "ready", "{good}");
    }
    for odd in ["any", "text", "basic/music"] {
        assert_eq!(state(odd), "quarantined", "{odd}");
    }
    let listed = nadia.tools();
    let dotted = listed.iter().find(|name| name.starts_with("scripted__calendar")).unwrap().clone();
    assert!(said(&nadia.call(&dotted, json!({}))).contains("calendar.send answered"));
    assert!(said(&nadia.call("scripted__one", json!({}))).contains("one answered"));
}

#[test]
fn trial_b05_a_name_that_is_listed_twice_is_kept_once() {
    let (installation, _nadia) = with_server("twice.mjs");
    assert_eq!(names(&installation), [("lookup".to_owned(), "ready".to_owned())]);
}

#[test]
fn trial_b07_a_cursor_that_comes_back_is_an_error_and_no_loop() {
    let installation = Installation::with_company();
    let row = installation.run(&["server", "add", "ring", "--", "node", &fake("ring.mjs")]);
    assert_eq!(row.code, 1);
    assert!(row.json()["reason"].as_str().unwrap().contains("ring"), "{}", row.out);
}

#[test]
fn trial_b09_a_changed_tool_waits_for_a_person_and_a_removed_one_is_gone() {
    let (installation, mut nadia) = with_server("changing.mjs");
    assert!(said(&nadia.call("scripted__change", json!({}))).contains("change answered"));
    let until = Instant::now() + Duration::from_secs(10);
    while !nadia.tools().iter().all(|name| name != "scripted__removed") {
        assert!(Instant::now() < until, "the removed tool is still listed");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(nadia.call("scripted__kept", json!({}))["result"]["isError"], true);
    let tools = names(&installation);
    assert!(tools.contains(&("kept".to_owned(), "quarantined".to_owned())), "{tools:?}");
    assert!(tools.contains(&("added".to_owned(), "quarantined".to_owned())), "{tools:?}");
    let violations = installation.run(&["violations", "list"]).ok();
    assert_eq!(violations[0]["code"], "quarantined");
    installation.run(&["server", "approve", "scripted"]).ok();
    assert!(said(&nadia.call("scripted__kept", json!({}))).contains("kept answered"));
}

#[test]
fn trial_b12_noise_between_messages_costs_no_answer() {
    let (_installation, mut nadia) = with_server("noisy.mjs");
    for _ in 0..3 {
        assert!(said(&nadia.call("scripted__two", json!({}))).contains("two answered"));
    }
}

#[test]
fn trial_b15_nothing_of_a_server_is_left_even_if_it_does_not_listen() {
    let (_installation, mut nadia) = with_server("orphans.mjs");
    let pid: u32 = said(&nadia.call("scripted__pid", json!({}))).parse().unwrap();
    assert!(alive(pid));
    drop(nadia);
    let until = Instant::now() + Duration::from_secs(3);
    while alive(pid) {
        assert!(Instant::now() < until, "the grandchild outlived its server");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn trial_b15_kill_9_of_the_host_leaves_nothing_of_a_tree_that_does_not_listen() {
    let (_installation, mut nadia) = with_server("orphans.mjs");
    let pid: u32 = said(&nadia.call("scripted__pid", json!({}))).parse().unwrap();
    let kill = std::process::Command::new("kill").args(["-9", &nadia.pid().to_string()]).status().unwrap();
    assert!(kill.success());
    let until = Instant::now() + Duration::from_secs(2);
    while alive(pid) {
        assert!(Instant::now() < until, "the grandchild outlived the host");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn trial_b17_a_death_in_a_call_fails_that_call_and_the_next_one_starts_the_server_anew() {
    let (_installation, mut nadia) = with_server("dies.mjs");
    let asked = Instant::now();
    let answer = nadia.call("scripted__die", json!({}));
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    assert_eq!(answer["result"]["isError"], true);
    assert!(said(&answer).contains("unknown"), "{answer}");
    assert!(said(&nadia.call("scripted__live", json!({}))).contains("alive"));
}

#[test]
fn trial_b24_a_huge_answer_is_cut_with_a_notice() {
    let (_installation, mut nadia) = with_server("huge.mjs");
    let answer = nadia.call("scripted__much", json!({}));
    let text = said(&answer);
    assert!(text.len() < 2 * 1024 * 1024, "{}", text.len());
    assert!(text.ends_with("were left out]"), "{}", &text[text.len() - 80..]);
    let refused = nadia.call("scripted__all", json!({}));
    assert!(said(&refused).contains("8 MiB"), "{refused}");
    assert!(
        said(&nadia.call("scripted__much", json!({}))).ends_with("were left out]"),
        "the session goes on"
    );
}
