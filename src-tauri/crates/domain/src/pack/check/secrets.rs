//! Keys and passwords that somebody left in a role file.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

use crate::pack::diagnostic::{Diagnostic, Span};
use crate::pack::file::PackFile;

/// Shapes that are secrets and nothing else.
const SHAPES: [(&str, &str); 9] = [
    ("a private key", "-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    ("a model provider's key", r"\bsk-[A-Za-z0-9_-]{20,}"),
    ("a GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})"),
    ("a GitLab token", r"\bglpat-[A-Za-z0-9_-]{20,}"),
    ("an AWS key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    ("a Google key", r"\bAIza[0-9A-Za-z_-]{35}"),
    ("a Slack token", r"\bxox[abeprs]-[0-9A-Za-z-]{10,}"),
    ("a Stripe key", r"\b[rs]k_live_[0-9A-Za-z]{16,}"),
    ("a signed token", r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"),
];

static PATTERNS: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    SHAPES.iter().filter_map(|(what, shape)| Some((*what, Regex::new(shape).ok()?))).collect()
});

/// All of them at once, for the many files that hold none.
static ANY: LazyLock<RegexSet> =
    LazyLock::new(|| RegexSet::new(SHAPES.map(|(_, shape)| shape)).unwrap_or_else(|_| RegexSet::empty()));

/// The places of secrets in a file. What they are is not repeated.
pub(super) fn find(file: &PackFile) -> Vec<Diagnostic> {
    let Ok(text) = std::str::from_utf8(&file.bytes) else { return Vec::new() };
    let mut faults = Vec::new();
    if !ANY.is_match(text) {
        return faults;
    }
    for (number, line) in text.lines().enumerate() {
        for (what, shape) in PATTERNS.iter() {
            faults.extend(shape.find_iter(line).map(|found| {
                let column = line.get(..found.start()).unwrap_or_default().chars().count() + 1;
                let at = Span::new(number + 1, column, found.as_str().chars().count());
                Diagnostic::error("secret", &file.path, at, format!("this looks like {what}"))
                    .with_help("remove it, and have it replaced: a pack is read by everybody who installs it")
            }));
        }
    }
    faults
}
