//! The types of a header's fields.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ids::{IdError, RoleId};
use crate::tool::Pattern;

/// One entry of a tool list and the line on which it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What it matches.
    pub pattern: Pattern,
    /// Counted from 1.
    pub line: u32,
}

/// Somebody that a role refers to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Reference {
    /// A role of the same pack.
    Role(RoleId),
    /// Whoever stands above the officers.
    Board,
    /// Any person.
    Human,
}

impl FromStr for Reference {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        match text {
            "board" => Ok(Reference::Board),
            "human" => Ok(Reference::Human),
            role => role.parse().map(Reference::Role),
        }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reference::Role(role) => role.fmt(f),
            Reference::Board => f.write_str("board"),
            Reference::Human => f.write_str("human"),
        }
    }
}

/// What a role does in a play. Says nothing about rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Duty {
    /// Hands out work.
    Orchestrate,
    /// Says what is to be done.
    Plan,
    /// Does it.
    #[default]
    Produce,
    /// Judges it.
    Verify,
    /// Answers those who come.
    Serve,
}

pub(super) const DUTIES: [(&str, Duty); 5] = [
    ("orchestrate", Duty::Orchestrate),
    ("plan", Duty::Plan),
    ("produce", Duty::Produce),
    ("verify", Duty::Verify),
    ("serve", Duty::Serve),
];

/// Somebody to hand work to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Delegate {
    /// A role.
    Role(RoleId),
    /// Any role of a duty.
    Duty(Duty),
}

impl Delegate {
    /// The role, where it is one.
    pub fn role(&self) -> Option<&RoleId> {
        match self {
            Delegate::Role(role) => Some(role),
            Delegate::Duty(_) => None,
        }
    }
}

impl FromStr for Delegate {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("duty:") {
            Some(name) => DUTIES
                .iter()
                .find(|(word, _)| *word == name)
                .map(|(_, duty)| Delegate::Duty(*duty))
                .ok_or_else(|| {
                    format!("`{name}` is no duty: use {}", DUTIES.map(|(word, _)| word).join(", "))
                }),
            None => text.parse().map(Delegate::Role).map_err(|fault: IdError| fault.to_string()),
        }
    }
}

impl fmt::Display for Delegate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Delegate::Role(role) => role.fmt(f),
            Delegate::Duty(duty) => {
                let word = DUTIES.iter().find(|(_, named)| named == duty).map_or("", |(word, _)| *word);
                write!(f, "duty:{word}")
            }
        }
    }
}

/// The name of a type of result, as in `Finding`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct ResultName(String);

impl ResultName {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ResultName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let fits = text.len() <= 64
            && text.starts_with(|c: char| c.is_ascii_uppercase())
            && text.bytes().all(|b| b.is_ascii_alphanumeric());
        if fits {
            Ok(Self(text.into()))
        } else {
            Err(format!("{text:?} is no result type: write it like `Finding`"))
        }
    }
}

impl fmt::Display for ResultName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

macro_rules! text_serde {
    ($($type:ty: $fault:ty),*) => { $(
        impl TryFrom<String> for $type {
            type Error = $fault;
            fn try_from(text: String) -> Result<Self, $fault> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> String {
                value.to_string()
            }
        }
    )* };
}

text_serde!(Reference: IdError, Delegate: String, ResultName: String);

/// Globs of files, relative to the company's folder. Each list has three states.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Files {
    /// Files to read.
    pub read: Option<Vec<String>>,
    /// Files to write.
    pub write: Option<Vec<String>>,
}

/// How far a decision reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words are the meaning; the table of fields explains them")]
pub enum DecisionAuthority {
    Final,
    Executive,
    Delegated,
    Advisory,
}

/// How able a model is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words are the meaning")]
pub enum ModelTier {
    High,
    Mid,
    Low,
}

/// Work that comes round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cadence {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: String,
    /// On which days.
    pub every: String,
    /// When, as `HH:MM`.
    pub time: Option<String>,
}
