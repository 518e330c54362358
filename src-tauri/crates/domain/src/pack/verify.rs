//! The only way to a pack that may be believed.

use std::ops::Deref;

use jiff::Timestamp;

use super::check::{Report, read};
use super::diagnostic::Diagnostic;
use super::file::{PackFile, inspect};
use super::note::{Note, NoteError, Publisher, VerifierKey};
use super::role::Pack;
use super::statement::{Differences, SIGNATURE_FILE, Statement, StatementError};
use super::team_x::{self, TeamXError};
use super::trust::TrustStore;
use crate::ids::PackId;

/// What a check has proved. Nothing outside this module makes one.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified<T> {
    value: T,
    signed: Signed,
}

impl<T> Verified<T> {
    /// By whom it was signed, and when.
    pub fn signed(&self) -> &Signed {
        &self.signed
    }

    /// What was proved, without its proof.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> Deref for Verified<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

/// A signature that holds for every file at hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The pack.
    pub id: PackId,
    /// Its version.
    pub version: semver::Version,
    /// Who signed it.
    pub publisher: Publisher,
    /// SHA-256 of the key that it was verified with, in hex.
    pub fingerprint: String,
    /// When it was signed.
    pub published: Timestamp,
    /// Files under the signature.
    pub files: usize,
    /// What the signature does not cover, where it is of a foreign kind.
    pub caveat: Option<&'static str>,
}

/// Why a pack is not believed. Nothing of it may be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refused {
    /// The files are no pack on every system.
    #[error("the files cannot be a pack")]
    Files(Vec<Diagnostic>),
    /// There is no signature.
    #[error("the pack is not signed: there is no {SIGNATURE_FILE}")]
    Unsigned,
    /// The note is not believed.
    #[error("{0}")]
    Note(#[from] NoteError),
    /// The Team-X envelope is not believed.
    #[error("{0}")]
    TeamX(#[from] TeamXError),
    /// The signed text lists no pack.
    #[error("{0}")]
    Statement(#[from] StatementError),
    /// The files are not the signed ones.
    #[error("the files are not those that were signed")]
    Differs(Differences),
    /// Another publisher owns the id.
    #[error("the pack `{pack}` belongs to {owner}, and this one is signed by {signer}")]
    Owner {
        /// The pack.
        pack: PackId,
        /// Who alone may sign it.
        owner: Publisher,
        /// Who signed this one.
        signer: Publisher,
    },
    /// Files of it have errors.
    #[error("the pack has errors: {} role files found, {} valid", .0.found, .0.valid)]
    Invalid(Box<Report>),
    /// The manifest and the signature name different packs.
    #[error("pack.json says something else than the signature about the pack's {0}")]
    Manifest(&'static str),
    /// It is a Team-X pack, which can be verified but not used yet.
    #[error("this is a Team-X pack: its signature holds, but this version of Bailiwick cannot install it")]
    Legacy,
}

impl Refused {
    /// What a person has to look at, one line for each file or fault.
    pub fn details(&self) -> Vec<String> {
        match self {
            Refused::Files(faults) => faults.iter().map(ToString::to_string).collect(),
            Refused::Differs(differences) => differences.lines(),
            Refused::Invalid(report) => {
                report.diagnostics.iter().filter(|fault| fault.is_error()).map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Refused::Files(_) => "rename or remove the files named",
            Refused::Unsigned => {
                "ask the publisher for a signed copy, or sign your own with `bailiwick pack sign`"
            }
            Refused::Note(NoteError::UnknownKey(_)) | Refused::TeamX(TeamXError::UnknownKey(_)) => {
                "if you know the publisher, compare the key's fingerprint with them and run `bailiwick pack trust add FILE.pem`"
            }
            Refused::Note(_) | Refused::TeamX(_) | Refused::Statement(_) | Refused::Differs(_) => {
                "get the pack again from its publisher"
            }
            Refused::Owner { .. } => "ask its publisher to choose another id",
            Refused::Invalid(_) | Refused::Manifest(_) => "ask the publisher to correct and sign it again",
            Refused::Legacy => "`bailiwick pack verify` shows what its signature covers",
        }
    }
}

/// Whether the signature holds for exactly these files and comes from somebody trusted.
///
/// Reads no YAML. A Team-X pack is recognised by its envelope and verified by its own rule.
pub fn verify_signature(files: &[PackFile], trust: &TrustStore) -> Result<Signed, Refused> {
    let faults = inspect(files);
    if !faults.is_empty() {
        return Err(Refused::Files(faults));
    }
    let signature = files.iter().find(|file| file.path == SIGNATURE_FILE).ok_or(Refused::Unsigned)?;
    let signed = if team_x::is_envelope(&signature.bytes) {
        let opened = team_x::open(&signature.bytes, files, trust.keys())?;
        signed_by(opened.key, opened.id, opened.version, opened.signed_at, opened.files, Some(team_x::CAVEAT))
    } else {
        let note = Note::parse(&signature.bytes)?;
        let (text, key) = note.open(trust.keys())?;
        let statement = Statement::parse(text)?;
        let differences = statement.compare(files);
        if !differences.is_empty() {
            return Err(Refused::Differs(differences));
        }
        let count = statement.count();
        signed_by(key, statement.id, statement.version, statement.published, count, None)
    };
    match trust.owner(&signed.id) {
        Some(owner) if *owner != signed.publisher => {
            Err(Refused::Owner { pack: signed.id, owner: owner.clone(), signer: signed.publisher })
        }
        _ => Ok(signed),
    }
}

fn signed_by(
    key: &VerifierKey,
    id: PackId,
    version: semver::Version,
    published: Timestamp,
    files: usize,
    caveat: Option<&'static str>,
) -> Signed {
    Signed {
        id,
        version,
        publisher: key.publisher().clone(),
        fingerprint: key.fingerprint(),
        published,
        files,
        caveat,
    }
}

/// Whether a pack may be used: signed by somebody trusted, unchanged, and without an error in any file.
///
/// *Errors:* the first of these that fails; then nothing of the pack is used.
pub fn verify(files: &[PackFile], trust: &TrustStore) -> Result<Verified<Pack>, Refused> {
    let signed = verify_signature(files, trust)?;
    if signed.caveat.is_some() {
        return Err(Refused::Legacy);
    }
    let reading = read(files);
    let (false, Some(manifest)) = (reading.report.has_errors(), reading.manifest) else {
        return Err(Refused::Invalid(Box::new(reading.report)));
    };
    let same = [
        ("id", manifest.id == signed.id),
        ("version", manifest.version == signed.version),
        ("publisher", manifest.publisher == signed.publisher),
    ];
    if let Some((what, _)) = same.iter().find(|(_, same)| !same) {
        return Err(Refused::Manifest(what));
    }
    let value = Pack {
        id: manifest.id,
        name: manifest.name,
        version: manifest.version,
        publisher: manifest.publisher,
        published: signed.published,
        license: manifest.license,
        description: manifest.description,
        homepage: manifest.homepage,
        requires: manifest.requires,
        roles: reading.report.roles,
        modes: reading.modes,
        overlay: reading.overlay,
    };
    Ok(Verified { value, signed })
}
