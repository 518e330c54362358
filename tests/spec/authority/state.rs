//! Snapshots and their revisions.

use domain::authority::{Effect, EmployeePolicy, Layer, Policy, Rule, RuleId, Scope, Snapshot, Source};
use domain::ids::EmployeeId;

use super::door::{Company, company, decide, shown, somebody};

fn other() -> EmployeeId {
    "other".parse().unwrap()
}

fn two(company: &Company, more: Option<Rule>) -> Policy {
    let mut policy = company.policy();
    policy.employees.push(EmployeePolicy { id: other(), ..company.employee() });
    policy.rules.extend(more);
    policy
}

fn grant(employee: EmployeeId, pattern: &str) -> Rule {
    Rule {
        id: RuleId::new("grant"),
        layer: Layer::Employee,
        scope: Scope::Employee(employee),
        effect: Effect::Allow,
        pattern: pattern.parse().unwrap(),
        source: Source::World {},
    }
}

#[test]
fn au_19_a_grant_to_one_employee_disturbs_no_other() {
    let company = company(&["a/x", "a/y"]).allowed(&["a/x"]);
    let first = Snapshot::compile(company.catalogue(), &two(&company, None), None);
    let policy = two(&company, Some(grant(other(), "a/y")));
    for second in [
        Snapshot::compile(company.catalogue(), &policy, Some(&first)),
        first.with_employee(&policy.employees[1], &policy.rules),
    ] {
        assert_eq!(second.revision(&somebody()), first.revision(&somebody()));
        assert!(second.revision(&other()) > first.revision(&other()));
        assert_eq!((second.count(&somebody()), second.count(&other())), (1, 2));
    }
}

#[test]
fn au_19_the_same_rules_keep_their_revision_and_others_get_a_new_one() {
    let base = company(&["a/x", "a/y"]).allowed(&["a/x"]);
    let first = base.snapshot();
    let again = |company: &Company, before: &Snapshot| {
        Snapshot::compile(company.catalogue(), &company.policy(), Some(before))
    };
    assert_eq!(again(&base, &first).revision(&somebody()), first.revision(&somebody()));
    // A rule that changes no verdict is still a change: an approval may hang on it.
    let more = base.clone().rule(Layer::Extension, Effect::Deny, "nothing/*");
    assert!(again(&more, &first).revision(&somebody()) > first.revision(&somebody()));
    let mut suspended = base.clone();
    suspended.suspended = true;
    assert!(again(&suspended, &first).revision(&somebody()) > first.revision(&somebody()));
    let mut catalogue = base.catalogue();
    catalogue[0].pin = "another".to_owned();
    let pinned_anew = Snapshot::compile(catalogue, &base.policy(), Some(&first));
    assert!(pinned_anew.revision(&somebody()) > first.revision(&somebody()));
}

#[test]
fn au_19_a_revision_is_never_used_twice_even_when_rules_could_not_be_read_between() {
    let company = company(&["a/x"]).allowed(&["a/x"]);
    let first = company.snapshot();
    let lost = first.withdrawn();
    assert_eq!(lost.revision(&somebody()), 0);
    let back = Snapshot::compile(company.catalogue(), &company.policy(), Some(&lost));
    assert!(back.revision(&somebody()) > first.revision(&somebody()));
}

#[test]
fn au_14_an_employee_whom_nobody_knows_calls_nothing() {
    let company = company(&["a/x"]).allowed(&["a/x"]);
    let policy = Policy { employees: Vec::new(), ..company.policy() };
    let snapshot = Snapshot::compile(company.catalogue(), &policy, None);
    assert_eq!(shown(&decide(&snapshot, "a/x")), "deny policy_unavailable");
    assert_eq!(snapshot.count(&somebody()), 0);
}

#[test]
fn au_19_a_rule_for_the_company_is_found_again_under_another_effect() {
    let tools = ["a/x", "a/y"];
    let first = company(&tools).rule(Layer::Platform, Effect::Allow, "a/x").snapshot();
    let granted = company(&tools).rule(Layer::Company, Effect::Allow, "a/x");
    let second = Snapshot::compile(granted.catalogue(), &granted.policy(), Some(&first));
    assert_eq!(shown(&decide(&second, "a/x")), "allow allowed company");
}
