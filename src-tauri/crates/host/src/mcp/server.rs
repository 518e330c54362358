//! One server: its process, its session, its state.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::ids::ServerId;
use rmcp::ServiceExt as _;
use rmcp::service::ServiceError;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::value::RawValue;
use tokio::process::{Child, Command};
use tokio::sync::{Notify, broadcast, watch};
use tokio::task::JoinHandle;

use super::connection::{self, Listener, Session};
use super::log::Log;
use super::{CallError, CallOutcome, Definition, ReportedTool, State, Status, launch};

/// How long a call may take.
const CALL_DEADLINE: Duration = Duration::from_mins(10);
/// How long a server may take to end once its input is closed, and again once it is asked.
const ENDS_WITHIN: Duration = Duration::from_secs(1);
/// Notices of a changed list that come together are one.
const COALESCE: Duration = Duration::from_millis(100);
/// What lies between a server's output and the session. *Units:* bytes.
const BUFFER: usize = 256 * 1024;

/// A server.
pub(super) struct Server {
    definition: Definition,
    supervisor: PathBuf,
    start_deadline: Duration,
    changes: broadcast::Sender<ServerId>,
    log: Log,
    seen: Mutex<Seen>,
    live: tokio::sync::Mutex<Option<Arc<Live>>>,
}

/// What is known without asking the server.
struct Seen {
    state: State,
    reason: Option<String>,
    tools: Vec<ReportedTool>,
    pid: Option<u32>,
}

/// A server that runs.
struct Live {
    session: Session,
    ended: watch::Receiver<bool>,
    pid: u32,
    helpers: Vec<JoinHandle<()>>,
}

impl Live {
    /// Whether it can be asked. The session knows of an end before the process is collected.
    fn answers(&self) -> bool {
        !*self.ended.borrow() && !self.session.is_transport_closed()
    }
}

impl Server {
    pub(super) fn new(
        definition: Definition,
        supervisor: PathBuf,
        start_deadline: Duration,
        changes: broadcast::Sender<ServerId>,
    ) -> Self {
        let seen = Seen { state: State::Stopped, reason: None, tools: Vec::new(), pid: None };
        Self {
            definition,
            supervisor,
            start_deadline,
            changes,
            log: Log::default(),
            seen: Mutex::new(seen),
            live: tokio::sync::Mutex::new(None),
        }
    }

    pub(super) fn status(&self) -> Status {
        let seen = self.seen();
        Status {
            state: seen.state,
            reason: seen.reason.clone(),
            log: self.log.tail(),
            tools: seen.tools.clone(),
            pid: seen.pid,
        }
    }

    pub(super) async fn start(self: &Arc<Self>) -> Status {
        drop(self.running().await);
        self.status()
    }

    pub(super) async fn stop(&self) -> Status {
        let live = self.live.lock().await.take();
        if let Some(live) = live {
            end(live).await;
        }
        self.note(State::Stopped, None, None);
        self.status()
    }

    pub(super) async fn call(
        self: &Arc<Self>,
        tool: &str,
        arguments: &RawValue,
    ) -> Result<CallOutcome, CallError> {
        let id = || self.definition.id.clone();
        let live = self.running().await.map_err(|reason| CallError::NotStarted { server: id(), reason })?;
        let protocol = |message: String| CallError::Protocol { server: id(), message };
        let arguments = serde_json::from_str(arguments.get()).map_err(|error| protocol(error.to_string()))?;
        let mut ended = live.ended.clone();
        let answered = tokio::select! {
            answered = live.session.call_tool(connection::call(tool, arguments)) => answered,
            _ = ended.wait_for(|ended| *ended) => return Err(CallError::Died(id())),
            () = tokio::time::sleep(CALL_DEADLINE) => {
                return Err(CallError::Deadline { server: id(), within: CALL_DEADLINE });
            }
        };
        let result = answered.map_err(|error| match error {
            ServiceError::TransportClosed | ServiceError::TransportSend(_) => CallError::Died(id()),
            ServiceError::McpError(error) => protocol(error.message.to_string()),
            other => protocol(other.to_string()),
        })?;
        let result = connection::capped(result);
        let is_error = result.is_error.unwrap_or(false);
        let result = serde_json::value::to_raw_value(&result).map_err(|error| protocol(error.to_string()))?;
        Ok(CallOutcome { result, is_error })
    }

    /// The running server; started if it does not run. One start at a time.
    async fn running(self: &Arc<Self>) -> Result<Arc<Live>, String> {
        let mut slot = self.live.lock().await;
        if let Some(live) = slot.as_ref().filter(|live| live.answers()) {
            return Ok(Arc::clone(live));
        }
        *slot = None;
        self.log.clear();
        self.note(State::Starting, None, None);
        match self.bring_up().await {
            Ok(live) => {
                let live = Arc::new(live);
                *slot = Some(Arc::clone(&live));
                Ok(live)
            }
            Err(reason) => {
                self.note(State::Failed, Some(reason.clone()), None);
                Err(reason)
            }
        }
    }

    async fn bring_up(self: &Arc<Self>) -> Result<Live, String> {
        let mut child = self.spawn().await?;
        let pid = child.id().unwrap_or_default();
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("its pipes are missing".to_owned());
        };
        let (to_session, from_server) = tokio::io::duplex(BUFFER);
        let mut helpers = vec![
            tokio::spawn(connection::sift(output, to_session, self.log.clone())),
            tokio::spawn(self.log.clone().keep(errors)),
        ];
        let (told, ended) = watch::channel(false);
        tokio::spawn(watch_end(Arc::clone(self), child, told));
        let list_changed = Arc::new(Notify::new());
        let listener = Listener { list_changed: Arc::clone(&list_changed) };
        let mut gone = ended.clone();
        let opened = tokio::select! {
            opened = tokio::time::timeout(self.start_deadline, self.open(listener, from_server, input)) => opened,
            _ = gone.wait_for(|ended| *ended) => Ok(Err(self.last_words())),
        };
        let (session, tools) = match opened {
            Ok(Ok(opened)) => opened,
            Ok(Err(reason)) => {
                terminate(pid);
                return Err(reason);
            }
            Err(_) => {
                terminate(pid);
                return Err(format!("it did not answer within {} s", self.start_deadline.as_secs()));
            }
        };
        helpers.push(tokio::spawn(keep_list(Arc::downgrade(self), list_changed)));
        self.note(State::Ready, None, Some((tools, pid)));
        Ok(Live { session, ended, pid, helpers })
    }

    async fn open(
        &self,
        listener: Listener,
        from_server: tokio::io::DuplexStream,
        input: tokio::process::ChildStdin,
    ) -> Result<(Session, Vec<ReportedTool>), String> {
        let session =
            listener.serve((from_server, input)).await.map_err(|error| format!("no session: {error}"))?;
        let tools = connection::list(&session, &self.log).await?;
        Ok((session, tools))
    }

    async fn spawn(&self) -> Result<Child, String> {
        let mut words = self.definition.command.iter();
        let program = words.next().ok_or("no program is named")?;
        let found = launch::find(program).await?;
        Command::new(&self.supervisor)
            .arg("supervise")
            .arg(std::process::id().to_string())
            .arg(&found.program)
            .args(words)
            .env_clear()
            .envs(launch::environment(&found.path, &self.definition.env))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A key pressed in our terminal is not meant for servers.
            .process_group(0)
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}", self.supervisor.display()))
    }

    /// Why a server that ended at once did so, as far as it said.
    fn last_words(&self) -> String {
        match self.log.tail().last() {
            Some(line) => format!("it ended at once; its last words: {line}"),
            None => "it ended at once, without a word".to_owned(),
        }
    }

    fn note(&self, state: State, reason: Option<String>, ready: Option<(Vec<ReportedTool>, u32)>) {
        {
            let mut seen = self.seen();
            seen.state = state;
            seen.reason = reason;
            seen.pid = None;
            if let Some((tools, pid)) = ready {
                seen.tools = tools;
                seen.pid = Some(pid);
            }
        }
        drop(self.changes.send(self.definition.id.clone()));
    }

    /// Lists the tools of a running server anew.
    async fn list_again(&self) {
        let live = self.live.lock().await.clone();
        let Some(live) = live.filter(|live| live.answers()) else { return };
        match connection::list(&live.session, &self.log).await {
            Ok(tools) => self.note(State::Ready, None, Some((tools, live.pid))),
            Err(why) => self.log.line(&format!("error: the changed list could not be read: {why}")),
        }
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notes the end of a process, and says so unless somebody asked for it.
async fn watch_end(server: Arc<Server>, mut child: Child, told: watch::Sender<bool>) {
    let status = child.wait().await;
    // What it wrote last is read before its end is told.
    tokio::time::sleep(Duration::from_millis(20)).await;
    told.send_replace(true);
    if server.seen().state == State::Ready {
        let how = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        server.note(State::Failed, Some(format!("it ended by itself ({how})")), None);
    }
}

async fn keep_list(server: std::sync::Weak<Server>, list_changed: Arc<Notify>) {
    loop {
        list_changed.notified().await;
        tokio::time::sleep(COALESCE).await;
        match server.upgrade() {
            Some(server) => server.list_again().await,
            None => return,
        }
    }
}

/// Closes the input, then asks, and leaves the rest to the supervisor, which kills.
async fn end(live: Arc<Live>) {
    for helper in live.helpers.iter().skip(2) {
        helper.abort();
    }
    let (pid, mut ended) = (live.pid, live.ended.clone());
    live.session.cancellation_token().cancel();
    drop(live);
    if tokio::time::timeout(ENDS_WITHIN, ended.wait_for(|ended| *ended)).await.is_ok() {
        return;
    }
    terminate(pid);
    drop(tokio::time::timeout(ENDS_WITHIN * 5, ended.wait_for(|ended| *ended)).await);
}

fn terminate(pid: u32) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
}
