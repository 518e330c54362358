//! What a command prints.

use std::io::Write as _;

use domain::guard::visible;
use serde::Serialize;
use wire::{Failure, FailureCode};

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0
    Done,
    /// 1: a check failed, a refusal.
    Refused,
    /// 2: could not run.
    CannotRun,
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        std::process::ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::Refused => 1,
            Exit::CannotRun => 2,
        })
    }
}

/// Where answers go: text for people, or one JSON value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output {
    pub json: bool,
}

impl Output {
    /// Prints a value as JSON, or what `text` makes of it.
    pub(crate) fn show<T: Serialize>(self, value: &T, text: impl FnOnce(&T) -> String) {
        if self.json {
            self.raw(&serde_json::to_string_pretty(value).unwrap_or_default());
        } else {
            self.line(text(value).trim_end());
        }
    }

    /// Prints a value as JSON, or what `drawn` makes of it, colours and all: text of others is made harmless there.
    pub(crate) fn show_drawn<T: Serialize>(self, value: &T, drawn: impl FnOnce(&T) -> String) {
        if self.json {
            self.show(value, |_| String::new());
        } else {
            self.raw(drawn(value).trim_end());
        }
    }

    /// Prints text for people; what steers a terminal is written out, since names come from others.
    pub(crate) fn line(self, text: &str) {
        self.raw(&visible(text));
    }

    /// Prints a text as it is. A reader that went away ends the program quietly.
    #[expect(clippy::unused_self, reason = "whoever prints was handed the way to print")]
    fn raw(self, text: &str) {
        let mut out = std::io::stdout().lock();
        if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
            std::process::exit(0);
        }
    }

    /// Prints a failure on standard error and says how the program ends.
    pub(crate) fn failure(self, failure: &Failure) -> Exit {
        let mut out = std::io::stderr().lock();
        let _ = if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(failure).unwrap_or_default())
        } else {
            let details: String = failure.details.iter().map(|line| format!("  {line}\n")).collect();
            let hint = failure.hint.as_deref().map(|hint| format!("  next: {hint}\n")).unwrap_or_default();
            write!(out, "{}", visible(&format!("bailiwick: {}\n{details}{hint}", failure.message)))
        };
        match failure.code {
            FailureCode::Refused | FailureCode::Confirm => Exit::Refused,
            FailureCode::Invalid | FailureCode::Unavailable | FailureCode::Gone => Exit::CannotRun,
        }
    }
}

/// The widest column. *Units:* characters; a longer cell pushes only its own line.
const WIDEST: usize = 60;

/// Rows under a head, in columns as wide as needed.
pub(crate) fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let rows: Vec<[String; N]> = rows.into_iter().collect();
    if rows.is_empty() {
        return "none\n".to_owned();
    }
    let widths: Vec<usize> = (0..N)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
            cells.chain(head.get(column).map(|cell| cell.chars().count())).max().unwrap_or(0).min(WIDEST)
        })
        .collect();
    let line = |cells: &[&str]| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        // One row is one line, whatever a cell holds.
        format!("{}\n", padded.join("  ").trim_end().replace(['\n', '\t'], " "))
    };
    let mut text = line(&head);
    for row in &rows {
        text.push_str(&line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    text
}

/// A count with its noun: `1 tool`, `2 tools`.
pub(crate) fn counted(count: impl Into<u64>, noun: &str) -> String {
    match count.into() {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}
