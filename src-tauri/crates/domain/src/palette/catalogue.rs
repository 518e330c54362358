//! The roles that there are.

use super::{Disposition, Emissions, Route};
use crate::ids::{ModeId, RoleName};
use crate::pack::{Delegate, Pack, Role};

/// The pack that roles are recruited from.
const CASTS: &str = "casts";

/// Every pack that is hired from. Roles of `casts` can be recruited; any other takes part only where a palette
/// names it.
#[derive(Debug, Clone)]
pub struct Catalogue<'a> {
    /// The packs.
    pub packs: Vec<&'a Pack>,
}

impl<'a> Catalogue<'a> {
    /// A role by the name that a palette or a request writes: a bare one means `casts`. Case counts, and `_` is
    /// not `-`.
    pub(super) fn role(&self, written: &str) -> Option<(&'a Pack, &'a Role)> {
        let (pack, role) = written.split_once('/').unwrap_or((CASTS, written));
        let pack = self.packs.iter().find(|candidate| candidate.id.as_str() == pack)?;
        let role = pack.roles.iter().find(|candidate| candidate.header.id.as_str() == role)?;
        Some((pack, role))
    }

    /// A role that can be recruited.
    pub(super) fn recruit(&self, written: &str) -> Option<(&'a Pack, &'a Role)> {
        self.role(written).filter(|(pack, _)| pack.id.as_str() == CASTS)
    }

    /// The full names of all roles that can be recruited, sorted.
    pub(super) fn recruits(&self) -> Vec<RoleName> {
        let casts = self.packs.iter().filter(|pack| pack.id.as_str() == CASTS);
        let mut names: Vec<RoleName> = casts
            .flat_map(|pack| pack.roles.iter().filter(|role| pack.is_active(&role.header.id)))
            .map(|role| role.name.clone())
            .collect();
        names.sort();
        names
    }

    /// The mode of this id, whichever pack ships it.
    pub(super) fn mode(&self, id: &ModeId) -> Option<&'a crate::pack::Mode> {
        self.packs.iter().find_map(|pack| pack.mode(id))
    }

    /// Whether one role's `delegates_to` lets it hand work to another.
    pub(super) fn may_delegate(&self, from: &RoleName, to: &RoleName) -> bool {
        let Some((_, from)) = self.role(&from.to_string()) else { return false };
        let Some(delegates) = &from.header.delegates_to else { return true };
        let duty = self.role(&to.to_string()).map(|(_, role)| role.header.duty.unwrap_or_default());
        delegates.iter().any(|delegate| match delegate {
            Delegate::Role(role) => *role == to.role && from.name.pack == to.pack,
            Delegate::Duty(named) => Some(*named) == duty,
        })
    }

    pub(super) fn route(
        pack: &Pack,
        role: &Role,
        disposition: Disposition,
        modes: &[ModeId],
        employee: Option<String>,
    ) -> Route {
        let emits = role.header.emits.as_ref();
        let results = emits.map(|emits| emits.iter().map(ToString::to_string).collect());
        Route {
            role: role.name.clone(),
            version: pack.version.clone(),
            disposition,
            modes: pack.modes_for(&role.header.id, modes).to_vec(),
            emits: Emissions::new(results, disposition),
            employee,
        }
    }
}
