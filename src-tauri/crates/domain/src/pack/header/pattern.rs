//! Entries of tool lists as they are written.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// What an entry matches: `server/tool` with `*` for any run of characters, or a bare word.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern(String);

impl FromStr for Pattern {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let folds = |c: char| !matches!(c, '/' | '*') && c.nfkc().any(|folded| matches!(folded, '/' | '*'));
        let fault = match text {
            "" => "it is empty",
            _ if text.trim() != text => "it begins or ends with a blank",
            _ if text.chars().any(char::is_control) => "it holds a control character",
            _ if text.chars().any(folds) => "it holds a character that looks like / or *",
            _ if text.starts_with('/') || text.ends_with('/') => "one of its sides is empty",
            _ => return Ok(Self(text.to_owned())),
        };
        Err(format!("`{text}` is no pattern: {fault}"))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Pattern {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> String {
        pattern.0
    }
}
