//! Permits, and the approvals that an ask waits for.

use domain::authority::{Approved, Effect, Layer, Question, Resolved, Snapshot, Unlisted, resolve};
use domain::ids::{ApprovalId, EmployeeId};

use super::door::{Company, company, decide, shown, somebody, tool};

const ARGUMENTS: &str = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";

fn asked() -> Company {
    company(&["shell/run", "shell/list"]).allowed(&["shell/list"]).rule(
        Layer::Company,
        Effect::Ask,
        "shell/run",
    )
}

fn yes(company: &Company) -> Approved {
    let id: ApprovalId = "first".parse().unwrap();
    Approved::new(id, &somebody(), &tool("shell/run"), ARGUMENTS, &company.decide("shell/run"))
}

fn call(snapshot: &Snapshot, text: &str, arguments: Option<&str>, approval: Option<&Approved>) -> Resolved {
    let (employee, tool) = (somebody(), tool(text));
    resolve(snapshot, &Question { employee: &employee, tool: &tool, arguments_digest: arguments, approval })
}

#[test]
fn tx_02_au_15_law_7_an_ask_is_no_call_without_an_approval() {
    let resolved = call(&asked().snapshot(), "shell/run", Some(ARGUMENTS), None);
    assert_eq!(shown(&resolved.decision), "ask needs_approval company");
    assert!(resolved.permit.is_none());
}

#[test]
fn au_15_an_approval_lets_this_very_call_through() {
    let company = asked();
    let resolved = call(&company.snapshot(), "shell/run", Some(ARGUMENTS), Some(&yes(&company)));
    assert_eq!(shown(&resolved.decision), "allow allowed company");
    assert_eq!(resolved.decision.approval.map(|id| id.to_string()), Some("first".to_owned()));
    assert!(resolved.permit.is_some());
}

#[test]
fn au_15_other_arguments_another_tool_or_employee_void_an_approval() {
    let company = company(&["shell/run", "shell/list"]).unlisted(Unlisted::Ask);
    let (snapshot, yes) = (company.snapshot(), yes(&company));
    assert!(call(&snapshot, "shell/run", Some(ARGUMENTS), Some(&yes)).permit.is_some());
    assert!(call(&snapshot, "shell/run", Some("another"), Some(&yes)).permit.is_none());
    assert!(call(&snapshot, "shell/run", None, Some(&yes)).permit.is_none());
    assert!(call(&snapshot, "shell/list", Some(ARGUMENTS), Some(&yes)).permit.is_none());
    let other: EmployeeId = "other".parse().unwrap();
    let mut policy = company.policy();
    let mut colleague = company.employee();
    colleague.id = other.clone();
    policy.employees.push(colleague);
    let snapshot = Snapshot::compile(company.catalogue(), &policy, None);
    let tool = tool("shell/run");
    let question =
        Question { employee: &other, tool: &tool, arguments_digest: Some(ARGUMENTS), approval: Some(&yes) };
    assert!(resolve(&snapshot, &question).permit.is_none());
}

#[test]
fn au_15_a_changed_pin_voids_an_approval() {
    let company = asked();
    let mut catalogue = company.catalogue();
    catalogue[0].pin = "another".to_owned();
    let snapshot = Snapshot::compile(catalogue, &company.policy(), None);
    assert!(call(&snapshot, "shell/run", Some(ARGUMENTS), Some(&yes(&company))).permit.is_none());
}

#[test]
fn tx_06_au_15_a_change_of_the_rules_that_matched_voids_an_approval_and_no_other() {
    let company = asked();
    let yes = yes(&company);
    let open = |company: &Company| {
        call(&company.snapshot(), "shell/run", Some(ARGUMENTS), Some(&yes)).permit.is_some()
    };
    assert!(open(&company.clone().rule(Layer::Employee, Effect::Allow, "shell/list")));
    assert!(!open(&company.clone().ask(&["shell/run"])), "one more ask below");
    assert!(!open(&company.clone().rule(Layer::Extension, Effect::Deny, "shell/*")), "a deny that loses");
    assert!(!open(&company.clone().rule(Layer::Employee, Effect::Deny, "shell/run")));
    assert!(!open(&company.clone().rule(Layer::Platform, Effect::Deny, "shell/run")));
    let mut revoked = company.clone();
    revoked.rules.clear();
    assert!(!open(&revoked));
}

#[test]
fn au_15_an_approval_lifts_no_deny() {
    let company = asked();
    let yes = yes(&company);
    let mut suspended = company.clone();
    suspended.suspended = true;
    let mut quarantined = company;
    quarantined.quarantined = vec!["shell/run".to_owned()];
    for company in [suspended, quarantined] {
        assert!(call(&company.snapshot(), "shell/run", Some(ARGUMENTS), Some(&yes)).permit.is_none());
    }
}

#[test]
fn au_21_a_permit_says_for_what_it_was_made() {
    let snapshot = asked().snapshot();
    let permit = call(&snapshot, "shell/list", Some(ARGUMENTS), None).permit.unwrap();
    assert_eq!(permit.employee(), &somebody());
    assert_eq!(permit.tool(), &tool("shell/list"));
    assert_eq!(permit.revision(), snapshot.revision(&somebody()));
    assert_eq!(permit.pin(), "pin of shell/list");
    assert_eq!(decide(&snapshot, "shell/list").policy_revision, permit.revision());
}
