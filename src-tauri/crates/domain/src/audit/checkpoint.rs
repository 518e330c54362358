//! A signed promise of how many records a log holds, and which.
//!
//! *Source:* C2SP, `tlog-checkpoint` over `signed-note`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::SigningKey;

use super::Hash;
use crate::pack::{Note, NoteError, Publisher, PublisherError, VerifierKey, sign_note};

/// The head of a log's tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// How many records the tree holds.
    pub size: u64,
    /// The root over them.
    pub root: Hash,
}

/// Why a note promises nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// It is no checkpoint.
    #[error("it is no checkpoint: {0}")]
    Form(&'static str),
    /// It belongs to another log.
    #[error("it is a checkpoint of another log")]
    Origin,
    /// Another key signed it.
    #[error("it is signed with another key than the audit key")]
    UnknownKey,
    /// What it says was changed.
    #[error("its signature does not fit")]
    Signature,
}

/// The name under which a log's checkpoints are signed.
///
/// *Errors:* the log has a name that no signature line can hold.
pub fn origin(log: &str) -> Result<Publisher, PublisherError> {
    format!("bailiwick/audit/{log}").parse()
}

impl Checkpoint {
    /// The signed note.
    pub fn sign(&self, origin: &Publisher, key: &SigningKey) -> String {
        let text = format!("{origin}\n{}\n{}\n", self.size, STANDARD.encode(self.root));
        sign_note(&text, origin, key)
    }

    /// What a note promises, if the log's key signed it. The key bears the log's origin as its name.
    pub fn open(note: &[u8], key: &VerifierKey) -> Result<Self, CheckpointError> {
        let note = Note::parse(note).map_err(|_| CheckpointError::Form("it is no signed note"))?;
        let (text, _) = note.open(std::slice::from_ref(key)).map_err(|error| match error {
            NoteError::UnknownKey(_) => CheckpointError::UnknownKey,
            NoteError::Wrong(_) => CheckpointError::Signature,
            NoteError::Form(why) => CheckpointError::Form(why),
        })?;
        read(text, key.publisher().as_str())
    }
}

fn read(text: &str, origin: &str) -> Result<Checkpoint, CheckpointError> {
    let mut lines = text.lines();
    if lines.next() != Some(origin) {
        return Err(CheckpointError::Origin);
    }
    let size = lines.next().and_then(decimal).ok_or(CheckpointError::Form("its size is no number"))?;
    let root = lines.next().and_then(|line| STANDARD.decode(line).ok());
    let root = root.and_then(|root| root.try_into().ok());
    Ok(Checkpoint { size, root: root.ok_or(CheckpointError::Form("its root is no hash"))? })
}

/// A number without sign and leading zeros.
fn decimal(line: &str) -> Option<u64> {
    line.parse().ok().filter(|number: &u64| number.to_string() == line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[7; 32])
    }

    fn verifier(log: &str) -> VerifierKey {
        VerifierKey::of(origin(log).unwrap(), &key()).unwrap()
    }

    #[test]
    fn ad_9_a_checkpoint_opens_with_its_key_and_its_log_alone() {
        let checkpoint = Checkpoint { size: 3, root: [9; 32] };
        let note = checkpoint.sign(&origin("acme").unwrap(), &key());
        assert!(note.starts_with("bailiwick/audit/acme\n3\nCQkJ"), "{note}");
        assert_eq!(Checkpoint::open(note.as_bytes(), &verifier("acme")), Ok(checkpoint));
        let open = |note: &str, log| Checkpoint::open(note.as_bytes(), &verifier(log));
        assert_eq!(open(&note, "other"), Err(CheckpointError::UnknownKey));
        assert_eq!(open(&note.replacen("\n3\n", "\n4\n", 1), "acme"), Err(CheckpointError::Signature));
        assert!(matches!(open("3\n", "acme"), Err(CheckpointError::Form(_))));
    }

    #[test]
    fn ad_9_a_signed_text_that_is_no_checkpoint_promises_nothing() {
        let origin = origin("acme").unwrap();
        let root = STANDARD.encode([9; 32]);
        for text in [
            format!("{origin}\n03\n{root}\n"),
            format!("{origin}\n+3\n{root}\n"),
            format!("{origin}\n3\nCQ==\n"),
            format!("{origin}\n3\n"),
            format!("bailiwick/audit/other\n3\n{root}\n"),
        ] {
            let note = sign_note(&text, &origin, &key());
            assert!(Checkpoint::open(note.as_bytes(), &verifier("acme")).is_err(), "{text:?}");
        }
    }
}
