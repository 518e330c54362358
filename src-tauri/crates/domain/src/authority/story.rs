//! The story of an answer, told from the same tables that the answer was read from.

use std::sync::Arc;

use super::compile::decider;
use super::snapshot::{Answer, CompiledRule, EmployeeTable};
use super::{Code, DecidingLayer, Decision, Layer, RuleRef, Snapshot, TraceStep, Verdict};

/// The decision for the tool of this number.
pub(super) fn tell(snapshot: &Snapshot, table: &EmployeeTable, number: usize, answer: Answer) -> Decision {
    let deciding = table.deciding(answer);
    let others = || {
        let is_other =
            |rule: &&Arc<CompiledRule>| deciding.is_none_or(|deciding| !Arc::ptr_eq(deciding, rule));
        table.rules.iter().filter(|rule| rule.meets(number)).filter(is_other)
    };
    let beside = |rule: &&Arc<CompiledRule>| {
        deciding.is_some_and(|deciding| deciding.layer == rule.layer && deciding.effect == rule.effect)
    };
    Decision {
        verdict: answer.verdict,
        code: answer.code,
        deciding_rule: deciding.map(|rule| rule.reference(number)),
        layer: Some(deciding_layer(deciding, answer.code)),
        beside: others().filter(beside).map(|rule| rule.reference(number)).collect(),
        overruled: others()
            .filter(|rule| Verdict::from(rule.effect) != answer.verdict)
            .map(|rule| rule.reference(number))
            .collect(),
        trace: trace(table, number, answer),
        policy_revision: table.revision,
        tool_pin: snapshot.catalogue.get(number).map(|entry| entry.pin.clone()),
        approval: None,
    }
}

fn deciding_layer(deciding: Option<&Arc<CompiledRule>>, code: Code) -> DecidingLayer {
    match (deciding, code) {
        (Some(rule), _) => rule.layer.into(),
        (None, Code::EmployeeSuspended | Code::Quarantined) => DecidingLayer::Platform,
        (None, _) => DecidingLayer::Unlisted,
    }
}

/// What each layer says, told from the lowest up, since an ask by look-alike listens to what lies below it.
fn trace(table: &EmployeeTable, number: usize, answer: Answer) -> Vec<TraceStep> {
    let mut below = table.floor.verdict;
    let mut steps =
        vec![TraceStep { layer: DecidingLayer::Unlisted, verdict: Some(below), rules: Vec::new() }];
    for layer in Layer::ALL {
        let own = table.of_layer(layer);
        let spoken = decider(own, number, below).and_then(|at| own.get(at)).map(|rule| rule.effect.into());
        let refused =
            layer == Layer::Platform && matches!(answer.code, Code::EmployeeSuspended | Code::Quarantined);
        let verdict = if refused { Some(Verdict::Deny) } else { spoken };
        below = verdict.unwrap_or(below);
        let rules = own.iter().filter(|rule| rule.meets(number)).map(|rule| rule.reference(number)).collect();
        steps.push(TraceStep { layer: layer.into(), verdict, rules });
    }
    steps.reverse();
    steps
}

impl EmployeeTable {
    fn of_layer(&self, layer: Layer) -> &[Arc<CompiledRule>] {
        let from = self.rules.partition_point(|rule| rule.layer > layer);
        let until = self.rules.partition_point(|rule| rule.layer >= layer);
        self.rules.get(from..until).unwrap_or_default()
    }
}

impl CompiledRule {
    fn meets(&self, number: usize) -> bool {
        self.reach.exact.contains(number) || self.reach.alike.contains(number)
    }

    fn reference(&self, number: usize) -> RuleRef {
        RuleRef {
            id: self.id.clone(),
            layer: self.layer,
            effect: self.effect,
            pattern: self.pattern.to_string(),
            source: self.source.clone(),
            look_alike: self.reach.alike.contains(number),
        }
    }
}
