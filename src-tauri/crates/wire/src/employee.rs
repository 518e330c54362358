//! Employees and hiring.

use domain::ids::{CompanyId, EmployeeId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::authority::ToolVerdict;

/// A company's employees, humans included.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EmployeeList {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// Whether contractors of runs and those who left are listed too.
    #[serde(default)]
    pub all: bool,
}

/// An employee, as a list shows it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct EmployeeRow {
    /// The employee.
    pub id: EmployeeId,
    /// The company.
    pub company_id: CompanyId,
    /// The name.
    pub name: String,
    /// `agent` or `human`.
    pub kind: String,
    /// The role's full name; nothing for a human.
    pub role_id: Option<String>,
    /// The role's title, or what a human is called.
    pub title: String,
    /// The pack of the role.
    pub pack_id: Option<String>,
    /// The version that the employee was hired with.
    pub pack_version: Option<String>,
    /// The level.
    pub level: String,
    /// The manager.
    pub manager_id: Option<EmployeeId>,
    /// `proposed`, `active`, `suspended` or `released`.
    pub state: String,
    /// The run that a contractor works for.
    pub run_id: Option<String>,
    /// What the employee does now: `idle`, `working` or `waiting`.
    pub activity: String,
    /// Tools that may be called, asking included.
    pub tools: u32,
    /// All tools there are.
    pub tools_of: u32,
}

/// One employee.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EmployeeShow {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The id, or a name that is unique.
    pub employee: String,
}

/// One employee, with who stands around.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct EmployeeView {
    /// The employee.
    #[serde(flatten)]
    pub row: EmployeeRow,
    /// The manager.
    pub manager: Option<EmployeeRow>,
    /// The direct reports.
    pub reports: Vec<EmployeeRow>,
    /// When hired, RFC 3339.
    pub hired_at: String,
    /// Money that may be spent on paid models, in the company's currency.
    pub budget: f64,
}

/// Every tool as this employee meets it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EmployeeTools {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The id, or a name that is unique.
    pub employee: String,
}

/// Who could manage somebody of a role.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EmployeeManagers {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The role.
    pub role: String,
}

/// A possible manager.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ManagerChoice {
    /// Who.
    pub employee: EmployeeRow,
    /// Whether the role's `reports_to` names this one's role.
    pub suggested: bool,
    /// Why the rules forbid it, where they do.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<String>,
}

/// What a hire would create.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EmployeePlan {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The role: a full name, or a bare one that is unique.
    pub role: String,
    /// The name.
    pub name: String,
    /// The manager; the one that `reports_to` suggests by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manager: Option<String>,
}

/// Everything that a hire would create, and its digest.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct HirePlan {
    /// The company.
    pub company: String,
    /// The role's full name.
    pub role: String,
    /// The role's title.
    pub title: String,
    /// The version that the employee stays with.
    pub pack_version: String,
    /// Who signed the pack.
    pub publisher: String,
    /// The name.
    pub name: String,
    /// The level.
    pub level: String,
    /// The manager.
    pub manager: EmployeeRow,
    /// Money for paid models.
    pub budget: f64,
    /// Every tool as the employee would meet it.
    pub tools: Vec<ToolVerdict>,
    /// SHA-256 of all of it, hex. A hire that gives it creates that or nothing.
    pub digest: String,
}

/// Hires.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EmployeeHire {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The role: a full name, or a bare one that is unique.
    pub role: String,
    /// The name.
    pub name: String,
    /// The manager; the one that `reports_to` suggests by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manager: Option<String>,
    /// Why the manager is another than the role's `reports_to` names; asked for only then.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The digest of the plan that was approved.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// Suspends: from the next call on nothing is allowed.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EmployeeSuspend {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The id, or a name that is unique.
    pub employee: String,
}

/// Ends a suspension.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EmployeeResume {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The id, or a name that is unique.
    pub employee: String,
}

/// What the employee's model is told.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EmployeeCharter {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The id, or a name that is unique.
    pub employee: String,
}

/// The exact prompt.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Charter {
    /// As the model gets it.
    pub prompt: String,
}

/// Every change of an employee, newest first.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EmployeeHistory {
    /// The company; the only one by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The id, or a name that is unique.
    pub employee: String,
}
