//! Shapes that the domain owns, until its rooms have landed.
#![allow(missing_docs)]
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Diagnostic {
    pub code: String,
    /// `error` or `warning`.
    pub severity: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub length: u32,
    pub message: String,
    pub help: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RuleRef {
    pub id: String,
    pub layer: String,
    pub effect: String,
    pub pattern: String,
    /// Where it was written, in words: pack, version, file and line; or who and when.
    pub origin: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct TraceStep {
    pub layer: String,
    pub verdict: Option<String>,
    pub rules: Vec<RuleRef>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Decision {
    pub verdict: String,
    pub code: String,
    pub deciding_rule: Option<RuleRef>,
    pub layer: Option<String>,
    pub beside: Vec<RuleRef>,
    pub overruled: Vec<RuleRef>,
    pub trace: Vec<TraceStep>,
    pub policy_revision: u64,
    pub tool_pin: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Violation {
    pub id: String,
    pub at: String,
    pub company_id: String,
    pub employee_id: String,
    pub employee_name: String,
    pub role_id: String,
    pub pack_id: String,
    pub pack_version: String,
    pub server_id: String,
    pub tool_name: String,
    pub phase: String,
    pub channel: String,
    pub client: Option<String>,
    pub run_id: Option<String>,
    pub operation_id: Option<String>,
    pub code: String,
    pub decision: Decision,
    pub arguments_digest: String,
    pub arguments_redacted: serde_json::Value,
    pub count: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Budget {
    pub max: u32,
    pub consumed: u32,
    pub reserved: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Spawns {
    pub max: u32,
    pub used: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct LedgerEntry {
    pub seq: u64,
    pub at: String,
    pub run_id: String,
    pub emitter_operation: Option<String>,
    pub requester_role: Option<String>,
    pub requester_seat: bool,
    pub assignee: Option<String>,
    pub outcome: String,
    pub reason: Option<String>,
    pub detail: String,
    pub child_operation: Option<String>,
    pub palette: Budget,
    pub spawns: Spawns,
    pub waited_ms: u64,
}

/// `kind` is one of `authority.violation` (payload: Violation), `ledger.entry` (LedgerEntry), `run.changed`
/// `{run_id}`, `server.changed` `{server_id}`, `approval.requested` / `approval.answered` `{approval_id}`,
/// `employee.changed` `{employee_id}`, `company.changed`, `pack.changed`, `policy.changed` `{employee_id?}`.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Event {
    pub seq: Option<u64>,
    pub at: String,
    pub company_id: Option<String>,
    pub kind: String,
    pub payload: serde_json::Value,
}
