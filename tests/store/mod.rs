//! The store on a real file: what it keeps, what it refuses, and what is left when a process dies.

mod checkpoints;
mod faults;
mod kill;
mod open;
mod requests;
mod statements;
mod writers;

use std::path::PathBuf;

use domain::audit::Kind;
use domain::ids::CompanyId;
use host::checkpoints::Checkpoints;
use host::clock::Clock;
use host::store::audit::Verified;
use host::store::company::{self, Company};
use host::store::{INSTALLATION, NewRecord, Store, StoreError};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, SqliteConnection};

/// A data folder that is gone when the test ends.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn database(&self) -> PathBuf {
        self.0.path().join("bailiwick.db")
    }

    async fn open(&self) -> Store {
        Store::open(&self.database(), Clock::system()).await.unwrap()
    }

    /// Somebody who reaches into the file past the program.
    async fn intruder(&self) -> SqliteConnection {
        SqliteConnectOptions::new().filename(self.database()).connect().await.unwrap()
    }

    /// Does what the log refuses, as its owner could.
    async fn tamper(&self, sql: &str) {
        let mut intruder = self.intruder().await;
        let triggers =
            sqlx::query_scalar::<_, String>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
                .fetch_all(&mut intruder)
                .await
                .unwrap();
        for trigger in triggers {
            execute(&mut intruder, &format!("DROP TRIGGER {trigger}")).await.unwrap();
        }
        execute(&mut intruder, sql).await.unwrap();
    }

    async fn verify(&self, store: &Store) -> Verified {
        Checkpoints::open(self.0.path(), store.clone()).unwrap().verify(INSTALLATION).await.unwrap()
    }
}

async fn execute(connection: &mut SqliteConnection, sql: &str) -> Result<u64, sqlx::Error> {
    Ok(sqlx::query(AssertSqlSafe(sql.to_owned())).execute(connection).await?.rows_affected())
}

fn record(body: Value) -> NewRecord {
    NewRecord::new(Kind::JournalWritten, None, "ada", "journal", body)
}

async fn append(store: &Store, body: Value) -> Result<u64, StoreError> {
    store.write(move |tx| Box::pin(async move { tx.audit(record(body)).await })).await
}

async fn append_many(store: &Store, count: u64) {
    for n in 0..count {
        append(store, json!({ "n": n })).await.unwrap();
    }
}

async fn found(store: &Store, name: &str) -> Result<CompanyId, StoreError> {
    let id: CompanyId = name.to_lowercase().parse().unwrap();
    let name = name.to_owned();
    store
        .write(move |tx| {
            Box::pin(async move {
                let founded_at = tx.now();
                let (workspace, unlisted) = ("/srv".to_owned(), "deny".to_owned());
                let company = Company { id: id.clone(), name, workspace, unlisted, founded_at };
                company::insert(tx, &company).await?;
                tx.audit(NewRecord::new(
                    Kind::CompanyFounded,
                    Some(id.clone()),
                    "ada",
                    id.as_str(),
                    json!({}),
                ))
                .await?;
                Ok(id)
            })
        })
        .await
}
