//! Ranks.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Rank in the organization. Greater means higher; `system` stands outside and is never hired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(rename_all = "kebab-case")]
pub enum Level {
    /// Part of the machinery, not hirable.
    System,
    /// Does the work.
    Ic,
    /// Leads a few people's work.
    Lead,
    /// Leads leads.
    Supervisor,
    /// Runs a team.
    Management,
    /// Runs several teams; a vice president.
    SeniorManagement,
    /// Answers for the company.
    Officer,
    /// Above the officers; the level of a human unless stated otherwise.
    Board,
}

impl Level {
    /// Every level, highest first.
    pub const ALL: [Level; 8] = [
        Level::Board,
        Level::Officer,
        Level::SeniorManagement,
        Level::Management,
        Level::Supervisor,
        Level::Lead,
        Level::Ic,
        Level::System,
    ];

    /// The canonical spelling, the only one that is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Level::System => "system",
            Level::Ic => "ic",
            Level::Lead => "lead",
            Level::Supervisor => "supervisor",
            Level::Management => "management",
            Level::SeniorManagement => "senior-management",
            Level::Officer => "officer",
            Level::Board => "board",
        }
    }

    /// Whether an employee can be hired at this level.
    pub fn is_hirable(self) -> bool {
        self != Level::System
    }

    /// Whether somebody of this level may manage somebody of `report`: the manager is not the lower one.
    pub fn may_manage(self, report: Level) -> bool {
        self != Level::System && self >= report
    }
}

/// A text that is no level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no level: use board, officer, senior-management, management, supervisor, lead or ic")]
pub struct LevelError(pub String);

impl FromStr for Level {
    type Err = LevelError;

    /// Reads any case, and blanks, `-` and `_` alike: `senior_management` is `senior-management`.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        let folded: String = text
            .trim()
            .chars()
            .map(|c| if c == ' ' || c == '_' { '-' } else { c.to_ascii_lowercase() })
            .collect();
        Level::ALL
            .into_iter()
            .find(|level| level.as_str() == folded)
            .ok_or_else(|| LevelError(text.chars().take(80).collect()))
    }
}

impl TryFrom<String> for Level {
    type Error = LevelError;
    fn try_from(text: String) -> Result<Self, LevelError> {
        text.parse()
    }
}

impl From<Level> for String {
    fn from(level: Level) -> String {
        level.as_str().to_owned()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_1_one_enumeration_reads_every_spelling() {
        for text in ["senior_management", "senior-management", " Senior Management ", "SENIOR_management"] {
            assert_eq!(text.parse(), Ok(Level::SeniorManagement), "{text:?}");
        }
        assert!("vicepresident".parse::<Level>().is_err());
        assert!(Level::SeniorManagement >= Level::Management);
    }

    #[test]
    fn or_2_a_manager_is_never_the_lower_one() {
        assert!(Level::Board.may_manage(Level::Officer));
        assert!(Level::Lead.may_manage(Level::Lead));
        assert!(!Level::Ic.may_manage(Level::Lead));
        assert!(!Level::System.may_manage(Level::System));
    }
}
