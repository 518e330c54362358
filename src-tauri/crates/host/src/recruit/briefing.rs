//! What an operation's model is told: its charter, and what it may ask for as of this turn.

use domain::ids::{EmployeeId, RoleName};
use domain::palette::{ClauseInput, with_clause};

use super::run::{Running, State};
use crate::requests::find_company;

/// The turn that a prompt is written for.
pub(super) struct Turn<'a> {
    pub employee: &'a EmployeeId,
    pub may_spawn: bool,
    pub seat: bool,
}

/// The prompt of a turn. A person has none.
pub(super) async fn prompt(running: &Running, state: &State, turn: &Turn<'_>) -> Option<String> {
    let charter = match charter(running, turn.employee).await {
        Ok(charter) => charter,
        Err(failure) => {
            tracing::info!(employee = %turn.employee, why = failure.message, "an operation begins without a prompt");
            return None;
        }
    };
    Some(with_clause(&charter, &clause(state, turn, &assignees(state))))
}

async fn charter(running: &Running, employee: &EmployeeId) -> Result<String, wire::Failure> {
    let host = &running.host;
    let company = find_company(host, Some(running.company.as_str())).await?;
    let one = crate::requests::find_employee(host, &company.id, employee.as_str()).await?;
    crate::charter::prompt(host, &company, &one).await
}

fn assignees(state: &State) -> Vec<RoleName> {
    state.router.routes().map(|route| route.role.clone()).collect()
}

fn clause<'a>(state: &State, turn: &Turn<'_>, assignees: &'a [RoleName]) -> ClauseInput<'a> {
    let (palette, spawns) = (state.router.count(), state.admission.count());
    ClauseInput {
        may_spawn: turn.may_spawn,
        assignees,
        may_expand: turn.seat && state.router.may_expand(),
        remaining_new_roles: palette.max.saturating_sub(palette.consumed + palette.reserved),
        remaining_spawns: spawns.max.saturating_sub(spawns.used),
    }
}
