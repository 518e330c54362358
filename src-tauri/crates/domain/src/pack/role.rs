//! Roles and packs as the rest of the product knows them.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::body::{Values, render};
use super::header::RoleHeader;
use super::mode::Mode;
use super::note::Publisher;
use super::overlay::{Overlay, RoleOverlay};
use crate::ids::{ModeId, PackId, RoleId, RoleName, ServerId};

/// A role of a pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Role {
    /// Its full name.
    pub name: RoleName,
    /// The version of its pack, which with the name says which role this is.
    pub pack_version: semver::Version,
    /// What is enforced, scored, read and told.
    pub header: RoleHeader,
    /// What the model is told, before values are put in.
    pub body: String,
    /// The file within the pack.
    pub file: String,
}

impl Role {
    /// What the model is told: the body with its values, then what the header tells.
    pub fn prompt(&self, values: &Values<'_>) -> String {
        let format = self.header.output_format.as_ref().map(|format| format!("Output format: {format}"));
        let kpis = self.header.kpis.as_ref().filter(|kpis| !kpis.is_empty());
        let kpis = kpis.map(|kpis| format!("Your work is measured by: {}", kpis.join(", ")));
        [Some(render(&self.body, values)), format, kpis]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("\n\n")
    }

    /// `pack/role@version`, as rules and records name it.
    pub fn versioned(&self) -> String {
        format!("{}@{}", self.name, self.pack_version)
    }
}

/// A pack, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pack {
    /// The pack.
    pub id: PackId,
    /// Its title.
    pub name: String,
    /// Its version.
    pub version: semver::Version,
    /// Who signed it.
    pub publisher: Publisher,
    /// When it was signed.
    pub published: Timestamp,
    /// Under which terms it may be used.
    pub license: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Where more is to be found.
    pub homepage: Option<String>,
    /// Slots for servers, and the tools that each is expected to offer.
    pub requires: BTreeMap<ServerId, Vec<String>>,
    /// Its roles, by file.
    pub roles: Vec<Role>,
    /// Its ways of working, by file.
    pub modes: Vec<Mode>,
    /// How its roles are run.
    pub overlay: Overlay,
}

impl Pack {
    /// A role of the pack.
    pub fn role(&self, id: &RoleId) -> Option<&Role> {
        self.roles.iter().find(|role| role.name.role == *id)
    }

    /// A mode of the pack.
    pub fn mode(&self, id: &ModeId) -> Option<&Mode> {
        self.modes.iter().find(|mode| mode.id == *id)
    }

    /// Whether a role may run in a mode: the pack knows it, and neither header nor overlay leaves it out.
    pub fn may_run_in(&self, role: &RoleId, mode: &ModeId) -> bool {
        let open = |list: Option<&Vec<ModeId>>| list.is_none_or(|list| list.contains(mode));
        let header = self.role(role).and_then(|role| role.header.modes.as_ref());
        let overlay = self.overlay.get(role).and_then(|overlay| overlay.modes_allow.as_ref());
        self.mode(mode).is_some() && open(header) && open(overlay)
    }

    /// The modes that a role runs in: those that are named, else the pack's defaults.
    pub fn modes_for<'a>(&'a self, role: &RoleId, named: &'a [ModeId]) -> &'a [ModeId] {
        let defaults = self.overlay.get(role).and_then(|overlay| overlay.default_modes.as_deref());
        if named.is_empty() { defaults.unwrap_or_default() } else { named }
    }

    /// Whether a role can be picked.
    pub fn is_active(&self, role: &RoleId) -> bool {
        self.overlay.get(role).is_none_or(|overlay: &RoleOverlay| overlay.active)
    }
}
