//! Companies.

use domain::ids::CompanyId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::employee::EmployeeRow;

/// All companies of the installation.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CompanyList {}

/// A company, as a list shows it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CompanyRow {
    /// The company.
    pub id: CompanyId,
    /// Its name, unique in the installation.
    pub name: String,
    /// The folder that the built-in server `workspace` works in.
    pub workspace: String,
    /// What holds for a tool that no rule speaks of: `deny`, `ask` or `allow`.
    pub unlisted: String,
    /// Active employees, humans not counted.
    pub employees: u32,
    /// When it was founded, RFC 3339.
    pub founded_at: String,
}

/// The starter organizations that installed packs offer.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CompanyStarters {}

/// A first organization, hired in one step.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Starter {
    /// What `company.found` takes.
    pub id: String,
    /// Shown.
    pub title: String,
    /// The pack that its roles come from, with version.
    pub pack: String,
    /// Who signed that pack.
    pub publisher: String,
    /// The publisher's key.
    pub fingerprint: String,
    /// Who is hired.
    pub members: Vec<StarterMember>,
}

/// One hire of a starter.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct StarterMember {
    /// The employee's name.
    pub name: String,
    /// The role's full name.
    pub role: String,
    /// The role's title.
    pub title: String,
    /// The manager's name.
    pub manager: String,
}

/// Founds a company.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CompanyFound {
    /// Its name.
    pub name: String,
    /// A starter organization to hire.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter: Option<String>,
    /// Its folder; one in the data folder by default.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<String>,
}

/// What was founded.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CompanyFounded {
    /// The company.
    #[serde(flatten)]
    pub company: CompanyRow,
    /// Everybody who is in it now, the operator first.
    pub hired: Vec<EmployeeRow>,
}
