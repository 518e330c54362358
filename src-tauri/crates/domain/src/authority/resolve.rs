//! One decision.

use sha2::{Digest as _, Sha256};

use super::story;
use super::{Code, Decision, RuleId, RuleRef, Snapshot, Verdict};
use crate::ids::{ApprovalId, EmployeeId};
use crate::tool::Tool;

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// Who wants to call.
    pub employee: &'a EmployeeId,
    /// Which tool, by its exact name.
    pub tool: &'a Tool,
    /// SHA-256 of the canonical arguments, hex; nothing where no call is meant.
    pub arguments_digest: Option<&'a str>,
    /// A person's answer to this very question.
    pub approval: Option<&'a Approved>,
}

/// The answer.
#[derive(Debug)]
pub struct Resolved {
    /// The verdict with its story.
    pub decision: Decision,
    /// The right to one call, where the verdict is allow.
    pub permit: Option<Permit>,
}

/// The right to one call. Used up by it; made by [`resolve`] alone.
#[derive(Debug)]
pub struct Permit {
    employee: EmployeeId,
    tool: Tool,
    revision: u64,
    pin: String,
}

impl Permit {
    /// Who may call.
    pub fn employee(&self) -> &EmployeeId {
        &self.employee
    }

    /// Which tool.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// The revision of the rules that it was made under.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// SHA-256 of the tool's definition when it was judged, hex.
    pub fn pin(&self) -> &str {
        &self.pin
    }
}

/// A person's yes to one question: bound to employee, tool, arguments, pin and the rules that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approved {
    approval: ApprovalId,
    employee: EmployeeId,
    tool: Tool,
    arguments_digest: String,
    pin: Option<String>,
    rules: String,
}

impl Approved {
    /// A yes to the question that got this decision.
    pub fn new(
        approval: ApprovalId,
        employee: &EmployeeId,
        tool: &Tool,
        arguments_digest: &str,
        decision: &Decision,
    ) -> Self {
        Self {
            approval,
            employee: employee.clone(),
            tool: tool.clone(),
            arguments_digest: arguments_digest.to_owned(),
            pin: decision.tool_pin.clone(),
            rules: rules_digest(decision),
        }
    }

    /// Whether it answers this question under these rules.
    fn answers(&self, question: &Question<'_>, decision: &Decision) -> bool {
        self.employee == *question.employee
            && self.tool == *question.tool
            && question.arguments_digest == Some(self.arguments_digest.as_str())
            && self.pin == decision.tool_pin
            && self.rules == rules_digest(decision)
    }
}

/// SHA-256 over the rules that matched, hex: another rule that matches, of whatever layer and effect, makes
/// another digest, an unrelated one does not.
fn rules_digest(decision: &Decision) -> String {
    let mut hash = Sha256::new();
    for RuleRef { id, layer, effect, pattern, .. } in decision.trace.iter().flat_map(|step| &step.rules) {
        for text in [id.as_str(), layer.as_str(), effect.as_str(), pattern] {
            hash.update(text.len().to_be_bytes());
            hash.update(text);
        }
    }
    hex::encode(hash.finalize())
}

/// Decides whether the call may happen, and says why.
pub fn resolve(snapshot: &Snapshot, question: &Question<'_>) -> Resolved {
    if snapshot.unlisted.is_none() {
        return refused(Decision::unavailable());
    }
    let Some(number) = snapshot.catalogue.number(question.tool) else {
        return refused(Decision::bare(Code::UnknownTool, snapshot.revision(question.employee)));
    };
    let Some((table, answer)) = snapshot
        .table(question.employee)
        .and_then(|table| Some((table, table.answers.get(number).copied()?)))
    else {
        return refused(Decision::unavailable());
    };
    let mut decision = story::tell(snapshot, table, number, answer);
    if let Some(approved) = question.approval.filter(|_| decision.verdict == Verdict::Ask)
        && approved.answers(question, &decision)
    {
        decision.verdict = Verdict::Allow;
        decision.code = Code::Allowed;
        decision.approval = Some(approved.approval.clone());
    }
    let permit = match (decision.verdict, &decision.tool_pin) {
        (Verdict::Allow, Some(pin)) => Some(Permit {
            employee: question.employee.clone(),
            tool: question.tool.clone(),
            revision: table.revision,
            pin: pin.clone(),
        }),
        _ => None,
    };
    Resolved { decision, permit }
}

fn refused(decision: Decision) -> Resolved {
    Resolved { decision, permit: None }
}

/// The verdict with its code and deciding rule, without the story: what a list of tools shows.
pub fn verdict_of<'s>(
    snapshot: &'s Snapshot,
    employee: &EmployeeId,
    tool: &Tool,
) -> (Verdict, Code, Option<&'s RuleId>) {
    let unavailable = (Verdict::Deny, Code::PolicyUnavailable, None);
    if snapshot.unlisted.is_none() {
        return unavailable;
    }
    let Some(number) = snapshot.catalogue.number(tool) else {
        return (Verdict::Deny, Code::UnknownTool, None);
    };
    let Some(table) = snapshot.table(employee) else { return unavailable };
    match table.answers.get(number).copied() {
        Some(answer) => (answer.verdict, answer.code, table.deciding(answer).map(|rule| &rule.id)),
        None => unavailable,
    }
}
