//! Questions that wait for a person.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The approvals of a company, waiting ones first.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ApprovalList {
    /// The company; all by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// Whether only those that wait are listed.
    #[serde(default)]
    pub waiting: bool,
}

/// An approval.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ApprovalRow {
    /// The approval.
    pub id: String,
    /// The company.
    pub company_id: String,
    /// Who asks.
    pub employee_id: String,
    /// The asker's name.
    pub employee_name: String,
    /// The tool, `server/tool`.
    pub tool: String,
    /// The arguments, whole, secrets masked.
    pub arguments: serde_json::Value,
    /// `waiting`, `allowed`, `denied`, `expired` or `void`.
    pub state: String,
    /// Why it has to be asked.
    pub why: String,
    /// When asked, RFC 3339.
    pub asked_at: String,
    /// When it expires, RFC 3339.
    pub deadline: String,
    /// When answered, RFC 3339.
    pub answered_at: Option<String>,
    /// By whom.
    pub answered_by: Option<String>,
}

/// Answers an approval, once.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ApprovalAnswer {
    /// The approval.
    pub id: String,
    /// `allow` (this call, once) or `deny`.
    pub answer: String,
    /// Why.
    #[serde(default)]
    pub why: String,
}
