//! Worked cases by their ids, above all those of the ancestor's faults.

use domain::authority::{Effect, Layer, Unlisted, Verdict};

use super::door::{company, decide, shown, somebody};

const OFFICE: [&str; 5] = ["shell/run", "web/browse", "files/read", "files/write", "files/delete"];

#[test]
fn tx_01_au_13_a_deny_never_opens_anything() {
    for (layer, refused) in
        [(Layer::Company, "deny denied_by_rule company"), (Layer::Platform, "deny hard_denied platform")]
    {
        company(&OFFICE)
            .allowed(&["browse"])
            .rule(layer, Effect::Deny, "browse")
            .check(&[("web/browse", refused), ("shell/run", "deny not_listed unlisted")]);
    }
}

#[test]
fn tx_02_au_9_an_ask_is_asked_and_never_a_silent_allow() {
    let asks = [("shell/run", "ask needs_approval employee")];
    company(&OFFICE).rule(Layer::Employee, Effect::Ask, "shell/run").check(&asks);
    company(&OFFICE).denied(&["shell"]).rule(Layer::Employee, Effect::Ask, "shell/run").check(&asks);
}

#[test]
fn tx_03_au_9_the_last_one_written_does_not_win() {
    let refused = [("shell/run", "deny denied_by_rule company")];
    let (allow, deny) = (Effect::Allow, Effect::Deny);
    company(&OFFICE)
        .rule(Layer::Company, deny, "shell/run")
        .rule(Layer::Company, allow, "shell/run")
        .check(&refused);
    company(&OFFICE)
        .rule(Layer::Company, allow, "shell/run")
        .rule(Layer::Company, deny, "shell/run")
        .check(&refused);
}

#[test]
fn tx_04_au_4_a_servers_name_allows_its_tools_and_nothing_else() {
    company(&["github/get_issue", "github/list", "web/browse"]).allowed(&["github"]).check(&[
        ("github/get_issue", "allow allowed role"),
        ("github/list", "allow allowed role"),
        ("web/browse", "deny not_listed unlisted"),
    ]);
}

#[test]
fn tx_05_au_3_deny_shell_in_capitals_stops_both() {
    company(&["shell/run", "x/shell", "x/other"]).unlisted(Unlisted::Allow).denied(&["Shell"]).check(&[
        ("shell/run", "deny denied_by_rule role"),
        ("x/shell", "deny denied_by_rule role"),
        ("x/other", "allow allowed unlisted"),
    ]);
}

#[test]
fn tx_08_au_9_one_name_on_two_servers_is_two_tools() {
    let company = company(&["one/query", "two/query"]).rule(Layer::Employee, Effect::Allow, "two/query");
    company.check(&[("one/query", "deny not_listed unlisted"), ("two/query", "allow allowed employee")]);
    let listed: Vec<_> = company.snapshot().tools(&somebody()).map(|(tool, _)| tool.to_string()).collect();
    assert_eq!(listed, ["two/query"]);
}

#[test]
fn tx_10_au_18_a_refusal_tells_no_list_and_not_what_exists() {
    let company = company(&OFFICE).allowed(&["files/read"]).denied(&["shell/run"]);
    let told = |text: &str| company.decide(text).told();
    assert_eq!(told("shell/run"), told("web/browse"));
    assert_eq!(told("shell/run"), told("nowhere/tool"));
    let text = serde_json::to_string(&told("shell/run")).unwrap();
    assert!(OFFICE.iter().all(|tool| !text.contains(tool)), "{text}");
}

#[test]
fn tx_11_au_17_a_refusal_names_the_layer_the_rule_and_those_that_lost() {
    let decision = company(&OFFICE)
        .allowed(&["web/*", "web/browse"])
        .rule(Layer::Company, Effect::Deny, "web/*")
        .rule(Layer::Company, Effect::Deny, "browse")
        .rule(Layer::Extension, Effect::Ask, "browse")
        .decide("web/browse");
    assert_eq!(shown(&decision), "deny denied_by_rule company");
    let ids = |rules: &[domain::authority::RuleRef]| {
        rules.iter().map(|rule| rule.id.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(decision.deciding_rule.as_ref().map(|rule| rule.id.as_str()), Some("r1"));
    assert_eq!(ids(&decision.beside), ["r2"]);
    let role = |index: usize| format!("role:acme/role@1.0.0:tools_allowed:{index}");
    assert_eq!(ids(&decision.overruled), ["r3".to_owned(), role(0), role(1)]);
    let origin = decision.overruled[2].origin();
    assert_eq!(origin, "acme 1.0.0, roles/role/allowed.md:2");
}

#[test]
fn au_03_au_10_unset_empty_and_a_list_are_three_things() {
    for (unlisted, open) in
        [(Unlisted::Allow, "allow allowed unlisted"), (Unlisted::Ask, "ask needs_approval unlisted")]
    {
        let base = company(&OFFICE).unlisted(unlisted);
        base.check(&[("web/browse", open), ("shell/run", open)]);
        let closed = "deny not_listed unlisted";
        base.clone().allowed(&[]).check(&[("web/browse", closed), ("shell/run", closed)]);
        base.clone()
            .allowed(&["web/browse"])
            .check(&[("web/browse", "allow allowed role"), ("shell/run", closed)]);
        base.ask(&[]).denied(&[]).check(&[("web/browse", open), ("shell/run", open)]);
    }
}

#[test]
fn au_04_au_8_a_platform_deny_beats_an_employees_grant() {
    company(&OFFICE)
        .rule(Layer::Employee, Effect::Allow, "shell/run")
        .rule(Layer::Platform, Effect::Deny, "shell/*")
        .check(&[("shell/run", "deny hard_denied platform")]);
}

#[test]
fn au_06_tx_07_au_14_what_cannot_be_read_is_refused() {
    let snapshot = company(&OFFICE).allowed(&["*/*"]).snapshot();
    for snapshot in [snapshot.withdrawn(), domain::authority::Snapshot::unavailable()] {
        assert_eq!(shown(&decide(&snapshot, "web/browse")), "deny policy_unavailable");
        assert_eq!(snapshot.tools(&somebody()).count(), 0);
    }
}

#[test]
fn au_8_a_quarantined_tool_and_a_suspended_employee_call_nothing() {
    let mut company = company(&OFFICE).allowed(&["web/*", "files/*"]);
    company.quarantined = vec!["web/browse".to_owned(), "shell/run".to_owned()];
    company.check(&[
        ("web/browse", "deny quarantined platform"),
        ("shell/run", "deny quarantined platform"),
        ("files/read", "allow allowed role"),
    ]);
    company.suspended = true;
    company.check(&[("files/read", "deny employee_suspended platform"), ("x/y", "deny unknown_tool")]);
    assert_eq!(company.snapshot().count(&somebody()), 0);
}

#[test]
fn au_18_only_who_would_have_a_quarantined_tool_hears_of_it() {
    let quarantine = |mut company: super::door::Company| {
        company.quarantined = vec!["web/browse".to_owned()];
        company.decide("web/browse").told()
    };
    let none = company(&OFFICE).decide("no/such").told();
    assert_eq!(quarantine(company(&OFFICE)), none);
    assert_eq!(
        quarantine(company(&OFFICE).allowed(&["*/*"]).rule(Layer::Company, Effect::Deny, "web/*")),
        none
    );
    assert_ne!(quarantine(company(&OFFICE).allowed(&["web/browse"])), none);
    assert_ne!(quarantine(company(&OFFICE).unlisted(Unlisted::Allow)), none);
    let mut suspended = company(&OFFICE).allowed(&["*/*"]);
    suspended.suspended = true;
    assert_eq!(suspended.decide("web/browse").told(), none);
}

#[test]
fn au_7_trial_b05_a_pair_that_is_offered_twice_is_quarantined() {
    company(&["a/x", "a/y", "a/x"])
        .allowed(&["*/*"])
        .check(&[("a/x", "deny quarantined platform"), ("a/y", "allow allowed role")]);
}

#[test]
fn au_7_a_tool_is_known_by_its_exact_name_alone() {
    company(&["shell/run"]).unlisted(Unlisted::Allow).check(&[
        ("shell/run", "allow allowed unlisted"),
        ("shell/RUN", "deny unknown_tool"),
        ("shell/r\u{fa}n", "deny unknown_tool"),
    ]);
}

#[test]
fn au_11_ambiguity_counts_every_tool_that_there_is() {
    let tools = ["mail/send", "chat/send", "chat/read"];
    let base = company(&tools).allowed(&["send"]);
    base.check(&[("mail/send", "deny ambiguous_entry unlisted"), ("chat/read", "deny not_listed unlisted")]);
    let mut quarantined = base.clone();
    quarantined.quarantined = vec!["chat/send".to_owned()];
    quarantined.check(&[("mail/send", "deny ambiguous_entry unlisted")]);
    base.clone()
        .rule(Layer::Platform, Effect::Deny, "chat/*")
        .check(&[("mail/send", "deny ambiguous_entry unlisted")]);
    company(&["mail/send", "chat/SEND"]).allowed(&["send"]).check(&[("mail/send", "allow allowed role")]);
}

#[test]
fn au_12_an_ask_by_look_alike_lifts_no_deny() {
    let ask = |company: super::door::Company| company.rule(Layer::Company, Effect::Ask, "SHELL/run");
    ask(company(&OFFICE)).check(&[("shell/run", "deny not_listed unlisted")]);
    ask(company(&OFFICE).denied(&["shell/run"])).check(&[("shell/run", "deny denied_by_rule role")]);
    ask(company(&OFFICE).allowed(&["shell/run"])).check(&[("shell/run", "ask needs_approval company")]);
    ask(company(&OFFICE).unlisted(Unlisted::Allow)).check(&[("shell/run", "ask needs_approval company")]);
    let beside_an_allow = ask(company(&OFFICE).rule(Layer::Company, Effect::Allow, "shell/run"));
    beside_an_allow.check(&[("shell/run", "ask needs_approval company")]);
    let decision = beside_an_allow.decide("shell/run");
    assert!(decision.deciding_rule.as_ref().is_some_and(|rule| rule.look_alike));
    assert!(decision.sentence().contains("resembles"), "{}", decision.sentence());
}

#[test]
fn au_9_the_entry_with_the_smallest_index_decides() {
    let many: Vec<String> = (0..12).map(|index| format!("files/{}*", "*".repeat(index))).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let decision = company(&OFFICE).allowed(&many).decide("files/read");
    let deciding = decision.deciding_rule.unwrap().id;
    assert_eq!(deciding.as_str(), "role:acme/role@1.0.0:tools_allowed:0");
    let beside: Vec<_> =
        decision.beside.iter().map(|rule| rule.id.as_str().rsplit(':').next().unwrap()).collect();
    assert_eq!(beside, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]);
}

#[test]
fn au_17_the_story_has_every_layer_from_the_top_down() {
    let decision = company(&OFFICE)
        .allowed(&["files/*"])
        .rule(Layer::Employee, Effect::Ask, "files/read")
        .decide("files/read");
    let steps: Vec<_> =
        decision.trace.iter().map(|step| (step.layer.as_str(), step.verdict, step.rules.len())).collect();
    assert_eq!(
        steps,
        [
            ("platform", None, 0),
            ("employee", Some(Verdict::Ask), 1),
            ("company", None, 0),
            ("extension", None, 0),
            ("role", Some(Verdict::Allow), 1),
            ("unlisted", Some(Verdict::Deny), 0),
        ]
    );
    let text = serde_json::to_string(&decision).unwrap();
    assert_eq!(serde_json::from_str::<domain::authority::Decision>(&text).unwrap(), decision);
}
