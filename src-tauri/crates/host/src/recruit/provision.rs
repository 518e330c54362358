//! Making a role ready: an employee of the run, under the company's rules.

use std::time::Duration;

use domain::audit::Kind;
use domain::event::Fact;
use domain::ids::EmployeeId;
use domain::org::Level;
use domain::palette::Route;
use serde_json::json;

use super::run::Running;
use super::scripted::pause;
use crate::store::NewRecord;
use crate::store::employee::{self, Employee, PinnedRole};

/// How long provisioning may take.
pub(super) const TIME_LIMIT: Duration = Duration::from_mins(2);

/// Makes a route ready and gives its employee. Leaves nothing behind where it fails.
pub(super) async fn provision(running: &Running, route: &Route) -> Result<EmployeeId, String> {
    let scripted = running.scripted.provision(&route.role);
    match tokio::time::timeout(TIME_LIMIT, pause(scripted.takes, false)).await {
        Ok(()) => {}
        Err(_) => return Err(format!("it took longer than {} s", TIME_LIMIT.as_secs())),
    }
    if let Some(why) = scripted.fails {
        return Err(why);
    }
    match &route.employee {
        Some(name) => on_staff(running, route, name).await,
        None => contractor(running, route).await,
    }
}

/// Somebody who works here already takes the role.
async fn on_staff(running: &Running, route: &Route, name: &str) -> Result<EmployeeId, String> {
    let people = running.host.store.employees(&running.company).await.map_err(|error| error.to_string())?;
    let fits = |one: &&Employee| {
        one.name == name && one.is_active() && one.role.as_ref().is_some_and(|role| role.name == route.role)
    };
    people
        .iter()
        .find(fits)
        .map(|one| one.id.clone())
        .ok_or_else(|| format!("nobody active called {name} has the role {}", route.role))
}

/// An employee for this run: the role's lists, the company's rules, no grants.
async fn contractor(running: &Running, route: &Route) -> Result<EmployeeId, String> {
    let pack = running.host.packs.pinned(&route.role, &route.version);
    let pack = pack.ok_or_else(|| format!("{} {} is no longer installed", route.role, route.version))?;
    let role = pack.role(&route.role.role).ok_or_else(|| format!("{} is gone", route.role))?;
    let one = Employee {
        id: crate::new_id().map_err(|error| error.to_string())?,
        company_id: running.company.clone(),
        role: Some(PinnedRole { name: route.role.clone(), version: route.version.clone() }),
        name: role.header.name.clone(),
        title: role.header.name.clone(),
        level: Level::Ic,
        manager_id: running.seat_employee(),
        state: "active".to_owned(),
        run_id: Some(running.run.clone()),
        budget: 0.0,
        hired_at: running.host.clock.now(),
    };
    let id = one.id.clone();
    let body = json!({ "role": route.role, "pack_version": route.version.to_string(), "name": one.name });
    let mut record = NewRecord::new(
        Kind::ContractorJoined,
        Some(running.company.clone()),
        &running.actor,
        id.as_str(),
        body,
    );
    record.run = Some(running.run.clone());
    let written = running
        .host
        .store
        .write(move |tx| {
            Box::pin(async move {
                employee::insert(tx, &one).await?;
                let seq = tx.audit(record).await?;
                let fact = Fact::EmployeeChanged { employee_id: one.id.clone() };
                tx.publish(Some(&one.company_id), Some(seq), fact);
                Ok(())
            })
        })
        .await;
    written.map_err(|error| error.to_string())?;
    running.host.policies.reload(&running.company).await.map_err(|failure| failure.message)?;
    Ok(id)
}
