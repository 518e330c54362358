//! Questions that wait for a person.

use domain::ids::{ApprovalId, CompanyId, EmployeeId, RunId};
use jiff::Timestamp;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::row::{json, parsed, parsed_option};
use super::{Store, StoreError, Tx};

/// A question.
#[derive(Debug, Clone)]
pub struct Approval {
    /// Its id.
    pub id: ApprovalId,
    /// The company.
    pub company_id: CompanyId,
    /// Who asks.
    pub employee_id: EmployeeId,
    /// The asker's name.
    pub employee_name: String,
    /// `server/tool`
    pub tool: String,
    /// The arguments, whole, secrets masked.
    pub arguments: serde_json::Value,
    /// Why it has to be asked.
    pub why: String,
    /// The run.
    pub run_id: Option<RunId>,
    /// `waiting`, `allowed`, `denied`, `expired` or `void`.
    pub state: String,
    /// When asked.
    pub asked_at: Timestamp,
    /// When it expires.
    pub deadline: Timestamp,
    /// When answered.
    pub answered_at: Option<Timestamp>,
    /// By whom.
    pub answered_by: Option<String>,
}

fn read(row: &SqliteRow) -> Result<Approval, StoreError> {
    Ok(Approval {
        id: parsed(row, "id")?,
        company_id: parsed(row, "company_id")?,
        employee_id: parsed(row, "employee_id")?,
        employee_name: row.try_get("employee_name")?,
        tool: row.try_get("tool")?,
        arguments: json(row, "arguments")?,
        why: row.try_get("why")?,
        run_id: parsed_option(row, "run_id")?,
        state: row.try_get("state")?,
        asked_at: parsed(row, "asked_at")?,
        deadline: parsed(row, "deadline")?,
        answered_at: parsed_option(row, "answered_at")?,
        answered_by: row.try_get("answered_by")?,
    })
}

impl Store {
    /// The newest questions of a company, or of all; only those that wait where `waiting` is set.
    pub async fn approvals(
        &self,
        company: Option<&CompanyId>,
        waiting: bool,
    ) -> Result<Vec<Approval>, StoreError> {
        let sql = match (company, waiting) {
            (_, true) => {
                "SELECT a.*, e.name AS employee_name FROM approval a JOIN employee e ON e.id = a.employee_id \
                 WHERE a.state = 'waiting' AND (?1 IS NULL OR a.company_id = ?1) ORDER BY a.asked_at LIMIT 500"
            }
            (Some(_), false) => {
                "SELECT a.*, e.name AS employee_name FROM approval a JOIN employee e ON e.id = a.employee_id \
                 WHERE a.company_id = ?1 ORDER BY a.asked_at DESC LIMIT 500"
            }
            (None, false) => {
                "SELECT a.*, e.name AS employee_name FROM approval a JOIN employee e ON e.id = a.employee_id \
                 WHERE ?1 IS NULL ORDER BY a.id DESC LIMIT 500"
            }
        };
        let rows = sqlx::query(sql).bind(company.map(CompanyId::as_str)).fetch_all(&self.pool).await?;
        rows.iter().map(read).collect()
    }

    /// One question.
    pub async fn approval(&self, id: &ApprovalId) -> Result<Option<Approval>, StoreError> {
        let row = sqlx::query(
            "SELECT a.*, e.name AS employee_name FROM approval a JOIN employee e ON e.id = a.employee_id \
             WHERE a.id = ?",
        )
        .bind(id.as_str())
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(read).transpose()
    }
}

/// Asks.
pub async fn insert(tx: &mut Tx, approval: &Approval) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO approval (id, company_id, employee_id, tool, arguments, why, run_id, state, asked_at, \
         deadline) VALUES (?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)",
    )
    .bind(approval.id.as_str())
    .bind(approval.company_id.as_str())
    .bind(approval.employee_id.as_str())
    .bind(&approval.tool)
    .bind(approval.arguments.to_string())
    .bind(&approval.why)
    .bind(approval.run_id.as_ref().map(RunId::as_str))
    .bind(approval.asked_at.to_string())
    .bind(approval.deadline.to_string())
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Settles a question that waits. False if it no longer did.
pub async fn settle(tx: &mut Tx, id: &ApprovalId, state: &str, by: Option<&str>) -> Result<bool, StoreError> {
    let at = tx.now().to_string();
    let done = sqlx::query(
        "UPDATE approval SET state = ?, answered_at = ?, answered_by = ? WHERE id = ? AND state = 'waiting'",
    )
    .bind(state)
    .bind(at)
    .bind(by)
    .bind(id.as_str())
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Voids every question of calls whose process has ended. Gives them.
pub async fn void_orphans(tx: &mut Tx) -> Result<Vec<(ApprovalId, CompanyId)>, StoreError> {
    let at = tx.now().to_string();
    let rows = sqlx::query(
        "UPDATE approval SET state = 'void', answered_at = ? WHERE state = 'waiting' RETURNING id, company_id",
    )
    .bind(at)
    .fetch_all(tx.connection())
    .await?;
    rows.iter().map(|row| Ok((parsed(row, "id")?, parsed(row, "company_id")?))).collect()
}
