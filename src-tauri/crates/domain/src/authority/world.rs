//! Policy tests: small worlds and what must come out of them.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{
    CatalogueEntry, Code, DecidingLayer, Effect, EmployeePolicy, Layer, ListEntry, Policy, Question,
    RoleLists, Rule, RuleId, Scope, Snapshot, Source, ToolState, Unlisted, Verdict, resolve,
};
use crate::ids::{EmployeeId, ServerId};
use crate::tool::{Pattern, Tool};

/// A file of worlds that was read whole.
#[derive(Debug)]
pub struct Worlds(Vec<World>);

/// Why a file was not read. Nothing of it is decided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} (line {line}, column {column})")]
pub struct WorldError {
    /// What is wrong.
    pub message: String,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1.
    pub column: usize,
}

/// What came out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Expectations that were met.
    pub passed: usize,
    /// Expectations that were not.
    pub failed: usize,
    /// Those.
    pub failures: Vec<Failed>,
}

impl Report {
    /// Adds another file's report.
    pub fn extend(&mut self, other: Report) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.failures.extend(other.failures);
    }
}

/// An expectation that was not met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failed {
    /// The world's name.
    pub world: String,
    /// The tool.
    pub tool: String,
    /// What should come out: verdict, code and, where it is given, layer.
    pub expected: String,
    /// What came out.
    pub got: String,
    /// The sentence of the decision.
    pub why: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    version: u32,
    #[serde(borrow)]
    worlds: Vec<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct World {
    name: String,
    #[serde(default = "deny")]
    unlisted: Unlisted,
    catalogue: Vec<WorldTool>,
    #[serde(default)]
    role: WorldRole,
    #[serde(default)]
    rules: Vec<WorldRule>,
    expect: Vec<Expectation>,
}

fn deny() -> Unlisted {
    Unlisted::Deny
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
struct WorldTool {
    server: ServerId,
    tool: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct WorldRole {
    #[serde(default, rename = "tools_allowed")]
    allowed: Option<Vec<Pattern>>,
    #[serde(default, rename = "tools_ask")]
    ask: Option<Vec<Pattern>>,
    #[serde(default, rename = "tools_denied")]
    denied: Option<Vec<Pattern>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WorldRule {
    id: String,
    layer: Layer,
    effect: Effect,
    pattern: Pattern,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expectation {
    tool: String,
    verdict: Verdict,
    code: Code,
    #[serde(default)]
    layer: Option<DecidingLayer>,
}

/// Reads a file of worlds.
///
/// *Errors:* the first fault, with its place.
pub fn parse(text: &str) -> Result<Worlds, WorldError> {
    let file: File<'_> = serde_json::from_str(text).map_err(|error| at(&error, 1, 1))?;
    if file.version != 1 {
        let message = format!("version {} is not known: this program reads version 1", file.version);
        return Err(WorldError { message, line: 1, column: 1 });
    }
    let mut worlds = Vec::with_capacity(file.worlds.len());
    let (mut line, mut column, mut seen) = (1, 1, 0);
    for raw in file.worlds {
        // A raw value is a slice of the text, so that its place is where the text is.
        let start = raw.get().as_ptr().addr().saturating_sub(text.as_ptr().addr());
        for c in text.get(seen..start).unwrap_or_default().chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        seen = start;
        let world: World = serde_json::from_str(raw.get()).map_err(|error| at(&error, line, column))?;
        consistent(&world).map_err(|message| WorldError { message, line, column })?;
        worlds.push(world);
    }
    Ok(Worlds(worlds))
}

/// The place of an error within a text that begins at a line and column.
fn at(error: &serde_json::Error, line: usize, column: usize) -> WorldError {
    let own = error.to_string();
    let message = own.rsplit_once(" at line ").map_or(own.clone(), |(message, _)| message.to_owned());
    let (own_line, own_column) = (error.line().max(1), error.column().max(1));
    let column = if own_line == 1 { column + own_column - 1 } else { own_column };
    WorldError { message, line: line + own_line - 1, column }
}

fn consistent(world: &World) -> Result<(), String> {
    let mut tools = HashSet::new();
    for tool in &world.catalogue {
        if !tools.insert(tool) {
            return Err(format!(
                "{}/{} stands twice in the catalogue of {:?}",
                tool.server, tool.tool, world.name
            ));
        }
    }
    let mut ids = HashSet::new();
    for rule in &world.rules {
        if !ids.insert(&rule.id) {
            return Err(format!("two rules of {:?} have the id {:?}", world.name, rule.id));
        }
        if rule.layer == Layer::Role {
            return Err(format!("rule {:?} of {:?}: the role's rules are its lists", rule.id, world.name));
        }
    }
    Ok(())
}

/// Decides every world and compares.
pub fn run(worlds: &Worlds) -> Report {
    let mut report = Report::default();
    for world in &worlds.0 {
        world.run(&mut report);
    }
    report
}

impl World {
    fn run(&self, report: &mut Report) {
        let Ok(employee) = "somebody".parse::<EmployeeId>() else { return };
        let snapshot = Snapshot::compile(self.catalogue(), &self.policy(&employee), None);
        for expectation in &self.expect {
            let decision = expectation.tool.parse::<Tool>().map(|tool| {
                let question =
                    Question { employee: &employee, tool: &tool, arguments_digest: None, approval: None };
                resolve(&snapshot, &question).decision
            });
            let (verdict, code, layer, why) = match decision {
                Ok(d) => (d.verdict, d.code, d.layer, d.sentence()),
                Err(error) => (Verdict::Deny, Code::UnknownTool, None, error.to_string()),
            };
            let layer_fits = expectation.layer.is_none_or(|wanted| Some(wanted) == layer);
            if (verdict, code) == (expectation.verdict, expectation.code) && layer_fits {
                report.passed += 1;
                continue;
            }
            report.failed += 1;
            report.failures.push(Failed {
                world: self.name.clone(),
                tool: expectation.tool.clone(),
                expected: outcome(expectation.verdict, expectation.code, expectation.layer),
                got: outcome(verdict, code, layer),
                why,
            });
        }
    }

    fn catalogue(&self) -> Vec<CatalogueEntry> {
        let entry = |tool: &WorldTool| CatalogueEntry {
            tool: Tool::new(tool.server.clone(), &tool.tool),
            pin: String::new(),
            state: ToolState::Ready,
        };
        self.catalogue.iter().map(entry).collect()
    }

    fn policy(&self, employee: &EmployeeId) -> Policy {
        let rule = |rule: &WorldRule| Rule {
            id: RuleId::new(&rule.id),
            layer: rule.layer,
            scope: Scope::Company,
            effect: rule.effect,
            pattern: rule.pattern.clone(),
            source: Source::World {},
        };
        let lists = RoleLists {
            name: "role".to_owned(),
            allowed: entries(self.role.allowed.as_ref()),
            ask: entries(self.role.ask.as_ref()),
            denied: entries(self.role.denied.as_ref()),
        };
        Policy {
            unlisted: self.unlisted,
            rules: self.rules.iter().map(rule).collect(),
            employees: vec![EmployeePolicy { id: employee.clone(), lists, suspended: false }],
        }
    }
}

fn entries(patterns: Option<&Vec<Pattern>>) -> Option<Vec<ListEntry>> {
    let entry = |pattern: &Pattern| ListEntry { pattern: pattern.clone(), source: Source::World {} };
    patterns.map(|patterns| patterns.iter().map(entry).collect())
}

fn outcome(verdict: Verdict, code: Code, layer: Option<DecidingLayer>) -> String {
    match layer {
        Some(layer) => format!("{verdict} {code} ({layer})"),
        None => format!("{verdict} {code}"),
    }
}
