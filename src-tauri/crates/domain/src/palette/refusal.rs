//! Why nobody does what was asked for, and both budgets as they stand afterwards.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

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
