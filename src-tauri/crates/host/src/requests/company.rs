//! Companies, and the organizations that one can start with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use domain::audit::Kind;
use domain::event::Fact;
use domain::guard::is_hidden;
use domain::ids::{CompanyId, EmployeeId};
use domain::org::Level;
use serde_json::json;
use wire::Failure;
use wire::company::{CompanyFound, CompanyFounded, CompanyRow, Starter, StarterMember};

use super::hire::{self, Hiring};
use super::lookup::actor;
use crate::host::Host;
use crate::store::NewRecord;
use crate::store::company::{self, Company};
use crate::store::employee::{self, Employee};

/// The members of the starter `company`: a name, a role of the pack `company`, and the manager's place.
const COMPANY: [(&str, &str, Option<usize>); 7] = [
    ("Clara", "chief-executive-officer", None),
    ("Vera", "vp-engineering", Some(0)),
    ("Emil", "engineering-manager", Some(1)),
    ("Bruno", "backend-developer", Some(2)),
    ("Bella", "backend-developer", Some(2)),
    ("Sofia", "support-agent", Some(0)),
    ("Finn", "finance-analyst", Some(0)),
];

/// Names are shown in lists: one line, not longer than one.
const MAX_NAME: usize = 80;

pub(super) async fn list(host: &Arc<Host>) -> Result<Vec<CompanyRow>, Failure> {
    let mut rows = Vec::new();
    for company in host.store.companies().await? {
        let people = host.store.employees(&company.id).await?;
        rows.push(row(&company, &people));
    }
    Ok(rows)
}

fn row(company: &Company, people: &[Employee]) -> CompanyRow {
    let working = people.iter().filter(|one| !one.is_human() && one.is_active() && one.run_id.is_none());
    CompanyRow {
        id: company.id.clone(),
        name: company.name.clone(),
        workspace: company.workspace.clone(),
        unlisted: company.unlisted.clone(),
        employees: u32::try_from(working.count()).unwrap_or(u32::MAX),
        founded_at: company.founded_at.to_string(),
    }
}

pub(super) async fn starters(host: &Arc<Host>) -> Result<Vec<Starter>, Failure> {
    let current = host.packs.current().await?;
    let Some((row, pack)) = current.iter().find(|(row, _)| row.id.as_str() == "company") else {
        return Ok(Vec::new());
    };
    let title_of = |role: &str| {
        pack.roles
            .iter()
            .find(|r| r.header.id.as_str() == role)
            .map(|r| r.header.name.clone())
            .unwrap_or_default()
    };
    let members = COMPANY
        .iter()
        .map(|(name, role, manager)| StarterMember {
            name: (*name).to_owned(),
            role: format!("company/{role}"),
            title: title_of(role),
            manager: manager
                .and_then(|at| COMPANY.get(at))
                .map_or_else(|| host.operator.clone(), |(name, _, _)| (*name).to_owned()),
        })
        .collect();
    Ok(vec![Starter {
        id: "company".to_owned(),
        title: "A small software company".to_owned(),
        pack: format!("{} {}", row.id, row.version),
        publisher: row.publisher.clone(),
        fingerprint: row.fingerprint.clone(),
        members,
    }])
}

/// Founds a company with its operator on top, and hires the starter, all or nothing.
pub(super) async fn found(host: &Arc<Host>, found: CompanyFound) -> Result<CompanyFounded, Failure> {
    let name = one_line(&found.name, "a company's name")?;
    if host.store.companies().await?.iter().any(|company| company.name == name) {
        return Err(Failure::refused(format!("a company called {name:?} is there already"))
            .hint("choose another name"));
    }
    let id: CompanyId = new_id()?;
    let workspace = workspace(host, found.workspace.as_deref(), &id)?;
    let company = Company {
        id,
        name,
        workspace: workspace.display().to_string(),
        unlisted: "deny".to_owned(),
        founded_at: host.clock.now(),
    };
    let operator = operator(host, &company)?;
    let mut people = vec![operator];
    match found.starter.as_deref() {
        None => {}
        Some("company") => {
            for (name, role, manager) in COMPANY {
                let manager = people.get(manager.map_or(0, |at| at + 1)).cloned();
                people.push(hire::member(host, &company.id, name, role, manager.as_ref()).await?);
            }
        }
        Some(other) => {
            return Err(
                Failure::invalid(format!("there is no starter {other:?}")).hint("use --starter company")
            );
        }
    }
    commit(host, &company, &people).await?;
    host.policies.reload(&company.id).await?;
    let mut hired = Vec::new();
    for one in &people {
        hired.push(super::employee::row(host, one).await?);
    }
    Ok(CompanyFounded { company: row(&company, &people), hired })
}

async fn commit(host: &Arc<Host>, company: &Company, people: &[Employee]) -> Result<(), Failure> {
    let (company, people, actor) = (company.clone(), people.to_vec(), actor(host));
    host.store
        .write(move |tx| {
            Box::pin(async move {
                company::insert(tx, &company).await?;
                let body = json!({ "name": company.name, "workspace": company.workspace, "unlisted": company.unlisted });
                let id = Some(company.id.clone());
                let record = NewRecord::new(Kind::CompanyFounded, id, &actor, company.id.as_str(), body);
                let seq = tx.audit(record).await?;
                tx.publish(Some(&company.id), Some(seq), Fact::CompanyChanged {});
                for one in &people {
                    employee::insert(tx, one).await?;
                    let record = Hiring::record(one, &actor, None);
                    let seq = tx.audit(record).await?;
                    let fact = Fact::EmployeeChanged { employee_id: one.id.clone() };
                    tx.publish(Some(&company.id), Some(seq), fact);
                }
                Ok(())
            })
        })
        .await
        .map_err(Failure::from)
}

/// The person at this machine, on top of the company.
fn operator(host: &Host, company: &Company) -> Result<Employee, Failure> {
    Ok(Employee {
        id: new_id::<EmployeeId>()?,
        company_id: company.id.clone(),
        role: None,
        name: host.operator.clone(),
        title: "Operator".to_owned(),
        level: Level::Board,
        manager_id: None,
        state: "active".to_owned(),
        run_id: None,
        budget: 0.0,
        hired_at: company.founded_at,
    })
}

/// The company's folder: the one that is named, which must be a folder, or a new one in the data folder.
fn workspace(host: &Host, named: Option<&str>, id: &CompanyId) -> Result<PathBuf, Failure> {
    let folder = match named {
        Some(named) => Path::new(named).to_owned(),
        None => host.data.join("companies").join(id.as_str()),
    };
    let refused = |error: std::io::Error| {
        Failure::refused(format!("the folder {} cannot be used: {error}", folder.display()))
            .hint("name another with --workspace DIR")
    };
    if !folder.is_absolute() {
        return Err(Failure::invalid("the company's folder must be named from the root"));
    }
    std::fs::create_dir_all(&folder).map_err(refused)?;
    let resolved = folder.canonicalize().map_err(refused)?;
    if resolved.to_str().is_none() {
        return Err(Failure::invalid("the company's folder must have a name in UTF-8"));
    }
    if named.is_some() && (host.data.starts_with(&resolved) || resolved.starts_with(&host.data)) {
        return Err(Failure::refused("the company's folder and the data folder must lie apart")
            .hint("employees write to the company's folder; name another with --workspace DIR"));
    }
    Ok(resolved)
}

/// A name in one line.
pub(super) fn one_line(text: &str, what: &str) -> Result<String, Failure> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Failure::invalid(format!("{what} is missing: the name is blank")));
    }
    if text.chars().count() > MAX_NAME || text.chars().any(char::is_control) {
        return Err(Failure::invalid(format!("{what} is one line of at most {MAX_NAME} characters")));
    }
    if let Some(hidden) = text.chars().find(|&c| is_hidden(c)) {
        let why = format!("{what} holds the hidden character {}", hidden.escape_unicode());
        return Err(Failure::invalid(why).hint("type the name anew instead of pasting it"));
    }
    Ok(text.to_owned())
}

/// A new id.
pub(super) fn new_id<T: std::str::FromStr<Err = domain::ids::IdError>>() -> Result<T, Failure> {
    crate::new_id().map_err(|error| Failure::unavailable(error.to_string()))
}
