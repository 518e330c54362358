//! Who may call which tool, and why.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A tool, as one employee meets it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ToolVerdict {
    /// Its server.
    pub server: String,
    /// Its name, as reported.
    pub name: String,
    /// Its title; untrusted text.
    pub title: Option<String>,
    /// `allow`, `ask` or `deny`.
    pub verdict: String,
    /// The code of the decision.
    pub code: String,
    /// The layer that decided, or `unlisted`; nothing where no layer was asked.
    pub layer: Option<String>,
    /// The pattern of the deciding rule.
    pub pattern: Option<String>,
    /// One sentence.
    pub why: String,
}

/// Explains a decision that would be made now. Nothing is called and nothing recorded.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AuthorityExplain {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The id, or a name that is unique.
    pub employee: String,
    /// The tool, `server/tool`.
    pub tool: String,
    /// Arguments of the call, a JSON object.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<serde_json::Value>,
}

/// A decision, with its sentence.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Explained {
    /// The decision.
    #[serde(flatten)]
    pub decision: domain::authority::Decision,
    /// The same in words.
    pub sentence: String,
}

/// The grants of a company or of one employee.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AuthorityGrants {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The employee; all of the company by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub employee: Option<String>,
}

/// A rule written for a company or an employee.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Grant {
    /// The rule's id.
    pub id: String,
    /// `company` or `employee`.
    pub layer: String,
    /// Whom it is for.
    pub employee_id: Option<String>,
    /// `allow`, `ask` or `deny`.
    pub effect: String,
    /// Which tools.
    pub pattern: String,
    /// Why it was written.
    pub note: String,
    /// When, RFC 3339.
    pub granted_at: String,
    /// By whom.
    pub granted_by: String,
    /// Whether it was taken back.
    pub revoked: bool,
    /// The tools whose verdict it changed when it was written.
    #[serde(default)]
    pub changes: Vec<String>,
}

/// Writes a rule for one employee.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AuthorityGrant {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The id, or a name that is unique.
    pub employee: String,
    /// `allow`, `ask` or `deny`.
    pub effect: String,
    /// Which tools.
    pub pattern: String,
    /// Why.
    #[serde(default)]
    pub note: String,
    /// Said again where the grant overturns denies.
    #[serde(default)]
    pub confirm: bool,
}

/// Takes a grant back. Counts from the next call.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AuthorityRevoke {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The grant.
    pub grant: String,
}
