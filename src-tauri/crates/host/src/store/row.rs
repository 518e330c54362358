//! Reading columns.

use std::fmt::Display;
use std::str::FromStr;

use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::StoreError;

/// A column that holds a number from 0.
pub(super) fn number(row: &SqliteRow, column: &'static str) -> Result<u64, StoreError> {
    let number: i64 = row.try_get(column)?;
    u64::try_from(number).map_err(|error| unreadable(column, &error))
}

/// A column that holds a small number from 0.
pub(super) fn count(row: &SqliteRow, column: &'static str) -> Result<u32, StoreError> {
    let number: i64 = row.try_get(column)?;
    u32::try_from(number).map_err(|error| unreadable(column, &error))
}

/// A column whose text is parsed.
pub(super) fn parsed<T: FromStr<Err: Display>>(
    row: &SqliteRow,
    column: &'static str,
) -> Result<T, StoreError> {
    let text: String = row.try_get(column)?;
    text.parse().map_err(|error: T::Err| unreadable(column, &error))
}

/// A column whose text is parsed, where there is any.
pub(super) fn parsed_option<T: FromStr<Err: Display>>(
    row: &SqliteRow,
    column: &'static str,
) -> Result<Option<T>, StoreError> {
    let text: Option<String> = row.try_get(column)?;
    text.map(|text| text.parse().map_err(|error: T::Err| unreadable(column, &error))).transpose()
}

/// A column that holds JSON.
pub(super) fn json<T: serde::de::DeserializeOwned>(
    row: &SqliteRow,
    column: &'static str,
) -> Result<T, StoreError> {
    let text: String = row.try_get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(column, &error))
}

/// A number as SQLite keeps it.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unreadable(what: &'static str, why: &impl Display) -> StoreError {
    StoreError::Unreadable { what, why: why.to_string() }
}
