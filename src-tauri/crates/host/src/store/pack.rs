//! Installed packs and trusted keys. The files of a pack lie in the data folder.

use domain::ids::PackId;
use jiff::Timestamp;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::row::parsed;
use super::{Store, StoreError, Tx};

/// An installed version of a pack.
#[derive(Debug, Clone)]
pub struct InstalledPack {
    /// The pack.
    pub id: PackId,
    /// The version.
    pub version: semver::Version,
    /// Its title.
    pub name: String,
    /// Who signed it.
    pub publisher: String,
    /// The key that it was verified with.
    pub fingerprint: String,
    /// When it was signed.
    pub published: Timestamp,
    /// When it was installed.
    pub installed_at: Timestamp,
    /// Whether this version is hired from.
    pub current: bool,
}

/// A key that a person trusts.
#[derive(Debug, Clone)]
pub struct TrustedKey {
    /// SHA-256 of the key, hex.
    pub fingerprint: String,
    /// The publisher's name.
    pub name: String,
    /// The public key.
    pub pem: String,
    /// Since when.
    pub added_at: Timestamp,
}

fn read(row: &SqliteRow) -> Result<InstalledPack, StoreError> {
    Ok(InstalledPack {
        id: parsed(row, "id")?,
        version: parsed(row, "version")?,
        name: row.try_get("name")?,
        publisher: row.try_get("publisher")?,
        fingerprint: row.try_get("fingerprint")?,
        published: parsed(row, "published")?,
        installed_at: parsed(row, "installed_at")?,
        current: row.try_get("current")?,
    })
}

impl Store {
    /// Every installed version of every pack.
    pub async fn packs(&self) -> Result<Vec<InstalledPack>, StoreError> {
        let rows = sqlx::query("SELECT * FROM pack ORDER BY id, installed_at").fetch_all(&self.pool).await?;
        rows.iter().map(read).collect()
    }

    /// The keys that were added by a person.
    pub async fn trusted_keys(&self) -> Result<Vec<TrustedKey>, StoreError> {
        let rows = sqlx::query("SELECT * FROM publisher ORDER BY name").fetch_all(&self.pool).await?;
        rows.iter()
            .map(|row| {
                Ok(TrustedKey {
                    fingerprint: row.try_get("fingerprint")?,
                    name: row.try_get("name")?,
                    pem: row.try_get("pem")?,
                    added_at: parsed(row, "added_at")?,
                })
            })
            .collect()
    }
}

/// Adds a version of a pack, which is hired from from now on.
pub async fn insert(tx: &mut Tx, pack: &InstalledPack) -> Result<(), StoreError> {
    sqlx::query("UPDATE pack SET current = 0 WHERE id = ?")
        .bind(pack.id.as_str())
        .execute(tx.connection())
        .await?;
    sqlx::query(
        "INSERT INTO pack (id, version, name, publisher, fingerprint, published, installed_at, current) \
         VALUES (?, ?, ?, ?, ?, ?, ?, 1)",
    )
    .bind(pack.id.as_str())
    .bind(pack.version.to_string())
    .bind(&pack.name)
    .bind(&pack.publisher)
    .bind(&pack.fingerprint)
    .bind(pack.published.to_string())
    .bind(pack.installed_at.to_string())
    .execute(tx.connection())
    .await
    .map_err(|error| match error.into() {
        StoreError::Taken(_) => StoreError::Taken("this version of the pack"),
        other => other,
    })?;
    Ok(())
}

/// Trusts a key.
///
/// *Errors:* the key or the name is there already.
pub async fn trust(tx: &mut Tx, key: &TrustedKey) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO publisher (fingerprint, name, pem, added_at) VALUES (?, ?, ?, ?)")
        .bind(&key.fingerprint)
        .bind(&key.name)
        .bind(&key.pem)
        .bind(key.added_at.to_string())
        .execute(tx.connection())
        .await
        .map_err(|error| match error.into() {
            StoreError::Taken(_) => StoreError::Taken("this key, or another of that publisher,"),
            other => other,
        })?;
    Ok(())
}
