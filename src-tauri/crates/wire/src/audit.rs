//! The record.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Verifies a company's log, or the installation's.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AuditVerify {
    /// The company; every log of the installation by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
}

/// What verifying found.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct AuditReport {
    /// Whether every log is whole.
    pub verified: bool,
    /// Each log.
    pub logs: Vec<LogReport>,
    /// What this does not prove.
    pub caveat: String,
}

/// What verifying one log found.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct LogReport {
    /// `installation`, or the company's name.
    pub log: String,
    /// `verified`, `tampered`, `cut_short` or `not_checkable`.
    pub outcome: String,
    /// Records read.
    pub records: u64,
    /// The first bad record.
    pub first_bad: Option<u64>,
    /// In words.
    pub detail: String,
    /// The root of the tree over all records, hex.
    pub root: String,
}

/// Records, newest first.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AuditList {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// Only those before this one.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// At most so many; 100 by default, 1,000 at most.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// A record, as a list shows it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RecordRow {
    /// Its number in the log.
    pub seq: u64,
    /// When, RFC 3339.
    pub at: String,
    /// What it tells of.
    pub kind: String,
    /// Who did it.
    pub actor: String,
    /// To whom or what.
    pub subject: String,
    /// The body, where it was not redacted.
    pub body: Option<serde_json::Value>,
    /// Its hash, hex.
    pub hash: String,
}
