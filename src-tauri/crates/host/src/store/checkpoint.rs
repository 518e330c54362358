//! Signed heads of the logs, as the database keeps them.

use domain::audit::{Hash, Root};
use futures::TryStreamExt as _;
use sqlx::Row as _;

use super::row::{number, signed};
use super::{Store, StoreError, Tx};

impl Store {
    /// The notes of a log, in the order of their sizes.
    pub async fn checkpoints(&self, log: &str) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT note FROM checkpoint WHERE log = ? ORDER BY size")
            .bind(log)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| Ok(row.try_get("note")?)).collect()
    }

    /// The tree at the newest checkpoint of a log; the empty one where there is none.
    pub async fn tree_at_checkpoint(&self, log: &str) -> Result<Root, StoreError> {
        let row =
            sqlx::query("SELECT size, subtrees FROM checkpoint WHERE log = ? ORDER BY size DESC LIMIT 1")
                .bind(log)
                .fetch_optional(&self.pool)
                .await?;
        let Some(row) = row else { return Ok(Root::default()) };
        let subtrees: Vec<u8> = row.try_get("subtrees")?;
        let (hashes, rest) = subtrees.as_chunks::<32>();
        let tree = if rest.is_empty() { Root::resume(number(&row, "size")?, hashes) } else { None };
        Ok(tree.unwrap_or_default())
    }

    /// Adds to a tree all records of its log that it does not hold yet.
    pub async fn grow(&self, log: &str, tree: &mut Root) -> Result<(), StoreError> {
        let mut rows = sqlx::query("SELECT hash FROM audit WHERE log = ? AND seq > ? ORDER BY seq")
            .bind(log)
            .bind(signed(tree.size()))
            .fetch(&self.pool);
        while let Some(row) = rows.try_next().await? {
            let hash: String = row.try_get("hash")?;
            let mut leaf = Hash::default();
            hex::decode_to_slice(hash, &mut leaf)
                .map_err(|error| StoreError::Unreadable { what: "hash", why: error.to_string() })?;
            tree.push(leaf);
        }
        Ok(())
    }
}

/// Keeps a note. One of the same size stays as it is.
pub async fn insert(tx: &mut Tx, log: &str, tree: &Root, note: &str) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO checkpoint (log, size, note, subtrees) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(log)
    .bind(signed(tree.size()))
    .bind(note)
    .bind(tree.subtrees().flatten().copied().collect::<Vec<u8>>())
    .execute(tx.connection())
    .await?;
    Ok(())
}
