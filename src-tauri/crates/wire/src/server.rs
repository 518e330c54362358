//! MCP servers and their tools.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A company's servers, the built-in ones included.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ServerList {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
}

/// A server.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ServerRow {
    /// As the operator named it.
    pub id: String,
    /// Whether it is part of the product.
    pub built_in: bool,
    /// The program and its arguments; empty for a built-in one.
    pub command: Vec<String>,
    /// The names of its own variables. Values are not shown.
    pub variables: Vec<String>,
    /// `stopped`, `starting`, `ready`, `degraded`, `failed` or `quarantined`.
    pub state: String,
    /// Why it is in that state, where there is something to say.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Tools it offers.
    pub tools: u32,
    /// Those that wait for a person.
    pub quarantined: u32,
    /// Whether its list was approved.
    pub approved: bool,
    /// The last lines that it wrote beside the protocol.
    pub log: Vec<String>,
}

/// The tools of one server or of all.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ServerTools {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The server; all by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
}

/// A tool.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ToolRow {
    /// Its server.
    pub server: String,
    /// Its name, as reported.
    pub name: String,
    /// Its title; untrusted text.
    pub title: Option<String>,
    /// `ready`, `quarantined` or `stopped`.
    pub state: String,
    /// Why it is quarantined.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Untrusted text.
    pub description: String,
    /// SHA-256 of its definition, hex.
    pub pin: String,
    /// JSON Schema of its arguments.
    pub input_schema: serde_json::Value,
}

/// The last lines that a server wrote beside the protocol.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ServerLog {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The server.
    pub server: String,
}

/// Adds a server and starts it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ServerAdd {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// Its id: `[a-z0-9][a-z0-9-]{0,62}`, never used before in this company.
    pub id: String,
    /// The program and its arguments, never a shell line.
    pub command: Vec<String>,
    /// Its own variables.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

/// Approves the list of tools that a server offers now.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ServerApprove {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The server.
    pub server: String,
}

/// Starts a server.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ServerStart {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The server.
    pub server: String,
}

/// Stops a server.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ServerStop {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The server.
    pub server: String,
}
