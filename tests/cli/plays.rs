//! A shipped play: recruiting, a refused budget, a denied tool.

use serde_json::json;

use super::program::Installation;

#[test]
fn the_shipped_play_recruits_is_refused_and_records_a_violation() {
    let installation = Installation::with_company();
    let plays = installation.run(&["play", "list"]).ok();
    assert!(plays.as_array().unwrap().iter().any(|p| p["id"] == "company/launch-page"), "{plays}");
    let run = installation.run(&["play", "run", "company/launch-page", "--rehearse"]).ok();
    assert_eq!(run["state"], "succeeded");
    let ledger = installation.run(&["play", "ledger", run["id"].as_str().unwrap()]).ok();
    let ledger = ledger.as_array().unwrap();
    let numbers: Vec<_> = ledger.iter().map(|e| e["seq"].as_u64().unwrap()).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    assert!(ledger.iter().any(|e| e["outcome"] == "accepted"));
    assert!(ledger.iter().any(|e| e["reason"] == "palette_budget_exhausted"), "{ledger:?}");
    for entry in ledger {
        assert!(entry["palette"]["consumed"].as_u64() <= entry["palette"]["max"].as_u64());
    }
    let violations = installation.run(&["violations", "list"]).ok();
    let denied = violations.as_array().unwrap().iter().find(|v| v["run_id"] == run["id"]).unwrap();
    assert_eq!(denied["channel"], "agent");
    let contractors = installation.run(&["employee", "list"]).ok();
    assert!(
        contractors.as_array().unwrap().iter().all(|e| e["run_id"] == json!(null)),
        "contractors are gone after the run"
    );
}

#[test]
fn an_operation_is_told_what_it_may_ask_for_as_of_its_turn() {
    let installation = Installation::with_company();
    let run = installation.run(&["play", "run", "company/launch-page", "--rehearse"]).ok();
    let run = run["id"].as_str().unwrap();
    let shown = installation.run(&["play", "show", run]).ok();
    let operations = shown["operations"].as_array().unwrap();
    let told = |operation: &serde_json::Value| {
        let id = operation["id"].as_str().unwrap();
        let told = installation.run(&["play", "prompt", run, id]).ok();
        told["prompt"].as_str().unwrap().to_owned()
    };
    let prompts: Vec<String> = operations.iter().map(told).collect();
    let planner = &prompts[0];
    assert_eq!(planner.matches("<!-- bailiwick:delegation -->").count(), 1, "{planner}");
    assert!(planner.contains("You may recruit a role of casts"), "{planner}");
    assert!(planner.contains("spawns are left as of this turn"), "{planner}");
    let terminal = prompts.iter().find(|prompt| prompt.contains("You cannot create work for others"));
    assert!(terminal.is_some(), "a helper that was recruited is told that it is terminal");
}

#[test]
fn all_faults_of_a_play_are_reported_together_and_nothing_is_left() {
    let installation = Installation::with_company();
    let file = installation.path("bad.yaml");
    std::fs::write(
        &file,
        "version: 1\nid: bad\ntitle: Bad\nobjective: x\npalette:\n  roles:\n    - { role: ghost }\n    - { role: critic, modes: [not-a-mode] }\n  expansion: { max_new_roles: -1 }\n",
    )
    .unwrap();
    let said = installation.run(&["play", "check", file.to_str().unwrap()]);
    assert_eq!(said.code, 1);
    let report = said.json();
    assert!(report["diagnostics"].as_array().unwrap().len() >= 3, "{report}");
    assert!(report["diagnostics"].as_array().unwrap().iter().all(|d| d["line"].as_u64().unwrap() > 0));
    let run = installation.run(&["play", "run", file.to_str().unwrap(), "--rehearse"]);
    assert_eq!(run.code, 1);
    assert_eq!(installation.run(&["play", "runs"]).ok(), json!([]));
}
