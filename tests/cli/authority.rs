//! Explain, grant, revoke, test.

use serde_json::json;

use super::program::{Installation, root};

#[test]
fn every_world_comes_out_as_the_cases_say() {
    let installation = Installation::new();
    let outside = root().join("../shared/cases/authority-worlds.json");
    let own = root().join("tests/fixtures/cases/authority-worlds.json");
    let file = if outside.exists() { outside } else { own };
    let report = installation.run(&["authority", "test", file.to_str().unwrap()]).ok();
    assert_eq!(report["failed"], 0);
    assert!(report["passed"].as_u64().unwrap() > 100);
}

#[test]
fn a_world_that_differs_exits_1_and_a_file_that_cannot_be_read_2() {
    let installation = Installation::new();
    let world = json!({ "version": 1, "worlds": [{
        "name": "wrong on purpose", "catalogue": [{ "server": "a", "tool": "b" }],
        "role": {}, "rules": [], "expect": [{ "tool": "a/b", "verdict": "allow", "code": "allowed" }],
    }]});
    let file = installation.path("world.json");
    std::fs::write(&file, world.to_string()).unwrap();
    let said = installation.run(&["authority", "test", file.to_str().unwrap()]);
    assert_eq!(said.code, 1);
    let report = said.json();
    assert_eq!(report["failures"][0]["world"], "wrong on purpose");
    assert_eq!(report["failures"][0]["tool"], "a/b");
    std::fs::write(&file, "{ \"version\": 2, \"worlds\": [] }").unwrap();
    installation.run(&["authority", "test", file.to_str().unwrap()]).refused(2);
}

#[test]
fn a_grant_counts_at_once_and_says_what_it_changes() {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "support-agent", "--name", "Sam"]).ok();
    let before = installation.run(&["authority", "explain", "Sam", "workspace/write"]).ok();
    assert_eq!(before["verdict"], "deny");
    let grant = installation
        .run(&["authority", "grant", "Sam", "allow", "workspace/write", "--note", "drafts", "--confirm"])
        .ok();
    assert_eq!(grant["changes"], json!(["workspace/write"]));
    let after = installation.run(&["authority", "explain", "Sam", "workspace/write"]).ok();
    assert_eq!((after["verdict"].as_str(), after["layer"].as_str()), (Some("allow"), Some("employee")));
    installation.run(&["authority", "revoke", grant["id"].as_str().unwrap()]).ok();
    let again = installation.run(&["authority", "explain", "Sam", "workspace/write"]).ok();
    assert_eq!(again["verdict"], "deny");
}

#[test]
fn a_grant_that_overturns_a_deny_asks_again() {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]).ok();
    installation.run(&["authority", "grant", "Nadia", "deny", "workspace/read"]).ok();
    // Inside a layer deny wins, so that this one changes nothing and needs no second word.
    let said = installation.run(&["authority", "grant", "Nadia", "allow", "workspace/read"]).ok();
    assert_eq!(said["changes"], json!([]));
}

#[test]
fn a_pattern_that_means_nothing_is_refused_alone() {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]).ok();
    for pattern in ["", " workspace/read", "workspace/", "/read", "work\u{2215}x/y\u{7}"] {
        let said = installation.run(&["authority", "grant", "Nadia", "deny", pattern]);
        assert_eq!(said.code, 2, "{pattern:?}: {}", said.err);
    }
    assert_eq!(installation.run(&["authority", "grants", "Nadia"]).ok(), json!([]));
}
