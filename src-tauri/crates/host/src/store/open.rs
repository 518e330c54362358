//! Opening the database, and nothing written before it is known to be ours.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _, SqliteConnection, SqlitePool};

use super::OpenError;

const READERS: u32 = 4;

fn migrator() -> Migrator {
    let first = include_str!("../../../../../migrations/0001_first.sql");
    let checkpoint = include_str!("../../../../../migrations/0002_checkpoint.sql");
    let prompt = include_str!("../../../../../migrations/0003_operation_prompt.sql");
    Migrator::with_migrations(vec![
        migration(1, "first", first),
        migration(2, "checkpoint", checkpoint),
        migration(3, "operation prompt", prompt),
    ])
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

/// The readers, which cannot write, and the one connection that can.
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
        // A row that replaces another deletes it, which only then asks the triggers.
        .pragma("recursive_triggers", "ON")
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging();
    let mut writer = options.connect().await.map_err(|error| classify(&error))?;
    migrator.run_direct(None, &mut writer, false).await.map_err(|error| match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => classify(&error),
        other => OpenError::History(other.to_string()),
    })?;
    stamp(&mut writer, newest(&migrator)).await.map_err(|error| classify(&error))?;
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        .connect_with(options.create_if_missing(false).pragma("query_only", "ON"))
        .await
        .map_err(|error| classify(&error))?;
    Ok((pool, writer))
}

fn newest(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Puts the schema's number where every tool and every version of the program finds it.
async fn stamp(writer: &mut SqliteConnection, version: i64) -> sqlx::Result<()> {
    if user_version(writer).await? != version {
        let sql = AssertSqlSafe(format!("PRAGMA user_version = {version}"));
        sqlx::query(sql).execute(writer).await?;
    }
    Ok(())
}

async fn user_version(connection: &mut SqliteConnection) -> sqlx::Result<i64> {
    sqlx::query("PRAGMA user_version").fetch_one(connection).await?.try_get(0)
}

/// Compares the file's history with ours over a connection that cannot write.
async fn look(path: &Path, migrator: &Migrator) -> Result<(), OpenError> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
    let mut connection = options.connect().await.map_err(|error| classify(&error))?;
    let history = history(&mut connection).await.map_err(|error| classify(&error))?;
    drop(connection.close().await);
    history.fits(migrator)
}

/// What a file says of how it came to be.
struct History {
    user_version: i64,
    tables: i64,
    /// Version, whether it was finished, checksum; nothing where no step was ever taken.
    steps: Option<Vec<(i64, bool, Vec<u8>)>>,
}

async fn history(connection: &mut SqliteConnection) -> sqlx::Result<History> {
    let user_version = user_version(connection).await?;
    let row = sqlx::query(
        "SELECT count(*) AS tables, total(name = '_sqlx_migrations') > 0 AS ours FROM sqlite_schema \
         WHERE type = 'table'",
    )
    .fetch_one(&mut *connection)
    .await?;
    let (tables, ours): (i64, bool) = (row.try_get("tables")?, row.try_get("ours")?);
    let steps = if ours { Some(steps(connection).await?) } else { None };
    Ok(History { user_version, tables, steps })
}

async fn steps(connection: &mut SqliteConnection) -> sqlx::Result<Vec<(i64, bool, Vec<u8>)>> {
    let rows = sqlx::query("SELECT version, success, checksum FROM _sqlx_migrations ORDER BY version")
        .fetch_all(connection)
        .await?;
    rows.iter()
        .map(|row| Ok((row.try_get("version")?, row.try_get("success")?, row.try_get("checksum")?)))
        .collect()
}

impl History {
    fn fits(&self, migrator: &Migrator) -> Result<(), OpenError> {
        let known = newest(migrator);
        let steps = self.steps.as_deref().unwrap_or_default();
        let found = steps.last().map_or(0, |step| step.0).max(self.user_version);
        if found > known {
            return Err(OpenError::Newer { found, known });
        }
        if self.steps.is_none() && self.tables > 0 {
            return Err(OpenError::Foreign);
        }
        let differs = |why: String| Err(OpenError::History(why));
        for ((version, finished, checksum), ours) in steps.iter().zip(migrator.iter()) {
            if *version != ours.version {
                return differs(format!("step {} is missing, {version} is there", ours.version));
            }
            if !finished {
                return differs(format!("step {version} was not finished"));
            }
            if *checksum != *ours.checksum {
                return differs(format!("step {version} is another one"));
            }
        }
        Ok(())
    }
}

fn classify(error: &sqlx::Error) -> OpenError {
    match error {
        sqlx::Error::Database(inner) => match inner.code().and_then(|code| code.parse::<u32>().ok()) {
            Some(code) if matches!(code & 0xff, 11 | 26) => OpenError::Damaged(inner.message().to_owned()),
            Some(code) if code & 0xff == 8 => OpenError::ReadOnly,
            Some(code) if code & 0xff == 13 => OpenError::Full,
            _ => OpenError::Unreachable(inner.message().to_owned()),
        },
        other => OpenError::Unreachable(other.to_string()),
    }
}
