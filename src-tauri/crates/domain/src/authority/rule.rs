//! Rules, and where they come from.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Effect, Layer, Unlisted};
use crate::ids::EmployeeId;
use crate::tool::Pattern;

/// Names a rule: `role:<full name@version>:<list>:<index>` for an entry of a list, a UUID (version 7)
/// for a grant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "string")]
pub struct RuleId(Arc<str>);

impl RuleId {
    /// A rule of this name.
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// The entry `index` of a role's list.
    pub fn of_entry(role: &str, list: &str, index: usize) -> Self {
        Self(format!("role:{role}:{list}:{index}").into())
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands before a last number, and that number: entry 2 of a list comes before entry 10.
    fn key(&self) -> (&str, u64) {
        match self.0.rsplit_once(':') {
            Some((before, number)) => match number.parse() {
                Ok(number) => (before, number),
                Err(_) => (&self.0, 0),
            },
            None => (&self.0, 0),
        }
    }
}

impl PartialOrd for RuleId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RuleId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key()).then_with(|| self.0.cmp(&other.0))
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where a rule was written.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Source {
    /// In a signed pack.
    Pack {
        /// The pack.
        pack: String,
        /// Its version.
        version: String,
        /// The file within it.
        file: String,
        /// The line of the entry.
        line: u32,
    },
    /// By a person.
    Person {
        /// Who.
        who: String,
        /// When.
        #[ts(type = "string")]
        at: Timestamp,
        /// Why.
        note: String,
    },
    /// In a policy test.
    World {},
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Pack { pack, version, file, line } => write!(f, "{pack} {version}, {file}:{line}"),
            Source::Person { who, at, note } if note.is_empty() => write!(f, "{who}, {at}"),
            Source::Person { who, at, note } => write!(f, "{who}, {at}: {note}"),
            Source::World {} => f.write_str("the world"),
        }
    }
}

/// Whom a rule is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Everybody in the company.
    Company,
    /// One employee.
    Employee(EmployeeId),
}

/// A rule that a person wrote.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its id.
    pub id: RuleId,
    /// Where it was written. Never [`Layer::Role`], whose rules are a role's lists.
    pub layer: Layer,
    /// Whom it is for.
    pub scope: Scope,
    /// What it says.
    pub effect: Effect,
    /// Of which tools.
    pub pattern: Pattern,
    /// By whom and when.
    pub source: Source,
}

/// One entry of a role's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListEntry {
    /// Which tools.
    pub pattern: Pattern,
    /// Where it stands.
    pub source: Source,
}

/// The three lists of a role. Each is unset (no opinion), empty (none) or a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoleLists {
    /// The role's full name and version, `pack/role@version`.
    pub name: String,
    /// `tools_allowed`
    pub allowed: Option<Vec<ListEntry>>,
    /// `tools_ask`
    pub ask: Option<Vec<ListEntry>>,
    /// `tools_denied`
    pub denied: Option<Vec<ListEntry>>,
}

impl RoleLists {
    /// The lists with their words and effects.
    pub(super) fn lists(&self) -> [(&'static str, Effect, &[ListEntry]); 3] {
        [
            ("tools_allowed", Effect::Allow, self.allowed.as_deref().unwrap_or_default()),
            ("tools_ask", Effect::Ask, self.ask.as_deref().unwrap_or_default()),
            ("tools_denied", Effect::Deny, self.denied.as_deref().unwrap_or_default()),
        ]
    }
}

/// What is known of one employee.
#[derive(Debug, Clone)]
pub struct EmployeePolicy {
    /// Who.
    pub id: EmployeeId,
    /// The lists of the role, at the version that the employee was hired with.
    pub lists: RoleLists,
    /// Whether nothing is allowed for now.
    pub suspended: bool,
}

/// The rules of a company.
#[derive(Debug, Clone)]
pub struct Policy {
    /// What holds for a tool that no rule speaks of.
    pub unlisted: Unlisted,
    /// Rules that people wrote.
    pub rules: Vec<Rule>,
    /// Everybody who may call.
    pub employees: Vec<EmployeePolicy>,
}
