//! One operation at work: its calls, its requests for more, its result.

use std::sync::Arc;
use std::time::Instant;

use domain::ids::{EmployeeId, OperationId};
use domain::ledger::Reason;
use domain::palette::{Act, Candidate, Emitter, Refusal, Request, Route, Step};
use serde_json::Value;
use tokio::sync::watch;

use super::journal::{self, Asked};
use super::provision::provision;
use super::run::{Attempt, Running};
use super::scripted::pause;
use crate::gate::{Caller, Channel, Outcome};
use crate::store::StoreError;

/// Who works on what.
#[derive(Clone)]
pub(super) struct Work {
    pub id: OperationId,
    pub route: Route,
    pub seat: bool,
    pub employee: EmployeeId,
    pub instruction: String,
}

/// How an operation ended.
pub(super) struct Ended {
    /// A final node state.
    pub state: &'static str,
    /// What it said or gave.
    pub result: String,
}

/// Works as the script says. Everything but the thinking is real.
pub(super) async fn work(running: &Arc<Running>, work: &Work, act: &Act) -> Result<Ended, StoreError> {
    call_tools(running, work, act).await;
    pause(act.takes, act.hang).await;
    for payload in &act.spawn {
        request(running, work, payload).await?;
    }
    if let Some(why) = &act.escalate {
        journal::escalated(running, &work.id, work.employee.as_str(), why).await?;
        return Ok(Ended { state: "escalated", result: format!("{}\n{why}", act.say) });
    }
    if let Some(why) = &act.fail {
        return Ok(Ended { state: "failed", result: why.clone() });
    }
    Ok(hand_in(work, act))
}

/// A result of a type that the route may not emit is refused; the operation has then failed.
fn hand_in(work: &Work, act: &Act) -> Ended {
    let Some(result) = &act.result else { return Ended { state: "succeeded", result: act.say.clone() } };
    let kind = result.get("type").and_then(Value::as_str).unwrap_or_default();
    if !work.route.emits.may_emit(kind) {
        let why = format!(
            "{} may not hand in {kind:?}; it may: {}",
            work.route.role,
            work.route.emits.names().join(", ")
        );
        return Ended { state: "failed", result: why };
    }
    Ended { state: "succeeded", result: format!("{}\n{result}", act.say).trim().to_owned() }
}

async fn call_tools(running: &Arc<Running>, work: &Work, act: &Act) {
    let caller = caller(running, work);
    for call in &act.calls {
        let Ok(arguments) = serde_json::value::to_raw_value(&call.arguments) else { continue };
        let outcome = match call.tool.parse() {
            Ok(tool) => running.host.gate().call(&caller, &tool, arguments, None).await,
            Err(_) => running.host.gate().call_alias(&caller, &call.tool, arguments, None).await,
        };
        if let Outcome::Failed(why) = outcome {
            tracing::info!(tool = call.tool, why, "a call of a run failed");
        }
    }
}

fn caller(running: &Running, work: &Work) -> Caller {
    Caller {
        company: running.company.clone(),
        employee: work.employee.clone(),
        channel: Channel::Agent,
        client: None,
        run: Some(running.run.clone()),
        operation: Some(work.id.clone()),
        delegation: running.delegation(&work.id),
    }
}

/// Takes in one request for more: routed, admitted, entered.
async fn request(running: &Arc<Running>, work: &Work, payload: &Value) -> Result<(), StoreError> {
    let since = Instant::now();
    let emitter = Emitter { operation: Some(&work.id), route: Some(&work.route), seat: work.seat };
    let request = match serde_json::from_value::<Request>(payload.clone()) {
        Ok(request) => request,
        Err(error) => {
            let refusal = Refusal::new(Reason::BuilderError, &format!("the request is malformed: {error}"));
            let assignee = payload.get("assignee").and_then(Value::as_str).map(str::to_owned);
            return dropped(running, &Asked { emitter, assignee, since }, refusal).await;
        }
    };
    let asked = Asked { emitter, assignee: request.named().map(str::to_owned), since };
    match route(running, &request, &asked.emitter).await {
        Ok(route) => admit(running, &request, &asked, route).await,
        Err(refusal) => {
            if matches!(refusal.reason, Reason::NotEmissionCapable | Reason::DelegationNotAllowed) {
                running.host.gate().refuse_spawn(&caller(running, work), payload).await;
            }
            dropped(running, &asked, refusal).await
        }
    }
}

async fn dropped(running: &Arc<Running>, asked: &Asked<'_>, refusal: Refusal) -> Result<(), StoreError> {
    let mut state = running.state.lock().await;
    journal::entry(running, &mut state, asked, Err(refusal)).await
}

async fn route(running: &Arc<Running>, request: &Request, emitter: &Emitter<'_>) -> Result<Route, Refusal> {
    let step = {
        let catalogue = running.catalogue();
        running.state.lock().await.router.route(request, emitter, &catalogue)
    };
    take(running, step).await
}

/// Follows a step to its route: waits for an attempt that is under way, or begins one.
pub(super) async fn take(running: &Arc<Running>, step: Step) -> Result<Route, Refusal> {
    let mut attempt = match step {
        Step::Existing(route) => return Ok(route),
        Step::Refused(refusal) => return Err(refusal),
        Step::Wait(role) => match running.state.lock().await.attempts.get(&role) {
            Some(attempt) => attempt.clone(),
            None => return Err(Refusal::new(Reason::RoleProvisionFailed, "the attempt has ended")),
        },
        Step::Provision(reservation) => {
            let (sender, attempt) = watch::channel(None);
            let role = reservation.route().role.clone();
            running.state.lock().await.attempts.insert(role, attempt.clone());
            // A task of its own: whoever asked first may go away while others wait.
            tokio::spawn(attempt_to_provision(Arc::clone(running), reservation, sender));
            attempt
        }
    };
    let ended = attempt.wait_for(Option::is_some).await.ok().and_then(|answer| answer.clone());
    ended.unwrap_or_else(|| Err(Refusal::new(Reason::RoleProvisionFailed, "the attempt was stopped")))
}

async fn attempt_to_provision(
    running: Arc<Running>,
    reservation: domain::palette::Reservation,
    answer: watch::Sender<Option<Attempt>>,
) {
    let route = reservation.route().clone();
    // Work of its own, so that a panic in it is a failure of this role and of nothing else.
    let (host_side, wanted) = (Arc::clone(&running), route.clone());
    let mut work = tokio::spawn(async move { provision(&host_side, &wanted).await });
    let made = tokio::select! {
        made = &mut work => made.unwrap_or_else(|_| Err("it ended unexpectedly".to_owned())),
        () = answer.closed() => { work.abort(); Err("nobody waits for it any more".to_owned()) }
        () = running.stopped() => { work.abort(); Err("the run was stopped".to_owned()) }
    };
    let mut state = running.state.lock().await;
    state.attempts.remove(&route.role);
    let ended = match made {
        Ok(employee) => {
            state.seats.insert(route.role.clone(), employee);
            Ok(state.router.published(reservation))
        }
        Err(why) => Err(state.router.failed(reservation, &why)),
    };
    drop(state);
    answer.send_replace(Some(ended));
}

/// Lets the child in, or enters why not. The role stays either way.
async fn admit(
    running: &Arc<Running>,
    request: &Request,
    asked: &Asked<'_>,
    route: Route,
) -> Result<(), StoreError> {
    let mut state = running.state.lock().await;
    let id = state.next_id()?;
    let candidate = Candidate {
        id: id.clone(),
        emitter: asked.emitter.operation.cloned(),
        independent: request.independent,
        before: Vec::new(),
        repeats: false,
    };
    let admitted = state.admission.admit(&candidate, running.host.clock.now());
    let outcome = match admitted {
        Ok(()) => {
            let parent = asked.emitter.operation.cloned();
            let waits = if request.independent { Vec::new() } else { parent.iter().cloned().collect() };
            let own_seat = false;
            Ok(Some(state.add(id, route, own_seat, request.instruction.clone(), parent, waits)))
        }
        Err(refusal) => Err(refusal),
    };
    journal::entry(running, &mut state, asked, outcome).await?;
    drop(state);
    running.changed.notify_one();
    Ok(())
}
