//! Installed packs: their files lie in the data folder and are verified again whenever it is opened.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use domain::ids::{PackId, RoleId, RoleName};
use domain::pack::{Pack, PackFile, Publisher, Refused, Role, TrustStore, VerifierKey, verify};
use wire::Failure;

use crate::pack_dir;
use crate::store::pack::{InstalledPack, TrustedKey};
use crate::store::{Store, StoreError};

/// The packs of an installation.
pub(crate) struct Packs {
    folder: PathBuf,
    store: Store,
    loaded: RwLock<HashMap<(PackId, semver::Version), Loaded>>,
}

/// An installed version.
#[derive(Clone)]
pub(crate) enum Loaded {
    /// As it was signed.
    Whole(Arc<Pack>),
    /// No longer as it was signed: its employees are suspended.
    Broken(String),
}

impl Packs {
    /// Reads and verifies every installed version.
    pub(crate) async fn open(data: &Path, store: Store) -> Result<Self, Failure> {
        let packs = Self { folder: data.join("packs"), store, loaded: RwLock::default() };
        let trust = packs.trust().await?;
        for installed in packs.store.packs().await? {
            let loaded = match load(&packs.place(&installed.id, &installed.version), &trust) {
                Ok(pack) => Loaded::Whole(Arc::new(pack)),
                Err(why) => Loaded::Broken(why),
            };
            packs.remember(installed.id, installed.version, loaded);
        }
        Ok(packs)
    }

    /// The keys that are believed, and who owns which pack.
    pub(crate) async fn trust(&self) -> Result<TrustStore, Failure> {
        let mut trust = TrustStore::shipped()
            .map_err(|error| Failure::unavailable(format!("the compiled-in key: {error}")))?;
        for key in self.store.trusted_keys().await? {
            let key = verifier(&key)?;
            drop(trust.add(key));
        }
        for installed in self.store.packs().await? {
            if let Ok(publisher) = installed.publisher.parse::<Publisher>() {
                trust.bind(installed.id, publisher);
            }
        }
        Ok(trust)
    }

    /// Puts the files of a verified pack in their place. Nothing of them is used before its row is written.
    pub(crate) fn unpack(&self, pack: &Pack, files: &[PackFile]) -> std::io::Result<()> {
        let place = self.place(&pack.id, &pack.version);
        let beside = self.folder.join(format!(".{}", uuid::Uuid::now_v7()));
        let written = files.iter().try_for_each(|file| {
            let path = beside.join(&file.path);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(path, &file.bytes)
        });
        let moved = written.and_then(|()| {
            // A row is written last, so that what lies here without one is left over from a crash.
            if place.exists() {
                std::fs::remove_dir_all(&place)?;
            }
            if let Some(parent) = place.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::rename(&beside, &place)
        });
        if moved.is_err() {
            drop(std::fs::remove_dir_all(&beside));
        }
        moved
    }

    /// Makes a version known that was just installed.
    pub(crate) fn remember(&self, id: PackId, version: semver::Version, loaded: Loaded) {
        self.loaded.write().unwrap_or_else(PoisonError::into_inner).insert((id, version), loaded);
    }

    /// A version, whole or broken.
    pub(crate) fn version(&self, id: &PackId, version: &semver::Version) -> Option<Loaded> {
        let key = (id.clone(), version.clone());
        self.loaded.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
    }

    /// The versions that are hired from, by id.
    pub(crate) async fn current(&self) -> Result<Vec<(InstalledPack, Arc<Pack>)>, StoreError> {
        let rows = self.store.packs().await?;
        let whole = rows.into_iter().filter(|row| row.current).filter_map(|row| {
            match self.version(&row.id, &row.version) {
                Some(Loaded::Whole(pack)) => Some((row, pack)),
                Some(Loaded::Broken(_)) | None => None,
            }
        });
        Ok(whole.collect())
    }

    /// The role of a full name, or of a bare one that is unique among the packs that are hired from.
    pub(crate) async fn role(&self, name: &str) -> Result<(InstalledPack, Arc<Pack>, RoleId), Failure> {
        let packs = self.current().await?;
        let wanted = |pack: &Pack, role: &Role| match name.split_once('/') {
            Some((of, id)) => pack.id.as_str() == of && role.header.id.as_str() == id,
            None => role.header.id.as_str() == name,
        };
        let mut found = packs.iter().flat_map(|(row, pack)| {
            pack.roles.iter().filter(|role| wanted(pack, role)).map(move |role| (row, pack, role))
        });
        match (found.next(), found.next()) {
            (Some((row, pack, role)), None) => Ok((row.clone(), Arc::clone(pack), role.header.id.clone())),
            (None, _) => Err(Failure::invalid(format!("no installed pack has a role {name:?}"))
                .hint("bailiwick pack list shows the packs; the Hire screen shows their roles")),
            (Some(first), Some(second)) => {
                let names =
                    [first, second].into_iter().chain(found).map(|(_, _, role)| role.name.to_string());
                Err(Failure::invalid(format!("several packs have a role {name:?}"))
                    .details(names.collect())
                    .hint("write its full name, pack/role"))
            }
        }
    }

    /// The role of a full name at a version.
    pub(crate) fn pinned(&self, name: &RoleName, version: &semver::Version) -> Option<Arc<Pack>> {
        match self.version(&name.pack, version) {
            Some(Loaded::Whole(pack)) if pack.role(&name.role).is_some() => Some(pack),
            _ => None,
        }
    }

    /// The plays that a version ships, by file name, sorted.
    pub(crate) fn plays(&self, id: &PackId, version: &semver::Version) -> Vec<(String, PathBuf)> {
        let folder = self.place(id, version).join("rehearsals");
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut plays: Vec<(String, PathBuf)> = entries
            .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
            .filter(|(name, _)| name.strip_suffix(".yaml").is_some_and(|name| !name.ends_with(".rehearsal")))
            .collect();
        plays.sort();
        plays
    }

    fn place(&self, id: &PackId, version: &semver::Version) -> PathBuf {
        // An id holds letters, digits and hyphens, a version no slash: neither climbs out.
        self.folder.join(id.as_str()).join(version.to_string())
    }
}

fn load(place: &Path, trust: &TrustStore) -> Result<Pack, String> {
    let files = pack_dir::read(place).map_err(|error| error.to_string())?;
    verify(&files, trust).map(domain::pack::Verified::into_inner).map_err(|refused| {
        let details = refused.details();
        if details.is_empty() { refused.to_string() } else { format!("{refused}: {}", details.join(", ")) }
    })
}

/// The key of a row.
pub(crate) fn verifier(key: &TrustedKey) -> Result<VerifierKey, Failure> {
    let publisher: Publisher = key.name.parse().map_err(|error| Failure::invalid(format!("{error}")))?;
    VerifierKey::from_pem(publisher, &key.pem).map_err(|error| Failure::invalid(error.to_string()))
}

/// The same no, as a front hears it.
pub(crate) fn refusal(refused: &Refused) -> Failure {
    Failure::refused(refused.to_string()).details(refused.details()).hint(refused.hint())
}
