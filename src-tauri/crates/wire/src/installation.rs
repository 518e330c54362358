//! The installation: one data folder and the process that hosts it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How the installation stands.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct InstallationStatus {}

/// What every screen shows about the installation.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Status {
    /// The product's version.
    pub version: String,
    /// The data folder.
    pub data: String,
    /// The process that hosts it.
    pub host_pid: u32,
    /// Who acts: the name of the person at this machine.
    pub operator: String,
    /// The newest event of the installation, from which a screen goes on.
    pub seq: u64,
    /// Whether engines are scripted: no model provider is set up.
    pub rehearsal: bool,
}

/// Looks for what would keep the product from working.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct InstallationDoctor {}

/// One thing that was looked at.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Finding {
    /// What was looked at.
    pub subject: String,
    /// Whether it is as it should be.
    pub ok: bool,
    /// What was found.
    pub found: String,
    /// What to do, where something is to be done.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hint: Option<String>,
}
