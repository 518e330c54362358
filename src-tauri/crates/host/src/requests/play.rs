//! Plays, runs and the spawn ledger.

use std::sync::Arc;

use domain::audit::Kind;
use domain::ids::RunId;
use domain::ledger::LedgerEntry;
use serde_json::Value;
use wire::Failure;
use wire::play::{CallRow, OperationRow, PlayLedger, PlayRuns, PlayShow, RunRow, RunView};

use super::lookup;
use crate::host::Host;
use crate::store::audit::Entry;
use crate::store::employee::Employee;
use crate::store::run::Run;

pub(super) async fn runs(host: &Arc<Host>, asked: PlayRuns) -> Result<Vec<RunRow>, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    Ok(host.store.runs(&company.id).await?.iter().map(row).collect())
}

pub(super) async fn show(host: &Arc<Host>, asked: PlayShow) -> Result<RunView, Failure> {
    let run = known(host, &asked.run).await?;
    let people = host.store.everybody(&run.company_id).await?;
    let name_of = |id: &str| people.iter().find(|one| one.id.as_str() == id).map(|one| one.name.clone());
    let operations = host.store.operations(&run.id).await?;
    let operations = operations
        .into_iter()
        .map(|operation| OperationRow {
            id: operation.id.to_string(),
            employee_name: operation
                .employee_id
                .as_ref()
                .and_then(|id| name_of(id.as_str()))
                .unwrap_or_default(),
            employee_id: operation.employee_id.map(String::from),
            role: operation.role,
            instruction: operation.instruction,
            state: operation.state,
            parent: operation.parent.map(String::from),
            depends: operation.depends,
            result: operation.result,
        })
        .collect();
    let decided = host.store.records_of_run(&run.id, Kind::CallDecided.as_str()).await?;
    let calls = decided.iter().map(|entry| call(entry, &people)).collect();
    Ok(RunView { objective: run.objective.clone(), row: row(&run), operations, calls })
}

pub(super) async fn ledger(host: &Arc<Host>, asked: PlayLedger) -> Result<Vec<LedgerEntry>, Failure> {
    let run = known(host, &asked.run).await?;
    Ok(host.store.ledger(&run.id, asked.since).await?)
}

pub(super) async fn known(host: &Arc<Host>, named: &str) -> Result<Run, Failure> {
    let id: RunId = named.parse().map_err(|error| Failure::invalid(format!("{error}")))?;
    host.store.run(&id).await?.ok_or_else(|| {
        Failure::invalid(format!("there is no run {named:?}")).hint("bailiwick play runs shows them")
    })
}

/// A run, as a list shows it. The counters are those of its last checkpoint.
pub(super) fn row(run: &Run) -> RunRow {
    let number = |path: &str| {
        let number = run.checkpoint.pointer(path).and_then(Value::as_u64).unwrap_or(0);
        u32::try_from(number).unwrap_or(u32::MAX)
    };
    RunRow {
        id: run.id.to_string(),
        company_id: run.company_id.to_string(),
        play: run.play.clone(),
        title: run.title.clone(),
        state: run.state.clone(),
        detail: run.detail.clone(),
        rehearsal: run.rehearsal,
        started_at: run.started_at.to_string(),
        ended_at: run.ended_at.map(|at| at.to_string()),
        palette_max: number("/palette/max_new_roles"),
        palette_consumed: number("/palette/consumed"),
        spawns_max: number("/admission/max_spawn"),
        spawns_used: number("/admission/used"),
        accepted: run.accepted,
        dropped: run.dropped,
    }
}

fn call(entry: &Entry, people: &[Employee]) -> CallRow {
    let text = |path: &str| {
        let value = entry.body.as_ref().and_then(|body| body.pointer(path)).and_then(Value::as_str);
        value.unwrap_or_default().to_owned()
    };
    let caller = people.iter().find(|one| one.id.as_str() == entry.head.actor);
    CallRow {
        at: entry.head.at.to_string(),
        employee_name: caller.map_or_else(|| entry.head.actor.clone(), |one| one.name.clone()),
        operation_id: entry.head.operation_id.clone(),
        tool: entry.head.subject.clone(),
        verdict: text("/decision/verdict"),
        code: text("/decision/code"),
    }
}
