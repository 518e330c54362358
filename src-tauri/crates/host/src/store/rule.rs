//! Rules that people wrote: grants and company policy.

use domain::ids::{CompanyId, EmployeeId};
use jiff::Timestamp;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::row::{parsed, parsed_option};
use super::{Store, StoreError, Tx};

/// A written rule. Layer, effect and pattern are the domain's words, parsed where rules are compiled: one
/// that cannot be read closes its company, not the database.
#[derive(Debug, Clone)]
pub struct StoredRule {
    /// Its id, a UUID of version 7.
    pub id: String,
    /// The company.
    pub company_id: CompanyId,
    /// `extension`, `company`, `employee` or `platform`.
    pub layer: String,
    /// Whom it is for, in the employee layer.
    pub employee_id: Option<EmployeeId>,
    /// `allow`, `ask` or `deny`.
    pub effect: String,
    /// Which tools.
    pub pattern: String,
    /// Why.
    pub note: String,
    /// When.
    pub granted_at: Timestamp,
    /// By whom.
    pub granted_by: String,
    /// When it was taken back.
    pub revoked_at: Option<Timestamp>,
}

fn read(row: &SqliteRow) -> Result<StoredRule, StoreError> {
    Ok(StoredRule {
        id: row.try_get("id")?,
        company_id: parsed(row, "company_id")?,
        layer: row.try_get("layer")?,
        employee_id: parsed_option(row, "employee_id")?,
        effect: row.try_get("effect")?,
        pattern: row.try_get("pattern")?,
        note: row.try_get("note")?,
        granted_at: parsed(row, "granted_at")?,
        granted_by: row.try_get("granted_by")?,
        revoked_at: parsed_option(row, "revoked_at")?,
    })
}

impl Store {
    /// The rules of a company that hold, oldest first.
    pub async fn rules(&self, company: &CompanyId) -> Result<Vec<StoredRule>, StoreError> {
        let rows = sqlx::query("SELECT * FROM rule WHERE company_id = ? AND revoked_at IS NULL ORDER BY id")
            .bind(company.as_str())
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(read).collect()
    }

    /// One rule, taken back or not.
    pub async fn rule(&self, id: &str) -> Result<Option<StoredRule>, StoreError> {
        let row = sqlx::query("SELECT * FROM rule WHERE id = ?").bind(id).fetch_optional(&self.pool).await?;
        row.as_ref().map(read).transpose()
    }
}

/// Writes a rule.
pub async fn insert(tx: &mut Tx, rule: &StoredRule) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO rule (id, company_id, layer, employee_id, effect, pattern, note, granted_at, granted_by) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&rule.id)
    .bind(rule.company_id.as_str())
    .bind(&rule.layer)
    .bind(rule.employee_id.as_ref().map(EmployeeId::as_str))
    .bind(&rule.effect)
    .bind(&rule.pattern)
    .bind(&rule.note)
    .bind(rule.granted_at.to_string())
    .bind(&rule.granted_by)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Takes a rule back.
///
/// *Errors:* it was taken back before.
pub async fn revoke(tx: &mut Tx, id: &str, at: Timestamp) -> Result<(), StoreError> {
    let done = sqlx::query("UPDATE rule SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL")
        .bind(at.to_string())
        .bind(id)
        .execute(tx.connection())
        .await?;
    match done.rows_affected() {
        0 => Err(StoreError::Conflict("this grant was revoked before".to_owned())),
        _ => Ok(()),
    }
}
