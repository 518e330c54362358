//! What is asked for, and who may ask.

use serde::{Deserialize, Serialize};

use super::Disposition;
use crate::ids::{ModeId, RoleName};

/// What an operation may be. *Source:* the four operations of the seed; no other is ever run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum OperationKind {
    /// Works with tools until there is a result.
    #[default]
    #[serde(rename = "operate")]
    Operate,
    /// Answers once.
    #[serde(rename = "chat")]
    Chat,
    /// Answers in a conversation.
    #[serde(rename = "communicate")]
    Communicate,
    /// Thinks and acts in turns.
    #[serde(rename = "ReAct")]
    ReAct,
}

/// A spawn request. It has no field for who asks: identity never comes from a payload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The role that shall do it; the asker's own where it is absent or blank.
    #[serde(default)]
    pub assignee: Option<String>,
    /// What is to be done.
    pub instruction: String,
    /// Why.
    #[serde(default)]
    pub reason: Option<String>,
    /// The files that it may write; none means that it only reads.
    #[serde(default)]
    pub scope: Option<Vec<String>>,
    /// Whether it starts before its asker has ended.
    #[serde(default)]
    pub independent: bool,
    /// What kind of operation.
    #[serde(default)]
    pub operation: OperationKind,
}

impl Request {
    /// The role that is named; nothing for a blank name.
    pub fn named(&self) -> Option<&str> {
        self.assignee.as_deref().map(str::trim).filter(|name| !name.is_empty())
    }
}

/// What whoever sits on a route may hand in: the role's results, always an escalation, and spawn requests if
/// the palette says so. This value alone decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Emissions {
    /// Result types; nothing where the role does not say, and then any.
    results: Option<Vec<String>>,
    spawn: bool,
}

impl Emissions {
    pub(super) fn new(results: Option<Vec<String>>, disposition: Disposition) -> Self {
        Self { results, spawn: disposition == Disposition::EmissionCapable }
    }

    /// Whether more may be asked for.
    pub fn may_spawn(&self) -> bool {
        self.spawn
    }

    /// Whether a result of this type may be handed in.
    pub fn may_emit(&self, result: &str) -> bool {
        result == "EscalationRequest"
            || self.results.as_ref().is_none_or(|results| results.iter().any(|named| named == result))
    }

    /// The types that may be handed in, sorted, each once.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.results.iter().flatten().map(String::as_str).collect();
        names.push("EscalationRequest");
        if self.spawn {
            names.push("SpawnRequest");
        }
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// A role that takes part in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// The role's full name.
    pub role: RoleName,
    /// The pack's version.
    pub version: semver::Version,
    /// Whether it may ask for more.
    pub disposition: Disposition,
    /// The ways of working that it runs in.
    pub modes: Vec<ModeId>,
    /// What it may hand in.
    pub emits: Emissions,
    /// The employee on staff who takes the role, where one is named.
    pub employee: Option<String>,
}
