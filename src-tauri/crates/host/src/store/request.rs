//! Acting requests that were answered.
//!
//! What a request changes and the mark that it was carried out are committed together, so that a request that
//! comes again after a crash is never carried out twice.

use domain::ids::RequestId;
use sqlx::Row as _;

use super::{Store, StoreError, Tx};

tokio::task_local! {
    static ANSWERING: RequestId;
}

/// What is known of a request that came before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// It got this reply.
    Reply(String),
    /// It changed something, and the host ended before it could reply.
    Lost,
}

/// Runs the work of an acting request: its first write marks it as carried out.
pub async fn answering<T>(id: RequestId, work: impl Future<Output = T>) -> T {
    ANSWERING.scope(id, work).await
}

/// The request whose work this is, if it is one's.
pub(super) fn current() -> Option<RequestId> {
    ANSWERING.try_with(Clone::clone).ok()
}

/// Marks a request as carried out, with a reply still to come.
pub(super) async fn mark(tx: &mut Tx, id: &RequestId) -> Result<(), StoreError> {
    let at = tx.now().to_string();
    sqlx::query("INSERT INTO answered_request (id, at, reply) VALUES (?, ?, '') ON CONFLICT (id) DO NOTHING")
        .bind(id.as_str())
        .bind(at)
        .execute(tx.connection())
        .await?;
    Ok(())
}

impl Store {
    /// What is known of a request, if it came before.
    pub async fn answered(&self, id: &RequestId) -> Result<Option<Answered>, StoreError> {
        let row = sqlx::query("SELECT reply FROM answered_request WHERE id = ?")
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let reply: String = row.try_get("reply")?;
        Ok(Some(if reply.is_empty() { Answered::Lost } else { Answered::Reply(reply) }))
    }

    /// Keeps a reply, so that the same id gets it again.
    pub async fn remember_answer(&self, id: RequestId, reply: String) -> Result<(), StoreError> {
        self.write(move |tx| {
            Box::pin(async move {
                let at = tx.now().to_string();
                sqlx::query(
                    "INSERT INTO answered_request (id, at, reply) VALUES (?, ?, ?) \
                     ON CONFLICT (id) DO UPDATE SET reply = excluded.reply",
                )
                .bind(id.as_str())
                .bind(at)
                .bind(reply)
                .execute(tx.connection())
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Takes the mark back from a request that was refused, so that it can be asked again.
    pub async fn forget_answer(&self, id: RequestId) -> Result<(), StoreError> {
        self.write(move |tx| {
            Box::pin(async move {
                sqlx::query("DELETE FROM answered_request WHERE id = ? AND reply = ''")
                    .bind(id.as_str())
                    .execute(tx.connection())
                    .await?;
                Ok(())
            })
        })
        .await
    }
}
