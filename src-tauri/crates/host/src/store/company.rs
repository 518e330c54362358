//! Companies.

use domain::ids::CompanyId;
use jiff::Timestamp;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::row::parsed;
use super::{Store, StoreError, Tx};

/// A company.
#[derive(Debug, Clone)]
pub struct Company {
    /// Its id.
    pub id: CompanyId,
    /// Its name, unique in the installation.
    pub name: String,
    /// The folder that its employees work in.
    pub workspace: String,
    /// `deny`, `ask` or `allow`.
    pub unlisted: String,
    /// When it was founded.
    pub founded_at: Timestamp,
}

fn read(row: &SqliteRow) -> Result<Company, StoreError> {
    Ok(Company {
        id: parsed(row, "id")?,
        name: row.try_get("name")?,
        workspace: row.try_get("workspace")?,
        unlisted: row.try_get("unlisted")?,
        founded_at: parsed(row, "founded_at")?,
    })
}

impl Store {
    /// Every company, by name.
    pub async fn companies(&self) -> Result<Vec<Company>, StoreError> {
        let rows = sqlx::query("SELECT * FROM company ORDER BY name").fetch_all(&self.pool).await?;
        rows.iter().map(read).collect()
    }
}

/// Adds a company.
///
/// *Errors:* one of that name is there.
pub async fn insert(tx: &mut Tx, company: &Company) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO company (id, name, workspace, unlisted, founded_at) VALUES (?, ?, ?, ?, ?)")
        .bind(company.id.as_str())
        .bind(&company.name)
        .bind(&company.workspace)
        .bind(&company.unlisted)
        .bind(company.founded_at.to_string())
        .execute(tx.connection())
        .await
        .map_err(|error| match error.into() {
            StoreError::Taken(_) => StoreError::Taken("a company of that name"),
            other => other,
        })?;
    Ok(())
}
