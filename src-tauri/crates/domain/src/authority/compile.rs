//! From rules to tables: for each employee one answer for each tool.
//!
//! The rules are gone through once, the strictest first, and each answers the tools that are still open. Only
//! where an ask meets a tool by look-alike does the answer hang on what lies below it; those tools are weighed one
//! by one.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::bits::Bits;
use super::catalogue::Catalogue;
use super::snapshot::{Answer, CompiledRule, EmployeeTable};
use super::{Code, Effect, EmployeePolicy, Layer, Unlisted, Verdict};

/// The table of one employee, for whom these rules are.
///
/// *Shape:* `rules` by layer from the highest, in it by effect from the strictest, in it by id.
pub(super) fn table(
    catalogue: &Catalogue,
    unlisted: Unlisted,
    employee: &EmployeePolicy,
    rules: Vec<Arc<CompiledRule>>,
    revision: u64,
) -> EmployeeTable {
    let closed = employee.lists.allowed.is_some();
    let floor = Answer::unlisted(if closed { Unlisted::Deny } else { unlisted });
    let mut filling = Filling::new(catalogue.entries.len(), floor);
    if employee.suspended {
        filling.refuse_all(Code::EmployeeSuspended);
    } else {
        filling.fill(&rules);
        filling.refuse(&catalogue.quarantined, Code::Quarantined);
    }
    let Filling { answers, listed, .. } = filling;
    EmployeeTable { revision, suspended: employee.suspended, floor, rules, answers, listed }
}

/// The rule of one layer that decides about a tool where `below` is what the layers below it answer.
///
/// *Shape:* the rules of that layer as a table holds them.
pub(super) fn decider(layer: &[Arc<CompiledRule>], number: usize, mut below: Verdict) -> Option<usize> {
    let mut found = None;
    for effect in [Effect::Allow, Effect::Ask, Effect::Deny] {
        let speaks = |rule: &Arc<CompiledRule>| rule.effect == effect && rule.speaks_over(number, below);
        if let Some(at) = layer.iter().position(speaks) {
            found = Some(at);
            below = effect.into();
        }
    }
    found
}

struct Filling {
    floor: Answer,
    answers: Vec<Answer>,
    listed: Bits,
}

impl Filling {
    fn new(size: usize, floor: Answer) -> Self {
        Self { floor, answers: vec![floor; size], listed: Bits::new(size) }
    }

    fn fill(&mut self, rules: &[Arc<CompiledRule>]) {
        let mut open = Bits::full(self.answers.len());
        let mut doubted = Vec::new();
        open.take(&doubtful(self.answers.len(), rules), |number| doubted.push(number));
        for (at, rule) in rules.iter().enumerate() {
            let answer = Answer::by(rule, at);
            for tools in [&rule.reach.exact, &rule.reach.alike] {
                if answer.verdict != Verdict::Deny {
                    open.add_common(tools, &mut self.listed);
                }
                open.take(tools, |number| self.write(number, answer));
            }
        }
        self.leave(&mut open, rules);
        for number in doubted {
            let answer = weigh(rules, number, self.floor);
            if answer.verdict != Verdict::Deny {
                self.listed.insert(number);
            }
            self.write(number, answer);
        }
    }

    /// What holds where nobody spoke.
    fn leave(&mut self, open: &mut Bits, rules: &[Arc<CompiledRule>]) {
        if self.floor.verdict != Verdict::Deny {
            self.listed.add(open);
            return;
        }
        for rule in rules {
            let answer = Answer { code: Code::AmbiguousEntry, ..self.floor };
            open.take(&rule.reach.passed_over, |number| self.write(number, answer));
        }
    }

    fn refuse(&mut self, tools: &Bits, code: Code) {
        for number in tools.iter() {
            self.listed.remove(number);
            self.write(number, Answer::state(code));
        }
    }

    fn refuse_all(&mut self, code: Code) {
        self.answers.fill(Answer::state(code));
    }

    fn write(&mut self, number: usize, answer: Answer) {
        if let Some(slot) = self.answers.get_mut(number) {
            *slot = answer;
        }
    }
}

/// The tools that some ask meets by look-alike only.
fn doubtful(size: usize, rules: &[Arc<CompiledRule>]) -> Bits {
    let mut tools = Bits::new(size);
    for rule in rules.iter().filter(|rule| rule.effect == Effect::Ask) {
        tools.add(&rule.reach.alike);
    }
    tools
}

/// The answer for one tool, from the lowest layer up.
fn weigh(rules: &[Arc<CompiledRule>], number: usize, floor: Answer) -> Answer {
    let mut answer = floor;
    if floor.verdict == Verdict::Deny && rules.iter().any(|rule| rule.reach.passed_over.contains(number)) {
        answer.code = Code::AmbiguousEntry;
    }
    let mut from = rules.len();
    for layer in rules.chunk_by(|a, b| a.layer == b.layer).rev() {
        from -= layer.len();
        if let Some(at) = decider(layer, number, answer.verdict)
            && let Some(rule) = layer.get(at)
        {
            answer = Answer::by(rule, from + at);
        }
    }
    answer
}

impl Answer {
    fn unlisted(unlisted: Unlisted) -> Self {
        let code = match unlisted {
            Unlisted::Allow => Code::Allowed,
            Unlisted::Ask => Code::NeedsApproval,
            Unlisted::Deny => Code::NotListed,
        };
        Self { verdict: unlisted.into(), code, place: None }
    }

    fn state(code: Code) -> Self {
        Self { verdict: Verdict::Deny, code, place: None }
    }

    fn by(rule: &CompiledRule, at: usize) -> Self {
        let code = match (rule.effect, rule.layer) {
            (Effect::Allow, _) => Code::Allowed,
            (Effect::Ask, _) => Code::NeedsApproval,
            (Effect::Deny, Layer::Platform) => Code::HardDenied,
            (Effect::Deny, Layer::Role | Layer::Extension | Layer::Company | Layer::Employee) => {
                Code::DeniedByRule
            }
        };
        let place = u32::try_from(at + 1).ok().and_then(NonZeroU32::new);
        Self { verdict: rule.effect.into(), code, place }
    }
}

impl CompiledRule {
    /// Whether the rule speaks of the tool where `below` is what would be answered without it. An ask that
    /// matches only by look-alike never lifts a deny.
    fn speaks_over(&self, number: usize, below: Verdict) -> bool {
        let alike = || self.reach.alike.contains(number);
        self.reach.exact.contains(number)
            || alike() && (self.effect == Effect::Deny || below != Verdict::Deny)
    }
}
