//! What was acknowledged stays, whatever ends the process.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use super::program::{Installation, alive};

#[test]
fn lg_07_kill_9_in_the_middle_of_calls_loses_no_record_and_leaves_no_process() {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]).ok();
    installation.add_fake("pages", "paging.mjs");
    installation.run(&["authority", "grant", "Nadia", "allow", "pages/*"]).ok();
    let mut acknowledged = 0_u64;
    for round in 0..10 {
        let mut nadia = installation.gateway("Nadia");
        nadia.tools();
        for n in 0..5 {
            let text = format!("round {round}, call {n}");
            nadia.call("workspace__write", json!({ "path": "log.txt", "content": text }));
            nadia.call("pages__tool_001", json!({}));
            acknowledged += 2;
        }
        let pid = nadia.pid();
        let tree = descendants(pid);
        assert!(!tree.is_empty(), "a server was started");
        Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap();
        let until = Instant::now() + Duration::from_secs(2);
        while tree.iter().any(|pid| alive(*pid)) {
            assert!(Instant::now() < until, "round {round}: a server's process is alive after two seconds");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let report = installation.run(&["audit", "verify"]).ok();
    assert_eq!(report["verified"], true);
    let records = installation.run(&["audit", "list", "--limit", "1000"]).ok();
    let decided = records.as_array().unwrap().iter().filter(|r| r["kind"] == "call.decided").count();
    assert!(decided as u64 >= acknowledged, "{decided} of {acknowledged} acknowledged calls are on record");
}

fn descendants(pid: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut look = vec![pid];
    while let Some(pid) = look.pop() {
        let children =
            std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
        let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let all: String = threads
            .filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok())
            .chain([children])
            .collect::<Vec<_>>()
            .join(" ");
        for child in all.split_whitespace().filter_map(|pid| pid.parse().ok()) {
            if !found.contains(&child) {
                found.push(child);
                look.push(child);
            }
        }
    }
    found
}
