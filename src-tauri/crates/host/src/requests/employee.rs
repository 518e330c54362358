//! Employees.

use std::sync::Arc;

use domain::audit::Kind;
use domain::authority::{Question, Snapshot, resolve};
use domain::event::Fact;
use domain::ids::EmployeeId;
use serde_json::json;
use wire::Failure;
use wire::audit::RecordRow;
use wire::authority::ToolVerdict;
use wire::employee::{
    Charter, EmployeeCharter, EmployeeHistory, EmployeeList, EmployeeResume, EmployeeRow, EmployeeShow,
    EmployeeSuspend, EmployeeTools, EmployeeView,
};

use super::lookup::{self, actor};
use crate::host::Host;
use crate::store::NewRecord;
use crate::store::employee::{self, Employee};

pub(super) async fn list(host: &Arc<Host>, asked: EmployeeList) -> Result<Vec<EmployeeRow>, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let people = if asked.all {
        host.store.everybody(&company.id).await?
    } else {
        // Contractors of a run that goes on stand in the chart, dotted.
        host.store.employees(&company.id).await?
    };
    let mut rows = Vec::with_capacity(people.len());
    for one in &people {
        rows.push(row(host, one).await?);
    }
    Ok(rows)
}

pub(super) async fn show(host: &Arc<Host>, asked: EmployeeShow) -> Result<EmployeeView, Failure> {
    let (company, one) = lookup::of_company(host, asked.company.as_deref(), &asked.employee).await?;
    let people = host.store.employees(&company.id).await?;
    let manager = match people.iter().find(|other| Some(&other.id) == one.manager_id.as_ref()) {
        Some(manager) => Some(row(host, manager).await?),
        None => None,
    };
    let mut reports = Vec::new();
    for report in people.iter().filter(|other| other.manager_id.as_ref() == Some(&one.id)) {
        reports.push(row(host, report).await?);
    }
    let hired_at = one.hired_at.to_string();
    Ok(EmployeeView { row: row(host, &one).await?, manager, reports, hired_at, budget: one.budget })
}

pub(super) async fn tools(host: &Arc<Host>, asked: EmployeeTools) -> Result<Vec<ToolVerdict>, Failure> {
    let (company, one) = lookup::of_company(host, asked.company.as_deref(), &asked.employee).await?;
    if one.is_human() {
        return Ok(Vec::new());
    }
    let policy = host.policies.of(&company.id).await?;
    Ok(verdicts(&policy.snapshot, &one.id))
}

/// Every tool as an employee meets it.
pub(super) fn verdicts(snapshot: &Snapshot, employee: &EmployeeId) -> Vec<ToolVerdict> {
    let of = |tool: &domain::tool::Tool| {
        let question = Question { employee, tool, arguments_digest: None, approval: None };
        let decision = resolve(snapshot, &question).decision;
        ToolVerdict {
            server: tool.server.to_string(),
            name: tool.name.to_string(),
            title: None,
            verdict: decision.verdict.to_string(),
            code: decision.code.to_string(),
            layer: decision.layer.map(|layer| layer.to_string()),
            pattern: decision.deciding_rule.as_ref().map(|rule| rule.pattern.clone()),
            why: decision.sentence(),
        }
    };
    snapshot.catalogue().iter().map(|entry| of(&entry.tool)).collect()
}

/// The exact prompt, as a model gets it.
pub(super) async fn charter(host: &Arc<Host>, asked: EmployeeCharter) -> Result<Charter, Failure> {
    let (company, one) = lookup::of_company(host, asked.company.as_deref(), &asked.employee).await?;
    let prompt = crate::charter::prompt(host, &company, &one).await?;
    Ok(Charter { prompt })
}

pub(super) async fn history(host: &Arc<Host>, asked: EmployeeHistory) -> Result<Vec<RecordRow>, Failure> {
    let (company, one) = lookup::of_company(host, asked.company.as_deref(), &asked.employee).await?;
    let records = host.store.records_about(company.id.as_str(), one.id.as_str(), 200).await?;
    Ok(records.into_iter().map(super::audit::row).collect())
}

pub(super) async fn suspend(host: &Arc<Host>, asked: EmployeeSuspend) -> Result<EmployeeRow, Failure> {
    let (_, one) = lookup::of_company(host, asked.company.as_deref(), &asked.employee).await?;
    turn(host, one, Kind::EmployeeSuspended, "active", "suspended").await
}

pub(super) async fn resume(host: &Arc<Host>, asked: EmployeeResume) -> Result<EmployeeRow, Failure> {
    let (_, one) = lookup::of_company(host, asked.company.as_deref(), &asked.employee).await?;
    turn(host, one, Kind::EmployeeResumed, "suspended", "active").await
}

async fn turn(
    host: &Arc<Host>,
    mut one: Employee,
    kind: Kind,
    from: &'static str,
    to: &'static str,
) -> Result<EmployeeRow, Failure> {
    if one.is_human() {
        return Err(Failure::refused(format!("{} is a person; people are not suspended here", one.name)));
    }
    let body = json!({ "from": from, "to": to });
    let record = NewRecord::new(kind, Some(one.company_id.clone()), &actor(host), one.id.as_str(), body);
    let (id, company) = (one.id.clone(), one.company_id.clone());
    host.store
        .write(move |tx| {
            Box::pin(async move {
                employee::set_state(tx, &id, from, to).await?;
                let seq = tx.audit(record).await?;
                tx.publish(Some(&company), Some(seq), Fact::EmployeeChanged { employee_id: id });
                Ok(())
            })
        })
        .await?;
    one.state = to.to_owned();
    host.policies.reload(&one.company_id).await?;
    row(host, &one).await
}

/// An employee, as a list shows it.
pub(super) async fn row(host: &Arc<Host>, one: &Employee) -> Result<EmployeeRow, Failure> {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let (tools, tools_of) = if one.is_human() {
        (0, 0)
    } else {
        // A company whose rules cannot be read still shows its people: with no tool.
        match host.policies.of(&one.company_id).await {
            Ok(policy) => (count(policy.snapshot.count(&one.id)), count(policy.snapshot.catalogue().len())),
            Err(_) => (0, 0),
        }
    };
    Ok(EmployeeRow {
        id: one.id.clone(),
        company_id: one.company_id.clone(),
        name: one.name.clone(),
        kind: if one.is_human() { "human" } else { "agent" }.to_owned(),
        role_id: one.role.as_ref().map(|role| role.name.to_string()),
        title: one.title.clone(),
        pack_id: one.role.as_ref().map(|role| role.name.pack.to_string()),
        pack_version: one.role.as_ref().map(|role| role.version.to_string()),
        level: one.level.to_string(),
        manager_id: one.manager_id.clone(),
        state: one.state.clone(),
        run_id: one.run_id.as_ref().map(ToString::to_string),
        activity: activity(host, one),
        tools,
        tools_of,
    })
}

/// What an employee does now.
fn activity(host: &Host, one: &Employee) -> String {
    host.gate().activity(&one.id).to_owned()
}
