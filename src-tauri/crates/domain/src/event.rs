//! Committed facts, as every front hears of them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::authority::{Code, Decision};
use crate::ids::{ApprovalId, CompanyId, EmployeeId, OperationId, RunId, ServerId, ViolationId};
use crate::ledger::LedgerEntry;

/// A committed fact.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Event {
    /// The number of its audit record in the log of its company; nothing where it is not audited.
    pub seq: Option<u64>,
    /// Its place among all events of the installation, by which a front that was away goes on.
    pub order: u64,
    /// When it was committed.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The company that it belongs to.
    pub company_id: Option<CompanyId>,
    /// What happened.
    #[serde(flatten)]
    pub fact: Fact,
}

/// What happened.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(tag = "kind", content = "payload")]
pub enum Fact {
    /// An attempt was refused.
    #[serde(rename = "authority.violation")]
    Violation(Box<Violation>),
    /// A spawn was asked for.
    #[serde(rename = "ledger.entry")]
    LedgerEntry(LedgerEntry),
    /// A run, or an operation of it, has another state.
    #[serde(rename = "run.changed")]
    RunChanged {
        /// The run.
        run_id: RunId,
    },
    /// A server has another state or another list.
    #[serde(rename = "server.changed")]
    ServerChanged {
        /// The server.
        server_id: ServerId,
    },
    /// A person is asked.
    #[serde(rename = "approval.requested")]
    ApprovalRequested {
        /// The question.
        approval_id: ApprovalId,
    },
    /// A question has its answer, or its deadline passed.
    #[serde(rename = "approval.answered")]
    ApprovalAnswered {
        /// The question.
        approval_id: ApprovalId,
    },
    /// An employee was hired or has another state.
    #[serde(rename = "employee.changed")]
    EmployeeChanged {
        /// The employee.
        employee_id: EmployeeId,
    },
    /// A company was founded or has another policy.
    #[serde(rename = "company.changed")]
    CompanyChanged {},
    /// The installed packs or the trusted keys changed.
    #[serde(rename = "pack.changed")]
    PackChanged {},
    /// The rules of an employee, or of the whole company, changed.
    #[serde(rename = "policy.changed")]
    PolicyChanged {
        /// The employee; all of the company where there is none.
        employee_id: Option<EmployeeId>,
    },
    /// More happened than was kept for a front that was away: it asks for everything anew.
    #[serde(rename = "resync")]
    Resync {},
    /// Somebody opened the window again: it comes forward.
    #[serde(rename = "window.raise")]
    WindowRaise {},
}

/// When a refusal happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A definition was asked for by a name that may not be seen.
    List,
    /// A call was tried.
    Call,
}

/// How an attempt came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// One of our own engines.
    Agent,
    /// An outside agent.
    Gateway,
    /// A rehearsed attempt of a drill.
    Drill,
}

/// A recorded attempt that got a no.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Violation {
    /// The violation.
    pub id: ViolationId,
    /// When it was first recorded.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The company.
    pub company_id: CompanyId,
    /// Who tried.
    pub employee_id: EmployeeId,
    /// The name at that time.
    pub employee_name: String,
    /// The role's full name.
    pub role_id: Option<String>,
    /// The pack of the role.
    pub pack_id: Option<String>,
    /// The version that the employee was hired with.
    pub pack_version: Option<String>,
    /// The server.
    pub server_id: String,
    /// The tool's name, as it was called.
    pub tool_name: String,
    /// When in the exchange.
    pub phase: Phase,
    /// How it came in.
    pub channel: Channel,
    /// What the outside program says it is.
    pub client: Option<String>,
    /// The run.
    pub run_id: Option<RunId>,
    /// The operation.
    pub operation_id: Option<OperationId>,
    /// The decision's code.
    pub code: Code,
    /// The decision, whole.
    pub decision: Decision,
    /// SHA-256 of the canonical arguments, hex.
    pub arguments_digest: String,
    /// The arguments, secrets masked.
    pub arguments_redacted: serde_json::Value,
    /// How often the same was tried.
    pub count: u32,
}
