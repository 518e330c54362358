//! Recorded attempts that got a no.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Violations, newest first.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ViolationList {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// Only this employee's.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub employee: Option<String>,
    /// Only those of this server.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Only those with this code.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Only those before this one, for the next page: its `id`.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// At most so many; 100 by default, 1,000 at most.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}
