//! What text of others may not do: give a secret away, or look like another text.
//!
//! Secrets that are known by their shape are masked before anything is recorded, shown or logged.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

/// A kind of secret, by its shape.
struct Detector {
    name: &'static str,
    shape: &'static str,
}

const DETECTORS: [Detector; 8] = [
    Detector {
        name: "private key",
        shape: r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)",
    },
    Detector { name: "model provider key", shape: r"\bsk-[A-Za-z0-9_-]{16,}" },
    Detector {
        name: "GitHub token",
        shape: r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})",
    },
    Detector { name: "AWS key", shape: r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b" },
    Detector { name: "Slack token", shape: r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}" },
    Detector { name: "Google key", shape: r"\bAIza[0-9A-Za-z_-]{35}" },
    Detector { name: "web token", shape: r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}" },
    Detector { name: "bearer token", shape: r"(?i)\bbearer\s+[A-Za-z0-9._~+/=-]{16,}" },
];

/// The detectors, compiled; one whose shape does not compile would let secrets through, so a test compiles all.
static COMPILED: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    DETECTORS.iter().filter_map(|detector| Some((detector.name, Regex::new(detector.shape).ok()?))).collect()
});

/// The value with every secret in its texts masked, keys included.
pub fn redact(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(redact_text(text)),
        Value::Array(values) => values.iter().map(redact).collect(),
        Value::Object(entries) => {
            entries.iter().map(|(key, value)| (redact_text(key), redact(value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// The text with every secret masked: `***` and the name of what found it.
pub fn redact_text(text: &str) -> String {
    let mut masked = Cow::Borrowed(text);
    for (name, shape) in COMPILED.iter() {
        if shape.is_match(&masked) {
            masked = Cow::Owned(shape.replace_all(&masked, format!("*** ({name})")).into_owned());
        }
    }
    masked.into_owned()
}

/// Characters that have no shape of their own or turn the direction of a line.
pub fn is_hidden(c: char) -> bool {
    matches!(c, '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E007F}')
}

/// The text as a terminal may show it: what has no shape, turns a line or steers the screen is written out.
pub fn visible(text: &str) -> Cow<'_, str> {
    let keeps = |c: char| matches!(c, '\n' | '\t') || !(c.is_control() || is_hidden(c));
    if text.chars().all(keeps) {
        return Cow::Borrowed(text);
    }
    let written = text.chars().map(|c| if keeps(c) { c.to_string() } else { c.escape_unicode().to_string() });
    Cow::Owned(written.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ad_4_known_secrets_are_masked_and_named() {
        assert_eq!(COMPILED.len(), DETECTORS.len());
        for (secret, name) in [
            (format!("sk-{}", "a1".repeat(12)), "model provider key"),
            (format!("ghp_{}", "a1".repeat(12)), "GitHub token"),
            (format!("AKIA{}", "A1".repeat(8)), "AWS key"),
            (format!("xoxb-{}", "1a".repeat(8)), "Slack token"),
            (format!("Bearer {}", "a1".repeat(12)), "bearer token"),
        ] {
            let value = serde_json::json!({ "deep": [{ "text": format!("use {secret} now") }] });
            let masked = redact(&value).to_string();
            assert!(!masked.contains(&secret), "{masked}");
            assert!(masked.contains(name), "{masked}");
        }
        assert_eq!(redact_text("nothing here: sk-1"), "nothing here: sk-1");
    }

    #[test]
    fn what_steers_a_screen_is_written_out() {
        for (text, shown) in [
            ("plain\tok\n", "plain\tok\n"),
            ("a\u{202e}b", "a\\u{202e}b"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("zero\u{200b}width", "zero\\u{200b}width"),
            ("Zürich ж 名", "Zürich ж 名"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }
}
