//! Packs on disk: the one walk that signing, checking, verifying and loading share, and keys to sign with.

mod key;
mod walk;

use std::io::Write;
use std::path::{Path, PathBuf};

use domain::pack::{Report, SIGNATURE_FILE};
use ed25519_dalek::SigningKey;
use jiff::Timestamp;
pub use key::{KeyFile, KeyFileError, keygen, load_key, publisher_of};
pub use walk::{ReadError, read};

/// Why a pack was not signed.
#[derive(Debug, thiserror::Error)]
pub enum SignError {
    /// The folder cannot be read as a pack.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The pack has errors, all of which the report holds.
    #[error("the pack has errors and was not signed: {} role files found, {} valid", .0.found, .0.valid)]
    Invalid(Box<Report>),
    /// The signature cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Signs the pack in a folder in the name of the publisher that its `pack.json` states.
///
/// Gives the signature file, whose former content is replaced at once or not at all.
///
/// *Errors:* nothing is written unless the whole pack is without an error.
pub fn sign(dir: &Path, key: &SigningKey, now: Timestamp) -> Result<PathBuf, SignError> {
    let note = domain::pack::sign(&read(dir)?, key, now).map_err(SignError::Invalid)?;
    let path = dir.join(SIGNATURE_FILE);
    replace(&path, note.as_bytes()).map_err(|source| SignError::Write { path: path.clone(), source })?;
    Ok(path)
}

/// Writes beside the file and moves over it.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let beside = path.with_file_name(format!(".{SIGNATURE_FILE}.{}", uuid::Uuid::now_v7()));
    let written = std::fs::File::create_new(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let moved = written.and_then(|()| std::fs::rename(&beside, path));
    if moved.is_err() {
        // What failed is told; that the remnant may stay as well adds nothing.
        let _ = std::fs::remove_file(&beside);
    }
    moved
}
