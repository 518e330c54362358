//! From rules to tables: per pattern the set of tools that it meets, per employee one answer for each tool.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::bits::Bits;
use super::snapshot::{Answer, CompiledRule, EmployeeTable, ToolState};
use super::{
    CatalogueEntry, Code, Effect, EmployeePolicy, Layer, Policy, Rule, RuleId, Scope, Snapshot, Source,
    Unlisted, Verdict,
};
use crate::tool::{Match, Pattern};

pub(super) fn fill(snapshot: &mut Snapshot, policy: &Policy) {
    let mut met = Met { catalogue: &snapshot.tools, allows: HashMap::new(), others: HashMap::new() };
    let rules: Vec<(&Scope, Arc<CompiledRule>)> =
        policy.rules.iter().map(|rule| (&rule.scope, Arc::new(met.rule(rule)))).collect();
    let mut lists: HashMap<&str, Vec<Arc<CompiledRule>>> = HashMap::new();
    let mut employees = HashMap::new();
    for employee in &policy.employees {
        let own = lists.entry(&employee.lists.name).or_insert_with(|| met.lists(employee)).clone();
        let for_this = rules.iter().filter(|(scope, _)| match scope {
            Scope::Company => true,
            Scope::Employee(id) => *id == employee.id,
        });
        let mut all: Vec<_> = own.into_iter().chain(for_this.map(|(_, rule)| Arc::clone(rule))).collect();
        all.sort_by(|a, b| a.layer.cmp(&b.layer).then_with(|| a.id.cmp(&b.id)));
        let table = table(&snapshot.tools, policy.unlisted, employee, all, snapshot.newest());
        employees.insert(employee.id.clone(), table);
    }
    snapshot.rules = rules.into_iter().map(|(_, rule)| rule).collect();
    snapshot.employees = employees;
}

/// The tools that patterns meet, found once for each pattern.
struct Met<'c> {
    catalogue: &'c [CatalogueEntry],
    allows: HashMap<Pattern, (Bits, Bits)>,
    others: HashMap<Pattern, (Bits, Bits)>,
}

impl Met<'_> {
    fn rule(&mut self, rule: &Rule) -> CompiledRule {
        self.compiled(rule.id.clone(), rule.layer, rule.effect, &rule.pattern, &rule.source)
    }

    fn lists(&mut self, employee: &EmployeePolicy) -> Vec<Arc<CompiledRule>> {
        let mut rules = Vec::new();
        for (list, effect, entries) in employee.lists.lists() {
            for (index, entry) in entries.iter().enumerate() {
                let id = RuleId::of_entry(&employee.lists.name, list, index);
                let rule = self.compiled(id, Layer::Role, effect, &entry.pattern, &entry.source);
                rules.push(Arc::new(rule));
            }
        }
        rules
    }

    fn compiled(
        &mut self,
        id: RuleId,
        layer: Layer,
        effect: Effect,
        pattern: &Pattern,
        source: &Source,
    ) -> CompiledRule {
        let none = || Bits::new(self.catalogue.len());
        let (exact, alike, passed_over) = match (layer, effect) {
            // A platform rule that is no deny says nothing if it is met.
            (Layer::Platform, Effect::Allow | Effect::Ask) => (none(), none(), none()),
            (_, Effect::Allow) => {
                let empty = none();
                let (means, passed_over) = self.allowed(pattern);
                (means, empty, passed_over)
            }
            (_, Effect::Ask | Effect::Deny) => {
                let empty = none();
                let (exact, alike) = self.met(pattern);
                (exact, alike, empty)
            }
        };
        CompiledRule {
            id,
            layer,
            effect,
            pattern: pattern.clone(),
            source: source.clone(),
            exact,
            alike,
            passed_over,
        }
    }

    /// The tools that an allow means; or, where a bare entry meets tools of several servers, none and those.
    fn allowed(&mut self, pattern: &Pattern) -> (Bits, Bits) {
        let catalogue = self.catalogue;
        let found = self.allows.entry(pattern.clone()).or_insert_with(|| {
            let mut means = Bits::new(catalogue.len());
            let mut servers = HashSet::new();
            for (number, entry) in catalogue.iter().enumerate().filter(|(_, e)| pattern.allows(&e.tool)) {
                means.insert(number);
                servers.insert(&entry.tool.server);
            }
            let none = Bits::new(catalogue.len());
            if pattern.is_bare() && servers.len() > 1 { (none, means) } else { (means, none) }
        });
        found.clone()
    }

    fn met(&mut self, pattern: &Pattern) -> (Bits, Bits) {
        let catalogue = self.catalogue;
        let found = self.others.entry(pattern.clone()).or_insert_with(|| {
            let (mut exact, mut alike) = (Bits::new(catalogue.len()), Bits::new(catalogue.len()));
            for (number, entry) in catalogue.iter().enumerate() {
                match pattern.meets(&entry.tool) {
                    Some(Match::Exact) => exact.insert(number),
                    Some(Match::LookAlike) => alike.insert(number),
                    None => {}
                }
            }
            (exact, alike)
        });
        found.clone()
    }
}

fn table(
    catalogue: &[CatalogueEntry],
    unlisted: Unlisted,
    employee: &EmployeePolicy,
    rules: Vec<Arc<CompiledRule>>,
    revision: u64,
) -> EmployeeTable {
    let closed = employee.lists.allowed.is_some();
    let mut answers = unlisted_answers(catalogue, if closed { Unlisted::Deny } else { unlisted }, &rules);
    let mut from = 0;
    for layer in Layer::ALL {
        let until = from + rules.iter().skip(from).take_while(|rule| rule.layer == layer).count();
        apply(&mut answers, rules.get(from..until).unwrap_or_default(), from, layer);
        from = until;
    }
    for (entry, answer) in catalogue.iter().zip(&mut answers) {
        overrule(answer, employee.suspended, &entry.state);
    }
    let mut listed = Bits::new(catalogue.len());
    for (number, _) in answers.iter().enumerate().filter(|(_, answer)| answer.verdict != Verdict::Deny) {
        listed.insert(number);
    }
    EmployeeTable { revision, suspended: employee.suspended, closed, rules, answers, listed }
}

/// What holds where nobody speaks.
fn unlisted_answers(
    catalogue: &[CatalogueEntry],
    unlisted: Unlisted,
    rules: &[Arc<CompiledRule>],
) -> Vec<Answer> {
    let code = match unlisted {
        Unlisted::Allow => Code::Allowed,
        Unlisted::Ask => Code::NeedsApproval,
        Unlisted::Deny => Code::NotListed,
    };
    let mut answers = vec![Answer { verdict: unlisted.into(), code, rule: None }; catalogue.len()];
    if unlisted == Unlisted::Deny {
        for number in rules.iter().flat_map(|rule| rule.passed_over.iter()) {
            if let Some(answer) = answers.get_mut(number) {
                answer.code = Code::AmbiguousEntry;
            }
        }
    }
    answers
}

/// Lets a layer speak over what the layers below it answer. Within it a stricter effect is written later, and
/// of rules of one effect the one with the smallest id last.
fn apply(answers: &mut [Answer], rules: &[Arc<CompiledRule>], first: usize, layer: Layer) {
    let of = |effect: Effect| rules.iter().enumerate().rev().filter(move |(_, rule)| rule.effect == effect);
    for (at, rule) in of(Effect::Allow) {
        write(answers, rule.exact.iter(), Verdict::Allow, Code::Allowed, first + at);
    }
    // An ask that matches only by look-alike never lifts a deny.
    let mut lifts_nothing = Bits::new(answers.len());
    for (number, answer) in answers.iter().enumerate() {
        if answer.verdict == Verdict::Deny {
            lifts_nothing.insert(number);
        }
    }
    for (at, rule) in of(Effect::Ask) {
        let alike = rule.alike.iter().filter(|number| !lifts_nothing.contains(*number));
        write(answers, rule.exact.iter().chain(alike), Verdict::Ask, Code::NeedsApproval, first + at);
    }
    let code = if layer == Layer::Platform { Code::HardDenied } else { Code::DeniedByRule };
    for (at, rule) in of(Effect::Deny) {
        write(answers, rule.exact.iter().chain(rule.alike.iter()), Verdict::Deny, code, first + at);
    }
}

fn write(
    answers: &mut [Answer],
    tools: impl Iterator<Item = usize>,
    verdict: Verdict,
    code: Code,
    rule: usize,
) {
    let rule = u32::try_from(rule).ok();
    for number in tools {
        if let Some(answer) = answers.get_mut(number) {
            *answer = Answer { verdict, code, rule };
        }
    }
}

/// What stands above all rules.
fn overrule(answer: &mut Answer, suspended: bool, state: &ToolState) {
    let code = match (suspended, state) {
        (true, _) => Code::EmployeeSuspended,
        (false, ToolState::Quarantined(_)) => Code::Quarantined,
        (false, ToolState::Ready) => return,
    };
    *answer = Answer { verdict: Verdict::Deny, code, rule: None };
}
