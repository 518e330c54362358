//! Plays, runs and the spawn ledger.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use domain::audit::Kind;
use domain::ids::RunId;
use domain::ledger::LedgerEntry;
use domain::pack::{Diagnostic, Pack, Span};
use domain::palette::{self, Catalogue, CheckedPlay, Play, Script, read_play, read_script};
use serde_json::Value;
use wire::Failure;
use wire::play::{
    CallRow, OperationPrompt, OperationRow, PaletteRow, PlayCheck, PlayInput, PlayLedger, PlayPrompt,
    PlayReport, PlayRow, PlayRun, PlayRuns, PlayShow, PlayStop, RunRow, RunView,
};

use super::lookup::{self, actor};
use crate::host::Host;
use crate::recruit::{self, Commission};
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

/// What the model of an operation was told.
pub(super) async fn prompt(host: &Arc<Host>, asked: PlayPrompt) -> Result<OperationPrompt, Failure> {
    let run = known(host, &asked.run).await?;
    Ok(OperationPrompt { prompt: host.store.operation_prompt(&run.id, &asked.operation).await? })
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

/// The plays that installed packs ship, those that can be read.
pub(super) async fn list(host: &Arc<Host>) -> Result<Vec<PlayRow>, Failure> {
    let mut plays = Vec::new();
    for (installed, _) in host.packs.current().await? {
        for (name, path) in host.packs.plays(&installed.id, &installed.version) {
            if let Ok(play) =
                std::fs::read(&path).map_err(drop).and_then(|bytes| read_play(&name, &bytes).map_err(drop))
            {
                plays.push(play_row(format!("{}/{}", installed.id, play.id), &play));
            }
        }
    }
    Ok(plays)
}

pub(super) async fn check(host: &Arc<Host>, asked: &PlayCheck) -> Result<PlayReport, Failure> {
    let path = Path::new(&asked.path);
    let (_, diagnostics, play) = examine(host, path).await?;
    let play = play.map(|play| play_row(play.id.clone(), &play));
    Ok(PlayReport { valid: diagnostics.is_empty(), diagnostics, play })
}

/// A play with its script, or every fault of both; and the play as far as it could be read.
async fn examine(
    host: &Arc<Host>,
    path: &Path,
) -> Result<(Option<(CheckedPlay, Script)>, Vec<Diagnostic>, Option<Play>), Failure> {
    let bytes =
        std::fs::read(path).map_err(|error| Failure::invalid(format!("{}: {error}", path.display())))?;
    let packs = packs(host).await?;
    let catalogue = Catalogue { packs: packs.iter().map(AsRef::as_ref).collect() };
    let file = file_name(path);
    let play = read_play(&file, &bytes).ok();
    let script = play.as_ref().map(|play| script(path, play));
    Ok(match (palette::examine(&file, &bytes, &catalogue), script) {
        (Ok(checked), Some(Ok(script))) => (Some((checked, script)), Vec::new(), play),
        (checked, script) => {
            let mut faults = checked.err().unwrap_or_default();
            faults.extend(script.and_then(Result::err).unwrap_or_default());
            (None, faults, play)
        }
    })
}

/// Starts a play. Everything is checked before anything exists.
pub(super) async fn run(host: &Arc<Host>, asked: PlayRun) -> Result<RunRow, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    if !asked.rehearse {
        return Err(Failure::refused("no model provider is set up: only rehearsals can be run")
            .hint("run it with --rehearse"));
    }
    let path = find(host, &asked.play).await?;
    let (examined, faults, _) = examine(host, &path).await?;
    let (play, script) = examined.ok_or_else(|| faulty(&faults))?;
    let objective = play
        .play
        .objective_with(&asked.inputs)
        .map_err(|why| Failure::invalid(why).hint("give inputs with --input NAME=VALUE"))?;
    let packs = packs(host).await?;
    let id = recruit::start(
        host,
        Commission {
            company: company.id,
            play_id: if Path::new(&asked.play).is_absolute() { play.play.id.clone() } else { asked.play },
            play,
            objective,
            script,
            packs: Arc::new(packs),
            actor: actor(host),
        },
    )
    .await?;
    Ok(row(&known(host, id.as_str()).await?))
}

/// Stops a run at once: nothing of it runs, spends or calls afterwards.
pub(super) async fn stop(host: &Arc<Host>, asked: PlayStop) -> Result<RunRow, Failure> {
    let run = known(host, &asked.run).await?;
    if !host.runs.stop(&run.id).await {
        return Err(Failure::refused(format!("the run is {} already", run.state)));
    }
    Ok(row(&known(host, &asked.run).await?))
}

async fn packs(host: &Arc<Host>) -> Result<Vec<Arc<Pack>>, Failure> {
    Ok(host.packs.current().await?.into_iter().map(|(_, pack)| pack).collect())
}

fn faulty(faults: &[Diagnostic]) -> Failure {
    Failure::refused("the play cannot be run: nothing was created")
        .details(faults.iter().map(ToString::to_string).collect())
        .hint("mend what bailiwick play check shows")
}

/// The file of a play: a path, or `pack/play` of an installed pack.
async fn find(host: &Arc<Host>, named: &str) -> Result<PathBuf, Failure> {
    if Path::new(named).is_absolute() {
        return Ok(PathBuf::from(named));
    }
    for (installed, _) in host.packs.current().await? {
        let plays = host.packs.plays(&installed.id, &installed.version);
        let found = plays.into_iter().find(|(name, _)| {
            let id = name.strip_suffix(".yaml").unwrap_or(name);
            named == id || named == format!("{}/{id}", installed.id)
        });
        if let Some((_, path)) = found {
            return Ok(path);
        }
    }
    Err(Failure::invalid(format!("there is no play {named:?}"))
        .hint("name a file, or one that bailiwick play list shows"))
}

/// The script beside a play.
fn script(path: &Path, play: &Play) -> Result<Script, Vec<Diagnostic>> {
    let Some(name) = &play.rehearsal else {
        let message = "the play names no rehearsal, and no model is set up that could run it";
        let fault = Diagnostic::error("no-rehearsal", &file_name(path), Span::START, message);
        return Err(vec![fault.with_help("write rehearsal: FILE, beside the play")]);
    };
    let bytes = std::fs::read(path.with_file_name(name)).map_err(|error| {
        vec![Diagnostic::error("no-rehearsal", name, Span::START, format!("cannot be read: {error}"))]
    })?;
    read_script(name, &bytes)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn play_row(id: String, play: &Play) -> PlayRow {
    PlayRow {
        id,
        title: play.title.clone(),
        objective: play.objective.clone(),
        inputs: play
            .inputs
            .iter()
            .map(|input| PlayInput { id: input.id.clone(), required: input.required })
            .collect(),
        palette: play
            .palette
            .roles
            .iter()
            .map(|role| PaletteRow {
                role: role.role.value.clone(),
                disposition: role.disposition.as_str().to_owned(),
                modes: role.modes.iter().map(|mode| mode.value.to_string()).collect(),
            })
            .collect(),
        max_new_roles: play.palette.expansion.max_new_roles,
        max_spawn: play.limits.max_spawn,
        rehearsal: play.rehearsal.is_some(),
    }
}
