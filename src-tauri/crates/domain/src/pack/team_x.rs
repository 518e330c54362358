//! Signatures of Team-X packs, verified by their own rule.
//!
//! *Source:* Team-X 3.2.1: SHA-256 over `path\n<sha256>\n` of the files sorted by path, hidden names,
//! `node_modules`, `dist` and the signature left out; Ed25519 over those 32 bytes.

use jiff::Timestamp;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::file::PackFile;
use super::note::VerifierKey;
use super::statement::SIGNATURE_FILE;
use crate::ids::PackId;

/// What must be said of every such signature.
pub const CAVEAT: &str = "legacy signature: hidden files, `node_modules` and `dist` are not covered";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Envelope {
    version: u32,
    algorithm: String,
    public_key_fingerprint: String,
    tree_hash: String,
    signature: String,
    signed_at: String,
}

/// The part of its `pack.json` that names it.
#[derive(Deserialize)]
struct Manifest {
    id: PackId,
    version: semver::Version,
}

/// A pack whose foreign signature holds.
pub(super) struct Opened<'k> {
    pub id: PackId,
    pub version: semver::Version,
    pub key: &'k VerifierKey,
    pub signed_at: Timestamp,
    pub files: usize,
}

/// Why a Team-X signature is not believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TeamXError {
    /// The envelope is no envelope.
    #[error("the signature file is no Team-X envelope: {0}")]
    Form(String),
    /// Nobody trusted has this key.
    #[error("signed with a key that is not trusted: its fingerprint is {0}")]
    UnknownKey(String),
    /// The files are not those that were signed.
    #[error(
        "the files are not those that were signed; this kind of signature does not tell which one differs"
    )]
    Tree,
    /// The signature is not the key's.
    #[error("the signature does not fit the key")]
    Signature,
}

/// Whether a signature file is of this kind.
pub(super) fn is_envelope(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

/// Verifies a pack by the rule of its kind.
pub(super) fn open<'k>(
    envelope: &[u8],
    files: &[PackFile],
    keys: &'k [VerifierKey],
) -> Result<Opened<'k>, TeamXError> {
    let form = |why: &dyn std::fmt::Display| TeamXError::Form(why.to_string());
    let envelope: Envelope = serde_json::from_slice(envelope).map_err(|why| form(&why))?;
    if envelope.version != 1 || envelope.algorithm != "ed25519" {
        return Err(form(&"its version or algorithm is not known"));
    }
    let signed_at = envelope.signed_at.parse().map_err(|_| form(&"its time cannot be read"))?;
    let signature = decode(&envelope.signature).ok_or_else(|| form(&"its signature is not base64"))?;
    let key = keys
        .iter()
        .find(|key| key.pem_fingerprint() == envelope.public_key_fingerprint)
        .ok_or(TeamXError::UnknownKey(envelope.public_key_fingerprint))?;
    let covered = covered(files);
    let tree = tree_hash(&covered);
    if hex::encode(tree) != envelope.tree_hash {
        return Err(TeamXError::Tree);
    }
    if !key.verifies(&tree, &signature) {
        return Err(TeamXError::Signature);
    }
    let manifest =
        covered.iter().find(|file| file.path == "pack.json").ok_or_else(|| form(&"there is no pack.json"))?;
    let manifest: Manifest = serde_json::from_slice(&manifest.bytes).map_err(|why| form(&why))?;
    Ok(Opened { id: manifest.id, version: manifest.version, key, signed_at, files: covered.len() })
}

fn decode(text: &str) -> Option<Vec<u8>> {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.decode(text).ok()
}

/// The files under the signature, sorted by path.
fn covered(files: &[PackFile]) -> Vec<&PackFile> {
    let mut covered: Vec<&PackFile> = files.iter().filter(|file| is_covered(&file.path)).collect();
    covered.sort_by(|a, b| a.path.cmp(&b.path));
    covered
}

fn is_covered(path: &str) -> bool {
    let hidden = |part: &str| part.starts_with('.');
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    path != SIGNATURE_FILE
        && !path.split('/').any(hidden)
        && !folders.split('/').any(|folder| matches!(folder, "node_modules" | "dist"))
}

fn tree_hash(files: &[&PackFile]) -> [u8; 32] {
    let mut tree = Sha256::new();
    for file in files {
        tree.update(format!("{}\n{}\n", file.path, hex::encode(Sha256::digest(&file.bytes))));
    }
    tree.finalize().into()
}
