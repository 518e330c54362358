//! Which files are opened, and that a refused one is left as it was.

use std::path::Path;

use domain::audit::Outcome;
use host::clock::Clock;
use host::store::{OpenError, Store};
use sha2::{Digest as _, Sha256};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqlSafeStr as _};

use super::{Folder, append_many, execute};

fn digest(path: &Path) -> [u8; 32] {
    Sha256::digest(std::fs::read(path).unwrap()).into()
}

/// A database with a few records, changed past the program and then opened by it.
async fn refused(sql: &[&str]) -> OpenError {
    let folder = Folder::new();
    let store = folder.open().await;
    append_many(&store, 3).await;
    store.close().await;
    let mut intruder = folder.intruder().await;
    for sql in sql {
        execute(&mut intruder, sql).await.unwrap();
    }
    intruder.close().await.unwrap();
    let before = digest(&folder.database());
    let error = Store::open(&folder.database(), Clock::system()).await.unwrap_err();
    assert_eq!(digest(&folder.database()), before, "a refused file is left as it was: {error}");
    error
}

#[tokio::test]
async fn trial_d04_ad_11_a_newer_database_is_refused_and_unchanged() {
    let step = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                VALUES (99, 'later', 1, x'00', 1)";
    for sql in ["PRAGMA user_version = 99", step] {
        let error = refused(&[sql]).await;
        assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{sql}: {error}");
        assert!(error.to_string().contains("made by a newer version"), "{error}");
    }
}

#[tokio::test]
async fn trial_d05_ad_11_a_gap_or_another_history_is_refused_and_named() {
    for (sql, named) in [
        ("DELETE FROM _sqlx_migrations WHERE version = 1", "step 1 is missing, 2 is there"),
        ("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 2", "step 2 is another one"),
        ("UPDATE _sqlx_migrations SET success = 0 WHERE version = 2", "step 2 was not finished"),
    ] {
        let error = refused(&[sql]).await;
        assert!(matches!(error, OpenError::History(_)), "{sql}: {error}");
        assert!(error.to_string().contains(named), "{error}");
    }
}

#[tokio::test]
async fn ad_11_a_database_of_another_program_is_refused() {
    let folder = Folder::new();
    let options =
        sqlx::sqlite::SqliteConnectOptions::new().filename(folder.database()).create_if_missing(true);
    let mut other = sqlx::ConnectOptions::connect(&options).await.unwrap();
    execute(&mut other, "CREATE TABLE photo (id INTEGER)").await.unwrap();
    other.close().await.unwrap();
    let before = digest(&folder.database());
    let error = Store::open(&folder.database(), Clock::system()).await.unwrap_err();
    assert!(matches!(error, OpenError::Foreign), "{error}");
    assert_eq!(digest(&folder.database()), before);
}

#[tokio::test]
async fn ad_11_what_is_no_database_is_refused_and_kept() {
    for content in [vec![b'x'; 5000], vec![0; 100]] {
        let folder = Folder::new();
        std::fs::write(folder.database(), &content).unwrap();
        let error = Store::open(&folder.database(), Clock::system()).await.unwrap_err();
        assert!(matches!(error, OpenError::Damaged(_)), "{error}");
        assert_eq!(std::fs::read(folder.database()).unwrap(), content);
    }
}

#[tokio::test]
async fn ad_11_a_database_of_each_version_before_is_brought_up_to_date_with_what_it_holds() {
    let steps = [("first", include_str!("../../migrations/0001_first.sql"))];
    for known in 1..=steps.len() {
        let folder = Folder::new();
        let options = SqliteConnectOptions::new().filename(folder.database()).create_if_missing(true);
        let mut old = options.connect().await.unwrap();
        let migrations = steps[..known].iter().zip(1..).map(|((name, sql), version)| {
            Migration::new(version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
        });
        Migrator::with_migrations(migrations.collect()).run_direct(None, &mut old, false).await.unwrap();
        let company = "INSERT INTO company (id, name, workspace, founded_at) \
                       VALUES ('acme', 'Acme', '/srv', '2026-01-01T00:00:00Z')";
        execute(&mut old, company).await.unwrap();
        old.close().await.unwrap();
        let store = folder.open().await;
        append_many(&store, 3).await;
        assert_eq!(store.companies().await.unwrap()[0].name, "Acme");
        assert_eq!(folder.verify(&store).await.outcome, Outcome::Verified);
        store.close().await;
        folder.open().await;
    }
}

#[tokio::test]
async fn ad_11_an_empty_file_is_a_new_database() {
    let folder = Folder::new();
    std::fs::write(folder.database(), []).unwrap();
    let store = folder.open().await;
    append_many(&store, 1).await;
    assert_eq!(folder.verify(&store).await.records, 1);
}
