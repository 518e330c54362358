//! What goes wrong is said in words, and the rest goes on.

use super::program::{Installation, fake};

#[test]
fn a_server_that_does_not_start_is_shown_with_its_log_and_the_others_work() {
    let installation = Installation::with_company();
    let said = installation.run(&[
        "server",
        "add",
        "broken",
        "--",
        "node",
        "-e",
        "console.error('no luck'); process.exit(3)",
    ]);
    assert_eq!(said.code, 1, "{}", said.err);
    let row = said.json();
    assert_eq!(row["state"], "failed");
    assert!(row["log"].as_array().unwrap().iter().any(|l| l.as_str().unwrap().contains("no luck")), "{row}");
    let absent = installation.run(&["server", "add", "absent", "--", "no-such-program"]);
    assert_eq!(absent.code, 1);
    assert!(absent.json()["reason"].as_str().unwrap().contains("no-such-program"));
    let tools = installation.run(&["server", "tools", "workspace"]).ok();
    assert!(!tools.as_array().unwrap().is_empty());
}

#[test]
fn trial_b12_noise_on_standard_output_is_kept_in_the_log() {
    let installation = Installation::with_company();
    let row = installation.run(&["server", "add", "noisy", "--", "node", &fake("noisy.mjs")]).ok();
    assert_ne!(row["state"], "failed", "{row}");
    assert!(row["tools"].as_u64().unwrap() > 0);
}

#[test]
fn a_port_in_use_is_one_clear_sentence() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let installation = Installation::new();
    let said = installation.text(&["serve", "--port", &port]);
    let text = said.refused(2);
    assert!(text.contains(&port) && text.contains("--port"), "{text}");
}

#[test]
fn a_read_only_database_refuses_calls_with_a_clear_message() {
    let installation = Installation::with_company();
    let database = installation.data().join("bailiwick.db");
    let mut permissions = std::fs::metadata(&database).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&database, permissions).unwrap();
    // Root may write anything, so that only the message for other users can be seen here.
    let said = installation.run(&["employee", "hire", "--role", "support-agent", "--name", "Sam"]);
    if said.code != 0 {
        assert!(said.err.contains("read-only") || said.err.contains("cannot be written"), "{}", said.err);
    }
}

#[test]
fn an_id_that_was_used_a_name_and_a_missing_company_are_told_apart() {
    let installation = Installation::new();
    let said = installation.run(&["employee", "list"]);
    assert!(said.refused(2).contains("company found"), "{}", said.err);
    installation.run(&["company", "found", "Acme"]).ok();
    installation.run(&["company", "found", "Acme"]).refused(1);
    installation.run(&["company", "found", "Beta"]).ok();
    let said = installation.run(&["employee", "list"]);
    let text = said.refused(2);
    assert!(text.contains("Acme") && text.contains("Beta") && text.contains("--company"), "{text}");
    let bad = installation.run(&["server", "add", "Bad Id", "--company", "Acme", "--", "true"]);
    bad.refused(2);
    let reserved = installation.run(&["server", "add", "workspace", "--company", "Acme", "--", "true"]);
    reserved.refused(1);
}
