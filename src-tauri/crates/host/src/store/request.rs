//! Acting requests that were answered.

use domain::ids::RequestId;
use sqlx::Row as _;

use super::{Store, StoreError};

impl Store {
    /// The reply that a request got, if it was answered.
    pub async fn answered(&self, id: &RequestId) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT reply FROM answered_request WHERE id = ?")
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| row.try_get("reply").map_err(StoreError::from)).transpose()
    }

    /// Keeps a reply, so that the same id gets it again.
    pub async fn remember_answer(&self, id: RequestId, reply: String) -> Result<(), StoreError> {
        self.write(move |tx| {
            Box::pin(async move {
                let at = tx.now().to_string();
                sqlx::query("INSERT INTO answered_request (id, at, reply) VALUES (?, ?, ?)")
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
}
