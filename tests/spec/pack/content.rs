//! What role files, manifests, modes and overlays may say.

use domain::pack::{FIELDS, Values, field_table};

use super::{HEADER, MANIFEST, errors, file, files, opened, role, root, signed, told, with};

#[test]
fn pk_5_every_field_is_read_strictly() {
    let cases = [
        ("name: \"\"", "wrong-type 8"),
        ("version: 1.0.0", "unquoted 8"),
        ("version: 1.0", "unquoted 8"),
        ("version: \"1.0\"", "wrong-value 8"),
        ("level: IC", "level-spelling 8"),
        ("level: boss", "unknown-value 8"),
        ("tools_allowed:", "no-value 8"),
        ("tools_allowed: \"\"", "no-list 8"),
        ("tools_allowed: [\"\"]", "wrong-type 8"),
        ("tools_ask: orders/refund", "no-list 8"),
        ("tools_denied: {a: false}", "no-list 8"),
        ("reports_to: [Somebody]", "wrong-value 8"),
        ("reports_to: [human, human]", "duplicate-entry 8"),
        ("duty: lead", "unknown-value 8"),
        ("delegates_to: [\"duty:lead\"]", "wrong-value 8"),
        ("emits: [finding]", "wrong-value 8"),
        ("decision_authority: all", "unknown-value 8"),
        ("temperature: 2.5", "wrong-type 8"),
        ("temperature: \"0.3\"", "wrong-type 8"),
        ("preferred_context_window: 1e6", "wrong-type 8"),
        ("preferred_model_tier: best", "unknown-value 8"),
        ("files: {read: [../x]}", "wrong-value 8"),
        ("files: {reads: []}", "unknown-key 8"),
        ("cadences: [{type: standup}]", "missing-key 8"),
        ("cadences: [{type: standup, every: mon-fri, time: \"25:00\"}]", "wrong-value 8"),
        ("modes: [calm]", "unknown-mode 8"),
        ("allows: [orders]", "wrong-value 8"),
        ("sumary: hello", "unknown-key 8"),
        ("id: board", "reserved-id 8"),
    ];
    let said: Vec<String> =
        cases.iter().map(|(line, _)| errors(&told(role(&with(line)))).join(", ")).collect();
    // The key that is replaced makes room for one line.
    let wanted = cases.map(|(line, fault)| {
        let key = line.split(':').next().unwrap_or_default();
        if HEADER.contains(&format!("{key}:")) { fault.replace(" 8", " 7") } else { fault.to_owned() }
    });
    assert_eq!(said, wanted);
}

#[test]
fn pk_5_every_field_of_the_table_is_read() {
    let full = with(
        "summary: \"Answers: customers\"\n\
         department: Care\n\
         reports_to: [human]\n\
         manages: []\n\
         tools_ask: [orders/refund]\n\
         files: { read: [handbook/**], write: [] }\n\
         duty: serve\n\
         delegates_to: [\"duty:produce\"]\n\
         emits: [Document, Finding]\n\
         escalates_to: [human]\n\
         decision_authority: advisory\n\
         capabilities: [support]\n\
         preferred_model_tier: mid\n\
         preferred_providers: [local]\n\
         fallback_providers: []\n\
         preferred_context_window: 32000\n\
         temperature: 0.3\n\
         cadences: [{type: standup, every: mon-fri, time: \"09:30\"}]\n\
         output_format: markdown\n\
         kpis: [speed]\n\
         modes: []\n\
         allows: [orders/get_order]\n\
         refuses: [orders/delete_order]\n\
         license: MIT\n\
         author: Acme\n\
         x-origin: ours",
    );
    let report = told(role(&full));
    assert_eq!(errors(&report), [""; 0]);
    let header = &report.roles[0].header;
    for field in FIELDS {
        assert!(header.value(field.name).is_some(), "{} has no value", field.name);
    }
    assert_eq!(header.notes, ["x-origin"]);
    assert_eq!(header.tools_ask.as_ref().unwrap()[0].line, 12);
    let kept = serde_json::to_string(header).unwrap();
    assert_eq!(&serde_json::from_str::<domain::pack::RoleHeader>(&kept).unwrap(), header);
}

#[test]
fn pk_5_all_faults_are_reported_together() {
    let report = told("---\nid: Bad\nname: 1\nlevl: ic\ntools_allowed: [a b, \"\"]\n---\n{{who}}\n");
    let said = errors(&report);
    for code in [
        "wrong-value 2",
        "wrong-type 3",
        "unknown-key 4",
        "missing-key 2",
        "wrong-type 5",
        "unknown-variable 7",
    ] {
        assert!(said.iter().any(|error| error == code), "{code} in {said:?}");
    }
}

#[test]
fn pk_6_the_prompt_is_the_body_and_what_the_header_tells() {
    let header = with("kpis: [speed, calm]");
    let report = told(role(&header));
    let prompt = report.roles[0].prompt(&Values { company_name: "Rope & Co", ..Values::default() });
    assert_eq!(prompt, "You answer customers of Rope & Co.\n\nYour work is measured by: speed, calm");
    assert!(!prompt.contains("tools_allowed"));
}

#[test]
fn pk_7_unset_and_empty_lists_stay_apart() {
    let header = told(role(&with("tools_ask: []"))).roles.remove(0).header;
    assert_eq!((header.tools_ask.map(|list| list.len()), header.emits), (Some(0), None));
    let without = HEADER.replace("tools_allowed: [orders/get_order]\n", "");
    assert_eq!(errors(&told(role(&without))), ["missing-key 2"]);
}

#[test]
fn pk_8_a_file_with_an_error_gives_no_role_and_the_others_are_checked() {
    let mut pack = files();
    pack.push(file(
        "roles/ic/other.md",
        role(&HEADER.replace("support-agent", "other").replace("level: ic", "level: x")),
    ));
    pack.push(file("roles/notes.txt", "notes"));
    let report = domain::pack::check(&pack);
    assert_eq!((report.found, report.valid, report.roles.len()), (2, 1, 1));
    assert!(
        report.diagnostics.iter().any(|fault| fault.code == "ignored" && fault.file == "roles/notes.txt")
    );
}

#[test]
fn pk_9_references_lead_to_somebody_else_of_fitting_rank() {
    let twin = |line: &str| role(&format!("{}{line}\n", HEADER.replace("support-agent", "twin")));
    let say = |first: &str, second: &str| {
        let mut pack = files();
        pack[4] = file("roles/a.md", role(&with(first)));
        pack.push(file("roles/b.md", twin(second)));
        errors(&domain::pack::check(&pack))
    };
    assert_eq!(say("reports_to: [human, board]", "kpis: []"), [""; 0]);
    assert_eq!(say("reports_to: [nobody]", "kpis: []"), ["dangling-reference 8"]);
    assert_eq!(say("escalates_to: [support-agent]", "kpis: []"), ["self-reference 8"]);
    assert_eq!(say("escalates_to: [twin]", "escalates_to: [support-agent]"), ["cyclic-reference 8"]);
    assert_eq!(say("level: officer\nreports_to: [twin]", "kpis: []"), ["level-inversion 8"]);
    assert_eq!(say("kpis: []", "license: A\nid: b"), ["duplicate-key 9"]);
    let mut pack = files();
    pack.push(file("roles/b.md", role(HEADER)));
    assert_eq!(errors(&domain::pack::check(&pack)), ["duplicate-id 2"]);
}

#[test]
fn pk_9_a_secret_in_a_role_file_is_an_error_that_does_not_repeat_it() {
    let secret = format!("sk-{}", "abcdef0123456789".repeat(2));
    let report = told(role(HEADER) + &secret);
    assert_eq!(errors(&report), ["secret 11"]);
    assert!(!format!("{:?}", report.diagnostics).contains(&secret));
}

#[test]
fn pk_14_a_manifest_is_read_strictly() {
    let say = |manifest: &str| {
        let mut pack = files();
        pack[3] = file("pack.json", manifest);
        errors(&domain::pack::check(&pack))
    };
    assert_eq!(say(MANIFEST), [""; 0]);
    assert_eq!(say("{\n\"id\": 1,"), ["json 2"]);
    assert_eq!(say(&MANIFEST.replace('}', ", \"id\": \"x\"}")), ["duplicate-key 1"]);
    assert_eq!(say(&MANIFEST.replace('}', ", \"signed\": true}")), ["unknown-key 1"]);
    assert_eq!(say(&MANIFEST.replace("1.2.0", "1.2")), ["wrong-value 1"]);
    assert_eq!(
        say(&MANIFEST.replace('}', ", \"requires\": {\"orders\": [\"refund\"], \"Bad\": []}}")),
        ["wrong-value 1"]
    );
}

/// The overlay's faults, with two modes and one role to speak of.
fn overlaid(entry: &str) -> Vec<String> {
    let mut pack = files();
    pack[2] = file("overlay.json", format!("{{\"roles\": {{{entry}}}}}"));
    pack.push(file("modes/bold.md", "---\nid: bold\nname: Bold\nconflicts: [calm]\n---\nBe bold.\n"));
    errors(&domain::pack::check(&pack))
}

#[test]
fn pk_15_p_03_an_entry_without_active_is_active_and_its_lists_are_unset() {
    let mut pack = files();
    pack[2] = file("overlay.json", r#"{"roles": {"support-agent": {}}}"#);
    let pack = opened(&signed(pack)).unwrap();
    let id = "support-agent".parse().unwrap();
    let entry = &pack.overlay[&id];
    assert!(entry.active && pack.is_active(&id));
    assert_eq!((&entry.default_modes, &entry.modes_allow), (&None, &None));
}

#[test]
fn pk_15_p_04_an_unknown_role_or_mode_is_an_error() {
    assert_eq!(overlaid(r#""nobody": {}"#), ["unknown-role 1"]);
    assert_eq!(overlaid(r#""support-agent": {"default_modes": ["none"]}"#), ["unknown-mode 1"]);
}

#[test]
fn pk_15_p_05_modes_allow_has_three_states() {
    let may = |entry: &str| {
        let mut pack = files();
        pack[2] = file("overlay.json", format!(r#"{{"roles": {{"support-agent": {{{entry}}}}}}}"#));
        pack.push(file("modes/bold.md", "---\nid: bold\nname: Bold\n---\nBe bold.\n"));
        let pack = opened(&signed(pack)).unwrap();
        let role = "support-agent".parse().unwrap();
        ["calm", "bold", "none"].map(|mode| pack.may_run_in(&role, &mode.parse().unwrap()))
    };
    assert_eq!(may(""), [true, true, false]);
    assert_eq!(may(r#""modes_allow": []"#), [false, false, false]);
    assert_eq!(may(r#""modes_allow": ["bold"]"#), [false, true, false]);
}

#[test]
fn pk_15_p_06_a_default_mode_outside_modes_allow_is_an_error() {
    assert_eq!(
        overlaid(r#""support-agent": {"default_modes": ["calm"], "modes_allow": ["bold"]}"#),
        ["mode-not-allowed 1"]
    );
    assert_eq!(overlaid(r#""support-agent": {"default_modes": ["calm", "bold"]}"#), ["mode-conflict 1"]);
}

#[test]
fn pk_15_p_07_no_mode_and_an_empty_list_of_modes_both_give_the_defaults() {
    let pack = opened(&signed(files())).unwrap();
    let (role, calm) = ("support-agent".parse().unwrap(), ["calm".parse().unwrap()]);
    assert_eq!(pack.modes_for(&role, &[]), calm);
    let named = ["bold".parse().unwrap()];
    assert_eq!(pack.modes_for(&role, &named), named);
}

#[test]
fn pk_15_p_08_text_about_authority_grants_nothing() {
    let mut pack = files();
    pack[2] = file("overlay.json", r#"{"roles": {"support-agent": {"authority": "may call every tool"}}}"#);
    let (plain, told) = (opened(&signed(files())).unwrap(), opened(&signed(pack)).unwrap());
    assert_eq!(told.roles, plain.roles);
}

#[test]
fn pk_15_p_09_an_unknown_key_is_an_error() {
    assert_eq!(overlaid(r#""support-agent": {"modells": "x"}"#), ["unknown-key 1"]);
    assert_eq!(overlaid(r#""support-agent": {"active": "yes"}"#), ["wrong-type 1"]);
}

#[test]
fn pk_16_the_table_of_fields_in_the_readme_is_that_of_the_type() {
    let path = root().join("roles/README.md");
    let readme = std::fs::read_to_string(&path).unwrap_or_default();
    let (before, rest) = readme.split_once("<!-- fields -->\n").expect("roles/README.md has its marks");
    let (shown, after) = rest.split_once("<!-- /fields -->").expect("roles/README.md has its marks");
    if std::env::var_os("BAILIWICK_WRITE_FIELDS").is_some() {
        let text = format!("{before}<!-- fields -->\n{}<!-- /fields -->{after}", field_table());
        std::fs::write(&path, text).unwrap();
    } else {
        assert!(
            shown == field_table(),
            "roles/README.md differs from the type that reads a header.\n\
             Write it anew: BAILIWICK_WRITE_FIELDS=1 cargo test --workspace pk_16"
        );
    }
}

/// Codes of everything said about a role whose lists are these, in a pack with one slot.
fn listed(lines: &str) -> Vec<String> {
    let mut pack = files();
    pack[3] = file(
        "pack.json",
        MANIFEST.replace('}', ", \"requires\": {\"orders\": [\"get_order\", \"refund\"]}}"),
    );
    pack[4] = file("roles/a.md", role(&with(lines)));
    domain::pack::check(&pack).diagnostics.into_iter().map(|fault| fault.code).collect()
}

#[test]
fn pk_21_the_examples_of_a_role_must_come_out_as_it_states_them() {
    assert_eq!(listed("allows: [orders/get_order]\nrefuses: [orders/refund, orders/delete_order]"), [""; 0]);
    assert_eq!(listed("allows: [orders/refund]"), ["example"]);
    assert_eq!(listed("refuses: [orders/get_order]"), ["example"]);
    assert_eq!(listed("tools_ask: [orders/refund]\nallows: [orders/refund]"), [""; 0]);
    assert_eq!(listed("refuses: [orders/Delete_all]"), [""; 0]);
}

#[test]
fn pk_21_entries_that_cannot_do_what_they_seem_to_are_named() {
    assert_eq!(listed("tools_allowed: [orders]"), ["bare-entry"]);
    assert_eq!(listed("tools_allowed: [order/*]"), ["unknown-slot"]);
    assert_eq!(listed("tools_allowed: [orders/fetch_*]"), ["matches-nothing"]);
    assert_eq!(listed("tools_allowed: [workspace/read, org/report]"), [""; 0]);
    assert_eq!(listed("tools_ask: [orders/delete_order]"), ["cancelled-entry"]);
    assert_eq!(listed("tools_denied: [orders]"), ["cancelled-entry"]);
}
