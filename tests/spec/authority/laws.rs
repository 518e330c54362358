//! The laws of resolving: as properties over drawn companies, and in every small company there is.

use domain::authority::{Decision, Effect, Layer, Snapshot, Unlisted, Verdict, verdict_of};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::door::{Company, Written, company, decide, shown, somebody, tool};
use super::second;

/// Servers and tools with every kind of likeness: one name twice, another case, look-alikes, further slashes.
const TOOLS: [&str; 10] =
    ["a/x", "a/X", "a/y", "b/x", "b/a", "b/resources/x", "c/хo", "c/xo", "ab/xy", "ab/x.y"];

const PATTERNS: [&str; 20] = [
    "a/x",
    "a/*",
    "*/x",
    "*/*",
    "*",
    "x",
    "a",
    "A",
    "X",
    "A/X",
    "а/x",
    "*/х*",
    "ab",
    "ab/x*",
    "b/resources/*",
    "b",
    "хo",
    "C/XO",
    "a\u{200b}/x",
    "*/xo",
];

const WRITTEN: [Layer; 4] = [Layer::Extension, Layer::Company, Layer::Employee, Layer::Platform];
const EFFECTS: [Effect; 3] = [Effect::Allow, Effect::Ask, Effect::Deny];
const UNLISTED: [Unlisted; 3] = [Unlisted::Deny, Unlisted::Ask, Unlisted::Allow];

fn list() -> impl Strategy<Value = Option<Vec<String>>> {
    option::of(vec(select(&PATTERNS[..]).prop_map(str::to_owned), 0..4))
}

fn written() -> impl Strategy<Value = (Layer, Effect, String)> {
    (select(&WRITTEN[..]), select(&EFFECTS[..]), select(&PATTERNS[..]).prop_map(str::to_owned))
}

prop_compose! {
    fn companies()(
        tools in subsequence(TOOLS.to_vec(), 1..=TOOLS.len()),
        unlisted in select(&UNLISTED[..]),
        allowed in list(),
        ask in list(),
        denied in list(),
        rules in vec(written(), 0..10),
    ) -> Company {
        let mut drawn = company(&tools).unlisted(unlisted);
        (drawn.allowed, drawn.ask, drawn.denied) = (allowed, ask, denied);
        for (layer, effect, pattern) in rules {
            drawn = drawn.rule(layer, effect, &pattern);
        }
        drawn
    }
}

fn decisions(company: &Company) -> Vec<Decision> {
    let snapshot = company.snapshot();
    company.tools.iter().map(|text| decide(&snapshot, text)).collect()
}

fn new_rule((layer, effect, pattern): (Layer, Effect, String), effect_instead: Option<Effect>) -> Written {
    Written { id: "r00".to_owned(), layer, effect: effect_instead.unwrap_or(effect), pattern }
}

/// Nothing may have become more permissive; a greater verdict is a stricter one.
fn no_more_permissive(before: &[Decision], after: &[Decision]) -> Result<(), TestCaseError> {
    for (before, after) in before.iter().zip(after) {
        prop_assert!(after.verdict >= before.verdict, "{} became {}", shown(before), shown(after));
    }
    Ok(())
}

/// What both resolvers say of every tool, and everything else that has to hold of each decision.
fn agree(company: &Company) -> Result<(), TestCaseError> {
    let snapshot = company.snapshot();
    for text in &company.tools {
        let decision = decide(&snapshot, text);
        let id = decision.deciding_rule.as_ref().map(|rule| rule.id.as_str().to_owned());
        prop_assert_eq!((shown(&decision), id), second::resolve(company, text), "{} in {:?}", text, company);
        prop_assert_eq!(replayed(&decision), decision.verdict);
        let (verdict, code, rule) = verdict_of(&snapshot, &somebody(), &tool(text));
        prop_assert_eq!((verdict, code), (decision.verdict, decision.code));
        prop_assert_eq!(rule, decision.deciding_rule.as_ref().map(|rule| &rule.id));
    }
    Ok(())
}

/// The explanation read as a decision list: the first layer that speaks has it.
fn replayed(decision: &Decision) -> Verdict {
    decision.trace.iter().find_map(|step| step.verdict).unwrap_or(Verdict::Deny)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn au_9_the_second_resolver_agrees(company in companies(), quarantined in any::<bool>(), suspended in any::<bool>()) {
        let mut company = company;
        company.quarantined = company.tools.iter().take(usize::from(quarantined)).cloned().collect();
        agree(&company)?;
        company.suspended = suspended;
        agree(&company)?;
    }

    #[test]
    fn au_13_law_1_adding_a_deny_never_adds_a_permission(company in companies(), rule in written(), role in any::<bool>()) {
        let before = decisions(&company);
        let mut more = company.clone();
        if role {
            more.denied.get_or_insert_default().push(rule.2);
        } else {
            more = more.with(new_rule(rule, Some(Effect::Deny)));
        }
        no_more_permissive(&before, &decisions(&more))?;
    }

    #[test]
    fn au_13_law_2_removing_an_allow_never_adds_a_permission(company in companies(), rule in written(), role in any::<bool>()) {
        let mut without = company;
        let mut with = without.clone();
        if role {
            without.allowed.get_or_insert_default();
            with.allowed.clone_from(&without.allowed);
            with.allowed.get_or_insert_default().push(rule.2);
        } else {
            with = with.with(new_rule(rule, Some(Effect::Allow)));
        }
        no_more_permissive(&decisions(&with), &decisions(&without))?;
    }

    #[test]
    fn au_8_law_3_a_platform_deny_is_final(company in companies(), pattern in select(&PATTERNS[..]), more in vec(written(), 0..6)) {
        let mut company = company.rule(Layer::Platform, Effect::Deny, pattern);
        for (layer, effect, pattern) in more {
            company = company.rule(layer, effect, &pattern);
        }
        for (text, decision) in company.tools.iter().zip(decisions(&company)) {
            if second::is_met(pattern, text) || second::looks_met(pattern, text) {
                prop_assert_eq!(shown(&decision), "deny hard_denied platform");
            }
        }
    }

    #[test]
    fn au_10_law_4_an_empty_list_grants_nothing(company in companies(), unlisted in select(&UNLISTED[..])) {
        let mut bare = company.clone().unlisted(unlisted).allowed(&[]).ask(&[]).denied(&[]);
        bare.rules.clear();
        prop_assert_eq!(bare.snapshot().count(&somebody()), 0);
        let mut unset = company.clone();
        unset.allowed = None;
        no_more_permissive(&decisions(&unset), &decisions(&company.allowed(&[])))?;
    }

    #[test]
    fn au_9_law_5_the_order_of_writing_is_nothing(company in companies(), seed in any::<u64>()) {
        let mut turned = company.clone();
        let turn = |length: usize| usize::try_from(seed).unwrap_or(0).checked_rem(length).unwrap_or(0);
        turned.rules.rotate_left(turn(company.rules.len()));
        turned.tools.rotate_left(turn(company.tools.len()));
        turned.rules.reverse();
        let (one, other) = (company.snapshot(), turned.snapshot());
        for text in &company.tools {
            prop_assert_eq!(decide(&one, text), decide(&other, text));
        }
    }

    #[test]
    fn au_16_law_8_what_is_listed_is_what_may_be_called_or_asked_for(company in companies()) {
        let snapshot = company.snapshot();
        let listed: Vec<_> = snapshot.tools(&somebody()).map(|(tool, verdict)| (tool.to_string(), verdict)).collect();
        let open: Vec<_> = company
            .tools
            .iter()
            .map(|text| (text.clone(), decide(&snapshot, text).verdict))
            .filter(|(_, verdict)| *verdict != Verdict::Deny)
            .collect();
        prop_assert_eq!(snapshot.count(&somebody()), listed.len());
        prop_assert_eq!(listed, open);
    }

    #[test]
    fn au_13_law_10_a_rule_changes_only_tools_that_its_pattern_matches(company in companies(), rule in written()) {
        let before = decisions(&company);
        let pattern = rule.2.clone();
        let after = decisions(&company.clone().with(new_rule(rule, None)));
        for ((text, before), after) in company.tools.iter().zip(before).zip(after) {
            if !second::looks_met(&pattern, text) {
                prop_assert_eq!(shown(&before), shown(&after), "{} on {}", pattern, text);
            }
        }
    }

    #[test]
    fn au_19_one_employee_compiled_anew_is_the_company_compiled_anew(company in companies(), rule in written()) {
        let before = company.snapshot();
        let after = company.with(new_rule((Layer::Employee, rule.1, rule.2), None));
        let own: Vec<_> = after.rules().into_iter().filter(|rule| rule.layer == Layer::Employee).collect();
        let (patched, anew) = (before.with_employee(&after.employee(), &own), rebuilt(&after, &before));
        for text in &after.tools {
            prop_assert_eq!(decide(&patched, text), decide(&anew, text));
        }
    }
}

fn rebuilt(company: &Company, previous: &Snapshot) -> Snapshot {
    Snapshot::compile(company.catalogue(), &company.policy(), Some(previous))
}

/// Every company of three tools with at most one rule in each of the five layers, of every effect, over every
/// setting for what nobody speaks of.
#[test]
fn au_9_every_small_company_comes_out_as_the_second_resolver_says() {
    let patterns = ["a/x", "x", "A/*"];
    let of_layer = || {
        let rules = EFFECTS.iter().flat_map(move |effect| patterns.map(|pattern| Some((*effect, pattern))));
        std::iter::once(None).chain(rules)
    };
    let mut seen = 0;
    for unlisted in UNLISTED {
        for role in of_layer() {
            let base = with_role(company(&["a/x", "a/y", "b/x"]).unlisted(unlisted), role);
            for extension in of_layer() {
                let base = with_rule(base.clone(), Layer::Extension, extension);
                for own in of_layer() {
                    let base = with_rule(base.clone(), Layer::Employee, own);
                    // The company's layer differs from the employee's in nothing but its place, so that one
                    // pattern is enough here.
                    for company in of_layer().filter(|rule| rule.is_none_or(|(_, pattern)| pattern != "x")) {
                        let base = with_rule(base.clone(), Layer::Company, company);
                        for platform in [None, Some((Effect::Deny, "a/x")), Some((Effect::Allow, "x"))] {
                            agree(&with_rule(base.clone(), Layer::Platform, platform)).unwrap();
                            seen += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!(seen, 3 * 10 * 10 * 10 * 7 * 3);
}

/// Every pair of rules within each layer, over every rule below it.
#[test]
fn au_9_every_pair_within_a_layer_comes_out_as_the_second_resolver_says() {
    let patterns = ["a/x", "x", "A/X"];
    let rules: Vec<(Effect, &str)> =
        EFFECTS.iter().flat_map(|effect| patterns.map(|pattern| (*effect, pattern))).collect();
    for layer in [Layer::Extension, Layer::Company, Layer::Employee, Layer::Platform] {
        for below in rules.iter().copied().map(Some).chain([None]) {
            for (first, second) in
                rules.iter().flat_map(|first| rules.iter().map(move |second| (*first, *second)))
            {
                let base = with_role(company(&["a/x", "a/y", "b/x"]).unlisted(Unlisted::Ask), below);
                let base = with_rule(base, layer, Some(first));
                agree(&with_rule(base, layer, Some(second))).unwrap();
            }
        }
    }
}

fn with_role(company: Company, rule: Option<(Effect, &str)>) -> Company {
    match rule {
        None => company,
        Some((Effect::Allow, pattern)) => company.allowed(&[pattern]),
        Some((Effect::Ask, pattern)) => company.ask(&[pattern]),
        Some((Effect::Deny, pattern)) => company.denied(&[pattern]),
    }
}

fn with_rule(company: Company, layer: Layer, rule: Option<(Effect, &str)>) -> Company {
    match rule {
        None => company,
        Some((effect, pattern)) => company.rule(layer, effect, pattern),
    }
}
