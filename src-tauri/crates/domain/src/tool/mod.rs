//! A tool is a server and the exact name that the server reported.

pub mod alias;
mod fold;
mod pattern;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ids::ServerId;
pub(crate) use pattern::Looks;
pub use pattern::{Match, Pattern, PatternError};

/// Identity of a tool, written `server/tool` and cut at the first slash.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct Tool {
    /// The server that offers it.
    pub server: ServerId,
    /// The name as reported, case and all. May hold slashes (`resources/…`).
    pub name: Arc<str>,
}

/// Why a text names no tool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// There is no slash, or nothing after it.
    #[error("{0:?} names no tool: write server/tool")]
    Form(String),
    /// The part before the slash is no server id.
    #[error(transparent)]
    Server(#[from] crate::ids::IdError),
}

impl Tool {
    /// The tool `name` of `server`.
    pub fn new(server: ServerId, name: &str) -> Self {
        Self { server, name: name.into() }
    }
}

impl FromStr for Tool {
    type Err = ToolError;
    fn from_str(text: &str) -> Result<Self, ToolError> {
        match text.split_once('/') {
            Some((server, name)) if !name.is_empty() => Ok(Self::new(server.parse()?, name)),
            _ => Err(ToolError::Form(text.chars().take(200).collect())),
        }
    }
}

impl TryFrom<String> for Tool {
    type Error = ToolError;
    fn try_from(text: String) -> Result<Self, ToolError> {
        text.parse()
    }
}

impl From<Tool> for String {
    fn from(tool: Tool) -> String {
        tool.to_string()
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.server, self.name)
    }
}

/// Whether a server may report this name without a person looking at it first.
///
/// *Source:* MCP 2026-07-28, tool names: 1 to 128 of `A-Za-z0-9_.-`.
pub fn is_regular_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'))
}
