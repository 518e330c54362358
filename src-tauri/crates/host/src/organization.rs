//! What the built-in server `org` does, and what servers report about themselves.

use std::path::PathBuf;
use std::sync::Arc;

use domain::audit::Kind;
use domain::event::Fact;
use domain::guard;
use domain::ids::{CompanyId, ServerId};
use serde_json::{Value, json};

use crate::builtin::{argument, text};
use crate::gate::Caller;
use crate::host::Host;
use crate::mcp::{CallOutcome, Status};
use crate::store::server::{StoredTool, replace_tools};
use crate::store::{NewRecord, StoreError};
use crate::upstream;

/// The folder that a company's employees work in.
pub(crate) async fn folder(host: &Host, company: &CompanyId) -> Result<PathBuf, StoreError> {
    let companies = host.store.companies().await?;
    let company = companies.into_iter().find(|row| row.id == *company);
    Ok(company.map(|row| PathBuf::from(row.workspace)).unwrap_or_default())
}

/// Runs a tool of `org`.
pub(crate) async fn call(host: &Arc<Host>, caller: &Caller, tool: &str, arguments: &Value) -> CallOutcome {
    match run(host, caller, tool, arguments).await {
        Ok(said) => text(&said, false),
        Err(why) => text(&why, true),
    }
}

async fn run(host: &Arc<Host>, caller: &Caller, tool: &str, arguments: &Value) -> Result<String, String> {
    let field = |name: &str| argument(arguments, name);
    match tool {
        "colleagues" => colleagues(host, caller).await,
        "message" => {
            let to = field("to")?;
            let people = host.store.employees(&caller.company).await.map_err(|error| error.to_string())?;
            let one = people.iter().find(|one| one.name == to && one.run_id.is_none());
            let one = one.ok_or_else(|| format!("nobody here is called {to}"))?;
            keep(host, caller, Kind::MessageSent, one.id.as_str(), json!({ "text": field("text")? })).await?;
            Ok(format!("left for {to}"))
        }
        "report" => {
            let body = json!({ "title": field("title")?, "content": field("content")? });
            keep(host, caller, Kind::ResultReported, caller.employee.as_str(), body).await?;
            Ok("reported".to_owned())
        }
        "journal" => {
            let body = json!({ "decision": field("decision")?, "rationale": field("rationale")? });
            keep(host, caller, Kind::JournalWritten, caller.employee.as_str(), body).await?;
            Ok("written".to_owned())
        }
        "escalate" => {
            let body = json!({ "reason": field("reason")? });
            keep(host, caller, Kind::Escalated, caller.employee.as_str(), body).await?;
            Ok("passed up; go on with what does not depend on it".to_owned())
        }
        "hire" => {
            let body =
                json!({ "role": field("role")?, "name": field("name")?, "reason": arguments.get("reason") });
            keep(host, caller, Kind::EmployeeProposed, field("name")?, body).await?;
            Ok("proposed; a person decides".to_owned())
        }
        "delegate" | "spawn" => {
            Err("work is handed on within a run, as a result of your operation".to_owned())
        }
        other => Err(format!("org has no tool {other}")),
    }
}

async fn colleagues(host: &Arc<Host>, caller: &Caller) -> Result<String, String> {
    let people = host.store.employees(&caller.company).await.map_err(|error| error.to_string())?;
    let name_of = |id| people.iter().find(|one| Some(&one.id) == id).map(|one| one.name.as_str());
    let rows: Vec<Value> = people
        .iter()
        .filter(|one| one.is_active())
        .map(|one| {
            json!({
                "name": one.name,
                "title": one.title,
                "level": one.level,
                "manager": name_of(one.manager_id.as_ref()),
            })
        })
        .collect();
    serde_json::to_string_pretty(&rows).map_err(|error| error.to_string())
}

async fn keep(
    host: &Arc<Host>,
    caller: &Caller,
    kind: Kind,
    subject: &str,
    body: Value,
) -> Result<(), String> {
    let record = NewRecord {
        kind,
        company: Some(caller.company.clone()),
        actor: caller.employee.to_string(),
        subject: subject.to_owned(),
        run: caller.run.clone(),
        operation: caller.operation.clone(),
        delegation: caller.delegation.clone(),
        body: guard::redact(&body),
    };
    let written = host.store.write(move |tx| Box::pin(async move { tx.audit(record).await })).await;
    written.map(|_| ()).map_err(|error| error.to_string())
}

/// Keeps what a server reports; tools that differ from what was approved wait for a person again.
pub(crate) async fn keep_reported(
    host: &Arc<Host>,
    company: &CompanyId,
    id: &ServerId,
    status: &Status,
) -> Result<(), StoreError> {
    let tools: Option<Vec<StoredTool>> = upstream::has_list(status).then(|| {
        let stored = status.tools.iter().map(|tool| StoredTool {
            server_id: id.clone(),
            name: tool.name.clone(),
            definition: tool.definition.get().to_owned(),
            pin: tool.pin.clone(),
            approved: None,
            fault: tool.fault.clone(),
        });
        stored.collect()
    });
    let (for_write, server) = (company.clone(), id.clone());
    let listed = tools.is_some();
    host.store
        .write(move |tx| {
            Box::pin(async move {
                let drifted = match &tools {
                    Some(tools) => replace_tools(tx, &for_write, &server, tools).await?,
                    None => Vec::new(),
                };
                let seq = if drifted.is_empty() {
                    None
                } else {
                    let body = json!({ "tools": drifted });
                    let company = Some(for_write.clone());
                    let record =
                        NewRecord::new(Kind::ServerDrifted, company, "bailiwick", server.as_str(), body);
                    Some(tx.audit(record).await?)
                };
                tx.publish(Some(&for_write), seq, Fact::ServerChanged { server_id: server });
                Ok(())
            })
        })
        .await?;
    if listed {
        drop(host.policies.reload(company).await);
    }
    Ok(())
}
