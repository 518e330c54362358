//! What is wrong with a file, and where.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Whether a fault keeps a file from being used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It does.
    Error,
    /// It does not, but a person should look.
    Warning,
}

/// A place in a file.
///
/// *Units:* lines and columns count from 1, columns and lengths in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The line.
    pub line: u32,
    /// The first character's column.
    pub column: u32,
    /// Characters on that line.
    pub length: u32,
}

impl Span {
    /// The first character of a file.
    pub const START: Span = Span { line: 1, column: 1, length: 1 };

    /// `length` characters at a line and column.
    pub fn new(line: usize, column: usize, length: usize) -> Self {
        Self { line: narrow(line), column: narrow(column), length: narrow(length.max(1)) }
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// One fault, its place and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Diagnostic {
    /// What kind of fault, for programs.
    pub code: String,
    /// Whether the file can be used all the same.
    pub severity: Severity,
    /// The file, relative to its pack.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in characters.
    pub column: u32,
    /// In characters, at least 1.
    pub length: u32,
    /// What is wrong, in one line.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A fault that keeps the file from being used.
    pub fn error(code: &str, file: &str, at: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, file, at, message.into())
    }

    /// Something to look at.
    pub fn warning(code: &str, file: &str, at: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, file, at, message.into())
    }

    fn new(severity: Severity, code: &str, file: &str, at: Span, message: String) -> Self {
        let Span { line, column, length } = at;
        Self { code: code.into(), severity, file: file.into(), line, column, length, message, help: None }
    }

    /// The same fault with a next step.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether it keeps the file from being used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}
