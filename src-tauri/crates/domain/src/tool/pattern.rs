//! Which tools a rule speaks of.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Tool;
use super::fold::Folded;

/// A pattern, as written: `server/tool`, each side a literal or a glob, or a bare entry.
///
/// In an allow it matches byte for byte and its `*` crosses no slash; in a deny or an ask it also matches
/// names that look alike, and its `*` crosses slashes.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct Pattern {
    text: Arc<str>,
    sides: Arc<[(Glob, Glob)]>,
}

/// How a deny or an ask met a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// Byte for byte.
    Exact,
    /// By case or look-alike only.
    LookAlike,
}

/// Why a text is no pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// Nothing is written.
    #[error("a pattern is not empty: write server/tool")]
    Empty,
    /// Nothing, or nothing that can be seen, stands before or after the slash.
    #[error("a side of the pattern is empty: write server/tool, or server/* for all its tools")]
    EmptySide,
    /// A blank at an end would make it match nothing.
    #[error("a pattern neither begins nor ends with a blank")]
    Blank,
    /// A control character.
    #[error("a pattern holds no control character")]
    Control,
    /// A character that only looks like a slash or a star.
    #[error("{0:?} only looks like `/` or `*`: write the character itself")]
    FoldsToSyntax(char),
}

impl Pattern {
    /// Whether it is a bare entry, which stands for `*/entry` and `entry/*`.
    pub fn is_bare(&self) -> bool {
        !self.text.contains('/')
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether an allow of this pattern means the tool. Says nothing of ambiguity.
    pub fn allows(&self, tool: &Tool) -> bool {
        self.sides.iter().any(|(server, name)| {
            server.is_exact(tool.server.as_str(), Slash::Stops) && name.is_exact(&tool.name, Slash::Stops)
        })
    }

    /// Whether a deny or an ask of this pattern means the tool, and how.
    pub fn meets(&self, tool: &Tool) -> Option<Match> {
        self.meets_with(tool, &Looks::of(tool))
    }

    /// The same for a tool whose looks are at hand.
    pub(crate) fn meets_with(&self, tool: &Tool, looks: &Looks) -> Option<Match> {
        let exact = self.sides.iter().any(|(server, name)| {
            server.is_exact(tool.server.as_str(), Slash::Crosses) && name.is_exact(&tool.name, Slash::Crosses)
        });
        if exact {
            return Some(Match::Exact);
        }
        let alike = self
            .sides
            .iter()
            .any(|(server, name)| server.is_alike(&looks.server) && name.is_alike(&looks.name));
        alike.then_some(Match::LookAlike)
    }
}

/// What an eye sees of a tool, worked out once for many patterns.
#[derive(Debug, Clone)]
pub(crate) struct Looks {
    server: Folded,
    name: Folded,
}

impl Looks {
    pub(crate) fn of(tool: &Tool) -> Self {
        Self { server: Folded::of(tool.server.as_str()), name: Folded::of(&tool.name) }
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        refuse_odd(text)?;
        let sides: Arc<[(Glob, Glob)]> = match text.split_once('/') {
            Some((server, name)) => [(Glob::new(server), Glob::new(name))].into(),
            None => [(Glob::new("*"), Glob::new(text)), (Glob::new(text), Glob::new("*"))].into(),
        };
        if sides.iter().any(|(server, name)| server.is_invisible() || name.is_invisible()) {
            return Err(PatternError::EmptySide);
        }
        Ok(Self { text: text.into(), sides })
    }
}

fn refuse_odd(text: &str) -> Result<(), PatternError> {
    if text.is_empty() {
        return Err(PatternError::Empty);
    }
    if text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace) {
        return Err(PatternError::Blank);
    }
    if text.chars().any(char::is_control) {
        return Err(PatternError::Control);
    }
    let mut buffer = [0; 4];
    let deceives = |c: &char| {
        !c.is_ascii() && {
            let folded = Folded::of(c.encode_utf8(&mut buffer));
            folded.before.contains(['/', '*']) || folded.after.contains(['/', '*'])
        }
    };
    text.chars().find(deceives).map_or(Ok(()), |c| Err(PatternError::FoldsToSyntax(c)))
}

impl TryFrom<String> for Pattern {
    type Error = PatternError;
    fn try_from(text: String) -> Result<Self, PatternError> {
        text.parse()
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> String {
        pattern.text.as_ref().to_owned()
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

// The text says everything; what was worked out of it need not be compared.
impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl Hash for Pattern {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// Whether `*` may stand for a run that holds a slash.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slash {
    Stops,
    Crosses,
}

/// One side: literal runs with a star between each two.
#[derive(Debug)]
struct Glob {
    runs: Vec<String>,
    folded: Vec<Folded>,
}

impl Glob {
    fn new(text: &str) -> Self {
        let runs: Vec<String> = text.split('*').map(str::to_owned).collect();
        let folded = runs.iter().map(|run| Folded::of(run)).collect();
        Self { runs, folded }
    }

    fn is_invisible(&self) -> bool {
        matches!(&*self.folded, [run] if run.before.is_empty() || run.after.is_empty())
    }

    fn is_exact(&self, text: &str, slash: Slash) -> bool {
        matches(self.runs.iter().map(String::as_str), self.runs.len(), text, slash)
    }

    fn is_alike(&self, text: &Folded) -> bool {
        let runs = self.folded.len();
        matches(self.folded.iter().map(|run| run.before.as_str()), runs, &text.before, Slash::Crosses)
            || matches(self.folded.iter().map(|run| run.after.as_str()), runs, &text.after, Slash::Crosses)
    }
}

/// Whether the text is the runs with anything between them. Takes each middle run at its first place, which
/// is enough: a later place only leaves less for the rest.
fn matches<'r>(mut runs: impl Iterator<Item = &'r str>, count: usize, text: &str, slash: Slash) -> bool {
    let Some(rest) = runs.next().and_then(|first| text.strip_prefix(first)) else { return false };
    if count == 1 {
        return rest.is_empty();
    }
    let mut rest = rest;
    for (index, run) in runs.enumerate() {
        let last = index + 2 == count;
        let found = if last {
            rest.len().checked_sub(run.len()).filter(|_| rest.ends_with(run))
        } else {
            rest.find(run)
        };
        let Some(skipped) = found.and_then(|at| rest.get(..at)) else { return false };
        if slash == Slash::Stops && skipped.contains('/') {
            return false;
        }
        rest = rest.get(skipped.len() + run.len()..).unwrap_or_default();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(text: &str) -> Tool {
        text.parse().unwrap()
    }

    fn allows(pattern: &str, text: &str) -> bool {
        pattern.parse::<Pattern>().unwrap().allows(&tool(text))
    }

    fn meets(pattern: &str, text: &str) -> Option<Match> {
        pattern.parse::<Pattern>().unwrap().meets(&tool(text))
    }

    #[test]
    fn au_1_a_star_stands_for_any_run_within_its_side() {
        assert!(allows("github/get_*", "github/get_issue"));
        assert!(allows("github/*", "github/delete"));
        assert!(!allows("github/*", "gitlab/delete"));
        assert!(allows("*/delete_*", "x/delete_all"));
        assert!(!allows("*/delete_*", "x/undelete_all"));
        assert!(allows("a/*b*c", "a/xbybc"));
        assert!(!allows("a/b*b", "a/b"));
        assert!(allows("a/b*b", "a/bb"));
    }

    #[test]
    fn au_2_an_allow_matches_byte_for_byte_and_crosses_no_slash() {
        assert!(!allows("shell/Run", "shell/run"));
        assert!(!allows("github/*", "github/resources/x"));
        assert!(allows("github/resources/*", "github/resources/x"));
        assert_eq!(meets("github/*", "github/resources/x"), Some(Match::Exact));
    }

    #[test]
    fn au_3_a_deny_also_meets_look_alikes() {
        assert_eq!(meets("shell/Run", "shell/run"), Some(Match::LookAlike));
        assert_eq!(meets("x/ѕhell", "x/shell"), Some(Match::LookAlike));
        assert_eq!(meets("x/de*ete", "x/DELETE"), Some(Match::LookAlike));
        assert_eq!(meets("x/rn", "x/m"), None);
    }

    #[test]
    fn au_4_a_bare_entry_stands_for_both_sides() {
        assert!(allows("browse", "web/browse"));
        assert!(allows("browse", "browse/page"));
        assert!(allows("*", "any/thing"));
        assert_eq!(meets("Shell", "shell/run"), Some(Match::LookAlike));
        assert_eq!(meets("Shell", "x/shell"), Some(Match::LookAlike));
    }

    #[test]
    fn au_5_what_could_never_match_as_meant_is_refused_when_written() {
        for (text, error) in [
            ("", PatternError::Empty),
            ("/x", PatternError::EmptySide),
            ("x/", PatternError::EmptySide),
            ("\u{200b}/x", PatternError::EmptySide),
            ("\u{ad}", PatternError::EmptySide),
            (" x/y", PatternError::Blank),
            ("x/y ", PatternError::Blank),
            ("x/\u{7}y", PatternError::Control),
            ("x／y", PatternError::FoldsToSyntax('／')),
            ("x/＊", PatternError::FoldsToSyntax('＊')),
            ("x\u{2215}y", PatternError::FoldsToSyntax('\u{2215}')),
            ("x\u{2105}y", PatternError::FoldsToSyntax('\u{2105}')),
        ] {
            assert_eq!(text.parse::<Pattern>(), Err(error), "{text:?}");
        }
    }
}
