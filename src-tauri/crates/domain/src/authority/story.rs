//! The story of an answer, told from the same tables that the answer was read from.

use std::sync::Arc;

use super::snapshot::{Answer, CompiledRule, EmployeeTable};
use super::{Code, DecidingLayer, Decision, Effect, Layer, RuleRef, Snapshot, TraceStep, Verdict};

/// The decision for the tool of this number.
pub(super) fn tell(snapshot: &Snapshot, table: &EmployeeTable, number: usize, answer: Answer) -> Decision {
    let meeting: Vec<Meeting<'_>> = table.rules.iter().filter_map(|rule| Meeting::of(rule, number)).collect();
    let deciding =
        answer.rule.and_then(|at| table.rules.get(at as usize)).and_then(|rule| Meeting::of(rule, number));
    let layer = match (&deciding, answer.code) {
        (Some(deciding), _) => deciding.rule.layer.into(),
        (None, Code::EmployeeSuspended | Code::Quarantined) => DecidingLayer::Platform,
        (None, _) => DecidingLayer::Unlisted,
    };
    let is_deciding = |meeting: &Meeting<'_>| {
        deciding.as_ref().is_some_and(|deciding| Arc::ptr_eq(deciding.rule, meeting.rule))
    };
    let same = |meeting: &Meeting<'_>| {
        deciding
            .as_ref()
            .is_some_and(|d| d.rule.layer == meeting.rule.layer && d.rule.effect == meeting.rule.effect)
    };
    let others = || meeting.iter().filter(|meeting| !is_deciding(meeting));
    Decision {
        verdict: answer.verdict,
        code: answer.code,
        deciding_rule: deciding.as_ref().map(Meeting::reference),
        layer: Some(layer),
        beside: others().filter(|meeting| same(meeting)).map(Meeting::reference).collect(),
        overruled: others()
            .filter(|meeting| Verdict::from(meeting.rule.effect) != answer.verdict)
            .map(Meeting::reference)
            .collect(),
        trace: trace(snapshot, table, &meeting),
        policy_revision: table.revision,
        tool_pin: snapshot.tools.get(number).map(|entry| entry.pin.clone()),
        approval: None,
    }
}

/// A rule that meets the tool.
struct Meeting<'r> {
    rule: &'r Arc<CompiledRule>,
    look_alike: bool,
}

impl<'r> Meeting<'r> {
    fn of(rule: &'r Arc<CompiledRule>, number: usize) -> Option<Self> {
        let look_alike = rule.alike.contains(number);
        (look_alike || rule.exact.contains(number)).then_some(Self { rule, look_alike })
    }

    fn reference(&self) -> RuleRef {
        RuleRef {
            id: self.rule.id.clone(),
            layer: self.rule.layer,
            effect: self.rule.effect,
            pattern: self.rule.pattern.to_string(),
            source: self.rule.source.clone(),
            look_alike: self.look_alike,
        }
    }
}

fn trace(snapshot: &Snapshot, table: &EmployeeTable, meeting: &[Meeting<'_>]) -> Vec<TraceStep> {
    let unlisted = match (table.closed, snapshot.unlisted) {
        (true, _) | (_, None) => Verdict::Deny,
        (false, Some(unlisted)) => unlisted.into(),
    };
    let mut below = unlisted;
    let mut steps =
        vec![TraceStep { layer: DecidingLayer::Unlisted, verdict: Some(unlisted), rules: Vec::new() }];
    for layer in Layer::ALL {
        let own: Vec<&Meeting<'_>> = meeting.iter().filter(|meeting| meeting.rule.layer == layer).collect();
        let verdict = speaks(&own, below);
        below = verdict.unwrap_or(below);
        let mut rules: Vec<RuleRef> = own.iter().map(|meeting| meeting.reference()).collect();
        rules.sort_by(|a, b| b.effect.cmp(&a.effect).then_with(|| a.id.cmp(&b.id)));
        steps.push(TraceStep { layer: layer.into(), verdict, rules });
    }
    steps.reverse();
    steps
}

/// What a layer answers over what lies below it; nothing if it does not speak.
fn speaks(own: &[&Meeting<'_>], below: Verdict) -> Option<Verdict> {
    let has = |effect: Effect, exact: bool| {
        own.iter().any(|m| m.rule.effect == effect && (!exact || !m.look_alike))
    };
    let allows = has(Effect::Allow, true);
    let without_alike = if allows { Verdict::Allow } else { below };
    let asks = has(Effect::Ask, true) || (has(Effect::Ask, false) && without_alike != Verdict::Deny);
    let spoken = [
        allows.then_some(Verdict::Allow),
        asks.then_some(Verdict::Ask),
        has(Effect::Deny, false).then_some(Verdict::Deny),
    ];
    spoken.into_iter().flatten().max()
}
