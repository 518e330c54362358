//! An outside agent is an employee: it sees that employee's tools and no other.

use serde_json::json;

use super::program::Installation;

#[test]
fn the_list_is_the_role_and_a_denied_call_is_a_violation() {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "support-agent", "--name", "Sam"]).ok();
    let mut sam = installation.gateway("Sam");
    let tools = sam.tools();
    assert!(tools.contains(&"org__escalate".to_owned()), "{tools:?}");
    assert!(!tools.contains(&"workspace__write".to_owned()), "{tools:?}");
    let denied = sam.call("workspace__write", json!({ "path": "a.txt", "content": "x" }));
    let absent = sam.call("workspace__nothing", json!({}));
    assert_eq!(denied["result"]["isError"], true);
    assert_eq!(denied["result"]["content"], absent["result"]["content"], "both look alike");
    let violations = installation.run(&["violations", "list"]).ok();
    let violation = violations
        .as_array()
        .unwrap()
        .iter()
        .find(|v| v["tool_name"] == "write")
        .expect("the denied call is recorded");
    assert_eq!(violation["channel"], "gateway");
    assert_eq!(violation["phase"], "call");
    assert_eq!(violation["employee_name"], "Sam");
    assert_eq!(violation["role_id"], "company/support-agent");
    assert!(!installation.data().join("a.txt").exists());
}

#[test]
fn an_allowed_call_arrives_and_repeats_of_a_denied_one_are_counted() {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]).ok();
    let mut nadia = installation.gateway("Nadia");
    let written = nadia.call("workspace__write", json!({ "path": "notes/a.txt", "content": "hello" }));
    assert_ne!(written["result"]["isError"], true, "{written}");
    let read = nadia.call("workspace__read", json!({ "path": "notes/a.txt" }));
    assert!(read["result"]["content"][0]["text"].as_str().unwrap().contains("hello"), "{read}");
    for _ in 0..40 {
        nadia.call("org__hire", json!({ "role": "company/support-agent", "name": "Mole" }));
    }
    let violations = installation.run(&["violations", "list"]).ok();
    let violations = violations.as_array().unwrap();
    assert_eq!(violations.len(), 1, "{violations:?}");
    assert_eq!(violations[0]["count"], 40);
}

#[test]
fn the_list_of_a_real_server_shrinks_to_the_role_and_a_revocation_counts_from_the_next_call() {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]).ok();
    installation.add_fake("pages", "paging.mjs");
    let grant = installation.run(&["authority", "grant", "Nadia", "allow", "pages/*"]).ok();
    let mut nadia = installation.gateway("Nadia");
    let all = nadia.tools();
    assert_eq!(all.iter().filter(|tool| tool.starts_with("pages__")).count(), 101, "trial B07");
    installation.run(&["authority", "revoke", grant["id"].as_str().unwrap()]).ok();
    let name = all.iter().find(|tool| tool.starts_with("pages__")).unwrap();
    assert_eq!(nadia.call(name, json!({}))["result"]["isError"], true);
    assert!(nadia.tools().iter().all(|tool| !tool.starts_with("pages__")));
}
