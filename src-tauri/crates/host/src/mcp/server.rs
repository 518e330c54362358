//! One server: its process, its session, its state.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use domain::ids::ServerId;
use rmcp::ServiceExt as _;
use rmcp::service::ServiceError;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::value::RawValue;
use tokio::process::{Child, Command};
use tokio::sync::{Notify, broadcast, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::connection::{self, Listener, Session};
use super::log::Log;
use super::{CallError, CallOutcome, Definition, ReportedTool, State, Status, launch};

/// How long a call may take.
const CALL_DEADLINE: Duration = Duration::from_mins(10);
/// How long a server may take to end once its input is closed, and again once it is asked.
const ENDS_WITHIN: Duration = Duration::from_secs(1);
/// Notices of a changed list that come together are one.
const COALESCE: Duration = Duration::from_millis(100);
/// What a server wrote last is still on its way when its process has ended.
const LAST_WORDS: Duration = Duration::from_millis(20);
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
    /// Gives up the start that is under way.
    starting: Mutex<CancellationToken>,
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
    process: Process,
    keeps_list: JoinHandle<()>,
}

/// The process of a server. Its tree ends when this is dropped.
struct Process {
    pid: u32,
    ended: watch::Receiver<bool>,
    /// Somebody asked for its end, and need not be told of it.
    asked: CancellationToken,
    terminate: CancellationToken,
    /// Why it was given up.
    fault: Arc<OnceLock<String>>,
}

impl Process {
    async fn ends_within(&self, time: Duration) -> bool {
        let mut ended = self.ended.clone();
        tokio::time::timeout(time, ended.wait_for(|ended| *ended)).await.is_ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.terminate.cancel();
    }
}

impl Live {
    /// Whether it can be asked. The session knows of an end before the process is collected.
    fn answers(&self) -> bool {
        !*self.process.ended.borrow() && !self.session.is_transport_closed()
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
            starting: Mutex::default(),
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
        let mut waiting = std::pin::pin!(self.live.lock());
        let mut slot = loop {
            // Whoever waits to start it before us is given up too.
            self.starting().cancel();
            if let Ok(slot) = tokio::time::timeout(COALESCE, &mut waiting).await {
                break slot;
            }
        };
        if let Some(live) = slot.take() {
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
        let mut ended = live.process.ended.clone();
        let answered = tokio::select! {
            answered = live.session.call_tool(connection::call(tool, arguments)) => answered,
            _ = ended.wait_for(|ended| *ended) => return Err(CallError::Died(id())),
            // The server is told that nobody waits any more, here and whenever the caller gives up.
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

    /// The running server; started if it does not run. One start at a time, which goes on when whoever asked
    /// for it does not wait.
    async fn running(self: &Arc<Self>) -> Result<Arc<Live>, String> {
        let this = Arc::clone(self);
        tokio::spawn(async move { this.start_unless_running().await })
            .await
            .map_err(|_| "the host is ending".to_owned())?
    }

    async fn start_unless_running(self: Arc<Self>) -> Result<Arc<Live>, String> {
        let mut slot = self.live.lock().await;
        if let Some(live) = slot.as_ref().filter(|live| live.answers()) {
            return Ok(Arc::clone(live));
        }
        if let Some(left) = slot.take() {
            end(left).await;
        }
        let given_up = CancellationToken::new();
        *self.starting() = given_up.clone();
        self.log.clear();
        self.note(State::Starting, None, None);
        let started = tokio::select! {
            started = self.bring_up() => started,
            () = given_up.cancelled() => Err("it was stopped while it started".to_owned()),
        };
        match started {
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
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("its pipes are missing".to_owned());
        };
        let process = self.watch(child);
        let (to_session, from_server) = tokio::io::duplex(BUFFER);
        let sifted = connection::sift(output, to_session, self.log.clone());
        tokio::spawn(give_up_after(sifted, Arc::clone(&process.fault), process.terminate.clone()));
        tokio::spawn(self.log.clone().keep(errors));
        let list_changed = Arc::new(Notify::new());
        let listener = Listener { list_changed: Arc::clone(&list_changed) };
        let mut gone = process.ended.clone();
        let opened = tokio::select! {
            opened = tokio::time::timeout(self.start_deadline, self.open(listener, from_server, input)) => opened,
            _ = gone.wait_for(|ended| *ended) => Ok(Err(self.last_words())),
        };
        let (session, tools) = match opened {
            Ok(Ok(opened)) => opened,
            Ok(Err(reason)) => return Err(process.fault.get().cloned().unwrap_or(reason)),
            Err(_) => return Err(format!("it did not answer within {} s", self.start_deadline.as_secs())),
        };
        self.note(State::Ready, None, Some((tools, process.pid)));
        // It may have ended before it was noted as ready, when its end was nothing to tell.
        if *process.ended.borrow() {
            return Err(self.last_words());
        }
        let keeps_list = tokio::spawn(keep_list(Arc::downgrade(self), list_changed));
        Ok(Live { session, process, keeps_list })
    }

    /// Watches a process until it has ended.
    fn watch(self: &Arc<Self>, child: Child) -> Process {
        let (told, ended) = watch::channel(false);
        let process = Process {
            pid: child.id().unwrap_or_default(),
            ended,
            asked: CancellationToken::new(),
            terminate: CancellationToken::new(),
            fault: Arc::default(),
        };
        let watched = Watched {
            server: Arc::clone(self),
            child,
            told,
            asked: process.asked.clone(),
            terminate: process.terminate.clone(),
            fault: Arc::clone(&process.fault),
        };
        tokio::spawn(watched.until_end());
        process
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

    /// Notes how a running server stands, unless it is no longer the one that runs.
    fn note_running(&self, pid: u32, state: State, reason: Option<String>, tools: Option<Vec<ReportedTool>>) {
        {
            let mut seen = self.seen();
            if seen.pid != Some(pid) {
                return;
            }
            seen.state = state;
            seen.reason = reason;
            match tools {
                Some(tools) => seen.tools = tools,
                None => seen.pid = None,
            }
        }
        drop(self.changes.send(self.definition.id.clone()));
    }

    /// Lists the tools of a running server anew.
    async fn list_again(&self) {
        let live = self.live.lock().await.clone();
        let Some(live) = live.filter(|live| live.answers()) else { return };
        match connection::list(&live.session, &self.log).await {
            Ok(tools) => self.note_running(live.process.pid, State::Ready, None, Some(tools)),
            Err(why) => self.log.line(&format!("error: the changed list could not be read: {why}")),
        }
    }

    fn starting(&self) -> std::sync::MutexGuard<'_, CancellationToken> {
        self.starting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A process, by whoever waits for its end.
struct Watched {
    server: Arc<Server>,
    child: Child,
    told: watch::Sender<bool>,
    asked: CancellationToken,
    terminate: CancellationToken,
    fault: Arc<OnceLock<String>>,
}

impl Watched {
    /// Notes the end of the process, and says so unless somebody asked for it.
    async fn until_end(mut self) {
        let pid = self.child.id().unwrap_or_default();
        let status = tokio::select! {
            status = self.child.wait() => status,
            () = self.terminate.cancelled() => {
                // Not yet collected, so the number still is its own.
                if let Some(pid) = self.child.id() {
                    terminate(pid);
                }
                self.child.wait().await
            }
        };
        // What it wrote last is read before its end is told.
        tokio::time::sleep(LAST_WORDS).await;
        self.told.send_replace(true);
        if self.asked.is_cancelled() {
            return;
        }
        let how = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        let reason = match self.fault.get() {
            Some(fault) => fault.clone(),
            None => format!("it ended by itself ({how})"),
        };
        self.server.note_running(pid, State::Failed, Some(reason), None);
    }
}

/// Ends a process whose output has ended: at once for a fault, else when it does not end by itself.
async fn give_up_after(
    sifted: impl Future<Output = Option<String>>,
    fault: Arc<OnceLock<String>>,
    terminate: CancellationToken,
) {
    match sifted.await {
        Some(why) => drop(fault.set(why)),
        None => tokio::time::sleep(ENDS_WITHIN).await,
    }
    terminate.cancel();
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
    live.keeps_list.abort();
    live.process.asked.cancel();
    live.session.cancellation_token().cancel();
    if live.process.ends_within(ENDS_WITHIN).await {
        return;
    }
    live.process.terminate.cancel();
    live.process.ends_within(ENDS_WITHIN * 5).await;
}

fn terminate(pid: u32) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
}
