//! What the violations screen reads.

use domain::event::Violation;
use domain::ids::{CompanyId, EmployeeId, ViolationId};
use sqlx::sqlite::SqliteRow;

use super::row::{count, json, signed};
use super::{Store, StoreError, Tx};

/// Which violations are wanted, newest first.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Only this employee's.
    pub employee: Option<EmployeeId>,
    /// Only those of this server.
    pub server: Option<String>,
    /// Only those with this code.
    pub code: Option<String>,
    /// Only those before this one.
    pub before: Option<ViolationId>,
    /// At most so many.
    pub limit: u32,
}

fn read(row: &SqliteRow) -> Result<Violation, StoreError> {
    let mut violation: Violation = json(row, "payload")?;
    violation.count = count(row, "count")?;
    Ok(violation)
}

impl Store {
    /// A page of violations, newest first: one statement per narrowest filter, each along its own index.
    pub async fn violations(
        &self,
        company: &CompanyId,
        wanted: &Wanted,
    ) -> Result<Vec<Violation>, StoreError> {
        let sql = if wanted.employee.is_some() {
            "SELECT payload, count FROM violation WHERE company_id = ?1 AND employee_id = ?2 \
             AND (?3 IS NULL OR server_id = ?3) AND (?4 IS NULL OR code = ?4) \
             AND seq < coalesce((SELECT seq FROM violation WHERE id = ?5), 9223372036854775807) \
             ORDER BY seq DESC LIMIT ?6"
        } else if wanted.server.is_some() {
            "SELECT payload, count FROM violation WHERE company_id = ?1 AND ?2 IS NULL \
             AND server_id = ?3 AND (?4 IS NULL OR code = ?4) \
             AND seq < coalesce((SELECT seq FROM violation WHERE id = ?5), 9223372036854775807) \
             ORDER BY seq DESC LIMIT ?6"
        } else if wanted.code.is_some() {
            "SELECT payload, count FROM violation WHERE company_id = ?1 AND ?2 IS NULL AND ?3 IS NULL \
             AND code = ?4 \
             AND seq < coalesce((SELECT seq FROM violation WHERE id = ?5), 9223372036854775807) \
             ORDER BY seq DESC LIMIT ?6"
        } else {
            "SELECT payload, count FROM violation WHERE company_id = ?1 AND ?2 IS NULL AND ?3 IS NULL \
             AND ?4 IS NULL \
             AND seq < coalesce((SELECT seq FROM violation WHERE id = ?5), 9223372036854775807) \
             ORDER BY seq DESC LIMIT ?6"
        };
        let rows = sqlx::query(sql)
            .bind(company.as_str())
            .bind(wanted.employee.as_ref().map(EmployeeId::as_str))
            .bind(wanted.server.as_deref())
            .bind(wanted.code.as_deref())
            .bind(wanted.before.as_ref().map(ViolationId::as_str))
            .bind(wanted.limit)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(read).collect()
    }
}

/// Adds a violation, beside its record `seq`.
pub async fn insert(tx: &mut Tx, seq: u64, violation: &Violation) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO violation (company_id, seq, id, employee_id, server_id, code, count, payload) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(violation.company_id.as_str())
    .bind(signed(seq))
    .bind(violation.id.as_str())
    .bind(violation.employee_id.as_str())
    .bind(&violation.server_id)
    .bind(violation.code.as_str())
    .bind(violation.count)
    .bind(serde_json::to_string(violation)?)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Counts a repeat and gives the violation with its new count.
pub async fn repeat(tx: &mut Tx, id: &ViolationId) -> Result<Violation, StoreError> {
    let row = sqlx::query("UPDATE violation SET count = count + 1 WHERE id = ? RETURNING payload, count")
        .bind(id.as_str())
        .fetch_one(tx.connection())
        .await?;
    read(&row)
}
