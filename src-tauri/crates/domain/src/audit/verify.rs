//! Whether a log is whole.

use super::{Checkpoint, GENESIS, Hash, Record, Root, canonical, commitment, leaf_hash};

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
    /// The chain is whole, yet not the one that was signed.
    #[error("the records after {after} up to {size} are not those of the checkpoint at {size}")]
    Rewritten {
        /// The last record that a checkpoint bears out.
        after: u64,
        /// The size of the checkpoint that does not fit.
        size: u64,
    },
}

impl Fault {
    /// The first bad record; the first that may be, where a checkpoint speaks for several.
    pub fn seq(&self) -> u64 {
        match self {
            Fault::Missing { expected, .. } => *expected,
            Fault::Head(seq) | Fault::Chain(seq) | Fault::Body(seq) => *seq,
            Fault::Rewritten { after, .. } => after + 1,
        }
    }
}

/// How a log stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Bodies, chain, tree and checkpoints agree.
    Verified,
    /// The first fault.
    Tampered(Fault),
    /// More records were promised than there are.
    CutShort {
        /// How many were promised.
        promised: u64,
        /// How many are there.
        found: u64,
    },
    /// It cannot be said, and why.
    NotCheckable(String),
}

/// Reads a log in order and says whether it is whole.
#[derive(Debug, Clone)]
pub struct Verifier {
    prev: Hash,
    count: u64,
    redacted: u64,
    root: Root,
    /// Those not yet reached, largest first.
    checkpoints: Vec<Checkpoint>,
    borne_out: u64,
}

impl Default for Verifier {
    fn default() -> Self {
        Self::against(Vec::new())
    }
}

impl Verifier {
    /// Reads a log that has to keep what these checkpoints promise, in whatever order they come.
    pub fn against(mut checkpoints: Vec<Checkpoint>) -> Self {
        checkpoints.retain(|checkpoint| checkpoint.size > 0);
        checkpoints.sort_by_key(|checkpoint| std::cmp::Reverse(checkpoint.size));
        Self { prev: GENESIS, count: 0, redacted: 0, root: Root::default(), checkpoints, borne_out: 0 }
    }

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
        match body {
            Body::Redacted => self.redacted += 1,
            Body::Kept { salt, body } if fits(salt, body, &record.head.body_commitment) => {}
            Body::Kept { .. } => return Err(Fault::Body(seq)),
        }
        self.prev = record.hash;
        self.count = seq;
        self.root.push(record.hash);
        self.keep_promises()
    }

    fn keep_promises(&mut self) -> Result<(), Fault> {
        let after = self.borne_out;
        while let Some(checkpoint) = self.checkpoints.pop_if(|checkpoint| checkpoint.size == self.count) {
            if checkpoint.root != self.root.hash() {
                return Err(Fault::Rewritten { after, size: checkpoint.size });
            }
            self.borne_out = self.count;
        }
        Ok(())
    }

    /// Records taken so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Those among them whose body is not there any more.
    pub fn redacted(&self) -> u64 {
        self.redacted
    }

    /// The last record that a checkpoint bears out.
    pub fn borne_out(&self) -> u64 {
        self.borne_out
    }

    /// The root over the records taken so far.
    pub fn root(&self) -> Hash {
        self.root.hash()
    }

    /// How the log stands at its end.
    pub fn finish(&self) -> Outcome {
        match self.checkpoints.first() {
            Some(largest) => Outcome::CutShort { promised: largest.size, found: self.count },
            None => Outcome::Verified,
        }
    }
}

fn fits(salt: &[u8], body: &[u8], committed: &str) -> bool {
    <[u8; 16]>::try_from(salt).is_ok_and(|salt| commitment(&salt, body) == committed)
}
