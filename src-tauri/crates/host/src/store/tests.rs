//! What the writer does when the database fails it.

use domain::audit::{Kind, Outcome};
use serde_json::json;
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use super::{INSTALLATION, NewRecord, Store, StoreError, Tx};
use crate::clock::Clock;

async fn open(folder: &tempfile::TempDir) -> Store {
    Store::open(&folder.path().join("bailiwick.db"), Clock::system()).await.unwrap()
}

fn record(text: &str) -> NewRecord {
    NewRecord::new(Kind::JournalWritten, None, "Ada", "journal", json!({ "text": text }))
}

async fn say(store: &Store, text: String) -> Result<u64, StoreError> {
    store.write(move |tx| Box::pin(async move { tx.audit(record(&text)).await })).await
}

async fn pragma(store: &Store, sql: &'static str) {
    store.write(move |tx| Box::pin(async move { tx.run(sql).await })).await.unwrap();
}

async fn whole(store: &Store, records: u64) {
    let verified = store.verify(INSTALLATION, Vec::new()).await.unwrap();
    assert_eq!((verified.outcome, verified.records), (Outcome::Verified, records));
}

/// What SQLite does by itself when a disk is full or a file is lost: the transaction is gone under the writer.
async fn lose(tx: &mut Tx) -> Result<(), StoreError> {
    tx.audit(record("lost")).await?;
    tx.run("ROLLBACK").await?;
    Err(StoreError::Full)
}

#[tokio::test]
async fn ad_8_a_transaction_that_is_lost_leaves_no_gap_and_no_half_group() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    say(&store, "before".into()).await.unwrap();
    let mut front = store.bus().watch(u64::MAX);
    tokio::task::yield_now().await;
    let before = async { say(&store, "first of the group".into()).await };
    let lost = store.write(|tx| Box::pin(lose(tx)));
    let after = async { say(&store, "last of the group".into()).await };
    let (before, lost, after) = tokio::join!(before, lost, after);
    whole(&store, 1).await;
    assert_eq!((before, lost, after), (Err(StoreError::Full), Err(StoreError::Full), Err(StoreError::Full)));
    assert_eq!(say(&store, "goes on".into()).await, Ok(2));
    whole(&store, 2).await;
    assert!(front.try_recv().is_err());
}

#[tokio::test]
async fn ad_8_a_group_that_cannot_begin_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    pragma(&store, "PRAGMA busy_timeout = 50").await;
    let mut other =
        SqliteConnectOptions::new().filename(folder.path().join("bailiwick.db")).connect().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    // The lock is let go after the group failed to begin and while its jobs would still run.
    let (first, second) = tokio::join!(
        store.write(move |tx| {
            Box::pin(async move {
                sqlx::query("ROLLBACK").execute(&mut other).await?;
                tx.audit(record("told to have failed")).await
            })
        }),
        say(&store, "told to have failed too".into()),
    );
    assert!(first.is_err() && second.is_err(), "{first:?} {second:?}");
    whole(&store, 0).await;
}
