//! What a pack's signature says: which pack, which version, when, and every file of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use super::file::{PackFile, check_path};
use crate::ids::PackId;

/// The signature's own file, the only one that it does not list.
pub const SIGNATURE_FILE: &str = "pack.sig";
const HEAD: &str = "bailiwick-role-pack/v1";

/// The signed text, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The pack.
    pub id: PackId,
    /// Its version.
    pub version: semver::Version,
    /// When it was signed.
    pub published: Timestamp,
    /// Each path and the SHA-256 of its content.
    files: BTreeMap<String, [u8; 32]>,
}

/// A signed text that lists no pack.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the signed list of files cannot be read: {0}")]
pub struct StatementError(&'static str);

/// How the files at hand differ from the signed ones. Each list is sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    /// Other content.
    pub changed: Vec<String>,
    /// The same content but for its line ends.
    pub line_ends: Vec<String>,
    /// Signed and not there.
    pub missing: Vec<String>,
    /// There and not signed.
    pub extra: Vec<String>,
}

impl Differences {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        [&self.changed, &self.line_ends, &self.missing, &self.extra].iter().all(|list| list.is_empty())
    }

    /// One line per file.
    pub fn lines(&self) -> Vec<String> {
        let say = |paths: &[String], what: &str| {
            paths.iter().map(|path| format!("{path}: {what}")).collect::<Vec<_>>()
        };
        [
            say(&self.changed, "changed since it was signed"),
            say(
                &self.line_ends,
                "only its line ends differ from what was signed; check it out without line-end conversion",
            ),
            say(&self.missing, "signed, but not there"),
            say(&self.extra, "there, but not signed"),
        ]
        .concat()
    }
}

impl Statement {
    /// States a pack's files, its signature left out.
    pub fn of(id: PackId, version: semver::Version, published: Timestamp, files: &[PackFile]) -> Self {
        let files = listed(files).map(|file| (file.path.clone(), digest(&file.bytes))).collect();
        Self { id, version, published: whole_seconds(published), files }
    }

    /// How many files are stated.
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// The text to sign.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{HEAD}\nid {}\nversion {}\npublished {}\nfiles {}\n",
            self.id,
            self.version,
            self.published,
            self.files.len()
        );
        for (path, digest) in &self.files {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{}  {path}", hex::encode(digest));
        }
        text
    }

    /// Reads a signed text. Only the one spelling that `text` writes is read.
    pub fn parse(text: &str) -> Result<Self, StatementError> {
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(StatementError("it is of a kind or version that this program does not know"));
        }
        let mut value = |key: &str| lines.next().and_then(|line| line.strip_prefix(key)?.strip_prefix(' '));
        let id = value("id").and_then(|text| text.parse().ok()).ok_or(StatementError("its id"))?;
        let version =
            value("version").and_then(|text| text.parse().ok()).ok_or(StatementError("its version"))?;
        let published =
            value("published").and_then(|text| text.parse().ok()).ok_or(StatementError("its time"))?;
        value("files").ok_or(StatementError("its count of files"))?;
        let files: Option<BTreeMap<String, [u8; 32]>> = lines.map(file_line).collect();
        let statement =
            Self { id, version, published, files: files.ok_or(StatementError("a line of a file"))? };
        if statement.text() == text {
            Ok(statement)
        } else {
            Err(StatementError("it is not written as it is signed"))
        }
    }

    /// Compares the stated files with those at hand.
    pub fn compare(&self, files: &[PackFile]) -> Differences {
        let mut differences = Differences::default();
        let mut missing: BTreeMap<&str, &[u8; 32]> =
            self.files.iter().map(|(path, sum)| (path.as_str(), sum)).collect();
        for file in listed(files) {
            match missing.remove(file.path.as_str()) {
                None => differences.extra.push(file.path.clone()),
                Some(signed) if *signed == digest(&file.bytes) => {}
                Some(signed) if differs_in_line_ends(&file.bytes, signed) => {
                    differences.line_ends.push(file.path.clone());
                }
                Some(_) => differences.changed.push(file.path.clone()),
            }
        }
        differences.missing = missing.into_keys().map(str::to_owned).collect();
        for list in [&mut differences.changed, &mut differences.line_ends, &mut differences.extra] {
            list.sort();
        }
        differences
    }
}

fn listed(files: &[PackFile]) -> impl Iterator<Item = &PackFile> {
    files.iter().filter(|file| file.path != SIGNATURE_FILE)
}

fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn differs_in_line_ends(bytes: &[u8], signed: &[u8; 32]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let plain = text.replace("\r\n", "\n");
    digest(plain.as_bytes()) == *signed || digest(plain.replace('\n', "\r\n").as_bytes()) == *signed
}

fn file_line(line: &str) -> Option<(String, [u8; 32])> {
    let (sum, path) = line.split_once("  ")?;
    let mut digest = [0; 32];
    hex::decode_to_slice(sum, &mut digest).ok()?;
    check_path(path).ok()?;
    Some((path.to_owned(), digest))
}

fn whole_seconds(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
