//! Found, hire, list, show.

use serde_json::json;

use super::program::Installation;

#[test]
fn the_starter_puts_the_operator_on_top_and_hires_seven() {
    let installation = Installation::new();
    let founded = installation.run(&["company", "found", "Acme", "--starter", "company"]).ok();
    assert_eq!(founded["name"], "Acme");
    let employees = installation.run(&["employee", "list"]).ok();
    let employees = employees.as_array().unwrap();
    let roles: Vec<_> = employees.iter().filter_map(|e| e["role_id"].as_str()).collect();
    assert_eq!(roles.len(), 7);
    for role in [
        "company/chief-executive-officer",
        "company/vp-engineering",
        "company/engineering-manager",
        "company/support-agent",
        "company/finance-analyst",
    ] {
        assert_eq!(roles.iter().filter(|r| **r == role).count(), 1, "{role}");
    }
    assert_eq!(roles.iter().filter(|r| **r == "company/backend-developer").count(), 2);
    let humans: Vec<_> = employees.iter().filter(|e| e["kind"] == "human").collect();
    assert_eq!(humans.len(), 1);
    assert_eq!(humans[0]["level"], "board");
    assert_eq!(humans[0]["manager_id"], json!(null));
    let ceo = employees.iter().find(|e| e["role_id"] == "company/chief-executive-officer").unwrap();
    assert_eq!(ceo["manager_id"], humans[0]["id"]);
    for key in ["id", "name", "role_id", "pack_id", "pack_version", "level", "manager_id", "state"] {
        assert!(ceo.get(key).is_some(), "{key}");
    }
    let companies = installation.run(&["company", "list"]).ok();
    assert_eq!(companies.as_array().unwrap().len(), 1);
}

#[test]
fn a_name_that_turns_the_line_or_hides_a_character_is_refused() {
    let installation = Installation::with_company();
    for name in ["\u{202e}evil", "Ann\u{200b}a", "Anna\u{feff}", "two\nlines", ""] {
        let hired = installation.run(&["employee", "hire", "--role", "backend-developer", "--name", name]);
        assert_eq!(hired.code, 2, "{name:?}");
        assert_eq!(installation.run(&["company", "found", name]).code, 2, "{name:?}");
    }
}

#[test]
fn a_hire_takes_the_one_manager_that_the_role_names() {
    let installation = Installation::with_company();
    let hired =
        installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]).ok();
    assert_eq!(hired["role_id"], "company/backend-developer");
    assert_eq!(hired["state"], "active");
    let shown = installation.run(&["employee", "show", "Nadia"]).ok();
    assert_eq!(shown["manager"]["role_id"], "company/engineering-manager");
}

#[test]
fn a_name_role_or_manager_that_does_not_fit_is_refused_in_words() {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]).ok();
    let twice = installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]);
    assert!(twice.refused(1).contains("Nadia"));
    let nobody = installation.run(&["employee", "hire", "--role", "wizard", "--name", "Merlin"]);
    assert!(nobody.refused(2).contains("wizard"));
    let blank = installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "  "]);
    assert!(blank.refused(2).contains("name"));
    // A lower level cannot manage a higher one.
    let inverted = installation.run(&[
        "employee",
        "hire",
        "--role",
        "vp-engineering",
        "--name",
        "Victor",
        "--manager",
        "Nadia",
    ]);
    assert!(inverted.refused(1).contains("level"));
    assert_eq!(
        installation.run(&["employee", "list"]).ok().as_array().unwrap().len(),
        9,
        "a refused hire leaves nothing behind"
    );
}

#[test]
fn several_managers_are_listed_and_none_is_taken() {
    let installation = Installation::with_company();
    installation.run(&["employee", "hire", "--role", "engineering-manager", "--name", "Second"]).ok();
    let hired = installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Nadia"]);
    let said = hired.refused(1);
    assert!(said.contains("Second") && said.contains("--manager"), "{said}");
}

#[test]
fn many_commands_at_once_each_act_once_and_none_is_lost() {
    let installation = Installation::with_company();
    let names: Vec<String> = (0..12).map(|n| format!("P{n}")).collect();
    let hires: Vec<_> = names
        .iter()
        .map(|name| installation.start(&["employee", "hire", "--role", "backend-developer", "--name", name]))
        .collect();
    for hire in hires {
        let output = hire.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let employees = installation.run(&["employee", "list"]).ok();
    for name in &names {
        let same = employees.as_array().unwrap().iter().filter(|one| one["name"] == **name).count();
        assert_eq!(same, 1, "{name}");
    }
}
