//! What the gate commits: the decision before the call leaves, the refusal before it is told, the outcome after.

use std::time::Duration;

use domain::audit::Kind;
use domain::authority::Decision;
use domain::event::{self, Fact, Phase, Violation};
use domain::guard;
use domain::ids::{ApprovalId, ViolationId};
use domain::tool::Tool;
use serde_json::json;

use super::arguments::Arguments;
use super::breaker::{Key, Repeat};
use super::{Caller, Channel};
use crate::store::approval::{self, Approval};
use crate::store::{NewRecord, Store, StoreError, violation};

fn record(caller: &Caller, kind: Kind, subject: &str, body: serde_json::Value) -> NewRecord {
    NewRecord {
        kind,
        company: Some(caller.company.clone()),
        actor: caller.employee.to_string(),
        subject: subject.to_owned(),
        run: caller.run.clone(),
        operation: caller.operation.clone(),
        delegation: caller.delegation.clone(),
        body,
    }
}

/// Everything of a decision that its record holds. Secrets in the arguments are masked.
fn body(
    caller: &Caller,
    arguments: &Arguments,
    decision: &Decision,
) -> Result<serde_json::Value, StoreError> {
    Ok(json!({
        "arguments": guard::redact(arguments.value()),
        "arguments_digest": arguments.digest(),
        "channel": caller.channel,
        "client": caller.client,
        "decision": serde_json::to_value(decision)?,
    }))
}

/// Commits that a call may happen. Gives the number of its record.
pub(super) async fn decided(
    store: &Store,
    caller: &Caller,
    tool: &Tool,
    arguments: &Arguments,
    decision: &Decision,
) -> Result<u64, StoreError> {
    let record = record(caller, Kind::CallDecided, &tool.to_string(), body(caller, arguments, decision)?);
    store.write(move |tx| Box::pin(async move { tx.audit(record).await })).await
}

/// Appends what came of a call. Nobody waits for it: a crash leaves the decision unfinished, never silent.
pub(super) fn closed(
    store: &Store,
    caller: &Caller,
    tool: &Tool,
    of: u64,
    outcome: &str,
    detail: Option<&str>,
) {
    let body = json!({ "of": of, "outcome": outcome, "detail": detail.map(guard::redact_text) });
    let record = record(caller, Kind::CallClosed, &tool.to_string(), body);
    let store = store.clone();
    tokio::spawn(async move {
        if let Err(error) = store.write(move |tx| Box::pin(async move { tx.audit(record).await })).await {
            tracing::warn!(%error, "the outcome of a call was not recorded");
        }
    });
}

/// Commits a refusal, or counts a repeat of one. Gives a first one's key, so that its repeats are known.
pub(super) async fn violated(
    store: &Store,
    caller: &Caller,
    tool: &Tool,
    arguments: &Arguments,
    decision: &Decision,
    repeat: Repeat,
) -> Result<Option<(Key, ViolationId)>, StoreError> {
    match repeat {
        Repeat::Of(id) => repeated(store, caller, tool, id).await.map(|()| None),
        Repeat::First(key) => {
            let id = first(store, caller, tool, arguments, decision).await?;
            Ok(Some((key, id)))
        }
    }
}

async fn repeated(store: &Store, caller: &Caller, tool: &Tool, id: ViolationId) -> Result<(), StoreError> {
    let mut record = record(caller, Kind::ViolationRepeated, &tool.to_string(), json!(null));
    let company = caller.company.clone();
    store
        .write(move |tx| {
            Box::pin(async move {
                let violation = violation::repeat(tx, &id).await?;
                record.body = json!({ "of": id, "n": violation.count });
                let seq = tx.audit(record).await?;
                tx.publish(Some(&company), Some(seq), Fact::Violation(Box::new(violation)));
                Ok(())
            })
        })
        .await
}

async fn first(
    store: &Store,
    caller: &Caller,
    tool: &Tool,
    arguments: &Arguments,
    decision: &Decision,
) -> Result<ViolationId, StoreError> {
    let employee = store.employee(&caller.employee).await?;
    let (name, role) = employee.map(|employee| (employee.name, employee.role)).unwrap_or_default();
    let id: ViolationId = crate::new_id()?;
    let record = record(caller, Kind::CallDecided, &tool.to_string(), body(caller, arguments, decision)?);
    let mut violation = Violation {
        id: id.clone(),
        at: jiff::Timestamp::UNIX_EPOCH,
        company_id: caller.company.clone(),
        employee_id: caller.employee.clone(),
        employee_name: name,
        role_id: role.as_ref().map(|role| role.name.to_string()),
        pack_id: role.as_ref().map(|role| role.name.pack.to_string()),
        pack_version: role.as_ref().map(|role| role.version.to_string()),
        server_id: tool.server.to_string(),
        tool_name: tool.name.to_string(),
        phase: Phase::Call,
        channel: match caller.channel {
            Channel::Agent => event::Channel::Agent,
            Channel::Gateway => event::Channel::Gateway,
        },
        client: caller.client.clone(),
        run_id: caller.run.clone(),
        operation_id: caller.operation.clone(),
        code: decision.code,
        decision: decision.clone(),
        arguments_digest: arguments.digest().to_owned(),
        arguments_redacted: guard::redact(arguments.value()),
        count: 1,
    };
    store
        .write(move |tx| {
            Box::pin(async move {
                violation.at = tx.now();
                let seq = tx.audit(record).await?;
                violation::insert(tx, seq, &violation).await?;
                let company = violation.company_id.clone();
                tx.publish(Some(&company), Some(seq), Fact::Violation(Box::new(violation)));
                Ok(())
            })
        })
        .await?;
    Ok(id)
}

/// Commits a question, so that a person can see it.
pub(crate) async fn asked(
    store: &Store,
    caller: &Caller,
    tool: &Tool,
    arguments: &Arguments,
    decision: &Decision,
    id: &ApprovalId,
    deadline: Duration,
) -> Result<(), StoreError> {
    let mut body = body(caller, arguments, decision)?;
    if let Some(body) = body.as_object_mut() {
        body.insert("approval".to_owned(), json!(id));
    }
    let record = record(caller, Kind::ApprovalAsked, &tool.to_string(), body);
    let mut approval = Approval {
        id: id.clone(),
        company_id: caller.company.clone(),
        employee_id: caller.employee.clone(),
        employee_name: String::new(),
        tool: tool.to_string(),
        arguments: guard::redact(arguments.value()),
        why: decision.sentence(),
        run_id: caller.run.clone(),
        state: "waiting".to_owned(),
        asked_at: jiff::Timestamp::UNIX_EPOCH,
        deadline: jiff::Timestamp::UNIX_EPOCH,
        answered_at: None,
        answered_by: None,
    };
    store
        .write(move |tx| {
            Box::pin(async move {
                approval.asked_at = tx.now();
                approval.deadline = tx.now().saturating_add(deadline).unwrap_or(jiff::Timestamp::MAX);
                approval::insert(tx, &approval).await?;
                let seq = tx.audit(record).await?;
                let fact = Fact::ApprovalRequested { approval_id: approval.id.clone() };
                tx.publish(Some(&approval.company_id), Some(seq), fact);
                Ok(())
            })
        })
        .await
}

/// Commits that nobody answered in time. False if somebody had.
pub(crate) async fn expired(store: &Store, caller: &Caller, id: &ApprovalId) -> Result<bool, StoreError> {
    let record = record(caller, Kind::ApprovalExpired, id.as_str(), json!({}));
    let (company, id) = (caller.company.clone(), id.clone());
    store
        .write(move |tx| {
            Box::pin(async move {
                if !approval::settle(tx, &id, "expired", None).await? {
                    return Ok(false);
                }
                let seq = tx.audit(record).await?;
                tx.publish(Some(&company), Some(seq), Fact::ApprovalAnswered { approval_id: id });
                Ok(true)
            })
        })
        .await
}
