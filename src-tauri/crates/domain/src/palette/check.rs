//! Whether a play can be run with the packs at hand.

use std::collections::HashSet;

use super::play::read;
use super::{Catalogue, Disposition, PaletteRole, Play, Route};
use crate::ids::RoleName;
use crate::pack::{Diagnostic, Mode, Pack, Role, Span};

/// A play that can be run.
#[derive(Debug, Clone)]
pub struct CheckedPlay {
    /// As it is written.
    pub play: Play,
    /// Who sits in the orchestrator seat.
    pub seat: Route,
    /// Who is there from the start, in the order of the palette.
    pub initial: Vec<Route>,
}

/// What the seat's planner is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planning {
    /// Roles that tasks can be given to.
    pub assignable_roles: Vec<RoleName>,
    /// Roles that would have to be recruited.
    pub expansion_only_roles: Vec<RoleName>,
    /// How many may be.
    pub max_new_roles: u32,
    /// Whether the seat may.
    pub orchestrator_may_expand: bool,
}

impl CheckedPlay {
    /// What the seat's planner is told. Without a budget nothing is listed for recruiting.
    pub fn planning(&self, catalogue: &Catalogue<'_>) -> Planning {
        let assignable: Vec<RoleName> = self.initial.iter().map(|route| route.role.clone()).collect();
        let expansion = self.play.palette.expansion;
        let open = expansion.max_new_roles > 0 && expansion.orchestrator_may_expand;
        let recruits = if open { catalogue.recruits() } else { Vec::new() };
        Planning {
            expansion_only_roles: recruits.into_iter().filter(|role| !assignable.contains(role)).collect(),
            assignable_roles: assignable,
            max_new_roles: expansion.max_new_roles,
            orchestrator_may_expand: expansion.orchestrator_may_expand,
        }
    }
}

/// Reads a play file and checks it against the roles that there are. Nothing is created.
///
/// *Errors:* every fault of the file and of the palette together, in the order of their places.
pub fn examine(file: &str, bytes: &[u8], catalogue: &Catalogue<'_>) -> Result<CheckedPlay, Vec<Diagnostic>> {
    let (play, mut faults) = read(file, bytes);
    let checked = play.map(|play| check(file, play, catalogue));
    match checked {
        Some(Ok(checked)) if faults.is_empty() => return Ok(checked),
        Some(Err(found)) => faults.extend(found),
        Some(Ok(_)) | None => {}
    }
    faults.sort_by_key(|fault| (fault.line, fault.column));
    Err(faults)
}

/// Checks a play against the roles that there are. Nothing is created.
///
/// *Errors:* every fault, with its place.
pub fn check(file: &str, play: Play, catalogue: &Catalogue<'_>) -> Result<CheckedPlay, Vec<Diagnostic>> {
    let mut faults = Faults { file, found: Vec::new() };
    let mut names = HashSet::new();
    let mut initial = Vec::new();
    for role in &play.palette.roles {
        let route = faults.route(role, catalogue);
        if let Some(route) = route {
            if names.insert(route.role.clone()) {
                initial.push(route);
            } else {
                faults.add("duplicate-role", role.role.span, format!("{} is named twice", route.role), "");
            }
        }
    }
    let seat = faults.seat(&play, &initial, catalogue);
    match seat {
        Some(seat) if faults.found.is_empty() => Ok(CheckedPlay { play, seat, initial }),
        _ => Err(faults.found),
    }
}

struct Faults<'f> {
    file: &'f str,
    found: Vec<Diagnostic>,
}

impl Faults<'_> {
    fn add(&mut self, code: &str, at: Span, message: String, help: &str) {
        let fault = Diagnostic::error(code, self.file, at, message);
        self.found.push(if help.is_empty() { fault } else { fault.with_help(help) });
    }

    fn route(&mut self, written: &PaletteRole, catalogue: &Catalogue<'_>) -> Option<Route> {
        let name = &written.role;
        let Some((pack, role)) = catalogue.role(&name.value) else {
            let help = "a bare name is a role of casts; write pack/role for any other, case counts";
            self.add("unknown-role", name.span, format!("there is no role {:?}", name.value), help);
            return None;
        };
        if role.header.id.as_str() == "orchestrator" && pack.id.as_str() != "casts" {
            let message = format!("{} is named like the seat and gives nothing by it", role.name);
            self.add("named-orchestrator", name.span, message, "rename the role");
        }
        let nobody = role.header.delegates_to.as_ref().is_some_and(Vec::is_empty);
        if nobody && written.disposition == Disposition::EmissionCapable {
            let message = format!("{} delegates to nobody and cannot be emission_capable", role.name);
            self.add("delegates-to-nobody", name.span, message, "make it terminal");
        }
        self.modes(written, catalogue, pack, role);
        let modes: Vec<_> = written.modes.iter().map(|mode| mode.value.clone()).collect();
        Some(Catalogue::route(pack, role, written.disposition, &modes, written.employee.clone()))
    }

    fn modes(&mut self, written: &PaletteRole, catalogue: &Catalogue<'_>, pack: &Pack, role: &Role) {
        let mut seen: Vec<&Mode> = Vec::new();
        for named in &written.modes {
            let Some(mode) = catalogue.mode(&named.value) else {
                self.add("unknown-mode", named.span, format!("there is no mode {}", named.value), "");
                continue;
            };
            // A role of another pack runs in a mode of casts unless its own header leaves the mode out.
            let open = match pack.mode(&named.value) {
                Some(_) => pack.may_run_in(&role.header.id, &named.value),
                None => role.header.modes.as_ref().is_none_or(|modes| modes.contains(&named.value)),
            };
            if !open {
                let message = format!("{} may not run in the mode {}", role.name, named.value);
                self.add("mode-not-allowed", named.span, message, "");
            }
            for earlier in &seen {
                if earlier.id == mode.id {
                    self.add(
                        "duplicate-mode",
                        named.span,
                        format!("the mode {} is named twice", mode.id),
                        "",
                    );
                } else if earlier.conflicts_with(mode) {
                    let message = format!("the modes {} and {} do not go together", earlier.id, mode.id);
                    self.add("conflicting-modes", named.span, message, "");
                }
            }
            seen.push(mode);
        }
    }

    /// The seat: the role that is named for it, as the palette has it, or able to ask for more.
    fn seat(&mut self, play: &Play, initial: &[Route], catalogue: &Catalogue<'_>) -> Option<Route> {
        let written = &play.orchestrator;
        let Some((pack, role)) = catalogue.role(&written.value) else {
            let message = format!("there is no role {:?} for the seat", written.value);
            self.add("unknown-role", written.span, message, "name it with orchestrator: pack/role");
            return None;
        };
        let listed = initial.iter().find(|route| route.role == role.name).cloned();
        let usual = || Catalogue::route(pack, role, Disposition::EmissionCapable, &[], None);
        Some(listed.unwrap_or_else(usual))
    }
}
