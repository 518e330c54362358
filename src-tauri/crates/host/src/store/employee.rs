//! Employees and humans.

use domain::ids::{CompanyId, EmployeeId, RoleName, RunId};
use domain::org::Level;
use jiff::Timestamp;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::row::{parsed, parsed_option};
use super::{Store, StoreError, Tx};

/// An employee or a human.
#[derive(Debug, Clone)]
pub struct Employee {
    /// Its id.
    pub id: EmployeeId,
    /// The company.
    pub company_id: CompanyId,
    /// Nothing for a human.
    pub role: Option<PinnedRole>,
    /// The name.
    pub name: String,
    /// The role's title, or what a human is called.
    pub title: String,
    /// The level.
    pub level: Level,
    /// The manager.
    pub manager_id: Option<EmployeeId>,
    /// `proposed`, `active`, `suspended` or `released`.
    pub state: String,
    /// The run that a contractor works for.
    pub run_id: Option<RunId>,
    /// Money for paid models.
    pub budget: f64,
    /// When hired.
    pub hired_at: Timestamp,
}

/// The role and the version that an employee was hired with.
#[derive(Debug, Clone)]
pub struct PinnedRole {
    /// The full name.
    pub name: RoleName,
    /// The pack's version.
    pub version: semver::Version,
}

impl Employee {
    /// Whether it is a person.
    pub fn is_human(&self) -> bool {
        self.role.is_none()
    }

    /// Whether it may act now.
    pub fn is_active(&self) -> bool {
        self.state == "active"
    }
}

fn read(row: &SqliteRow) -> Result<Employee, StoreError> {
    let role = match parsed_option(row, "role_id")? {
        Some(name) => Some(PinnedRole { name, version: parsed(row, "pack_version")? }),
        None => None,
    };
    Ok(Employee {
        id: parsed(row, "id")?,
        company_id: parsed(row, "company_id")?,
        role,
        name: row.try_get("name")?,
        title: row.try_get("title")?,
        level: parsed(row, "level")?,
        manager_id: parsed_option(row, "manager_id")?,
        state: row.try_get("state")?,
        run_id: parsed_option(row, "run_id")?,
        budget: row.try_get("budget")?,
        hired_at: parsed(row, "hired_at")?,
    })
}

impl Store {
    /// Everybody of a company who has not left, contractors included, in the order of hiring.
    pub async fn employees(&self, company: &CompanyId) -> Result<Vec<Employee>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM employee WHERE company_id = ? AND state <> 'released' ORDER BY hired_at, id",
        )
        .bind(company.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(read).collect()
    }

    /// Everybody who ever worked for a company, in the order of hiring.
    pub async fn everybody(&self, company: &CompanyId) -> Result<Vec<Employee>, StoreError> {
        let rows = sqlx::query("SELECT * FROM employee WHERE company_id = ? ORDER BY hired_at, id")
            .bind(company.as_str())
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(read).collect()
    }

    /// One employee.
    pub async fn employee(&self, id: &EmployeeId) -> Result<Option<Employee>, StoreError> {
        let row = sqlx::query("SELECT * FROM employee WHERE id = ?")
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?;
        row.as_ref().map(read).transpose()
    }
}

/// Adds an employee.
///
/// *Errors:* somebody active has the name.
pub async fn insert(tx: &mut Tx, employee: &Employee) -> Result<(), StoreError> {
    let role = employee.role.as_ref();
    sqlx::query(
        "INSERT INTO employee (id, company_id, kind, name, title, role_id, pack_id, pack_version, level, \
         manager_id, state, run_id, budget, hired_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(employee.id.as_str())
    .bind(employee.company_id.as_str())
    .bind(if employee.is_human() { "human" } else { "agent" })
    .bind(&employee.name)
    .bind(&employee.title)
    .bind(role.map(|role| role.name.to_string()))
    .bind(role.map(|role| role.name.pack.to_string()))
    .bind(role.map(|role| role.version.to_string()))
    .bind(employee.level.as_str())
    .bind(employee.manager_id.as_ref().map(EmployeeId::as_str))
    .bind(&employee.state)
    .bind(employee.run_id.as_ref().map(RunId::as_str))
    .bind(employee.budget)
    .bind(employee.hired_at.to_string())
    .execute(tx.connection())
    .await
    .map_err(|error| match error.into() {
        StoreError::Taken(_) => StoreError::Taken("an employee of that name"),
        other => other,
    })?;
    Ok(())
}

/// Moves an employee from one state to another.
///
/// *Errors:* it is not in the state `from`.
pub async fn set_state(tx: &mut Tx, id: &EmployeeId, from: &str, to: &str) -> Result<(), StoreError> {
    let done = sqlx::query("UPDATE employee SET state = ? WHERE id = ? AND state = ?")
        .bind(to)
        .bind(id.as_str())
        .bind(from)
        .execute(tx.connection())
        .await?;
    match done.rows_affected() {
        0 => Err(StoreError::Conflict(format!("the employee is not {from}"))),
        _ => Ok(()),
    }
}

/// Lets all contractors of a run go and gives their ids.
pub async fn release_contractors(tx: &mut Tx, run: &RunId) -> Result<Vec<EmployeeId>, StoreError> {
    let rows = sqlx::query(
        "UPDATE employee SET state = 'released' WHERE run_id = ? AND state <> 'released' RETURNING id",
    )
    .bind(run.as_str())
    .fetch_all(tx.connection())
    .await?;
    rows.iter().map(|row| parsed(row, "id")).collect()
}
