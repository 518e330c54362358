//! The compiled rules of a company: what a decision reads.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::bits::Bits;
use super::catalogue::{Catalogue, CatalogueEntry};
use super::reach::{Found, Reach, Reaches};
use super::{
    Code, Effect, EmployeePolicy, Layer, Policy, RoleLists, Rule, RuleId, Scope, Source, Unlisted, Verdict,
    compile,
};
use crate::ids::EmployeeId;
use crate::tool::{Pattern, Tool};

/// The compiled rules of a company. Immutable; a change makes another.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// Nothing where the rules cannot be read.
    pub(super) unlisted: Option<Unlisted>,
    pub(super) catalogue: Arc<Catalogue>,
    reaches: Arc<Reaches>,
    /// The rules for everybody, in order.
    company: Arc<[Arc<CompiledRule>]>,
    roles: Arc<Roles>,
    /// The place of each employee's table.
    employees: Arc<HashMap<EmployeeId, usize, RandomState>>,
    tables: Vec<Arc<EmployeeTable>>,
    newest: u64,
}

/// The rules of roles, by their names. Lists of one name differ only where a caller mixes versions up.
type Roles = HashMap<String, Vec<(RoleLists, Vec<Arc<CompiledRule>>)>>;

/// A rule with the tools that it meets.
#[derive(Debug)]
pub(super) struct CompiledRule {
    pub id: RuleId,
    pub layer: Layer,
    pub effect: Effect,
    pub pattern: Pattern,
    pub source: Source,
    pub reach: Arc<Reach>,
}

/// Everything that is decided for one employee.
#[derive(Debug)]
pub(super) struct EmployeeTable {
    pub revision: u64,
    pub suspended: bool,
    /// What holds where nobody speaks.
    pub floor: Answer,
    /// The rules that are for this employee: by layer from the highest, then by effect from the strictest, then
    /// by id.
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
    /// The deciding rule's place in the employee's rules, counted from 1.
    pub place: Option<NonZeroU32>,
}

impl Snapshot {
    /// Compiles the rules of a company over its catalogue. An employee for whom nothing differs from
    /// `previous` keeps its revision.
    pub fn compile(catalogue: Vec<CatalogueEntry>, policy: &Policy, previous: Option<&Snapshot>) -> Self {
        let catalogue = Arc::new(Catalogue::new(catalogue));
        let known = previous
            .filter(|previous| previous.catalogue.has_the_tools_of(&catalogue))
            .map_or_else(|| Arc::new(Reaches::over(&catalogue)), |previous| Arc::clone(&previous.reaches));
        let mut compiler = Compiler::over(&catalogue, &known);
        let (company, own) = compiler.written(&policy.rules);
        let newest = previous.map_or(0, |previous| previous.newest) + 1;
        let mut employees = HashMap::with_capacity_and_hasher(policy.employees.len(), RandomState::default());
        let mut tables = Vec::with_capacity(policy.employees.len());
        for employee in &policy.employees {
            let lists = compiler.lists(&employee.lists);
            let rules = in_order([&company, own.get(&employee.id).map_or(&[], Vec::as_slice), &lists]);
            employees.insert(employee.id.clone(), tables.len());
            tables.push(Arc::new(compile::table(&catalogue, policy.unlisted, employee, rules, newest)));
        }
        let Compiler { found, roles, .. } = compiler;
        let mut snapshot = Self {
            unlisted: Some(policy.unlisted),
            reaches: Arc::new(known.with_only(found)),
            company: company.into(),
            roles: Arc::new(roles),
            employees: Arc::new(employees),
            catalogue,
            tables,
            newest,
        };
        if let Some(previous) = previous {
            snapshot.keep_revisions(previous);
        }
        snapshot
    }

    /// The same company after one employee's rules, role or state changed; `own` are all rules that people wrote
    /// for this employee alone.
    #[must_use]
    pub fn with_employee(&self, employee: &EmployeePolicy, own: &[Rule]) -> Self {
        let Some(unlisted) = self.unlisted else { return self.clone() };
        let mut compiler = Compiler::over(&self.catalogue, &self.reaches);
        let mut written: Vec<_> = own.iter().map(|rule| compiler.rule(rule)).collect();
        written.sort_by(order);
        let rules = match self.known_role(&employee.lists) {
            Some(lists) => in_order([&self.company, &written, lists]),
            None => in_order([&self.company, &written, &compiler.lists(&employee.lists)]),
        };
        let mut next = self.clone();
        next.newest += 1;
        let table = Arc::new(compile::table(&self.catalogue, unlisted, employee, rules, next.newest));
        match self.employees.get(&employee.id).and_then(|place| next.tables.get_mut(*place)) {
            Some(before) if before.says_the_same(&table) => {}
            Some(before) => *before = table,
            None => {
                Arc::make_mut(&mut next.employees).insert(employee.id.clone(), next.tables.len());
                next.tables.push(table);
            }
        }
        next
    }

    /// A snapshot in which every decision is `policy_unavailable`.
    pub fn unavailable() -> Self {
        Self::default()
    }

    /// The same company when its rules can no longer be read: every decision is `policy_unavailable`. What is
    /// compiled after it has revisions that were never used before.
    #[must_use]
    pub fn withdrawn(&self) -> Self {
        Self { newest: self.newest + 1, ..Self::default() }
    }

    /// The revision of an employee's rules. Another one means that something may be decided differently.
    pub fn revision(&self, employee: &EmployeeId) -> u64 {
        self.table(employee).map_or(0, |table| table.revision)
    }

    /// The tools that an employee may call or ask for, and no other.
    pub fn tools<'s>(&'s self, employee: &EmployeeId) -> impl Iterator<Item = (&'s Tool, Verdict)> + use<'s> {
        let table = self.table(employee);
        table.into_iter().flat_map(move |table| {
            let of =
                |number: usize| Some((&self.catalogue.get(number)?.tool, table.answers.get(number)?.verdict));
            table.listed.iter().filter_map(of)
        })
    }

    /// Every tool there is.
    pub fn catalogue(&self) -> &[CatalogueEntry] {
        &self.catalogue.entries
    }

    /// How many tools an employee may call or ask for.
    pub fn count(&self, employee: &EmployeeId) -> usize {
        self.table(employee).map_or(0, |table| table.listed.iter().count())
    }

    pub(super) fn table(&self, employee: &EmployeeId) -> Option<&EmployeeTable> {
        self.tables.get(*self.employees.get(employee)?).map(AsRef::as_ref)
    }

    fn known_role(&self, lists: &RoleLists) -> Option<&[Arc<CompiledRule>]> {
        self.roles
            .get(&lists.name)?
            .iter()
            .find(|(known, _)| known == lists)
            .map(|(_, rules)| rules.as_slice())
    }

    fn keep_revisions(&mut self, previous: &Snapshot) {
        if self.unlisted != previous.unlisted || self.catalogue.entries != previous.catalogue.entries {
            return;
        }
        for (id, place) in self.employees.iter() {
            let before = previous.employees.get(id).and_then(|place| previous.tables.get(*place));
            let now = self.tables.get_mut(*place);
            if let (Some(before), Some(now)) = (before, now)
                && before.says_the_same(now)
            {
                *now = Arc::clone(before);
            }
        }
    }
}

/// Turns rules as written into rules with their tools.
struct Compiler<'c> {
    catalogue: &'c Catalogue,
    known: &'c Reaches,
    found: Found,
    roles: Roles,
}

type OwnRules<'p> = HashMap<&'p EmployeeId, Vec<Arc<CompiledRule>>>;

impl<'c> Compiler<'c> {
    fn over(catalogue: &'c Catalogue, known: &'c Reaches) -> Self {
        Self { catalogue, known, found: Found::default(), roles: Roles::default() }
    }

    /// The rules for everybody, and those for one employee each.
    fn written<'p>(&mut self, rules: &'p [Rule]) -> (Vec<Arc<CompiledRule>>, OwnRules<'p>) {
        let (mut company, mut own) = (Vec::new(), OwnRules::new());
        for rule in rules {
            let compiled = self.rule(rule);
            match &rule.scope {
                Scope::Company => company.push(compiled),
                Scope::Employee(id) => own.entry(id).or_default().push(compiled),
            }
        }
        company.sort_by(order);
        for rules in own.values_mut() {
            rules.sort_by(order);
        }
        (company, own)
    }

    fn rule(&mut self, rule: &Rule) -> Arc<CompiledRule> {
        self.compiled(rule.id.clone(), rule.layer, rule.effect, &rule.pattern, &rule.source)
    }

    fn lists(&mut self, lists: &RoleLists) -> Vec<Arc<CompiledRule>> {
        let same_name = self.roles.get(&lists.name).into_iter().flatten();
        if let Some((_, rules)) = same_name.into_iter().find(|(known, _)| known == lists) {
            return rules.clone();
        }
        let mut rules = Vec::new();
        for (list, effect, entries) in lists.lists() {
            for (index, entry) in entries.iter().enumerate() {
                let id = RuleId::of_entry(&lists.name, list, index);
                rules.push(self.compiled(id, Layer::Role, effect, &entry.pattern, &entry.source));
            }
        }
        rules.sort_by(order);
        self.roles.entry(lists.name.clone()).or_default().push((lists.clone(), rules.clone()));
        rules
    }

    fn compiled(
        &mut self,
        id: RuleId,
        layer: Layer,
        effect: Effect,
        pattern: &Pattern,
        source: &Source,
    ) -> Arc<CompiledRule> {
        let reach = match (layer, effect) {
            // A platform rule that is no deny says nothing if it is met.
            (Layer::Platform, Effect::Allow | Effect::Ask) => Arc::default(),
            (_, effect) => self.reach(effect, pattern),
        };
        Arc::new(CompiledRule { id, layer, effect, pattern: pattern.clone(), source: source.clone(), reach })
    }

    fn reach(&mut self, effect: Effect, pattern: &Pattern) -> Arc<Reach> {
        if let Some(reach) = self.found.of(effect, pattern) {
            return Arc::clone(reach);
        }
        let reach = self.known.of(self.catalogue, effect, pattern);
        self.found.keep(effect, pattern, Arc::clone(&reach));
        reach
    }
}

fn in_order(rules: [&[Arc<CompiledRule>]; 3]) -> Vec<Arc<CompiledRule>> {
    let mut all = rules.concat();
    all.sort_by(order);
    all
}

fn order(a: &Arc<CompiledRule>, b: &Arc<CompiledRule>) -> std::cmp::Ordering {
    b.layer.cmp(&a.layer).then(b.effect.cmp(&a.effect)).then_with(|| a.id.cmp(&b.id))
}

impl EmployeeTable {
    pub(super) fn deciding(&self, answer: Answer) -> Option<&Arc<CompiledRule>> {
        let place = usize::try_from(answer.place?.get()).ok()?;
        self.rules.get(place - 1)
    }

    /// Whether both were made of the same. Over the same catalogue their answers are then the same too.
    fn says_the_same(&self, other: &Self) -> bool {
        self.suspended == other.suspended
            && self.floor == other.floor
            && self.rules.len() == other.rules.len()
            && self.rules.iter().zip(&other.rules).all(|(a, b)| a.says_the_same(b))
    }
}

impl CompiledRule {
    fn says_the_same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other) || self.is_written_as(other)
    }

    fn is_written_as(&self, other: &Self) -> bool {
        self.id == other.id
            && self.layer == other.layer
            && self.effect == other.effect
            && self.pattern == other.pattern
            && self.source == other.source
    }
}
