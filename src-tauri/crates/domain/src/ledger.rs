//! The spawn ledger: each request for more, accepted or dropped, is one entry in one order.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ids::{OperationId, RoleName, RunId};

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

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident $text:literal,)+) => {
        /// Why a request was dropped.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
        #[serde(rename_all = "snake_case")]
        pub enum Reason {
            $($(#[$doc])* $variant,)+
        }

        impl Reason {
            /// As it is stored and shown.
            pub fn as_str(self) -> &'static str {
                match self { $(Reason::$variant => $text,)+ }
            }
        }
    };
}

reasons! {
    /// The emitter may not spawn.
    NotEmissionCapable "not_emission_capable",
    /// The emitter may not delegate to this role.
    DelegationNotAllowed "delegation_not_allowed",
    /// No role of the catalogue has this name.
    UnknownCatalogRole "unknown_catalog_role",
    /// Only the orchestrator seat may recruit, and only if the palette lets it.
    RequesterNotAuthorized "requester_not_authorized",
    /// No unit is left.
    PaletteBudgetExhausted "palette_budget_exhausted",
    /// The role could not be made ready.
    RoleProvisionFailed "role_provision_failed",
    /// The child could not be built.
    BuilderError "builder_error",
    /// Building gave nothing.
    NullChild "null_child",
    /// The child would close a cycle.
    Cycle "cycle",
    /// The same request again.
    Duplicate "duplicate",
    /// The run has as many spawns as it may.
    MaxSpawnExceeded "max_spawn_exceeded",
    /// The child would lie too deep.
    MaxDepthExceeded "max_depth_exceeded",
    /// Too many spawns in a minute.
    VelocityExceeded "velocity_exceeded",
    /// No money is left.
    BudgetExhausted "budget_exhausted",
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The budget of new roles, after the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PaletteCount {
    /// New roles at most.
    pub max: u32,
    /// Those that were recruited.
    pub consumed: u32,
    /// Those that are being provisioned.
    pub reserved: u32,
}

/// The budget of spawns, after the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SpawnCount {
    /// Spawns at most.
    pub max: u32,
    /// Those that were accepted.
    pub used: u32,
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

/// The longest detail. *Units:* characters.
const MAX_DETAIL: usize = 500;

/// What an entry may hold of a text: secrets masked, absolute paths left out, cut at 500 characters.
pub fn detail(text: &str) -> String {
    let masked = crate::guard::redact_text(text);
    let words = masked.split(' ').map(|word| if is_absolute(word) { "…" } else { word });
    words.collect::<Vec<_>>().join(" ").chars().take(MAX_DETAIL).collect()
}

fn is_absolute(word: &str) -> bool {
    let word = word.trim_start_matches(['"', '\'', '(', '`']);
    word.len() > 1 && word.starts_with('/')
}
