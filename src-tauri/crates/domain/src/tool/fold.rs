//! Names that look alike.
//!
//! *Source:* NFKC (UAX 15), the confusables skeleton (UTS 39). ASCII letters and digits stay themselves: the
//! skeleton would make `m` of `rn` and `1` of `l`, and so deny what nobody meant.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

/// A text in the two forms that are compared: the skeleton taken before the case fold, and after it. Two texts
/// look alike when they agree in either.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Folded {
    pub before: String,
    pub after: String,
}

impl Folded {
    pub(super) fn of(text: &str) -> Self {
        if text.is_ascii() {
            let lower = text.to_ascii_lowercase();
            return Self { before: lower.clone(), after: lower };
        }
        let plain: String = text.nfkc().filter(|c| !is_format(*c)).collect();
        let before = case_fold(&skeleton_of(&plain));
        let after = case_fold(&skeleton_of(&case_fold(&plain)));
        Self { before: before.nfd().collect(), after: after.nfd().collect() }
    }
}

/// Upper case and back, so that `ß` meets `SS` and every sigma is the same, wherever it stands.
fn case_fold(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// The skeleton of what is not ASCII. The text is taken apart first, so that the ASCII letter under an accent
/// stays itself too.
fn skeleton_of(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut buffer = [0; 4];
    for c in text.nfd() {
        if c.is_ascii() {
            folded.push(c);
        } else {
            folded.extend(skeleton(c.encode_utf8(&mut buffer)).filter(|c| !is_format(*c)));
        }
    }
    folded
}

/// General category Cf. *Source:* Unicode 16, DerivedGeneralCategory.txt.
fn is_format(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}'
        | '\u{8e2}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}' | '\u{e0020}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn au_3_look_alikes_fold_to_one_text_and_ascii_stays_itself() {
        let alike = |a: &str, b: &str| {
            let (a, b) = (Folded::of(a), Folded::of(b));
            a.before == b.before || a.after == b.after
        };
        assert!(alike("Shell", "shell"));
        assert!(alike("ѕhell", "shell"), "a Cyrillic letter");
        assert!(alike("ｓｈｅｌｌ", "shell"), "full width");
        assert!(alike("sh\u{200b}ell", "shell"), "zero width");
        assert!(!alike("rn", "m"));
        assert!(!alike("l", "1"));
        assert!(!alike("o", "0"));
    }

    #[test]
    fn au_3_every_format_character_is_dropped() {
        let category = regex::Regex::new(r"^\p{Cf}$").unwrap();
        let strays: Vec<char> = (char::MIN..=char::MAX)
            .filter(|c| is_format(*c) != category.is_match(c.encode_utf8(&mut [0; 4])))
            .collect();
        assert!(strays.is_empty(), "{strays:?}");
    }

    #[test]
    fn au_3_two_readings_catch_what_one_would_miss() {
        // The skeleton of a Cyrillic capital I is a small L, that of its small form a small I.
        let folded = Folded::of("\u{406}nfo");
        assert_eq!((folded.before.as_str(), folded.after.as_str()), ("lnfo", "info"));
        assert_eq!(Folded::of("STRASSE"), Folded::of("stra\u{df}e"));
        assert_eq!(Folded::of("\u{1e3e}ail").after, Folded::of("M\u{301}ail").after);
    }
}
