//! Hiring: exactly what was approved is created, or nothing.

use std::sync::Arc;

use domain::audit::Kind;
use domain::authority::{EmployeePolicy, Policy, Snapshot};
use domain::event::Fact;
use domain::ids::{CompanyId, RoleId};
use domain::org::{self, Candidate, ManagerError, Position};
use domain::pack::{Pack, Role};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use wire::Failure;
use wire::employee::{EmployeeHire, EmployeeManagers, EmployeePlan, EmployeeRow, HirePlan, ManagerChoice};

use super::company::{new_id, one_line};
use super::lookup::{self, actor};
use crate::host::Host;
use crate::policy;
use crate::store::NewRecord;
use crate::store::company::Company;
use crate::store::employee::{self, Employee, PinnedRole};
use crate::store::pack::InstalledPack;

/// A hire that the rules allow, not yet made.
pub(super) struct Hiring {
    company: Company,
    pack: InstalledPack,
    role: Role,
    name: String,
    manager: Employee,
    /// Whether the role's `reports_to` names this manager's role.
    fits: bool,
}

impl Hiring {
    /// The record of a hire.
    pub(super) fn record(one: &Employee, actor: &str, why: Option<&str>) -> NewRecord {
        let body = json!({
            "name": one.name,
            "role": one.role.as_ref().map(|role| role.name.to_string()),
            "pack_version": one.role.as_ref().map(|role| role.version.to_string()),
            "level": one.level,
            "manager": one.manager_id,
            "budget": one.budget,
            "why": why,
        });
        NewRecord::new(Kind::EmployeeHired, Some(one.company_id.clone()), actor, one.id.as_str(), body)
    }
}

/// Everybody who could manage somebody of a role, those that it names first.
pub(super) async fn managers(
    host: &Arc<Host>,
    asked: EmployeeManagers,
) -> Result<Vec<ManagerChoice>, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let (_, pack, id) = host.packs.role(&asked.role).await?;
    let role = role_of(&pack, &id)?;
    let people = staff(host, &company.id).await?;
    let reports_to = reports_to(role);
    let position = Position { level: role.header.level, reports_to: reports_to.as_deref() };
    let mut choices = Vec::new();
    for one in &people {
        let candidate = candidate(one);
        choices.push(ManagerChoice {
            employee: super::employee::row(host, one).await?,
            suggested: is_named(position, &candidate),
            forbidden: org::forbids(position, &candidate).map(|why| why.to_string()),
        });
    }
    choices.sort_by_key(|choice| (choice.forbidden.is_some(), !choice.suggested));
    Ok(choices)
}

/// What a hire would create, without creating it.
pub(super) async fn plan(host: &Arc<Host>, asked: EmployeePlan) -> Result<HirePlan, Failure> {
    let company = asked.company.as_deref();
    let hiring = prepare(host, company, &asked.role, &asked.name, asked.manager.as_deref()).await?;
    planned(host, &hiring).await
}

/// Hires, if nothing differs from what was approved.
pub(super) async fn hire(host: &Arc<Host>, asked: EmployeeHire) -> Result<EmployeeRow, Failure> {
    let company = asked.company.as_deref();
    let hiring = prepare(host, company, &asked.role, &asked.name, asked.manager.as_deref()).await?;
    let why = asked.why.as_deref().map(str::trim).filter(|why| !why.is_empty());
    if !hiring.fits && why.is_none() {
        let wanted = reports_to(&hiring.role).unwrap_or_default().join(", ");
        return Err(Failure::new(
            wire::FailureCode::Confirm,
            format!(
                "{} reports to {wanted}, and {} is none of them",
                hiring.role.header.name, hiring.manager.name
            ),
        )
        .hint("say why with --why, and it is recorded with the hire"));
    }
    if let Some(approved) = &asked.digest
        && *approved != planned(host, &hiring).await?.digest
    {
        return Err(Failure::refused("something changed since this hire was approved: nobody was hired")
            .hint("look at the last page again"));
    }
    let one = employee_of(host, &hiring)?;
    let record = Hiring::record(&one, &actor(host), why);
    let written = one.clone();
    host.store
        .write(move |tx| {
            Box::pin(async move {
                employee::insert(tx, &written).await?;
                let seq = tx.audit(record).await?;
                let fact = Fact::EmployeeChanged { employee_id: written.id.clone() };
                tx.publish(Some(&written.company_id), Some(seq), fact);
                Ok(())
            })
        })
        .await?;
    host.policies.reload(&one.company_id).await?;
    super::employee::row(host, &one).await
}

/// A member of a starter, hired together with the company.
pub(super) async fn member(
    host: &Arc<Host>,
    company: &CompanyId,
    name: &str,
    role: &str,
    manager: Option<&Employee>,
) -> Result<Employee, Failure> {
    let (pack, contents, id) = host.packs.role(&format!("company/{role}")).await?;
    let role = role_of(&contents, &id)?;
    Ok(Employee {
        id: new_id()?,
        company_id: company.clone(),
        role: Some(PinnedRole { name: role.name.clone(), version: pack.version.clone() }),
        name: name.to_owned(),
        title: role.header.name.clone(),
        level: role.header.level,
        manager_id: manager.map(|manager| manager.id.clone()),
        state: "active".to_owned(),
        run_id: None,
        budget: 0.0,
        hired_at: host.clock.now(),
    })
}

async fn prepare(
    host: &Arc<Host>,
    company: Option<&str>,
    role: &str,
    name: &str,
    manager: Option<&str>,
) -> Result<Hiring, Failure> {
    let company = lookup::company(host, company).await?;
    let name = one_line(name, "an employee's name")?;
    let (pack, contents, id) = host.packs.role(role).await?;
    let role = role_of(&contents, &id)?.clone();
    if !role.header.level.is_hirable() {
        return Err(Failure::refused(format!("{} is part of the machinery and cannot be hired", role.name)));
    }
    let people = staff(host, &company.id).await?;
    if people.iter().any(|one| one.name == name) {
        return Err(Failure::refused(format!("somebody called {name:?} works here already"))
            .hint("choose another name"));
    }
    let reports_to = reports_to(&role);
    let position = Position { level: role.header.level, reports_to: reports_to.as_deref() };
    let candidates: Vec<Candidate<'_>> = people.iter().map(candidate).collect();
    let chosen = match manager {
        Some(named) => {
            let one = lookup::employee(host, &company.id, named).await?;
            let candidate = candidate(&one);
            if let Some(forbidden) = org::forbids(position, &candidate) {
                return Err(Failure::refused(forbidden.to_string())
                    .hint("choose a manager of the same or a higher level"));
            }
            one.id
        }
        None => org::choose_manager(position, &candidates).map_err(|error| no_manager(&error))?.id.clone(),
    };
    let manager = people.iter().find(|one| one.id == chosen).cloned();
    let manager = manager.ok_or_else(|| Failure::refused("a contractor manages nobody"))?;
    let fits = reports_to.is_none() || is_named(position, &candidate(&manager));
    Ok(Hiring { company, pack, role, name, manager, fits })
}

fn no_manager(error: &ManagerError) -> Failure {
    let details = match error {
        ManagerError::Nobody { .. } => Vec::new(),
        ManagerError::Several { names } => names.clone(),
    };
    Failure::refused(error.to_string()).details(details).hint("name the manager with --manager EMPLOYEE")
}

async fn planned(host: &Arc<Host>, hiring: &Hiring) -> Result<HirePlan, Failure> {
    let one = employee_of(host, hiring)?;
    let current = host.policies.of(&hiring.company.id).await?;
    // The role's own lists over today's tools and the company's rules; nobody of this id has grants.
    let policy = Policy {
        unlisted: hiring
            .company
            .unlisted
            .parse()
            .map_err(|error| Failure::unavailable(format!("{error}")))?,
        rules: host.policies.company_rules(&hiring.company.id).await?,
        employees: vec![EmployeePolicy {
            id: one.id.clone(),
            lists: policy::lists(&hiring.role),
            suspended: false,
        }],
    };
    let snapshot = Snapshot::compile(current.snapshot.catalogue().to_vec(), &policy, None);
    let mut plan = HirePlan {
        company: hiring.company.name.clone(),
        role: hiring.role.name.to_string(),
        title: hiring.role.header.name.clone(),
        pack_version: hiring.pack.version.to_string(),
        publisher: hiring.pack.publisher.clone(),
        name: hiring.name.clone(),
        level: hiring.role.header.level.to_string(),
        manager: super::employee::row(host, &hiring.manager).await?,
        budget: one.budget,
        tools: super::employee::verdicts(&snapshot, &one.id),
        digest: String::new(),
    };
    let canonical =
        domain::audit::canonical(&plan).map_err(|error| Failure::unavailable(error.to_string()))?;
    plan.digest = hex::encode(Sha256::digest(canonical));
    Ok(plan)
}

fn employee_of(host: &Host, hiring: &Hiring) -> Result<Employee, Failure> {
    Ok(Employee {
        id: new_id()?,
        company_id: hiring.company.id.clone(),
        role: Some(PinnedRole { name: hiring.role.name.clone(), version: hiring.pack.version.clone() }),
        name: hiring.name.clone(),
        title: hiring.role.header.name.clone(),
        level: hiring.role.header.level,
        manager_id: Some(hiring.manager.id.clone()),
        state: "active".to_owned(),
        run_id: None,
        // Nothing may be spent until a person says so.
        budget: 0.0,
        hired_at: host.clock.now(),
    })
}

/// Everybody on staff: contractors manage nobody and bear names of their own.
async fn staff(host: &Host, company: &CompanyId) -> Result<Vec<Employee>, Failure> {
    let people = host.store.employees(company).await?;
    Ok(people.into_iter().filter(|one| one.run_id.is_none()).collect())
}

fn candidate(one: &Employee) -> Candidate<'_> {
    Candidate {
        id: one.id.clone(),
        name: &one.name,
        level: one.level,
        role: one.role.as_ref().map(|role| role.name.role.as_str()),
        active: one.is_active(),
    }
}

fn is_named(position: Position<'_>, candidate: &Candidate<'_>) -> bool {
    match position.reports_to {
        Some(wanted) => candidate.is_named_in(wanted),
        None => candidate.role.is_none(),
    }
}

fn reports_to(role: &Role) -> Option<Vec<String>> {
    role.header.reports_to.as_ref().map(|list| list.iter().map(ToString::to_string).collect())
}

fn role_of<'p>(pack: &'p Pack, id: &RoleId) -> Result<&'p Role, Failure> {
    pack.role(id).ok_or_else(|| Failure::invalid(format!("the pack {} has no role {id}", pack.id)))
}
