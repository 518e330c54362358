//! MCP servers: started under supervision, listed whole, called once for each permit, ended with all they left.

mod connection;
mod launch;
mod lines;
mod log;
mod server;
pub mod supervise;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::audit::NotCanonical;
use domain::authority::Permit;
use domain::ids::ServerId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::broadcast;

use server::Server;

/// How long a server may take from its start to its list of tools.
const START_DEADLINE: Duration = Duration::from_secs(30);

/// A server as the operator defined it.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its id.
    pub id: ServerId,
    /// The program and its arguments, never a shell line.
    pub command: Vec<String>,
    /// Its own variables.
    pub env: BTreeMap<String, String>,
}

/// A tool as its server reported it.
#[derive(Debug, Clone)]
pub struct ReportedTool {
    /// Its exact name.
    pub name: String,
    /// Its definition.
    pub definition: Box<RawValue>,
    /// See [`pin`].
    pub pin: String,
    /// Why it is quarantined alone: a schema that is broken, a name outside the rule.
    pub fault: Option<String>,
}

/// Where a server is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It does not run.
    Stopped,
    /// It was started and has not listed its tools yet.
    Starting,
    /// It answers.
    Ready,
    /// It did not start, or ended by itself.
    Failed,
}

impl State {
    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            State::Stopped => "stopped",
            State::Starting => "starting",
            State::Ready => "ready",
            State::Failed => "failed",
        }
    }
}

/// How a server stands.
#[derive(Debug, Clone)]
pub struct Status {
    /// Where it is in its life.
    pub state: State,
    /// Why, where there is something to say.
    pub reason: Option<String>,
    /// The last lines that it wrote beside the protocol.
    pub log: Vec<String>,
    /// What it listed last.
    pub tools: Vec<ReportedTool>,
    /// The process that supervises it.
    pub pid: Option<u32>,
}

/// What a server answered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CallOutcome {
    /// The result. *Source:* MCP, `CallToolResult`.
    pub result: Box<RawValue>,
    /// Whether the server calls it an error.
    pub is_error: bool,
}

/// Why a call came to no answer. Whether it acted is then unknown, and it is not repeated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// Nobody defined it.
    #[error("there is no server {0}")]
    Unknown(ServerId),
    /// It does not run and could not be started.
    #[error("the server {server} did not start: {reason}")]
    NotStarted {
        /// Which.
        server: ServerId,
        /// Why.
        reason: String,
    },
    /// It ended while it was asked.
    #[error("the server {0} ended during the call; whether the call acted is unknown")]
    Died(ServerId),
    /// It took too long.
    #[error("the server {server} did not answer within {} s; whether the call acted is unknown", within.as_secs())]
    Deadline {
        /// Which.
        server: ServerId,
        /// The limit.
        within: Duration,
    },
    /// It answered with a protocol error.
    #[error("the server {server} says: {message}")]
    Protocol {
        /// Which.
        server: ServerId,
        /// What it said.
        message: String,
    },
}

/// SHA-256 over the canonical definition of a tool, hex: name, title, description, both schemas, annotations.
pub fn pin(definition: &Value) -> Result<String, NotCanonical> {
    let of = |key: &str| definition.get(key).cloned().unwrap_or_default();
    let pinned = json!({
        "name": of("name"),
        "title": of("title"),
        "description": of("description"),
        "inputSchema": of("inputSchema"),
        "outputSchema": of("outputSchema"),
        "annotations": of("annotations"),
    });
    Ok(hex::encode(Sha256::digest(domain::audit::canonical(&pinned)?)))
}

/// The servers of one company, one process each, whoever calls.
pub struct Servers {
    supervisor: PathBuf,
    start_deadline: Duration,
    known: Mutex<HashMap<ServerId, Arc<Server>>>,
    changes: broadcast::Sender<ServerId>,
}

impl Servers {
    /// No servers yet. Each will be started by `supervisor supervise …`.
    pub fn new(supervisor: PathBuf) -> Self {
        Self {
            supervisor,
            start_deadline: START_DEADLINE,
            known: Mutex::default(),
            changes: broadcast::channel(256).0,
        }
    }

    /// The same, for servers that must list their tools sooner.
    #[must_use]
    pub fn with_start_deadline(mut self, deadline: Duration) -> Self {
        self.start_deadline = deadline;
        self
    }

    /// Makes a server known. It is not started.
    pub fn define(&self, definition: Definition) {
        let id = definition.id.clone();
        let server =
            Server::new(definition, self.supervisor.clone(), self.start_deadline, self.changes.clone());
        self.lock().entry(id).or_insert_with(|| Arc::new(server));
    }

    /// Starts a server, unless it runs, and waits until it is ready or has failed.
    pub async fn start(&self, id: &ServerId) -> Status {
        match self.server(id) {
            Some(server) => server.start().await,
            None => unknown(),
        }
    }

    /// Ends a server: its input is closed, then it is asked, then it is killed, with all that it started.
    pub async fn stop(&self, id: &ServerId) -> Status {
        match self.server(id) {
            Some(server) => server.stop().await,
            None => unknown(),
        }
    }

    /// How a server stands.
    pub fn status(&self, id: &ServerId) -> Option<Status> {
        self.server(id).map(|server| server.status())
    }

    /// Tells of every server whose state or list changed.
    pub fn changes(&self) -> broadcast::Receiver<ServerId> {
        self.changes.subscribe()
    }

    /// Carries out one call. A server that does not run is started for it.
    pub async fn call(&self, permit: Permit, arguments: Box<RawValue>) -> Result<CallOutcome, CallError> {
        let id = &permit.tool().server;
        let server = self.server(id).ok_or_else(|| CallError::Unknown(id.clone()))?;
        server.call(&permit.tool().name, &arguments).await
    }

    /// The processes that supervise servers.
    pub fn processes(&self) -> Vec<u32> {
        self.lock().values().filter_map(|server| server.status().pid).collect()
    }

    /// Ends every server.
    pub async fn shutdown(&self) {
        let all: Vec<_> = self.lock().values().cloned().collect();
        futures::future::join_all(all.iter().map(|server| server.stop())).await;
    }

    fn server(&self, id: &ServerId) -> Option<Arc<Server>> {
        self.lock().get(id).cloned()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<ServerId, Arc<Server>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown() -> Status {
    let reason = Some("nobody defined it".to_owned());
    Status { state: State::Failed, reason, log: Vec::new(), tools: Vec::new(), pid: None }
}
