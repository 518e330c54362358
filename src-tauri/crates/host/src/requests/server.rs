//! Servers and their tools.

use std::sync::Arc;

use domain::audit::Kind;
use domain::event::Fact;
use domain::ids::{CompanyId, ServerId};
use serde_json::{Value, json};
use wire::Failure;
use wire::server::{
    ServerAdd, ServerApprove, ServerList, ServerLog, ServerRow, ServerStart, ServerStop, ServerTools, ToolRow,
};

use super::lookup::{self, actor};
use crate::builtin;
use crate::host::Host;
use crate::mcp::Status;
use crate::organization;
use crate::store::NewRecord;
use crate::store::company::Company;
use crate::store::server::{self, Server, StoredTool};
use crate::upstream;

pub(super) async fn list(host: &Arc<Host>, asked: ServerList) -> Result<Vec<ServerRow>, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let mut rows = built_in_rows();
    for server in host.store.servers(&company.id).await? {
        rows.push(row(host, &company, &server).await?);
    }
    Ok(rows)
}

pub(super) async fn tools(host: &Arc<Host>, asked: ServerTools) -> Result<Vec<ToolRow>, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    if let Some(named) = &asked.server
        && !["workspace", "org"].contains(&named.as_str())
    {
        known(host, &company, named).await?;
    }
    let wanted = |server: &str| asked.server.as_deref().is_none_or(|named| named == server);
    let mut rows: Vec<ToolRow> = builtin::tools()
        .into_iter()
        .filter(|tool| wanted(tool.tool.server.as_str()))
        .map(|tool| ToolRow {
            server: tool.tool.server.to_string(),
            name: tool.tool.name.to_string(),
            title: Some(tool.title.to_owned()),
            state: "ready".to_owned(),
            reason: None,
            description: tool.description.to_owned(),
            pin: tool.pin,
            input_schema: tool.input_schema,
        })
        .collect();
    let stored = host.store.tools(&company.id).await?;
    rows.extend(stored.iter().filter(|tool| wanted(tool.server_id.as_str())).map(tool_row));
    Ok(rows)
}

pub(super) async fn log(host: &Arc<Host>, asked: ServerLog) -> Result<Vec<String>, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let server = known(host, &company, &asked.server).await?;
    let status = host.upstreams.of(&company.id).await?.status(&server.id);
    Ok(status.map(|status| masked(&status)).unwrap_or_default())
}

pub(super) async fn add(host: &Arc<Host>, asked: ServerAdd) -> Result<ServerRow, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let id: ServerId = asked.id.parse().map_err(|error| Failure::invalid(format!("{error}")))?;
    if builtin::RESERVED.contains(&id.as_str()) {
        return Err(
            Failure::refused(format!("{id} is the name of a built-in server")).hint("choose another id")
        );
    }
    if asked.command.first().is_none_or(|program| program.trim().is_empty()) {
        return Err(Failure::invalid("the program is missing").hint("write it after --, with its arguments"));
    }
    let server = Server {
        company_id: company.id.clone(),
        id: id.clone(),
        command: asked.command,
        env: asked.env,
        wanted: true,
        added_at: host.clock.now(),
    };
    let body = json!({ "command": server.command, "variables": server.env.keys().collect::<Vec<_>>() });
    let body = domain::guard::redact(&body);
    let record = NewRecord::new(Kind::ServerAdded, Some(company.id.clone()), &actor(host), id.as_str(), body);
    let written = server.clone();
    host.store
        .write(move |tx| {
            Box::pin(async move {
                server::insert(tx, &written).await?;
                let seq = tx.audit(record).await?;
                let fact = Fact::ServerChanged { server_id: written.id };
                tx.publish(Some(&written.company_id), Some(seq), fact);
                Ok(())
            })
        })
        .await?;
    host.upstreams.of(&company.id).await?.define(upstream::definition(server.clone()));
    bring_up(host, &company.id, &id).await?;
    row(host, &company, &server).await
}

pub(super) async fn approve(host: &Arc<Host>, asked: ServerApprove) -> Result<Vec<ToolRow>, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let server = known(host, &company, &asked.server).await?;
    let pins: Vec<Value> = host
        .store
        .tools(&company.id)
        .await?
        .iter()
        .filter(|tool| tool.server_id == server.id && tool.approved.as_ref() != Some(&tool.pin))
        .map(|tool| json!({ "tool": tool.name, "pin": tool.pin, "before": tool.approved }))
        .collect();
    let body = json!({ "tools": pins });
    let record = NewRecord::new(
        Kind::ServerApproved,
        Some(company.id.clone()),
        &actor(host),
        server.id.as_str(),
        body,
    );
    let (company_id, id) = (company.id.clone(), server.id.clone());
    host.store
        .write(move |tx| {
            Box::pin(async move {
                server::approve(tx, &company_id, &id).await?;
                let seq = tx.audit(record).await?;
                tx.publish(Some(&company_id), Some(seq), Fact::ServerChanged { server_id: id });
                tx.publish(Some(&company_id), None, Fact::PolicyChanged { employee_id: None });
                Ok(())
            })
        })
        .await?;
    host.policies.reload(&company.id).await?;
    tools(host, ServerTools { company: Some(company.name), server: Some(asked.server) }).await
}

pub(super) async fn start(host: &Arc<Host>, asked: ServerStart) -> Result<ServerRow, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let server = known(host, &company, &asked.server).await?;
    want(host, &company, &server, true).await?;
    bring_up(host, &company.id, &server.id).await?;
    row(host, &company, &server).await
}

pub(super) async fn stop(host: &Arc<Host>, asked: ServerStop) -> Result<ServerRow, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let server = known(host, &company, &asked.server).await?;
    want(host, &company, &server, false).await?;
    host.upstreams.of(&company.id).await?.stop(&server.id).await;
    row(host, &company, &server).await
}

/// Starts every server that a person wants, all companies at once; one that fails keeps nobody waiting.
pub(crate) async fn start_all(host: &Arc<Host>) -> Result<(), Failure> {
    for company in host.store.companies().await? {
        for server in host.store.servers(&company.id).await?.into_iter().filter(|server| server.wanted) {
            let (host, company) = (Arc::clone(host), company.id.clone());
            tokio::spawn(async move { bring_up(&host, &company, &server.id).await });
        }
    }
    Ok(())
}

async fn bring_up(host: &Arc<Host>, company: &CompanyId, id: &ServerId) -> Result<(), Failure> {
    let status = host.upstreams.of(company).await?.start(id).await;
    // The follower keeps it too; here it is kept before the request is answered.
    organization::keep_reported(host, company, id, &status).await?;
    Ok(())
}

async fn want(host: &Arc<Host>, company: &Company, server: &Server, wanted: bool) -> Result<(), Failure> {
    let kind = if wanted { Kind::ServerStarted } else { Kind::ServerStopped };
    let record = NewRecord::new(kind, Some(company.id.clone()), &actor(host), server.id.as_str(), json!({}));
    let (company, id) = (company.id.clone(), server.id.clone());
    host.store
        .write(move |tx| {
            Box::pin(async move {
                server::set_wanted(tx, &company, &id, wanted).await?;
                let seq = tx.audit(record).await?;
                tx.publish(Some(&company), Some(seq), Fact::ServerChanged { server_id: id });
                Ok(())
            })
        })
        .await
        .map_err(Failure::from)
}

async fn known(host: &Arc<Host>, company: &Company, named: &str) -> Result<Server, Failure> {
    let servers = host.store.servers(&company.id).await?;
    servers.into_iter().find(|server| server.id.as_str() == named).ok_or_else(|| {
        Failure::invalid(format!("{} has no server {named:?}", company.name))
            .hint("bailiwick server list shows them")
    })
}

async fn row(host: &Arc<Host>, company: &Company, server: &Server) -> Result<ServerRow, Failure> {
    let tools = host.store.tools(&company.id).await?;
    let own: Vec<&StoredTool> = tools.iter().filter(|tool| tool.server_id == server.id).collect();
    let status = host.upstreams.of(&company.id).await?.status(&server.id);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(ServerRow {
        id: server.id.to_string(),
        built_in: false,
        command: server.command.iter().map(|word| domain::guard::redact_text(word)).collect(),
        variables: server.env.keys().cloned().collect(),
        state: status.as_ref().map_or("stopped", |status| status.state.as_str()).to_owned(),
        reason: status.as_ref().and_then(|status| status.reason.clone()),
        tools: count(own.len()),
        quarantined: count(own.iter().filter(|tool| tool.quarantine().is_some()).count()),
        approved: !own.is_empty() && own.iter().all(|tool| tool.approved.is_some()),
        log: status.as_ref().map(masked).unwrap_or_default(),
    })
}

/// A server may print its own variables.
fn masked(status: &Status) -> Vec<String> {
    status.log.iter().map(|line| domain::guard::redact_text(line)).collect()
}

fn built_in_rows() -> Vec<ServerRow> {
    let tools = builtin::tools();
    let row = |id: &str| ServerRow {
        id: id.to_owned(),
        built_in: true,
        command: Vec::new(),
        variables: Vec::new(),
        state: "ready".to_owned(),
        reason: None,
        tools: u32::try_from(tools.iter().filter(|tool| tool.tool.server.as_str() == id).count())
            .unwrap_or(0),
        quarantined: 0,
        approved: true,
        log: Vec::new(),
    };
    vec![row("org"), row("workspace")]
}

fn tool_row(tool: &StoredTool) -> ToolRow {
    let definition: Value = serde_json::from_str(&tool.definition).unwrap_or_default();
    let text = |key: &str| definition.get(key).and_then(Value::as_str).map(str::to_owned);
    let reason = tool.quarantine();
    ToolRow {
        server: tool.server_id.to_string(),
        name: tool.name.clone(),
        title: text("title"),
        state: if reason.is_some() { "quarantined" } else { "ready" }.to_owned(),
        reason: reason.map(str::to_owned),
        description: text("description").unwrap_or_default(),
        pin: tool.pin.clone(),
        input_schema: definition.get("inputSchema").cloned().unwrap_or_default(),
    }
}
