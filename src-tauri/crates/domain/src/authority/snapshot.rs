//! The compiled rules of a company: what a decision reads.

use std::collections::HashMap;
use std::sync::Arc;

use super::bits::Bits;
use super::compile;
use super::{Code, Effect, Layer, Policy, RuleId, Source, Unlisted, Verdict};
use crate::ids::EmployeeId;
use crate::tool::{Pattern, Tool};

/// Whether a tool can be called at all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ToolState {
    /// It can.
    Ready,
    /// A person has to look at it first, for this reason.
    Quarantined(String),
}

/// A tool that a server offers. Tools of a stopped server stay in the catalogue.
#[derive(Debug, Clone)]
pub struct CatalogueEntry {
    /// The tool.
    pub tool: Tool,
    /// SHA-256 of its definition, hex.
    pub pin: String,
    /// Whether it can be called.
    pub state: ToolState,
}

/// The compiled rules of a company. Immutable; a change makes another.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    pub(super) tools: Vec<CatalogueEntry>,
    pub(super) numbers: HashMap<Tool, usize>,
    pub(super) unlisted: Option<Unlisted>,
    pub(super) rules: Vec<Arc<CompiledRule>>,
    pub(super) employees: HashMap<EmployeeId, EmployeeTable>,
    newest: u64,
}

/// A rule with the tools that it meets.
#[derive(Debug)]
pub(super) struct CompiledRule {
    pub id: RuleId,
    pub layer: Layer,
    pub effect: Effect,
    pub pattern: Pattern,
    pub source: Source,
    /// Tools that it speaks of. Empty for an ambiguous entry.
    pub exact: Bits,
    /// Tools that a deny or an ask meets by look-alike only.
    pub alike: Bits,
    /// Tools that an allow entry would mean if it were not ambiguous.
    pub passed_over: Bits,
}

/// Everything that is decided for one employee.
#[derive(Debug, Clone, Default)]
pub(super) struct EmployeeTable {
    pub revision: u64,
    pub suspended: bool,
    /// Whether the role's `tools_allowed` is set.
    pub closed: bool,
    /// The rules that are for this employee: by layer from the lowest, then by id.
    pub rules: Vec<Arc<CompiledRule>>,
    /// One answer for each tool of the catalogue.
    pub answers: Vec<Answer>,
    /// The tools that are allowed or asked for.
    pub listed: Bits,
}

/// The answer for one tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answer {
    pub verdict: Verdict,
    pub code: Code,
    /// The deciding rule's place in the employee's rules.
    pub rule: Option<u32>,
}

impl Snapshot {
    /// Compiles the rules of a company over its catalogue. An employee for whom nothing differs from
    /// `previous` keeps its revision.
    pub fn compile(catalogue: Vec<CatalogueEntry>, policy: &Policy, previous: Option<&Snapshot>) -> Self {
        let numbers =
            catalogue.iter().enumerate().map(|(number, entry)| (entry.tool.clone(), number)).collect();
        let newest = previous.map_or(0, |previous| previous.newest) + 1;
        let mut snapshot = Self {
            tools: catalogue,
            numbers,
            unlisted: Some(policy.unlisted),
            rules: Vec::new(),
            employees: HashMap::new(),
            newest,
        };
        compile::fill(&mut snapshot, policy);
        if let Some(previous) = previous {
            snapshot.keep_revisions(previous);
        }
        snapshot
    }

    /// A snapshot in which every decision is `policy_unavailable`.
    pub fn unavailable() -> Self {
        Self::default()
    }

    /// The revision of an employee's rules. Another one means that something may be decided differently.
    pub fn revision(&self, employee: &EmployeeId) -> u64 {
        self.employees.get(employee).map_or(0, |table| table.revision)
    }

    /// The tools that an employee may call or ask for, and no other.
    pub fn tools<'s>(&'s self, employee: &EmployeeId) -> impl Iterator<Item = (&'s Tool, Verdict)> + use<'s> {
        let table = self.employees.get(employee);
        table.into_iter().flat_map(move |table| {
            let of =
                |number: usize| Some((&self.tools.get(number)?.tool, table.answers.get(number)?.verdict));
            table.listed.iter().filter_map(of)
        })
    }

    /// Every tool there is.
    pub fn catalogue(&self) -> &[CatalogueEntry] {
        &self.tools
    }

    /// How many tools an employee may call or ask for.
    pub fn count(&self, employee: &EmployeeId) -> usize {
        self.tools(employee).count()
    }

    pub(super) fn newest(&self) -> u64 {
        self.newest
    }

    fn keep_revisions(&mut self, previous: &Snapshot) {
        let same_tools = self.tools.len() == previous.tools.len()
            && self
                .tools
                .iter()
                .zip(&previous.tools)
                .all(|(a, b)| a.tool == b.tool && a.pin == b.pin && a.state == b.state);
        if !same_tools || self.unlisted != previous.unlisted {
            return;
        }
        for (id, table) in &mut self.employees {
            if let Some(before) = previous.employees.get(id).filter(|before| before.says_the_same(table)) {
                table.revision = before.revision;
            }
        }
    }
}

impl EmployeeTable {
    fn says_the_same(&self, other: &Self) -> bool {
        self.suspended == other.suspended
            && self.closed == other.closed
            && self.answers == other.answers
            && self.rules.len() == other.rules.len()
            && self.rules.iter().zip(&other.rules).all(|(a, b)| a.id == b.id && a.pattern == b.pattern)
    }
}
