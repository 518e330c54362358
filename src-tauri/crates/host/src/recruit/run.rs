//! A run: initial roles, the plan, the graph until nothing is left to do.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use domain::audit::Kind;
use domain::event::Fact;
use domain::ids::{CompanyId, EmployeeId, OperationId, RoleName, RunId};
use domain::pack::Pack;
use domain::palette::{Admission, Catalogue, CheckedPlay, Emitter, Planned, Refusal, Route, Router, Script};
use serde_json::json;
use tokio::sync::{Mutex, Notify, watch};
use tokio::task::JoinSet;
use wire::Failure;

use super::briefing::{self, Turn};
use super::journal::{self, Asked};
use super::operation::{self, Work};
use super::provision::provision;
use super::scripted::Scripted;
use crate::host::Host;
use crate::store::run::{self, Operation, Run};
use crate::store::{NewRecord, StoreError, employee};

/// A run that is wanted.
pub(crate) struct Commission {
    pub company: CompanyId,
    /// The play's id, as it was asked for.
    pub play_id: String,
    pub play: CheckedPlay,
    pub objective: String,
    pub script: Script,
    /// The packs that roles come from.
    pub packs: Arc<Vec<Arc<Pack>>>,
    /// Who asked for it.
    pub actor: String,
}

/// What came of an attempt to provision a role.
pub(super) type Attempt = Result<Route, Refusal>;

/// A run at work.
pub(super) struct Running {
    pub host: Arc<Host>,
    pub company: CompanyId,
    pub run: RunId,
    pub actor: String,
    pub scripted: Scripted,
    pub packs: Arc<Vec<Arc<Pack>>>,
    pub state: Mutex<State>,
    /// Told whenever an operation was added or has ended.
    pub changed: Notify,
    seat: OnceLock<EmployeeId>,
    stop: Arc<watch::Sender<bool>>,
}

/// What changes as a run goes on.
pub(super) struct State {
    pub router: Router,
    pub admission: Admission,
    pub entries: u64,
    pub attempts: HashMap<RoleName, watch::Receiver<Option<Attempt>>>,
    /// Who takes each role.
    pub seats: HashMap<RoleName, EmployeeId>,
    nodes: Vec<Node>,
}

struct Node {
    operation: Operation,
    route: Route,
    seat: bool,
    waits_for: Vec<OperationId>,
}

impl State {
    /// What is saved of the state.
    pub(super) fn checkpoint(&self) -> serde_json::Value {
        json!({ "palette": self.router, "admission": self.admission, "entries": self.entries })
    }

    pub(super) fn next_id(&self) -> Result<OperationId, StoreError> {
        Ok(format!("op-{}", self.nodes.len() + 1).parse()?)
    }

    /// Adds a node to the graph.
    pub(super) fn add(
        &mut self,
        id: OperationId,
        route: Route,
        seat: bool,
        instruction: String,
        parent: Option<OperationId>,
        waits_for: Vec<OperationId>,
    ) -> Operation {
        let operation = Operation {
            id,
            number: u32::try_from(self.nodes.len() + 1).unwrap_or(u32::MAX),
            employee_id: self.seats.get(&route.role).cloned(),
            role: route.role.to_string(),
            instruction,
            state: "queued".to_owned(),
            parent,
            depends: waits_for.iter().map(ToString::to_string).collect(),
            result: None,
        };
        self.nodes.push(Node { operation: operation.clone(), route, seat, waits_for });
        operation
    }

    fn is_final(&self, id: &OperationId) -> bool {
        self.nodes.iter().find(|node| node.operation.id == *id).is_none_or(|node| {
            matches!(
                node.operation.state.as_str(),
                "succeeded" | "failed" | "skipped" | "cancelled" | "escalated"
            )
        })
    }

    /// The next node that waits for nothing any more. A predecessor that failed does not hold it back.
    fn take_ready(&mut self) -> Option<Work> {
        let at = self.nodes.iter().position(|node| {
            node.operation.state == "queued" && node.waits_for.iter().all(|id| self.is_final(id))
        })?;
        let node = self.nodes.get_mut(at)?;
        let employee = self.seats.get(&node.route.role)?.clone();
        node.operation.state = "running".to_owned();
        node.operation.employee_id = Some(employee.clone());
        Some(Work {
            id: node.operation.id.clone(),
            route: node.route.clone(),
            seat: node.seat,
            employee,
            instruction: node.operation.instruction.clone(),
        })
    }

    fn settle(&mut self, id: &OperationId, state: &str, result: Option<String>) -> Option<Operation> {
        let node = self.nodes.iter_mut().find(|node| node.operation.id == *id)?;
        node.operation.state = state.to_owned();
        node.operation.result = result.map(|text| domain::guard::redact_text(&text));
        Some(node.operation.clone())
    }

    fn open(&self) -> Vec<OperationId> {
        let open = self.nodes.iter().filter(|node| !self.is_final(&node.operation.id));
        open.map(|node| node.operation.id.clone()).collect()
    }
}

impl Running {
    /// The roles that there are.
    pub(super) fn catalogue(&self) -> Catalogue<'_> {
        Catalogue { packs: self.packs.iter().map(AsRef::as_ref).collect() }
    }

    /// Who sits in the seat, once it is provisioned.
    pub(super) fn seat_employee(&self) -> Option<EmployeeId> {
        self.seat.get().cloned()
    }

    /// Who asked whom, from the person down.
    pub(super) fn delegation(&self, operation: &OperationId) -> Vec<String> {
        vec![self.actor.clone(), self.run.to_string(), operation.to_string()]
    }

    /// Waits until the run is stopped.
    pub(super) async fn stopped(&self) {
        drop(self.stop.subscribe().wait_for(|stop| *stop).await);
    }
}

/// Begins a run and gives its row; the rest goes on by itself.
pub(crate) async fn start(host: &Arc<Host>, commission: Commission) -> Result<RunId, Failure> {
    let run: RunId = crate::new_id().map_err(|error| Failure::unavailable(error.to_string()))?;
    let stop = Arc::new(watch::channel(false).0);
    let play = commission.play;
    let running = Arc::new(Running {
        host: Arc::clone(host),
        company: commission.company.clone(),
        run: run.clone(),
        actor: commission.actor,
        scripted: Scripted::new(commission.script),
        packs: commission.packs,
        state: Mutex::new(State {
            router: Router::new(&play),
            admission: Admission::new(&play.play.limits),
            entries: 0,
            attempts: HashMap::new(),
            seats: HashMap::new(),
            nodes: Vec::new(),
        }),
        changed: Notify::new(),
        seat: OnceLock::new(),
        stop: Arc::clone(&stop),
    });
    let row = Run {
        id: run.clone(),
        company_id: commission.company,
        play: commission.play_id,
        title: play.play.title.clone(),
        objective: commission.objective.clone(),
        state: "running".to_owned(),
        detail: None,
        rehearsal: true,
        checkpoint: running.state.lock().await.checkpoint(),
        started_at: host.clock.now(),
        ended_at: None,
        accepted: 0,
        dropped: 0,
    };
    begin(&running, row).await?;
    let (ended, wait) = watch::channel(false);
    host.runs.add(run.clone(), stop, wait);
    tokio::spawn(async move {
        let (state, detail) = carry_out(&running, &play, &commission.objective).await;
        if let Err(error) = end(&running, state, detail.as_deref()).await {
            tracing::warn!(%error, "the end of a run was not recorded");
        }
        running.host.runs.remove(&running.run);
        ended.send_replace(true);
    });
    Ok(run)
}

async fn begin(running: &Arc<Running>, row: Run) -> Result<(), StoreError> {
    let body = json!({ "play": row.play, "objective": domain::guard::redact_text(&row.objective), "rehearsal": true });
    let company = row.company_id.clone();
    let mut record =
        NewRecord::new(Kind::RunStarted, Some(company.clone()), &running.actor, row.id.as_str(), body);
    record.run = Some(row.id.clone());
    running
        .host
        .store
        .write(move |tx| {
            Box::pin(async move {
                run::insert(tx, &row).await?;
                let seq = tx.audit(record).await?;
                tx.publish(Some(&company), Some(seq), Fact::RunChanged { run_id: row.id });
                Ok(())
            })
        })
        .await
}

/// Runs to the end, the stop or the limit. Gives the state and, where there is something to say, why.
async fn carry_out(
    running: &Arc<Running>,
    play: &CheckedPlay,
    objective: &str,
) -> (&'static str, Option<String>) {
    let wall = play.play.limits.wall.unwrap_or(Duration::MAX);
    let work = async {
        provision_initial(running, play).await?;
        plan(running, play, objective).await?;
        work_off(running, play.play.limits.max_concurrent).await.map_err(|error| error.to_string())
    };
    tokio::select! {
        worked = work => match worked {
            Ok(()) => {
                let unmet = running.scripted.unmet();
                let note = (!unmet.is_empty()).then(|| format!("no operation met {}", unmet.join(", ")));
                ("succeeded", note)
            }
            Err(why) => ("failed", Some(why)),
        },
        () = running.stopped() => ("stopped", None),
        () = tokio::time::sleep(wall) => ("failed", Some("its time by the clock was up".to_owned())),
    }
}

/// Provisions the seat and every declared role once. If one fails, nothing of the run begins.
async fn provision_initial(running: &Arc<Running>, play: &CheckedPlay) -> Result<(), String> {
    let others = play.initial.iter().filter(|route| route.role != play.seat.role);
    for route in std::iter::once(&play.seat).chain(others) {
        let made = provision(running, route).await.map_err(|why| format!("{}: {why}", route.role))?;
        drop(running.seat.set(made.clone()));
        running.state.lock().await.seats.insert(route.role.clone(), made);
    }
    Ok(())
}

/// Lets the seat plan: its tasks become nodes, its requests are taken in. An empty answer is asked for once more.
async fn plan(running: &Arc<Running>, play: &CheckedPlay, objective: &str) -> Result<(), String> {
    let said = |error: StoreError| error.to_string();
    let work = {
        let mut state = running.state.lock().await;
        let id = state.next_id().map_err(said)?;
        state.admission.plan(id.clone(), &[]);
        let operation = state.add(id, play.seat.clone(), true, objective.to_owned(), None, Vec::new());
        journal::operation(running, &state, operation).await.map_err(said)?;
        start_next(running, &mut state).await.map_err(said)?.ok_or("the seat is taken by nobody")?
    };
    let mut act = running.scripted.act(&work.route.role, objective);
    if act.plan.is_empty() && act.spawn.is_empty() {
        act = running.scripted.line(&work.route.role, objective).unwrap_or(act);
    }
    let usable = tasks(running, &act.plan).await.map_err(said)?;
    let ended = operation::work(running, &work, &act).await.map_err(said)?;
    let mut state = running.state.lock().await;
    if let Some(operation) = state.settle(&work.id, ended.state, Some(ended.result)) {
        journal::operation(running, &state, operation).await.map_err(said)?;
    }
    if usable == 0 && state.open().is_empty() {
        return Err("the planner gave no task that can be done".to_owned());
    }
    Ok(())
}

/// Makes nodes of planned tasks. One that is refused is dropped with an entry; the others keep what they wait
/// for. Gives how many became nodes.
async fn tasks(running: &Arc<Running>, plan: &[Planned]) -> Result<usize, StoreError> {
    let mut made: HashMap<&str, OperationId> = HashMap::new();
    for task in plan {
        let since = Instant::now();
        let step = {
            let catalogue = running.catalogue();
            running.state.lock().await.router.planned(&task.assignee, &catalogue)
        };
        let recruited = !matches!(step, domain::palette::Step::Existing(_));
        let routed = operation::take(running, step).await;
        let emitter = Emitter { operation: None, route: None, seat: true };
        let asked = Asked { emitter, assignee: Some(task.assignee.clone()), since };
        let mut state = running.state.lock().await;
        match routed {
            Ok(route) => {
                let id = state.next_id()?;
                let waits: Vec<OperationId> =
                    task.depends.iter().filter_map(|name| made.get(name.as_str()).cloned()).collect();
                state.admission.plan(id.clone(), &waits);
                let operation = state.add(id.clone(), route, false, task.task.clone(), None, waits);
                if recruited {
                    journal::entry(running, &mut state, &asked, Ok(Some(operation))).await?;
                } else {
                    journal::operation(running, &state, operation).await?;
                }
                made.insert(&task.id, id);
            }
            Err(refusal) => journal::entry(running, &mut state, &asked, Err(refusal)).await?,
        }
    }
    Ok(made.len())
}

/// Starts the next operation that can start: what its model is told is written down first.
async fn start_next(running: &Arc<Running>, state: &mut State) -> Result<Option<Work>, StoreError> {
    let Some(work) = state.take_ready() else { return Ok(None) };
    let turn = Turn { employee: &work.employee, may_spawn: work.route.emits.may_spawn(), seat: work.seat };
    let prompt = briefing::prompt(running, state, &turn).await;
    if let Some(operation) = state.settle(&work.id, "running", None) {
        journal::begun(running, state, operation, prompt).await?;
    }
    Ok(Some(work))
}

/// Works off the graph, so many operations at once, until nothing is left that can start.
async fn work_off(running: &Arc<Running>, at_once: u32) -> Result<(), StoreError> {
    let at_once = usize::try_from(at_once).unwrap_or(1);
    let mut working = JoinSet::new();
    loop {
        while working.len() < at_once {
            let mut state = running.state.lock().await;
            let Some(work) = start_next(running, &mut state).await? else { break };
            drop(state);
            let running = Arc::clone(running);
            working.spawn(async move {
                let act = running.scripted.act(&work.route.role, &work.instruction);
                let ended = operation::work(&running, &work, &act).await;
                (work.id, ended)
            });
        }
        tokio::select! {
            ended = working.join_next() => match ended {
                Some(Ok((id, ended))) => {
                    let ended = ended?;
                    let mut state = running.state.lock().await;
                    if let Some(operation) = state.settle(&id, ended.state, Some(ended.result)) {
                        journal::operation(running, &state, operation).await?;
                    }
                }
                Some(Err(error)) => return Err(StoreError::Conflict(format!("an operation ended unexpectedly: {error}"))),
                None => return Ok(()),
            },
            () = running.changed.notified() => {}
        }
    }
}

/// Lets contractors go, closes what is open and records the end, in one transaction.
async fn end(running: &Arc<Running>, state: &'static str, detail: Option<&str>) -> Result<(), StoreError> {
    let (open, checkpoint) = {
        let mut state = running.state.lock().await;
        let open: Vec<Operation> =
            state.open().iter().filter_map(|id| state.settle(id, "cancelled", None)).collect();
        (open, state.checkpoint())
    };
    let detail = detail.map(domain::palette::detail);
    let (id, company) = (running.run.clone(), running.company.clone());
    let body = json!({ "state": state, "detail": detail });
    let mut record = NewRecord::new(Kind::RunEnded, Some(company.clone()), &running.actor, id.as_str(), body);
    record.run = Some(id.clone());
    running
        .host
        .store
        .write(move |tx| {
            Box::pin(async move {
                for operation in &open {
                    run::put_operation(tx, &id, operation).await?;
                }
                run::checkpoint(tx, &id, &checkpoint).await?;
                run::end(tx, &id, state, detail.as_deref()).await?;
                let seq = tx.audit(record).await?;
                for left in employee::release_contractors(tx, &id).await? {
                    let body = json!({ "run": id });
                    let mut record = NewRecord::new(
                        Kind::ContractorLeft,
                        Some(company.clone()),
                        "bailiwick",
                        left.as_str(),
                        body,
                    );
                    record.run = Some(id.clone());
                    let seq = tx.audit(record).await?;
                    tx.publish(Some(&company), Some(seq), Fact::EmployeeChanged { employee_id: left });
                }
                tx.publish(Some(&company), Some(seq), Fact::RunChanged { run_id: id });
                Ok(())
            })
        })
        .await?;
    drop(running.host.policies.reload(&running.company).await);
    Ok(())
}
