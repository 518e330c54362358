//! The record: what happened, in one order, so that a change is seen.

mod checkpoint;
mod record;
mod tree;
mod verify;

pub use checkpoint::{Checkpoint, CheckpointError, origin};
pub use record::{Head, Kind, NotCanonical, Record, canonical, commitment, seal};
pub use tree::{Root, leaf_hash};
pub use verify::{Body, Fault, Outcome, Verifier};

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// What stands before the first record.
pub const GENESIS: Hash = [0; 32];
