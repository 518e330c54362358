//! Role files on which others broke. Their keys are those of other programs; what our format adds (a quoted
//! version) or does not know (`description`) is reported beside what each case is about.

use domain::pack::yaml::{Document, Kind, read_role};
use domain::pack::{Report, Values, check, render};

use super::{HEADER, errors, file, fixture, role, told};

fn document(case: &str) -> Document {
    read_role("ROLE.md", &fixture(&format!("trials/{case}")))
        .unwrap_or_else(|faults| panic!("{case}: {faults:?}"))
}

fn text(document: &Document, key: &str) -> String {
    match &document.header.get(key).unwrap().kind {
        Kind::Text { value, .. } => value.trim_end().to_owned(),
        other => panic!("{key} is {}", other.word()),
    }
}

/// Codes and lines of the errors that the case is about.
fn refused(case: &str) -> Vec<String> {
    let report = told(fixture(&format!("trials/{case}")));
    assert_eq!((report.valid, report.roles.len()), (0, 0), "{case}");
    let foreign = ["`description`", "`version`", "`model`", "`mode`"];
    let ours = report
        .diagnostics
        .iter()
        .filter(|f| f.is_error() && !foreign.iter().any(|key| f.message.contains(key)));
    ours.map(|fault| format!("{} {}", fault.code, fault.line)).collect()
}

#[test]
fn trial_a01_a_colon_in_a_value_refuses_that_file_alone() {
    let good = |id: &str| file(&format!("{id}.md"), role(&HEADER.replace("support-agent", id)));
    let mut files: Vec<_> = ["ada", "ben", "cleo", "dan"].map(good).into();
    files.push(file("ferry.md", fixture("trials/A01/ROLE.md")));
    let report = check(&files);
    assert_eq!((report.found, report.valid, report.roles.len()), (5, 4, 4));
    let fault = report.diagnostics.iter().find(|fault| fault.is_error()).unwrap();
    assert_eq!((fault.file.as_str(), fault.line, fault.column), ("ferry.md", 5, 42));
    assert!(fault.help.as_deref().unwrap().contains("quotes"));
}

#[test]
fn trial_a03_a_bare_star_refuses_the_role() {
    for case in ["A03/ROLE.md", "A03/opencode-style.md"] {
        let report = told(fixture(&format!("trials/{case}")));
        assert!(report.roles.is_empty());
        let fault = &report.diagnostics.iter().find(|fault| fault.code == "alias").unwrap();
        assert!(fault.help.as_deref().unwrap().contains("quote it"), "{fault:?}");
    }
    assert_eq!(refused("A03/ROLE.md"), ["alias 7"]);
}

#[test]
fn trial_a05_a_crooked_indent_and_a_tab_are_named() {
    assert_eq!(refused("A05/indent.md").len(), 1);
    assert!(refused("A05/indent.md")[0].ends_with(" 3"));
    assert_eq!(refused("A05/tab-indent.md"), ["tab 6"]);
}

#[test]
fn trial_a06_and_trial_a07_folded_values_are_one_text() {
    let sign = "Paints signs for the harbour and keeps the colour book. Ask this role first when a sign is faded or missing.";
    assert_eq!(text(&document("A06/ROLE.md"), "description"), sign);
    assert_eq!(
        text(&document("A07/ROLE.md"), "description"),
        "Pulls ropes until they snap. Writes the force down."
    );
}

#[test]
fn trial_a08_trial_a10_and_trial_a12_marks_that_nobody_sees_change_nothing() {
    let plain = document("A00-baseline/ROLE.md");
    for case in ["A08/ROLE.md", "A08/mixed-eol.md", "A10/ROLE.md", "A10/bom-crlf.md"] {
        assert_eq!(document(case), plain, "{case}");
    }
    for case in ["A12/open-space.md", "A12/close-space.md"] {
        assert!(document(case).body == "Body text.", "{case}");
    }
    assert_eq!(errors(&told(fixture("trials/A08/bare-cr.md"))).first().unwrap(), "bare-carriage-return 1");
    assert_eq!(refused("A12/blank-first-line.md"), ["no-header 1"]);
    assert_eq!(refused("A10/utf16le.md"), ["not-utf8 1"]);
}

#[test]
fn trial_a11_a_file_may_end_after_its_header() {
    assert_eq!(document("A11/ROLE.md").body, "");
}

#[test]
fn trial_a14_and_trial_a15_dashes_in_values_and_bodies_are_text() {
    let divider = document("A14/ROLE.md");
    assert_eq!(text(&divider, "description"), "Puts --- between chapters");
    assert!(divider.header.get("tools_denied").is_some());
    let rules = document("A15/ROLE.md");
    let whole = String::from_utf8(fixture("trials/A15/ROLE.md")).unwrap();
    assert!(whole.ends_with(&format!("{}\n", rules.body)) || whole.ends_with(&rules.body));
    assert!(rules.body.starts_with("First part.") && rules.body.ends_with("Last part."));
    assert_eq!(text(&rules, "level"), "ic");
}

#[test]
fn trial_a16_yaml_in_a_block_is_no_header() {
    assert_eq!(refused("A16/ROLE.md"), ["no-header 1"]);
}

#[test]
fn trial_a18_keys_joined_on_one_line_are_refused() {
    assert_eq!(refused("A18/ROLE.md"), ["colon-in-value 2"]);
}

#[test]
fn trial_a19_the_error_names_the_line_that_is_wrong() {
    assert_eq!(refused("A19/ROLE.md"), ["colon-in-value 5"]);
}

#[test]
fn trial_a20_and_trial_a24_a_tool_list_is_a_list() {
    assert_eq!(refused("A20/csv.md"), ["no-list 5", "no-list 6"]);
    assert_eq!(refused("A20/list.md"), [""; 0]);
    assert_eq!(refused("A24/ROLE.md"), ["no-list 5"].map(|code| code.replace('5', "6")));
}

#[test]
fn trial_a22_four_forms_of_no_tools_have_one_rule_each() {
    assert_eq!(refused("A22/empty-list.md"), [""; 0]);
    assert_eq!(refused("A22/null.md"), ["no-value 5", "no-value 6"]);
    assert_eq!(refused("A22/empty-string.md"), ["no-list 5", "no-list 6"]);
    assert_eq!(refused("A22/absent.md"), ["missing-key 2"]);
}

#[test]
fn trial_a29_texts_stay_texts() {
    let document = document("A29/ROLE.md");
    for (key, value) in
        [("id", "on"), ("name", "yes"), ("active", "no"), ("always", "false"), ("country", "NO")]
    {
        assert_eq!(text(&document, key), value);
    }
    let denied = told(role(&HEADER.replace("tools_denied: [\"*/delete_*\"]", "tools_denied: [off, shred]")));
    let denied = denied.roles[0].header.tools_denied.as_ref().unwrap();
    assert_eq!(denied.iter().map(|entry| entry.pattern.to_string()).collect::<Vec<_>>(), ["off", "shred"]);
}

#[test]
fn trial_a36_ids_keep_their_rule_and_names_are_free() {
    let report = told(fixture("trials/A36/hash-comment.md"));
    assert!(errors(&report).contains(&"wrong-value 2".to_owned()));
    assert!(report.diagnostics.iter().any(|fault| fault.code == "value-cut" && fault.line == 3));
    assert_eq!(text(&document("A36/c-sharp.agent.md"), "name"), "C# Helper");
    assert_eq!(text(&document("A36/paren.agent.md"), "name"), "Big Picture Planner (BPP)");
    let nameless = check(&[file("night-owl.md", fixture("trials/A36/c-sharp.agent.md"))]);
    assert!(nameless.diagnostics.iter().any(|fault| fault.message == "`id` is missing"));
}

#[test]
fn trial_a40_placeholders_are_filled_once_and_unknown_ones_are_named() {
    let report = told(fixture("trials/A40/ROLE.md"));
    let of = |code: &str| report.diagnostics.iter().filter(|fault| fault.code == code).count();
    assert_eq!((of("unknown-variable"), of("open-variable")), (2, 1));
    let values: std::collections::BTreeMap<String, String> =
        serde_json::from_slice(&fixture("trials/A40/values.json")).unwrap();
    let values = Values {
        employee_name: &values["employee.name"],
        company_mission: &values["company.mission"],
        company_name: "Harbour",
        ..Values::default()
    };
    let told = render(&document("A40/ROLE.md").body, &values);
    assert!(told.starts_with(
        "You are {{company.mission}} at Harbour. Line one: yes\n---\ntools_allowed: [everything]"
    ));
    assert!(told.contains("${HOME} $ARGUMENTS {% if a %}b{% endif %}"));
}

#[test]
fn trial_a42_one_spelling_of_a_level_is_right() {
    let level =
        |case: &str| refused(case).into_iter().filter(|error| error.ends_with(" 4")).collect::<Vec<_>>();
    assert_eq!(level("A42/hyphen.md"), [""; 0]);
    assert_eq!(level("A42/underscore.md"), ["level-spelling 4"]);
    assert_eq!(level("A42/space-case.md"), ["level-spelling 4"]);
    assert_eq!(level("A42/unknown.md"), ["unknown-value 4"]);
}

#[test]
fn trial_a43_references_to_nobody_and_to_oneself_are_listed() {
    let header = String::from_utf8(fixture("trials/A43/ROLE.md")).unwrap();
    let ours = header.replacen("level:", "version: \"1.0.0\"\ntools_allowed: []\nlevel:", 1);
    let pack = [file("pack.json", super::MANIFEST), file("roles/chief.md", ours)];
    let report: Report = check(&pack);
    let said: Vec<(&str, u32, u32)> =
        report.diagnostics.iter().map(|fault| (fault.code.as_str(), fault.line, fault.column)).collect();
    let dangling = |column| ("dangling-reference", 8, column);
    assert_eq!(said, [dangling(11), dangling(16), dangling(21), ("self-reference", 9, 16)]);
}

#[test]
fn trial_e06_an_id_is_never_a_path() {
    for number in 0..=8 {
        let said = refused(&format!("E06/id-{number}.md"));
        assert!(
            said.iter().any(|error| error == "wrong-value 2" || error == "reserved-id 2"),
            "{number}: {said:?}"
        );
    }
}
