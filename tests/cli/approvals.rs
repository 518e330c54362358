//! A call that has to be asked waits for a person.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::program::Installation;

fn waiting(installation: &Installation) -> Value {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let approvals = installation.run(&["approvals", "list"]).ok();
        if let Some(found) = approvals.as_array().unwrap().iter().find(|a| a["state"] == "waiting") {
            return found.clone();
        }
        assert!(Instant::now() < until, "no approval was asked for");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn asked(answer: &str) -> (Value, Installation) {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]).ok();
    installation.run(&["authority", "grant", "Nadia", "ask", "workspace/write"]).ok();
    let mut nadia = installation.gateway("Nadia");
    let caller = std::thread::spawn(move || {
        nadia.call("workspace__write", json!({ "path": "asked.txt", "content": "x" }))
    });
    let approval = waiting(&installation);
    assert_eq!(approval["tool"], "workspace/write");
    assert_eq!(approval["arguments"]["path"], "asked.txt");
    let id = approval["id"].as_str().unwrap();
    installation.run(&["approvals", "answer", id, answer]).ok();
    let again = installation.run(&["approvals", "answer", id, "allow"]);
    assert_eq!(again.code, 1, "an approval is answered once: {}", again.err);
    (caller.join().unwrap(), installation)
}

#[test]
fn tx_02_an_ask_runs_only_after_a_person_allowed_it() {
    let (answer, installation) = asked("allow");
    assert_ne!(answer["result"]["isError"], true, "{answer}");
    let company = installation.run(&["company", "list"]).ok();
    let folder = company[0]["workspace"].as_str().unwrap();
    assert!(std::path::Path::new(folder).join("asked.txt").exists());
}

#[test]
fn a_declined_call_does_not_run_and_is_a_violation() {
    let (answer, installation) = asked("deny");
    assert_eq!(answer["result"]["isError"], true);
    let violations = installation.run(&["violations", "list"]).ok();
    assert_eq!(violations[0]["code"], "approval_declined");
}
