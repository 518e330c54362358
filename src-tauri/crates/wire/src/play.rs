//! Plays, runs and the spawn ledger.

use std::collections::BTreeMap;

use domain::pack::Diagnostic;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The plays that installed packs ship.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlayList {}

/// A play, as a library shows it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PlayRow {
    /// What `play.run` takes: `pack/play`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is for.
    pub objective: String,
    /// What has to be given.
    pub inputs: Vec<PlayInput>,
    /// Who may take part.
    pub palette: Vec<PaletteRow>,
    /// Roles that may be recruited beside them.
    pub max_new_roles: u32,
    /// Spawns at most.
    pub max_spawn: u32,
    /// Whether a rehearsal comes with it.
    pub rehearsal: bool,
}

/// An input of a play.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PlayInput {
    /// Its name.
    pub id: String,
    /// Whether it must be given.
    pub required: bool,
}

/// A role of a palette.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PaletteRow {
    /// The role's full name.
    pub role: String,
    /// `terminal` or `emission_capable`.
    pub disposition: String,
    /// Ways of working.
    pub modes: Vec<String>,
}

/// Checks a play file.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlayCheck {
    /// The file.
    pub path: String,
}

/// What a check of a play found.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PlayReport {
    /// Whether it can be run.
    pub valid: bool,
    /// All faults together.
    pub diagnostics: Vec<Diagnostic>,
    /// The play, where it could be read.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayRow>,
}

/// Starts a play.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlayRun {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// A file, or a shipped play's id.
    pub play: String,
    /// What is put into the objective.
    #[serde(default)]
    pub inputs: BTreeMap<String, String>,
    /// Whether the scripted model thinks. The only engine so far.
    #[serde(default)]
    pub rehearse: bool,
}

/// The runs of a company, newest first.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlayRuns {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
}

/// A run, as a list shows it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RunRow {
    /// The run.
    pub id: String,
    /// The company.
    pub company_id: String,
    /// The play's id.
    pub play: String,
    /// The play's title.
    pub title: String,
    /// `running`, `succeeded`, `failed`, `stopped` or `interrupted`.
    pub state: String,
    /// Why it ended as it did, where there is something to say.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Whether a script did the thinking.
    pub rehearsal: bool,
    /// When started, RFC 3339.
    pub started_at: String,
    /// When ended, RFC 3339.
    pub ended_at: Option<String>,
    /// New roles: the most, and those spent.
    pub palette_max: u32,
    /// New roles spent.
    pub palette_consumed: u32,
    /// Spawns: the most.
    pub spawns_max: u32,
    /// Spawns used.
    pub spawns_used: u32,
    /// Ledger entries that were accepted.
    pub accepted: u32,
    /// Ledger entries that were dropped.
    pub dropped: u32,
}

/// One run.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlayShow {
    /// The run.
    pub run: String,
}

/// A run, with its operations.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RunView {
    /// The run.
    pub row: RunRow,
    /// What was asked for.
    pub objective: String,
    /// The nodes of its graph, in the order of their making.
    pub operations: Vec<OperationRow>,
    /// The calls that were decided, in order.
    pub calls: Vec<CallRow>,
}

/// A node of a run's graph.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct OperationRow {
    /// The operation.
    pub id: String,
    /// Who does it.
    pub employee_id: Option<String>,
    /// The doer's name.
    pub employee_name: String,
    /// The role's full name.
    pub role: String,
    /// What was asked.
    pub instruction: String,
    /// One of the nine node states.
    pub state: String,
    /// The operation that asked for it.
    pub parent: Option<String>,
    /// The operations that it waits for.
    pub depends: Vec<String>,
    /// What it said or gave.
    pub result: Option<String>,
}

/// A call that a run made.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CallRow {
    /// When, RFC 3339.
    pub at: String,
    /// Who.
    pub employee_name: String,
    /// The operation.
    pub operation_id: Option<String>,
    /// The tool, `server/tool`.
    pub tool: String,
    /// `allow`, `ask` or `deny`.
    pub verdict: String,
    /// The code of the decision.
    pub code: String,
}

/// What the model of an operation was told.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlayPrompt {
    /// The run.
    pub run: String,
    /// The operation.
    pub operation: String,
}

/// A prompt as it stood when an operation began.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct OperationPrompt {
    /// The text; nothing before the operation begins, and nothing for a person.
    pub prompt: Option<String>,
}

/// The spawn ledger of a run, in order.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlayLedger {
    /// The run.
    pub run: String,
    /// Only entries after this one.
    #[serde(default)]
    pub since: u64,
}

/// Stops a run at once.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlayStop {
    /// The run.
    pub run: String,
}
