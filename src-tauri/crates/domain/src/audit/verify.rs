//! Whether a log is whole.

use super::{GENESIS, Hash, Record, Root, canonical, commitment, leaf_hash};

/// What lies beside a head.
#[derive(Debug, Clone)]
pub enum Body<'a> {
    /// The salt and the canonical body.
    Kept {
        /// 16 bytes.
        salt: &'a [u8],
        /// RFC 8785.
        body: &'a [u8],
    },
    /// Both were deleted; the head still proves that something stood there.
    Redacted,
}

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A number is missing or out of order.
    #[error("record {expected} is missing: {found} follows")]
    Missing {
        /// The number that should follow.
        expected: u64,
        /// The number that does.
        found: u64,
    },
    /// The hash is not that of the head.
    #[error("record {0} was changed: its hash is not that of what it says")]
    Head(u64),
    /// The head does not follow the record before.
    #[error("record {0} does not follow the one before it")]
    Chain(u64),
    /// The body is not the one that was committed to.
    #[error("the body of record {0} was changed")]
    Body(u64),
}

impl Fault {
    /// The first bad record.
    pub fn seq(&self) -> u64 {
        match self {
            Fault::Missing { expected, .. } => *expected,
            Fault::Head(seq) | Fault::Chain(seq) | Fault::Body(seq) => *seq,
        }
    }
}

/// How a log stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Bodies, chain and tree are whole.
    Verified,
    /// The first fault.
    Tampered(Fault),
    /// A head that was kept apart promises more records than there are.
    CutShort {
        /// How many were promised.
        promised: u64,
        /// How many are there.
        found: u64,
    },
}

/// Reads a log in order and says whether it is whole.
#[derive(Debug, Clone)]
pub struct Verifier {
    prev: Hash,
    count: u64,
    root: Root,
}

impl Default for Verifier {
    fn default() -> Self {
        Self { prev: GENESIS, count: 0, root: Root::default() }
    }
}

impl Verifier {
    /// Takes the next record.
    ///
    /// *Errors:* what is wrong with it; the log is then bad from here on.
    pub fn next(&mut self, record: &Record, body: &Body<'_>) -> Result<(), Fault> {
        let seq = record.head.seq;
        if seq != self.count + 1 {
            return Err(Fault::Missing { expected: self.count + 1, found: seq });
        }
        if canonical(&record.head).map(|head| leaf_hash(&head)).ok() != Some(record.hash) {
            return Err(Fault::Head(seq));
        }
        if record.head.prev != hex::encode(self.prev) {
            return Err(Fault::Chain(seq));
        }
        if let Body::Kept { salt, body } = body {
            let salted = <[u8; 16]>::try_from(*salt).map(|salt| commitment(&salt, body));
            if salted.ok().as_deref() != Some(record.head.body_commitment.as_str()) {
                return Err(Fault::Body(seq));
            }
        }
        self.prev = record.hash;
        self.count = seq;
        self.root.push(record.hash);
        Ok(())
    }

    /// Records taken so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The root over them.
    pub fn root(&self) -> Hash {
        self.root.hash()
    }

    /// How the log stands at its end. `promised` is the size that was kept apart from the log.
    pub fn finish(&self, promised: Option<u64>) -> Outcome {
        match promised {
            Some(promised) if promised > self.count => Outcome::CutShort { promised, found: self.count },
            _ => Outcome::Verified,
        }
    }
}
