//! Questions that wait for a person.

use std::sync::Arc;

use domain::audit::Kind;
use domain::event::Fact;
use domain::ids::ApprovalId;
use serde_json::json;
use wire::Failure;
use wire::approval::{ApprovalAnswer, ApprovalList, ApprovalRow};

use super::lookup::{self, actor};
use crate::host::Host;
use crate::store::approval::{self, Approval};
use crate::store::{NewRecord, StoreError};

pub(super) async fn list(host: &Arc<Host>, asked: ApprovalList) -> Result<Vec<ApprovalRow>, Failure> {
    let company = match &asked.company {
        Some(named) => Some(lookup::company(host, Some(named)).await?.id),
        None => None,
    };
    let mut approvals = host.store.approvals(company.as_ref(), asked.waiting).await?;
    approvals.sort_by_key(|approval| approval.state != "waiting");
    Ok(approvals.into_iter().map(row).collect())
}

/// Answers a question, once; the call that waits goes on or is refused.
pub(super) async fn answer(host: &Arc<Host>, asked: ApprovalAnswer) -> Result<ApprovalRow, Failure> {
    let id: ApprovalId = asked.id.parse().map_err(|error| Failure::invalid(format!("{error}")))?;
    let (allow, state) = match asked.answer.as_str() {
        "allow" => (true, "allowed"),
        "deny" => (false, "denied"),
        other => return Err(Failure::invalid(format!("{other:?} is no answer")).hint("answer allow or deny")),
    };
    let found = host.store.approval(&id).await?;
    let approval = found.ok_or_else(|| {
        Failure::invalid(format!("there is no approval {id}")).hint("bailiwick approvals list shows them")
    })?;
    let actor = actor(host);
    let body =
        json!({ "answer": state, "tool": approval.tool, "employee": approval.employee_id, "why": asked.why });
    let mut record =
        NewRecord::new(Kind::ApprovalAnswered, Some(approval.company_id.clone()), &actor, id.as_str(), body);
    record.run.clone_from(&approval.run_id);
    let (of, company) = (id.clone(), approval.company_id.clone());
    host.store
        .write(move |tx| {
            Box::pin(async move {
                if !approval::settle(tx, &of, state, Some(&actor)).await? {
                    return Err(StoreError::Conflict("this approval is no longer waiting".to_owned()));
                }
                let seq = tx.audit(record).await?;
                tx.publish(Some(&company), Some(seq), Fact::ApprovalAnswered { approval_id: of });
                Ok(())
            })
        })
        .await?;
    host.approvals.answered(&id, allow);
    let settled = host.store.approval(&id).await?.unwrap_or(approval);
    Ok(row(settled))
}

fn row(approval: Approval) -> ApprovalRow {
    ApprovalRow {
        id: approval.id.to_string(),
        company_id: approval.company_id.to_string(),
        employee_id: approval.employee_id.to_string(),
        employee_name: approval.employee_name,
        tool: approval.tool,
        arguments: approval.arguments,
        state: approval.state,
        why: approval.why,
        asked_at: approval.asked_at.to_string(),
        deadline: approval.deadline.to_string(),
        answered_at: approval.answered_at.map(|at| at.to_string()),
        answered_by: approval.answered_by,
    }
}
