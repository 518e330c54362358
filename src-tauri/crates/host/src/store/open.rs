//! Opening the database, and nothing written before it is known to be ours.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection, SqlitePool};

use super::OpenError;

const READERS: u32 = 4;

fn migrator() -> Migrator {
    let first = include_str!("../../../../../migrations/0001_first.sql");
    Migrator::with_migrations(vec![migration(1, "first", first)])
}

fn migration(version: i64, description: &'static str, sql: &'static str) -> Migration {
    Migration::new(
        version,
        Cow::Borrowed(description),
        MigrationType::Simple,
        sqlx::SqlStr::from_static(sql),
        false,
    )
}

pub(super) async fn open(path: &Path) -> Result<(SqlitePool, SqliteConnection), OpenError> {
    let migrator = migrator();
    if path.exists() {
        look(path, &migrator).await?;
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging();
    let mut writer = options.connect().await.map_err(|error| classify(&error))?;
    migrator
        .run_direct(None, &mut writer, false)
        .await
        .map_err(|error| OpenError::History(error.to_string()))?;
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        .connect_with(options.create_if_missing(false))
        .await
        .map_err(|error| classify(&error))?;
    Ok((pool, writer))
}

/// Compares the file's history with ours over a connection that cannot write.
async fn look(path: &Path, migrator: &Migrator) -> Result<(), OpenError> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
    let mut connection = options.connect().await.map_err(|error| classify(&error))?;
    let known = migrator.iter().map(|migration| migration.version).max().unwrap_or(0);
    let tables = sqlx::query("SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
        .fetch_one(&mut connection)
        .await
        .and_then(|row| row.try_get::<i64, _>(0))
        .map_err(|error| classify(&error))?;
    if tables > 0 {
        let found = sqlx::query("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
            .fetch_one(&mut connection)
            .await
            .and_then(|row| row.try_get::<i64, _>(0))
            .map_err(|error| classify(&error))?;
        if found > known {
            return Err(OpenError::Newer { found, known });
        }
    }
    drop(connection.close().await);
    Ok(())
}

fn classify(error: &sqlx::Error) -> OpenError {
    match error {
        sqlx::Error::Database(inner) => match inner.code().and_then(|code| code.parse::<u32>().ok()) {
            Some(code) if matches!(code & 0xff, 11 | 26) => OpenError::Damaged(inner.message().to_owned()),
            _ => OpenError::Unreachable(inner.message().to_owned()),
        },
        other => OpenError::Unreachable(other.to_string()),
    }
}
