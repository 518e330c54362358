//! The only way to a tool, for our own agents and for outside ones alike.
//!
//! A call is resolved on the rules of this moment, the decision is committed, then the call leaves. What is
//! forwarded is byte for byte what was judged.

mod arguments;
mod breaker;
mod busy;
pub(crate) mod record;

use std::sync::Arc;

use domain::authority::{self, Approved, Code, Decision, Permit, Question, Told, Verdict};
use domain::ids::{CompanyId, EmployeeId, OperationId, RunId};
use domain::tool::Tool;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use wire::Failure;

use crate::approvals::{Approvals, Verdict as Answered};
use crate::mcp::CallOutcome;
use crate::policy::Policies;
use crate::store::{Store, StoreError};
use crate::upstream::Upstreams;
pub(crate) use arguments::Arguments;
use breaker::Breaker;
use busy::{Busy, Doing};

/// How an attempt came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// One of our own engines.
    Agent,
    /// An outside agent.
    Gateway,
}

/// Who calls. Made where a connection or a run begins, never from a payload.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The company.
    pub company: CompanyId,
    /// The employee.
    pub employee: EmployeeId,
    /// How the call came in.
    pub channel: Channel,
    /// What the outside program says it is.
    pub client: Option<String>,
    /// The run that the call belongs to.
    pub run: Option<RunId>,
    /// The operation within it.
    pub operation: Option<OperationId>,
    /// Who asked whom, from the person down.
    pub delegation: Vec<String>,
}

/// A tool in an employee's list.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListedTool {
    /// The name that a model sees.
    pub alias: String,
    /// The tool.
    pub tool: Tool,
    /// Its definition, as its server reported it.
    pub definition: Box<RawValue>,
    /// Whether each call waits for a person.
    pub asks: bool,
}

/// What came of a call.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The server answered; the answer may be an error of its own.
    Answered(CallOutcome),
    /// The gate said no.
    Refused(Told),
    /// The call was allowed and did not come to an answer.
    Failed(String),
}

/// The gate of an installation.
pub struct Gate {
    store: Store,
    policies: Arc<Policies>,
    upstreams: Arc<Upstreams>,
    approvals: Arc<Approvals>,
    breaker: Breaker,
    busy: Busy,
}

impl Gate {
    pub(crate) fn new(
        store: Store,
        policies: Arc<Policies>,
        upstreams: Arc<Upstreams>,
        approvals: Arc<Approvals>,
    ) -> Self {
        Self { store, policies, upstreams, approvals, breaker: Breaker::default(), busy: Busy::default() }
    }

    /// What an employee does now: `idle`, `working` or `waiting`.
    pub fn activity(&self, employee: &EmployeeId) -> &'static str {
        self.busy.activity(employee)
    }

    /// The tools that the employee may call or ask for, and no other. No violation comes of it.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<ListedTool>, Failure> {
        let policy = self.policies.of(&caller.company).await?;
        let listed = policy.snapshot.tools(&caller.employee).filter_map(|(tool, verdict)| {
            let definition = policy.definition(tool)?;
            let alias = policy.aliases.alias_of(tool)?;
            Some(ListedTool {
                alias: alias.to_owned(),
                tool: tool.clone(),
                definition: definition.to_owned(),
                asks: verdict == Verdict::Ask,
            })
        });
        Ok(listed.collect())
    }

    /// Calls the tool that a client knows by this alias. An alias is looked up, never parsed.
    pub async fn call_alias(
        &self,
        caller: &Caller,
        alias: &str,
        arguments: Box<RawValue>,
        waits: Option<mpsc::UnboundedSender<String>>,
    ) -> Outcome {
        match self.policies.of(&caller.company).await {
            Ok(policy) => match policy.aliases.tool_of(alias) {
                Some(tool) => self.call(caller, &tool.clone(), arguments, waits).await,
                None => self.call_unknown(caller, alias, arguments).await,
            },
            Err(_) => Outcome::Refused(Decision::unavailable().told()),
        }
    }

    /// Calls a tool: resolves, records, then calls. Waits for a person where the rules say so.
    pub async fn call(
        &self,
        caller: &Caller,
        tool: &Tool,
        arguments: Box<RawValue>,
        waits: Option<mpsc::UnboundedSender<String>>,
    ) -> Outcome {
        let arguments = match Arguments::read(arguments) {
            Ok(arguments) => arguments,
            Err(refused) => return Outcome::Failed(refused),
        };
        let _working = self.busy.enter(&caller.employee, Doing::Working);
        let mut approved: Option<Approved> = None;
        loop {
            let (decision, permit) = self.resolve(caller, tool, &arguments, approved.as_ref()).await;
            match (decision.verdict, permit) {
                (Verdict::Allow, Some(permit)) => {
                    // Where the rules changed between the decision and the call, it is judged anew.
                    if let Ok(outcome) = self.carry_out(caller, tool, &arguments, &decision, permit).await {
                        return outcome;
                    }
                }
                (Verdict::Ask, _) => {
                    match self.wait(caller, tool, &arguments, &decision, waits.as_ref()).await {
                        Ok(answer) => approved = Some(answer),
                        Err(told) => return Outcome::Refused(told),
                    }
                }
                (Verdict::Allow, None) | (Verdict::Deny, _) => {
                    return Outcome::Refused(self.refuse(caller, tool, &arguments, decision).await);
                }
            }
        }
    }

    /// Records a spawn or a delegation that the role may not ask for, as an attempt on `org/spawn`.
    pub(crate) async fn refuse_spawn(&self, caller: &Caller, request: &serde_json::Value) -> Option<Told> {
        let tool = Tool::new("org".parse().ok()?, "spawn");
        let arguments = Arguments::read(serde_json::value::to_raw_value(request).ok()?).ok()?;
        Some(self.refuse(caller, &tool, &arguments, Decision::may_not_delegate()).await)
    }

    async fn resolve(
        &self,
        caller: &Caller,
        tool: &Tool,
        arguments: &Arguments,
        approval: Option<&Approved>,
    ) -> (Decision, Option<Permit>) {
        match self.policies.of(&caller.company).await {
            Ok(policy) => {
                let resolved = authority::resolve(
                    &policy.snapshot,
                    &Question {
                        employee: &caller.employee,
                        tool,
                        arguments_digest: Some(arguments.digest()),
                        approval,
                    },
                );
                (resolved.decision, resolved.permit)
            }
            Err(_) => (Decision::unavailable(), None),
        }
    }

    /// Commits the decision, then calls, then records what came of it.
    async fn carry_out(
        &self,
        caller: &Caller,
        tool: &Tool,
        arguments: &Arguments,
        decision: &Decision,
        permit: Permit,
    ) -> Result<Outcome, Stale> {
        let seq = match record::decided(&self.store, caller, tool, arguments, decision).await {
            Ok(seq) => seq,
            Err(error) => return Ok(unrecorded(&error)),
        };
        if self.is_stale(caller, &permit).await {
            record::closed(&self.store, caller, tool, seq, "stale", None);
            return Err(Stale);
        }
        let answered = self.upstreams.call(caller, permit, arguments.raw()).await;
        let (outcome, word, detail) = match answered {
            Ok(answer) if answer.is_error => (Outcome::Answered(answer), "error", None),
            Ok(answer) => (Outcome::Answered(answer), "answered", None),
            Err(error) => {
                let detail = error.to_string();
                (Outcome::Failed(detail.clone()), "failed", Some(detail))
            }
        };
        record::closed(&self.store, caller, tool, seq, word, detail.as_deref());
        Ok(outcome)
    }

    async fn is_stale(&self, caller: &Caller, permit: &Permit) -> bool {
        match self.policies.of(&caller.company).await {
            Ok(policy) => policy.snapshot.revision(&caller.employee) != permit.revision(),
            Err(_) => true,
        }
    }

    /// Asks a person and waits for the answer or the deadline.
    async fn wait(
        &self,
        caller: &Caller,
        tool: &Tool,
        arguments: &Arguments,
        decision: &Decision,
        waits: Option<&mpsc::UnboundedSender<String>>,
    ) -> Result<Approved, Told> {
        let asked = match self.approvals.ask(&self.store, caller, tool, arguments, decision).await {
            Ok(asked) => asked,
            Err(error) => return Err(told_unrecorded(&error)),
        };
        let _waiting = self.busy.enter(&caller.employee, Doing::Waiting);
        if let Some(waits) = waits {
            drop(waits.send("waits for a person's approval".to_owned()));
        }
        let code = match asked.answer().await {
            Answered::Allowed(approved) => return Ok(*approved),
            Answered::Denied => Code::ApprovalDeclined,
            Answered::Expired => Code::ApprovalExpired,
        };
        Err(self.refuse(caller, tool, arguments, decision.clone().refused_as(code)).await)
    }

    /// Records the refusal as a violation, then tells the caller its class.
    async fn refuse(&self, caller: &Caller, tool: &Tool, arguments: &Arguments, decision: Decision) -> Told {
        let told = decision.told();
        let repeat = self.breaker.seen(caller, tool, arguments.digest(), &decision);
        let recorded = record::violated(&self.store, caller, tool, arguments, &decision, repeat).await;
        match recorded {
            Ok(first) => {
                self.breaker.remember(first);
                told
            }
            Err(error) => told_unrecorded(&error),
        }
    }

    /// A name that is no alias is refused like a tool that is not granted, and recorded.
    async fn call_unknown(&self, caller: &Caller, alias: &str, arguments: Box<RawValue>) -> Outcome {
        match (Arguments::read(arguments), alias_as_tool(alias)) {
            (Ok(arguments), Some(tool)) => {
                let (decision, _) = self.resolve(caller, &tool, &arguments, None).await;
                Outcome::Refused(self.refuse(caller, &tool, &arguments, decision).await)
            }
            (Err(refused), _) => Outcome::Failed(refused),
            (_, None) => Outcome::Refused(Decision::unavailable().told()),
        }
    }
}

/// An alias that no table knows, as a tool that no catalogue holds: the id is one that no server can have.
fn alias_as_tool(alias: &str) -> Option<Tool> {
    let name: String = alias.chars().take(128).collect();
    Some(Tool::new("unknown".parse().ok()?, &name))
}

/// The no where the record cannot be written: nothing was run.
fn told_unrecorded(error: &StoreError) -> Told {
    let mut told = Decision::unavailable().told();
    told.hint = format!("nothing was run, since it could not be recorded: {error}");
    told
}

fn unrecorded(error: &StoreError) -> Outcome {
    Outcome::Refused(told_unrecorded(error))
}

/// The permit's revision is no longer the employee's.
struct Stale;
