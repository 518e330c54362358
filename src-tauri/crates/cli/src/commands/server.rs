//! `bailiwick server`

use wire::Failure;
use wire::server::{
    ServerAdd, ServerApprove, ServerList, ServerLog, ServerRow, ServerStart, ServerStop, ServerTools, ToolRow,
};

use super::{Context, pairs};
use crate::args::Server;
use crate::output::{Exit, counted, table};

pub(super) async fn run(context: &Context, command: Server) -> Result<Exit, Failure> {
    let company = context.company.clone();
    match command {
        Server::Add { id, env, command } => {
            let row = context.ask(ServerAdd { company, id, command, env: pairs(&env)? }).await?;
            return Ok(show(context, &row));
        }
        Server::List => {
            let servers = context.ask(ServerList { company }).await?;
            context.output.show(&servers, |servers| list(servers));
        }
        Server::Tools { id } => {
            let tools = context.ask(ServerTools { company, server: id }).await?;
            context.output.show(&tools, |tools| self::tools(tools));
        }
        Server::Approve { id } => {
            let tools = context.ask(ServerApprove { company, server: id }).await?;
            context.output.show(&tools, |tools| self::tools(tools));
        }
        Server::Log { id } => {
            let log = context.ask(ServerLog { company, server: id }).await?;
            context.output.show(&log, |log| log.join("\n"));
        }
        Server::Start { id } => {
            let row = context.ask(ServerStart { company, server: id }).await?;
            return Ok(show(context, &row));
        }
        Server::Stop { id } => {
            let row = context.ask(ServerStop { company, server: id }).await?;
            context.output.show(&row, describe);
        }
    }
    Ok(Exit::Done)
}

/// A server that was added or started and did not come up is kept, shown with its log, and ends in 1.
fn show(context: &Context, row: &ServerRow) -> Exit {
    context.output.show(row, describe);
    if row.state == "failed" { Exit::Refused } else { Exit::Done }
}

fn describe(row: &ServerRow) -> String {
    let reason = row.reason.as_deref().map(|reason| format!(": {reason}")).unwrap_or_default();
    let next = if row.state != "failed" && row.quarantined > 0 {
        format!("\n  next: read its tools, then bailiwick server approve {}", row.id)
    } else {
        String::new()
    };
    let log: String = if row.state == "failed" {
        row.log.iter().map(|line| format!("\n  | {line}")).collect()
    } else {
        String::new()
    };
    format!(
        "{} is {}{reason}, {}, {} waiting for approval{log}{next}",
        row.id,
        row.state,
        counted(row.tools, "tool"),
        row.quarantined
    )
}

fn list(servers: &[ServerRow]) -> String {
    table(
        ["SERVER", "STATE", "TOOLS", "WAITING", "COMMAND", "REASON"],
        servers.iter().map(|server| {
            [
                server.id.clone(),
                server.state.clone(),
                server.tools.to_string(),
                server.quarantined.to_string(),
                if server.built_in { "built in".to_owned() } else { server.command.join(" ") },
                server.reason.clone().unwrap_or_default(),
            ]
        }),
    )
}

fn tools(tools: &[ToolRow]) -> String {
    table(
        ["TOOL", "STATE", "DESCRIPTION"],
        tools.iter().map(|tool| {
            let description = tool.description.lines().next().unwrap_or_default();
            [
                format!("{}/{}", tool.server, tool.name),
                tool.reason
                    .as_ref()
                    .map_or_else(|| tool.state.clone(), |why| format!("{}: {why}", tool.state)),
                description.chars().take(80).collect(),
            ]
        }),
    )
}
