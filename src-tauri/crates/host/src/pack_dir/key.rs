//! Keys to sign packs with. What is private is written once, for its owner alone, and never shown.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use domain::pack::{KeyError, Publisher, PublisherError, VerifierKey};
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{DecodePrivateKey, EncodePrivateKey, EncodePublicKey, KeypairBytes};

/// A key that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFile {
    /// The file of the private half.
    pub private: PathBuf,
    /// The file of the public half, to be given away.
    pub public: PathBuf,
    /// The public half under the name that the file suggests.
    pub key: VerifierKey,
}

/// Why a key was not made or not read.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// A file would be overwritten.
    #[error("{} exists; a key is never overwritten, choose another name", .0.display())]
    Exists(PathBuf),
    /// The file cannot be written or read.
    #[error("cannot use {}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file holds no private key.
    #[error("{} holds no Ed25519 private key in PKCS#8 PEM; make one with `bailiwick pack keygen FILE`", .0.display())]
    Form(PathBuf),
    /// The file's name names no publisher.
    #[error(transparent)]
    Name(#[from] PublisherError),
    /// The key cannot be used.
    #[error(transparent)]
    Key(#[from] KeyError),
}

/// Makes a key: the private half in `path`, readable by its owner alone, the public half beside it.
///
/// `acme.key.pem`, `acme.pem` and `acme` all give `acme.pub.pem` as the public half.
pub fn keygen(path: &Path) -> Result<KeyFile, KeyFileError> {
    let publisher = publisher_of(path)?;
    let public = path.with_file_name(format!("{}.pub.pem", stem(path)));
    if let Some(taken) = [path, &public].into_iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(KeyFileError::Exists(taken.to_owned()));
    }
    let signing = SigningKey::generate(&mut rand::rngs::OsRng);
    let key = VerifierKey::of(publisher, &signing)?;
    let bytes = KeypairBytes { secret_key: signing.to_bytes(), public_key: None };
    let form = || KeyFileError::Form(path.to_owned());
    let private_pem = bytes.to_pkcs8_pem(LineEnding::LF).map_err(|_| form())?;
    let public_pem = signing.verifying_key().to_public_key_pem(LineEnding::LF).map_err(|_| form())?;
    write(path, &private_pem, owner_only())?;
    write(&public, &public_pem, OpenOptions::new())?;
    Ok(KeyFile { private: path.to_owned(), public, key })
}

/// Reads a private key in PKCS#8 PEM.
pub fn load_key(path: &Path) -> Result<SigningKey, KeyFileError> {
    let fail = |source| KeyFileError::Io { path: path.to_owned(), source };
    let pem = std::fs::read_to_string(path).map_err(fail)?;
    SigningKey::from_pkcs8_pem(pem.replace("\r\n", "\n").trim())
        .map_err(|_| KeyFileError::Form(path.to_owned()))
}

/// The publisher that a key file's name suggests: `acme` for `acme.pub.pem`.
pub fn publisher_of(path: &Path) -> Result<Publisher, PublisherError> {
    stem(path).parse()
}

fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = name.strip_suffix(".pem").unwrap_or(&name);
    name.strip_suffix(".key").or_else(|| name.strip_suffix(".pub")).unwrap_or(name).to_owned()
}

#[cfg(unix)]
fn owner_only() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;

    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

#[cfg(not(unix))]
fn owner_only() -> OpenOptions {
    OpenOptions::new()
}

fn write(path: &Path, text: &str, mut options: OpenOptions) -> Result<(), KeyFileError> {
    let wrote = options.write(true).create_new(true).open(path).and_then(|mut file: File| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    wrote.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => KeyFileError::Exists(path.to_owned()),
        _ => KeyFileError::Io { path: path.to_owned(), source },
    })
}
