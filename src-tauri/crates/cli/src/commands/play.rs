//! `bailiwick play`

use std::path::Path;

use domain::event::Fact;
use domain::ledger::LedgerEntry;
use futures::StreamExt as _;
use wire::Failure;
use wire::play::{
    PlayCheck, PlayLedger, PlayList, PlayPrompt, PlayRun, PlayRuns, PlayShow, PlayStop, RunRow, RunView,
};

use super::{Context, absolute, pairs};
use crate::args::Play;
use crate::output::{Exit, table};

pub(super) async fn run(context: &Context, command: Play) -> Result<Exit, Failure> {
    let company = context.company.clone();
    match command {
        Play::Check { file } => {
            let report = context.ask(PlayCheck { path: absolute(&file)? }).await?;
            context.output.show_drawn(&report, |report| super::pack::diagnostics(&report.diagnostics, &file));
            return Ok(if report.valid { Exit::Done } else { Exit::Refused });
        }
        Play::Run { file, rehearse, inputs } => return start(context, file, rehearse, &inputs).await,
        Play::Ledger { run } => {
            let entries = context.ask(PlayLedger { run, since: 0 }).await?;
            context.output.show(&entries, |entries| ledger(entries));
        }
        Play::Show { run } => {
            let view = context.ask(PlayShow { run }).await?;
            context.output.show(&view, operations);
        }
        Play::Prompt { run, operation } => {
            let told = context.ask(PlayPrompt { run, operation }).await?;
            context.output.show(&told, |told| told.prompt.clone().unwrap_or_default());
        }
        Play::Runs => {
            let runs = context.ask(PlayRuns { company }).await?;
            context.output.show(&runs, |runs| {
                table(
                    ["STATE", "PLAY", "STARTED", "ACCEPTED", "DROPPED", "ID"],
                    runs.iter().map(|r| {
                        [
                            r.state.clone(),
                            r.play.clone(),
                            r.started_at.clone(),
                            r.accepted.to_string(),
                            r.dropped.to_string(),
                            r.id.clone(),
                        ]
                    }),
                )
            });
        }
        Play::List => {
            let plays = context.ask(PlayList {}).await?;
            context.output.show(&plays, |plays| {
                table(["ID", "TITLE"], plays.iter().map(|p| [p.id.clone(), p.title.clone()]))
            });
        }
        Play::Stop { run } => {
            let row = context.ask(PlayStop { run }).await?;
            context.output.show(&row, |row| format!("{} is {}", row.id, row.state));
        }
    }
    Ok(Exit::Done)
}

fn operations(view: &RunView) -> String {
    let rows = view.operations.iter().map(|operation| {
        [
            operation.id.clone(),
            operation.state.clone(),
            operation.employee_name.clone(),
            operation.role.clone(),
            operation.instruction.clone(),
        ]
    });
    format!(
        "{}: {}\n{}",
        view.row.state,
        view.objective,
        table(["OPERATION", "STATE", "WHO", "ROLE", "WHAT"], rows)
    )
}

async fn start(context: &Context, file: String, rehearse: bool, inputs: &[String]) -> Result<Exit, Failure> {
    let play = if Path::new(&file).exists() { absolute(Path::new(&file))? } else { file };
    let inputs = pairs(inputs)?;
    let client = context.client().await?;
    let ended = async {
        let row = client.ask(PlayRun { company: context.company.clone(), play, inputs, rehearse }).await?;
        if !context.output.json {
            context.output.line(&format!("run {} of {}", row.id, row.title));
        }
        follow(context, &client, &row.id).await
    }
    .await;
    client.close().await;
    let row = ended?;
    if context.output.json {
        context.output.show(&row, |_| String::new());
    } else {
        let detail = row.detail.as_deref().map(|detail| format!(": {detail}")).unwrap_or_default();
        context.output.line(&format!(
            "{}{detail}; {} accepted, {} dropped, new roles {} of {}, spawns {} of {}",
            row.state,
            row.accepted,
            row.dropped,
            row.palette_consumed,
            row.palette_max,
            row.spawns_used,
            row.spawns_max
        ));
    }
    Ok(if row.state == "succeeded" { Exit::Done } else { Exit::Refused })
}

/// Prints entries as they are committed, until the run has ended.
async fn follow(context: &Context, client: &host::client::Client, run: &str) -> Result<RunRow, Failure> {
    let mut events = client.watch(&context.data, u64::MAX).await?;
    let mut since = 0;
    loop {
        for entry in client.ask(PlayLedger { run: run.to_owned(), since }).await? {
            since = entry.seq;
            if !context.output.json {
                context.output.line(line(&entry).trim_end());
            }
        }
        let row = client.ask(PlayShow { run: run.to_owned() }).await?.row;
        if row.state != "running" {
            return Ok(row);
        }
        loop {
            match events.next().await {
                None => return Err(Failure::unavailable("the host ended before the run did")),
                Some(event) => match &event.fact {
                    Fact::LedgerEntry(entry) if entry.run_id.as_str() == run => break,
                    Fact::RunChanged { run_id, .. } if run_id.as_str() == run => break,
                    _ => {}
                },
            }
        }
    }
}

fn ledger(entries: &[LedgerEntry]) -> String {
    if entries.is_empty() {
        return "no spawn was asked for\n".to_owned();
    }
    entries.iter().map(line).collect()
}

fn line(entry: &LedgerEntry) -> String {
    let reason = entry.reason.as_ref().map(|reason| format!("  {reason}")).unwrap_or_default();
    let detail = if entry.detail.is_empty() { String::new() } else { format!("  ({})", entry.detail) };
    format!(
        "{:>4}  {:<8}  {} asks for {}{reason}  new roles {}+{} of {}, spawns {} of {}{detail}\n",
        entry.seq,
        entry.outcome.to_string(),
        entry.requester_role.as_ref().map_or_else(|| "the plan".to_owned(), ToString::to_string),
        entry.assignee.as_deref().unwrap_or("its own role"),
        entry.palette.consumed,
        entry.palette.reserved,
        entry.palette.max,
        entry.spawns.used,
        entry.spawns.max,
    )
}
