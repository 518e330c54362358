//! The files of a pack, and the names that they may bear.

use std::collections::BTreeMap;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::diagnostic::{Diagnostic, Span};
use crate::guard::is_hidden;

/// Files of one pack.
pub const MAX_FILES: usize = 20_000;
/// Bytes of one pack.
pub const MAX_PACK_BYTES: u64 = 64 * 1024 * 1024;

/// One file of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackFile {
    /// Relative to the pack, with forward slashes.
    pub path: String,
    /// Its content, line ends and all.
    pub bytes: Vec<u8>,
}

/// What keeps these files from being a pack on every system: names, number and size.
pub fn inspect(files: &[PackFile]) -> Vec<Diagnostic> {
    let mut faults = limits(files);
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for file in files {
        if let Err(rule) = check_path(&file.path) {
            faults.push(fault("path", &file.path, rule));
        }
        faults.extend(alike(&mut seen, &file.path));
    }
    faults
}

/// Whether a name can be a file's on every system.
///
/// *Errors:* the rule that it breaks, in words.
pub fn check_path(path: &str) -> Result<(), &'static str> {
    if path.is_empty() || path.len() > 1024 {
        return Err("a path has 1 to 1024 bytes");
    }
    if path.starts_with('/') || path.contains(['\\', ':']) {
        return Err("a path is relative and written with forward slashes");
    }
    if path.chars().any(|c| c.is_control() || is_hidden(c)) {
        return Err("a path holds no control or hidden characters");
    }
    if !is_nfc(path) {
        return Err("a path is written in composed characters (NFC)");
    }
    path.split('/').try_for_each(check_part)
}

fn check_part(part: &str) -> Result<(), &'static str> {
    match part {
        "" | "." | ".." => Err("a path has no empty part, `.` or `..`"),
        _ if part.ends_with([' ', '.']) => Err("a name does not end in a blank or a dot"),
        _ if is_device(part) => Err("a name is not that of a device"),
        _ => Ok(()),
    }
}

/// Names that some systems keep for devices, whatever ending they carry.
pub(super) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let numbered = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || numbered.is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()))
}

fn limits(files: &[PackFile]) -> Vec<Diagnostic> {
    let bytes: u64 = files.iter().map(|file| file.bytes.len() as u64).sum();
    let mut faults = Vec::new();
    if files.len() > MAX_FILES {
        faults.push(fault("too-many-files", "", &format!("{} files, the limit is {MAX_FILES}", files.len())));
    }
    if bytes > MAX_PACK_BYTES {
        faults.push(fault("too-large", "", &format!("{bytes} bytes, the limit is {MAX_PACK_BYTES}")));
    }
    faults
}

/// Reports a path, or a folder on it, that differs from an earlier one in case alone, or not at all.
fn alike<'f>(seen: &mut BTreeMap<String, &'f str>, path: &'f str) -> Option<Diagnostic> {
    let ends = path.match_indices('/').map(|(index, _)| index).chain([path.len()]);
    let mut clash = None;
    for end in ends {
        let prefix = path.get(..end).unwrap_or(path);
        let earlier = *seen.entry(folded(prefix)).or_insert(prefix);
        if earlier != prefix || (end == path.len() && !std::ptr::eq(earlier, prefix)) {
            clash = clash.or(Some((earlier, prefix)));
        }
    }
    let (earlier, prefix) = clash?;
    let message = format!("`{prefix}` and `{earlier}` are one name where case does not count");
    Some(fault("name-clash", path, &message).with_help("rename one of them"))
}

fn folded(path: &str) -> String {
    path.nfkc().collect::<String>().to_uppercase().to_lowercase()
}

fn fault(code: &str, file: &str, message: &str) -> Diagnostic {
    Diagnostic::error(code, file, Span::START, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pk_10_names_are_safe_and_distinct_on_every_system() {
        let codes = |paths: &[&str]| {
            let files: Vec<PackFile> =
                paths.iter().map(|path| PackFile { path: (*path).into(), bytes: Vec::new() }).collect();
            inspect(&files).into_iter().map(|fault| fault.code).collect::<Vec<_>>()
        };
        assert!(
            codes(&["pack.json", "roles/ic/a/ROLE.md", "roles/ic/b/ROLE.md", ".gitattributes"]).is_empty()
        );
        for bad in [
            "/a",
            "../a",
            "a/../b",
            "a//b",
            "a\\b",
            "C:a",
            "a\u{0}",
            "a ",
            "b.",
            "nul.md",
            "e\u{301}",
            "a\u{202E}b",
        ] {
            assert_eq!(codes(&[bad]), ["path"], "{bad:?}");
        }
        assert_eq!(codes(&["a/ROLE.md", "a/role.md"]), ["name-clash"]);
        assert_eq!(codes(&["ic/a.md", "IC/b.md"]), ["name-clash"]);
        assert_eq!(codes(&["a", "a"]), ["name-clash"]);
        assert_eq!(codes(&["stra\u{DF}e", "STRASSE"]), ["name-clash"]);
    }
}
