//! The spawn ledger: each request for more, accepted or dropped, is one entry in one order.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ids::{OperationId, RoleName, RunId};
pub use crate::palette::{PaletteCount, Reason, SpawnCount};

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A child was admitted.
    Accepted,
    /// Nothing was admitted.
    Dropped,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Accepted => "accepted",
            Outcome::Dropped => "dropped",
        })
    }
}

/// One request for more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LedgerEntry {
    /// Its number within the run, from 1.
    pub seq: u64,
    /// When it was committed.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The run.
    pub run_id: RunId,
    /// The operation that asked; nothing for a planned task.
    pub emitter_operation: Option<OperationId>,
    /// The role of the asker, as the graph's builder stamped it.
    pub requester_role: Option<RoleName>,
    /// Whether the asker sits in the orchestrator seat.
    pub requester_seat: bool,
    /// Who was asked for, as written; nothing where the asker's own role was meant.
    pub assignee: Option<String>,
    /// What became of it.
    pub outcome: Outcome,
    /// Why it was dropped.
    pub reason: Option<Reason>,
    /// At most 500 characters, no secret, no absolute path.
    pub detail: String,
    /// The operation that was admitted.
    pub child_operation: Option<OperationId>,
    /// New roles.
    pub palette: PaletteCount,
    /// Spawns.
    pub spawns: SpawnCount,
    /// How long the asker waited for an answer, in milliseconds.
    pub waited_ms: u64,
}
