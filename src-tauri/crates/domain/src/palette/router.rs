//! Who does what is asked for, and whether somebody may be recruited for it.

use serde::Serialize;

use super::{Catalogue, CheckedPlay, Disposition, PaletteCount, Reason, Request, Route};
use crate::ids::{OperationId, RoleName};

use crate::pack::{Pack, Role};

/// The palette of a run as it is now: the declared roles, those that were recruited, and the budget. What is
/// serialized is the checkpoint.
#[derive(Debug, Clone, Serialize)]
pub struct Router {
    max_new_roles: u32,
    orchestrator_may_expand: bool,
    initial: Vec<Route>,
    expanded: Vec<Route>,
    reserved: Vec<RoleName>,
    consumed: u32,
}

/// Who asks, as the graph's builder stamped it; never taken from a request.
#[derive(Debug, Clone, Copy)]
pub struct Emitter<'a> {
    /// The operation that asks; nothing for a planned task.
    pub operation: Option<&'a OperationId>,
    /// The route that it runs on; nothing where nobody stamped one.
    pub route: Option<&'a Route>,
    /// Whether it sits in the orchestrator seat.
    pub seat: bool,
}

/// What comes of a request.
#[derive(Debug)]
pub enum Step {
    /// Somebody who takes part does it.
    Existing(Route),
    /// Nobody does.
    Refused(Refusal),
    /// The role is being provisioned: its result is waited for.
    Wait(RoleName),
    /// The role has to be provisioned; a unit is held for it.
    Provision(Reservation),
}

/// Why nobody does it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// For the ledger.
    pub reason: Reason,
    /// At most 500 characters, no secret, no absolute path.
    pub detail: String,
}

impl Refusal {
    /// A refusal with its detail cut and masked.
    pub fn new(reason: Reason, detail: &str) -> Self {
        Self { reason, detail: super::refusal::detail(detail) }
    }
}

/// A unit that is held while its role is provisioned. Used up by [`Router::published`] or [`Router::failed`].
#[derive(Debug)]
pub struct Reservation {
    route: Route,
}

impl Reservation {
    /// The route that is to be provisioned.
    pub fn route(&self) -> &Route {
        &self.route
    }
}

impl Router {
    /// The palette of a run that begins.
    pub fn new(play: &CheckedPlay) -> Self {
        let expansion = play.play.palette.expansion;
        Self {
            max_new_roles: expansion.max_new_roles,
            orchestrator_may_expand: expansion.orchestrator_may_expand,
            initial: play.initial.clone(),
            expanded: Vec::new(),
            reserved: Vec::new(),
            consumed: 0,
        }
    }

    /// Routes a live request. *Source:* `50-plays.md`, routing, steps 0 to 7.
    pub fn route(&mut self, request: &Request, emitter: &Emitter<'_>, catalogue: &Catalogue<'_>) -> Step {
        if emitter.route.is_some_and(|route| !route.emits.may_spawn()) {
            return refused(Reason::NotEmissionCapable, "the role is terminal in this play");
        }
        match (request.named(), emitter.route) {
            (None, Some(own)) => Step::Existing(own.clone()),
            (None, None) => refused(Reason::RequesterNotAuthorized, "nobody stamped who asks"),
            (Some(named), route) => {
                if let Some((_, role)) = catalogue.role(named)
                    && route.is_some_and(|route| !catalogue.may_delegate(&route.role, &role.name))
                {
                    let detail = format!("the role may not hand work to {}", role.name);
                    return refused(Reason::DelegationNotAllowed, &detail);
                }
                self.named(named, emitter.seat, catalogue)
            }
        }
    }

    /// Routes a plan's assignee, as the seat's own request.
    pub fn planned(&mut self, assignee: &str, catalogue: &Catalogue<'_>) -> Step {
        self.named(assignee.trim(), true, catalogue)
    }

    fn named(&mut self, named: &str, seat: bool, catalogue: &Catalogue<'_>) -> Step {
        if let Some(route) = self.existing(named, catalogue) {
            return Step::Existing(route.clone());
        }
        let Some((pack, role)) = catalogue.recruit(named) else {
            return refused(Reason::UnknownCatalogRole, &format!("casts has no role {named:?}"));
        };
        if !seat {
            return refused(Reason::RequesterNotAuthorized, "only the orchestrator seat may recruit");
        }
        if !self.orchestrator_may_expand {
            return refused(Reason::RequesterNotAuthorized, "the palette lets nobody recruit");
        }
        if self.reserved.contains(&role.name) {
            return Step::Wait(role.name.clone());
        }
        self.reserve(pack, role)
    }

    fn reserve(&mut self, pack: &Pack, role: &Role) -> Step {
        if !pack.is_active(&role.header.id) {
            return refused(Reason::RoleProvisionFailed, "the pack marks the role as not active");
        }
        let held = u32::try_from(self.reserved.len()).unwrap_or(u32::MAX);
        if self.consumed.saturating_add(held) >= self.max_new_roles {
            let detail =
                format!("{} of {} new roles are spent or held", self.consumed + held, self.max_new_roles);
            return refused(Reason::PaletteBudgetExhausted, &detail);
        }
        self.reserved.push(role.name.clone());
        let route = Catalogue::route(pack, role, Disposition::Terminal, &[], None);
        Step::Provision(Reservation { route })
    }

    /// Publishes a role that was provisioned: whoever asks for it from now on costs no unit.
    pub fn published(&mut self, reservation: Reservation) -> Route {
        self.release(&reservation.route.role);
        self.consumed += 1;
        self.expanded.push(reservation.route.clone());
        reservation.route
    }

    /// Frees the unit of a role that could not be provisioned.
    #[expect(clippy::needless_pass_by_value, reason = "a reservation is used up, whatever came of it")]
    pub fn failed(&mut self, reservation: Reservation, detail: &str) -> Refusal {
        self.release(&reservation.route.role);
        Refusal::new(Reason::RoleProvisionFailed, detail)
    }

    fn release(&mut self, role: &RoleName) {
        self.reserved.retain(|held| held != role);
    }

    fn existing(&self, named: &str, catalogue: &Catalogue<'_>) -> Option<&Route> {
        let (_, role) = catalogue.role(named)?;
        self.routes().find(|route| route.role == role.name)
    }

    /// Everybody who takes part now: the declared roles and those that were recruited.
    pub fn routes(&self) -> impl Iterator<Item = &Route> {
        self.initial.iter().chain(&self.expanded)
    }

    /// The budget of new roles.
    pub fn count(&self) -> PaletteCount {
        PaletteCount {
            max: self.max_new_roles,
            consumed: self.consumed,
            reserved: u32::try_from(self.reserved.len()).unwrap_or(u32::MAX),
        }
    }

    /// Whether the seat may still recruit.
    pub fn may_expand(&self) -> bool {
        let count = self.count();
        self.orchestrator_may_expand && count.consumed + count.reserved < count.max
    }
}

fn refused(reason: Reason, detail: &str) -> Step {
    Step::Refused(Refusal::new(reason, detail))
}
