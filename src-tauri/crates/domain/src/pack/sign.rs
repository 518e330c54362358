//! Signing a pack.

use ed25519_dalek::SigningKey;
use jiff::Timestamp;

use super::check::{Report, read};
use super::file::PackFile;
use super::note;
use super::statement::Statement;

/// A signature for a pack's files, to be written to `pack.sig`.
///
/// The key signs in the name of the publisher that `pack.json` states.
///
/// *Errors:* the report, if anything in the pack has an error: what cannot be installed is not signed.
pub fn sign(files: &[PackFile], key: &SigningKey, published: Timestamp) -> Result<String, Box<Report>> {
    let reading = read(files);
    match reading.manifest {
        Some(manifest) if !reading.report.has_errors() => {
            let statement = Statement::of(manifest.id, manifest.version, published, files);
            Ok(note::sign(&statement.text(), &manifest.publisher, key))
        }
        _ => Err(Box::new(reading.report)),
    }
}
