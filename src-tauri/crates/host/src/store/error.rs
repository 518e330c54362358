//! Why the store says no.

use std::path::Path;

/// A read or a write that did not happen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// No room is left.
    #[error("the disk is full: nothing was written")]
    Full,
    /// The file or its folder cannot be written.
    #[error("the database is read-only and cannot be written")]
    ReadOnly,
    /// A row holds what this version cannot read.
    #[error("a stored {what} cannot be read: {why}")]
    Unreadable {
        /// The column or table.
        what: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// Something of that name is there already.
    #[error("{0} is there already")]
    Taken(&'static str),
    /// What was to be changed is no longer as it was.
    #[error("{0}")]
    Conflict(String),
    /// Any other answer of the database.
    #[error("the database says: {0}")]
    Database(String),
    /// The host has ended.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let sqlx::Error::Database(inner) = &error else {
            return match error {
                sqlx::Error::PoolClosed => StoreError::Closed,
                other => StoreError::Database(other.to_string()),
            };
        };
        // The low byte is SQLite's primary result code.
        let code = inner.code().and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff);
        match code {
            Some(13) => StoreError::Full,
            Some(8) => StoreError::ReadOnly,
            _ if inner.is_unique_violation() => StoreError::Taken("one of that name"),
            _ => StoreError::Database(inner.message().to_owned()),
        }
    }
}

impl From<domain::audit::NotCanonical> for StoreError {
    fn from(error: domain::audit::NotCanonical) -> Self {
        StoreError::Unreadable { what: "record", why: error.to_string() }
    }
}

impl From<domain::ids::IdError> for StoreError {
    fn from(error: domain::ids::IdError) -> Self {
        StoreError::Unreadable { what: "identifier", why: error.to_string() }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        StoreError::Unreadable { what: "value", why: error.to_string() }
    }
}

impl From<StoreError> for wire::Failure {
    fn from(error: StoreError) -> Self {
        let failure = match &error {
            StoreError::Taken(_) | StoreError::Conflict(_) => wire::Failure::refused(error.to_string()),
            _ => wire::Failure::unavailable(error.to_string()),
        };
        match error {
            StoreError::Full => failure.hint("make room on the disk and try again; nothing was lost"),
            StoreError::ReadOnly => failure.hint("make the data folder writable for this user and try again"),
            _ => failure,
        }
    }
}

/// Why a database was not opened. Nothing was written to it.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A newer version made it.
    #[error(
        "the database was made by a newer version of Bailiwick (its schema is {found}, this one knows {known})"
    )]
    Newer {
        /// The schema of the file.
        found: i64,
        /// The newest that this version knows.
        known: i64,
    },
    /// A step between is missing or differs.
    #[error("the database has another history than this version knows: {0}")]
    History(String),
    /// It belongs to another program.
    #[error("the database belongs to another program: it holds tables, none of them Bailiwick's")]
    Foreign,
    /// It cannot be written.
    #[error("the database is read-only and cannot be written")]
    ReadOnly,
    /// No room is left.
    #[error("the disk is full: the database cannot be opened")]
    Full,
    /// It is no database, or damaged.
    #[error("the database is damaged or no database: {0}")]
    Damaged(String),
    /// It cannot be reached.
    #[error("the database cannot be opened: {0}")]
    Unreachable(String),
}

/// With less room than this SQLite cannot even open its files, and says so as a fault of the disk. *Units:* bytes.
const LEAST_ROOM: u64 = 1024 * 1024;

impl OpenError {
    /// The same, or a full disk where that is what kept the file from being opened.
    pub(super) fn or_full(self, path: &Path) -> Self {
        let room = path.parent().and_then(|folder| rustix::fs::statvfs(folder).ok());
        let is_full = room.is_some_and(|room| room.f_bavail.saturating_mul(room.f_frsize) < LEAST_ROOM);
        match self {
            OpenError::Unreachable(_) | OpenError::Damaged(_) if is_full => OpenError::Full,
            other => other,
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            OpenError::Newer { .. } => "install the version of Bailiwick that made it, or a newer one",
            OpenError::History(_) | OpenError::Foreign => "name another data folder with --data DIR",
            OpenError::ReadOnly => "make the data folder writable for this user and try again",
            OpenError::Full => "make room on the disk and try again; nothing was changed",
            OpenError::Damaged(_) => {
                "copy the data folder aside and put a backup in its place; nothing was changed"
            }
            OpenError::Unreachable(_) => "see that this user may read and write the data folder",
        }
    }
}
