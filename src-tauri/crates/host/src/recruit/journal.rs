//! What a run commits: entries and operations, each with the state that it describes.

use domain::audit::Kind;
use domain::event::Fact;
use domain::ids::OperationId;
use domain::ledger::{LedgerEntry, Outcome};
use domain::palette::{Emitter, Refusal};
use serde_json::{Value, json};
use std::time::Instant;

use super::run::{Running, State};
use crate::store::run::{self, Operation};
use crate::store::{NewRecord, StoreError};

/// Who asked, and since when.
pub(super) struct Asked<'a> {
    pub emitter: Emitter<'a>,
    pub assignee: Option<String>,
    pub since: Instant,
}

/// Commits a request's entry, the operation that it made, and the state after it. Numbers follow the order of
/// commits, since the state is held meanwhile.
pub(super) async fn entry(
    running: &Running,
    state: &mut State,
    asked: &Asked<'_>,
    outcome: Result<Option<Operation>, Refusal>,
) -> Result<(), StoreError> {
    state.entries += 1;
    let (operation, refusal) = match outcome {
        Ok(operation) => (operation, None),
        Err(refusal) => (None, Some(refusal)),
    };
    let entry = LedgerEntry {
        seq: state.entries,
        at: running.host.clock.now(),
        run_id: running.run.clone(),
        emitter_operation: asked.emitter.operation.cloned(),
        requester_role: asked.emitter.route.map(|route| route.role.clone()),
        requester_seat: asked.emitter.seat,
        assignee: asked.assignee.clone(),
        outcome: if refusal.is_some() { Outcome::Dropped } else { Outcome::Accepted },
        reason: refusal.as_ref().map(|refusal| refusal.reason),
        detail: refusal.map(|refusal| refusal.detail).unwrap_or_default(),
        child_operation: operation.as_ref().map(|operation| operation.id.clone()),
        palette: state.router.count(),
        spawns: state.admission.count(),
        waited_ms: u64::try_from(asked.since.elapsed().as_millis()).unwrap_or(u64::MAX),
    };
    let body = serde_json::to_value(&entry)?;
    let mut record = NewRecord::new(
        Kind::LedgerEntry,
        Some(running.company.clone()),
        &running.actor,
        running.run.as_str(),
        body,
    );
    record.run = Some(running.run.clone());
    record.operation = entry.emitter_operation.clone();
    let (id, company, checkpoint) = (running.run.clone(), running.company.clone(), state.checkpoint());
    running
        .host
        .store
        .write(move |tx| {
            Box::pin(async move {
                run::append_entry(tx, &entry).await?;
                if let Some(operation) = &operation {
                    run::put_operation(tx, &id, operation).await?;
                }
                run::checkpoint(tx, &id, &checkpoint).await?;
                let seq = tx.audit(record).await?;
                tx.publish(Some(&company), Some(seq), Fact::LedgerEntry(entry));
                Ok(())
            })
        })
        .await
}

/// Commits an operation as it is now, with the state.
pub(super) async fn operation(
    running: &Running,
    state: &State,
    operation: Operation,
) -> Result<(), StoreError> {
    let (id, company, checkpoint) = (running.run.clone(), running.company.clone(), state.checkpoint());
    running
        .host
        .store
        .write(move |tx| {
            Box::pin(async move {
                run::put_operation(tx, &id, &operation).await?;
                run::checkpoint(tx, &id, &checkpoint).await?;
                tx.publish(Some(&company), None, Fact::RunChanged { run_id: id });
                Ok(())
            })
        })
        .await
}

/// Commits an operation that begins, with what its model is told.
pub(super) async fn begun(
    running: &Running,
    state: &State,
    operation: Operation,
    prompt: Option<String>,
) -> Result<(), StoreError> {
    let (id, company, checkpoint) = (running.run.clone(), running.company.clone(), state.checkpoint());
    running
        .host
        .store
        .write(move |tx| {
            Box::pin(async move {
                run::put_operation(tx, &id, &operation).await?;
                run::tell(tx, &id, &operation.id, prompt.as_deref()).await?;
                run::checkpoint(tx, &id, &checkpoint).await?;
                tx.publish(Some(&company), None, Fact::RunChanged { run_id: id });
                Ok(())
            })
        })
        .await
}

/// Records what an operation passed up.
pub(super) async fn escalated(
    running: &Running,
    operation: &OperationId,
    actor: &str,
    why: &str,
) -> Result<(), StoreError> {
    let body: Value = json!({ "reason": domain::guard::redact_text(why) });
    let mut record =
        NewRecord::new(Kind::Escalated, Some(running.company.clone()), actor, running.run.as_str(), body);
    record.run = Some(running.run.clone());
    record.operation = Some(operation.clone());
    running.host.store.write(move |tx| Box::pin(async move { tx.audit(record).await.map(|_| ()) })).await
}
