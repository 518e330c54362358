//! Signed notes: a text, and lines that sign it.
//!
//! *Source:* C2SP, `signed-note`; Ed25519 as in RFC 8032, verified strictly.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::pkcs8::DecodePublicKey;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use ts_rs::TS;

/// The kind of signature, as the format numbers it.
const ED25519: u8 = 1;
const DASH: &str = "\u{2014} ";
const MAX_SIGNATURES: usize = 16;

/// The name of a key: who signs.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct Publisher(String);

/// A text that names no publisher.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no publisher's name: use 1 to 100 letters, digits and . - _ /")]
pub struct PublisherError(String);

impl Publisher {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Publisher {
    type Err = PublisherError;
    fn from_str(text: &str) -> Result<Self, PublisherError> {
        let fits = (1..=100).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'/'));
        if fits { Ok(Self(text.into())) } else { Err(PublisherError(text.chars().take(80).collect())) }
    }
}

impl TryFrom<String> for Publisher {
    type Error = PublisherError;
    fn try_from(text: String) -> Result<Self, PublisherError> {
        text.parse()
    }
}

impl From<Publisher> for String {
    fn from(publisher: Publisher) -> String {
        publisher.0
    }
}

impl fmt::Display for Publisher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A key that signatures are checked with, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierKey {
    publisher: Publisher,
    key: VerifyingKey,
    pem_fingerprint: String,
}

/// Why a text is no key to verify with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// It is a private key.
    #[error("this is a private key; give the public one, and keep this one to yourself")]
    Private,
    /// It is something else.
    #[error("this is no Ed25519 public key: it begins with -----BEGIN PUBLIC KEY-----")]
    Form,
    /// Anybody could sign for it.
    #[error("this key is weak: signatures that verify with it prove nothing; ask the publisher for another")]
    Weak,
}

impl VerifierKey {
    /// Reads a public key in PEM.
    pub fn from_pem(publisher: Publisher, pem: &str) -> Result<Self, KeyError> {
        if pem.contains("PRIVATE KEY") {
            return Err(KeyError::Private);
        }
        let pem = pem.replace("\r\n", "\n");
        let key = VerifyingKey::from_public_key_pem(pem.trim()).map_err(|_| KeyError::Form)?;
        Self::from_key(publisher, key)
    }

    /// The public half of a key to sign with.
    pub fn of(publisher: Publisher, key: &SigningKey) -> Result<Self, KeyError> {
        Self::from_key(publisher, key.verifying_key())
    }

    fn from_key(publisher: Publisher, key: VerifyingKey) -> Result<Self, KeyError> {
        if key.is_weak() {
            return Err(KeyError::Weak);
        }
        let der = key.to_public_key_der_bytes();
        Ok(Self { publisher, key, pem_fingerprint: hex::encode(Sha256::digest(STANDARD.encode(der))) })
    }

    /// Whose key it is.
    pub fn publisher(&self) -> &Publisher {
        &self.publisher
    }

    /// SHA-256 of the key's 32 bytes, in hex.
    pub fn fingerprint(&self) -> String {
        hex::encode(Sha256::digest(self.key.as_bytes()))
    }

    /// SHA-256 of the text between the lines of the key's PEM, in hex, as Team-X names keys.
    pub fn pem_fingerprint(&self) -> &str {
        &self.pem_fingerprint
    }

    /// The key's id in signature lines.
    pub fn id(&self) -> [u8; 4] {
        key_id(&self.publisher, self.key.as_bytes())
    }

    /// Whether these bytes sign the message.
    pub fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        Signature::from_slice(signature)
            .is_ok_and(|signature| self.key.verify_strict(message, &signature).is_ok())
    }
}

/// Reads `name+id+key`, the form in which verifier keys are passed on.
impl FromStr for VerifierKey {
    type Err = KeyError;
    fn from_str(text: &str) -> Result<Self, KeyError> {
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(KeyError::Form);
        };
        let publisher = name.parse().map_err(|_| KeyError::Form)?;
        let bytes = STANDARD.decode(key).map_err(|_| KeyError::Form)?;
        let raw = bytes.strip_prefix(&[ED25519]).and_then(|raw| raw.try_into().ok()).ok_or(KeyError::Form)?;
        let key = Self::from_key(publisher, VerifyingKey::from_bytes(raw).map_err(|_| KeyError::Form)?)?;
        if hex::encode(key.id()) == id { Ok(key) } else { Err(KeyError::Form) }
    }
}

/// Writes `name+id+key`.
impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key: Vec<u8> = [ED25519].iter().chain(self.key.as_bytes()).copied().collect();
        write!(f, "{}+{}+{}", self.publisher, hex::encode(self.id()), STANDARD.encode(key))
    }
}

trait DerBytes {
    fn to_public_key_der_bytes(&self) -> Vec<u8>;
}

impl DerBytes for VerifyingKey {
    /// *Source:* RFC 8410: a fixed head and the 32 bytes of the key.
    fn to_public_key_der_bytes(&self) -> Vec<u8> {
        let head = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00];
        head.iter().chain(self.as_bytes()).copied().collect()
    }
}

fn key_id(publisher: &Publisher, key: &[u8]) -> [u8; 4] {
    let digest = Sha256::new()
        .chain_update(publisher.as_str())
        .chain_update([b'\n', ED25519])
        .chain_update(key)
        .finalize();
    let mut id = [0; 4];
    id.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
    id
}

/// Signs a text.
///
/// *Shape:* `text` ends in a line feed and holds no other control character.
pub fn sign(text: &str, publisher: &Publisher, key: &SigningKey) -> String {
    let signature = key.sign(text.as_bytes()).to_bytes();
    let id = key_id(publisher, key.verifying_key().as_bytes());
    let line: Vec<u8> = id.iter().chain(&signature).copied().collect();
    format!("{text}\n{DASH}{publisher} {}\n", STANDARD.encode(line))
}

/// A note, not yet believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    text: String,
    signatures: Vec<SignatureLine>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct SignatureLine {
    publisher: String,
    id: [u8; 4],
    signature: Vec<u8>,
}

/// Why a note is not believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    /// It is no signed note.
    #[error("the signature file is no signed note: {0}")]
    Form(&'static str),
    /// Nobody known signed it.
    #[error("signed by {}, whose key is not trusted", .0.join(", "))]
    UnknownKey(Vec<String>),
    /// A known key's line does not fit the text.
    #[error("the signature of {0} does not fit: the list of files was changed, or signed with another key")]
    Wrong(Publisher),
}

impl Note {
    /// Cuts a note into its text and its signature lines.
    pub fn parse(bytes: &[u8]) -> Result<Self, NoteError> {
        let note = std::str::from_utf8(bytes).map_err(|_| NoteError::Form("it is not UTF-8"))?;
        if note.chars().any(|c| c.is_ascii_control() && c != '\n') {
            return Err(NoteError::Form(
                "it holds control characters; a tool may have changed its line ends",
            ));
        }
        let cut = note.rfind("\n\n").ok_or(NoteError::Form("no empty line stands before the signature"))?;
        let (text, lines) = note.split_at(cut + 1);
        let lines = lines.strip_prefix('\n').unwrap_or(lines);
        let lines = lines.strip_suffix('\n').ok_or(NoteError::Form("its last line is cut"))?;
        let signatures: Option<Vec<SignatureLine>> = lines.split('\n').map(signature_line).collect();
        let signatures = signatures.ok_or(NoteError::Form("a signature line cannot be read"))?;
        if signatures.len() > MAX_SIGNATURES {
            return Err(NoteError::Form("it has too many signatures"));
        }
        Ok(Self { text: text.to_owned(), signatures })
    }

    /// The text and the key that it was verified with.
    ///
    /// A line of a known key that does not fit refuses the note, whatever other lines say.
    pub fn open<'k>(&self, keys: &'k [VerifierKey]) -> Result<(&str, &'k VerifierKey), NoteError> {
        let mut opened = None;
        for line in &self.signatures {
            let named = |key: &&VerifierKey| key.publisher.as_str() == line.publisher && key.id() == line.id;
            let Some(named_key) = keys.iter().find(named) else { continue };
            let fits = |key: &&VerifierKey| key.verifies(self.text.as_bytes(), &line.signature);
            let Some(key) = keys.iter().filter(named).find(fits) else {
                return Err(NoteError::Wrong(named_key.publisher.clone()));
            };
            opened = opened.or(Some(key));
        }
        let name = |line: &SignatureLine| format!("{} (key {})", line.publisher, hex::encode(line.id));
        let key = opened.ok_or_else(|| NoteError::UnknownKey(self.signatures.iter().map(name).collect()))?;
        Ok((&self.text, key))
    }
}

fn signature_line(line: &str) -> Option<SignatureLine> {
    let (publisher, encoded) = line.strip_prefix(DASH)?.split_once(' ')?;
    publisher.parse::<Publisher>().ok()?;
    let bytes = STANDARD.decode(encoded).ok()?;
    let (id, signature) = bytes.split_first_chunk::<4>()?;
    if signature.is_empty() {
        return None;
    }
    Some(SignatureLine { publisher: publisher.to_owned(), id: *id, signature: signature.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// *Source:* RFC 8032, 7.1, test 2.
    const SEED: &str = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";

    fn key() -> SigningKey {
        let mut seed = [0; 32];
        hex::decode_to_slice(SEED, &mut seed).unwrap();
        SigningKey::from_bytes(&seed)
    }

    #[test]
    fn pk_11_ed25519_gives_the_published_signature() {
        let signature = key().sign(&[0x72]).to_bytes();
        assert_eq!(
            hex::encode(signature),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
             085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        );
        let verifier = VerifierKey::of("example.com/foo".parse().unwrap(), &key()).unwrap();
        assert!(verifier.verifies(&[0x72], &signature));
        assert!(!verifier.verifies(&[0x73], &signature));
    }

    #[test]
    fn pk_11_a_note_opens_with_its_key_alone() {
        let publisher: Publisher = "example.com/foo".parse().unwrap();
        let keys = [VerifierKey::of(publisher.clone(), &key()).unwrap()];
        let other = [VerifierKey::of("example.com/bar".parse().unwrap(), &key()).unwrap()];
        let text = "one\n\ntwo\n";
        let signed = sign(text, &publisher, &key());
        let note = Note::parse(signed.as_bytes()).unwrap();
        assert_eq!(note.open(&keys).unwrap().0, text);
        assert!(matches!(note.open(&other), Err(NoteError::UnknownKey(_))));
        let forged = Note::parse(signed.replacen("one", "two", 1).as_bytes()).unwrap();
        assert!(matches!(forged.open(&keys), Err(NoteError::Wrong(_))));
        for bad in
            ["", "text\n", "text\n\n", "text\n\n— a AAAA\n", "text\n\n— a\n", &signed.replace('\n', "\r\n")]
        {
            assert!(matches!(Note::parse(bad.as_bytes()), Err(NoteError::Form(_))), "{bad:?}");
        }
    }

    /// *Source:* the example of `golang.org/x/mod/sumdb/note`, from which the format comes.
    #[test]
    fn pk_11_a_published_note_opens() {
        let key: VerifierKey =
            "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW".parse().unwrap();
        let note = "If you think cryptography is the answer to your problem,\n\
                    then you don't know what your problem is.\n\n\
                    \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
        assert!(Note::parse(note.as_bytes()).unwrap().open(std::slice::from_ref(&key)).is_ok());
        assert_eq!(key.to_string().parse::<VerifierKey>().unwrap(), key);
    }

    #[test]
    fn pk_11_a_private_or_weak_key_is_never_trusted() {
        let publisher: Publisher = "acme".parse().unwrap();
        let weak = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n-----END PUBLIC KEY-----\n";
        assert_eq!(VerifierKey::from_pem(publisher.clone(), weak), Err(KeyError::Weak));
        let private = format!("-----BEGIN {0}-----\nAAAA\n-----END {0}-----\n", "PRIVATE KEY");
        assert_eq!(VerifierKey::from_pem(publisher.clone(), &private), Err(KeyError::Private));
        assert_eq!(VerifierKey::from_pem(publisher, "hello"), Err(KeyError::Form));
    }
}
