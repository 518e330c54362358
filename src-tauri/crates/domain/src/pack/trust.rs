//! Whose signatures are believed, and for which packs.

use std::collections::BTreeMap;

use super::note::{KeyError, Publisher, VerifierKey};
use crate::ids::PackId;

/// The publisher of the packs that come with the program.
pub const SHIPPED_PUBLISHER: &str = "bailiwick-release";
/// The packs that only that publisher may sign.
pub const SHIPPED_PACKS: [&str; 3] = ["company", "casts", "orchestration"];

const SHIPPED_KEY: &str = include_str!("bailiwick-release.pub.pem");

/// Publishers with their keys, and the packs that each first installed.
///
/// A key inside a pack means nothing; only a person adds one here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustStore {
    keys: Vec<VerifierKey>,
    owners: BTreeMap<PackId, Publisher>,
}

/// Why a key is not added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrustError {
    /// The name is taken by the compiled-in key.
    #[error(
        "`{SHIPPED_PUBLISHER}` is the name of the key that comes with the program; give this key another name"
    )]
    Reserved,
    /// It is trusted already.
    #[error("this key is trusted already, as {0}")]
    Known(Publisher),
}

impl TrustStore {
    /// The compiled-in publisher alone, as owner of the shipped packs.
    ///
    /// *Errors:* the program was built with something else than a public key.
    pub fn shipped() -> Result<Self, KeyError> {
        let publisher: Publisher = SHIPPED_PUBLISHER.parse().map_err(|_| KeyError::Form)?;
        let owners =
            SHIPPED_PACKS.iter().filter_map(|id| Some((id.parse().ok()?, publisher.clone()))).collect();
        Ok(Self { keys: vec![VerifierKey::from_pem(publisher, SHIPPED_KEY)?], owners })
    }

    /// Nobody; for checks that start from one key.
    pub fn empty() -> Self {
        Self { keys: Vec::new(), owners: BTreeMap::new() }
    }

    /// Believes a key from now on.
    pub fn add(&mut self, key: VerifierKey) -> Result<(), TrustError> {
        if let Some(known) = self.keys.iter().find(|known| known.fingerprint() == key.fingerprint()) {
            return Err(TrustError::Known(known.publisher().clone()));
        }
        if key.publisher().as_str() == SHIPPED_PUBLISHER {
            return Err(TrustError::Reserved);
        }
        self.keys.push(key);
        Ok(())
    }

    /// Ties a pack to the publisher who first installed it. The first tie stays.
    pub fn bind(&mut self, pack: PackId, publisher: Publisher) {
        self.owners.entry(pack).or_insert(publisher);
    }

    /// Who alone may sign a pack, where that is settled.
    pub fn owner(&self, pack: &PackId) -> Option<&Publisher> {
        self.owners.get(pack)
    }

    /// Every key that is believed.
    pub fn keys(&self) -> &[VerifierKey] {
        &self.keys
    }
}
