//! The client's end of the socket.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use domain::event::Event;
use domain::ids::EmployeeId;
use futures::{SinkExt, StreamExt};
use serde_json::value::RawValue;
use tokio::net::UnixStream;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::codec::{Framed, LinesCodec};
use wire::Failure;

use super::{Ask, Hello, MAX_LINE, Said, What};

type Waiting = Arc<Mutex<HashMap<u64, Pending>>>;

struct Pending {
    answer: oneshot::Sender<Result<Box<RawValue>, Failure>>,
    waits: Option<mpsc::UnboundedSender<String>>,
}

/// A connection to the process that hosts the data folder.
pub struct Remote {
    next: AtomicU64,
    asks: mpsc::UnboundedSender<Ask>,
    waiting: Waiting,
    events: Mutex<Option<mpsc::UnboundedReceiver<Event>>>,
    tools_changed: watch::Receiver<u64>,
    /// As whom a gateway connection calls.
    pub employee: Option<EmployeeId>,
}

impl Remote {
    /// Connects and says who connects.
    pub(crate) async fn connect(socket: &Path, hello: &Hello) -> Result<Self, Failure> {
        let stream = UnixStream::connect(socket).await.map_err(|error| {
            let message = format!("the host of this data folder does not answer: {error}");
            Failure::new(wire::FailureCode::Gone, message)
        })?;
        let mut lines = Framed::new(stream, LinesCodec::new_with_max_length(MAX_LINE));
        lines.send(json(hello)).await.map_err(|_| gone())?;
        let employee = match next(&mut lines).await {
            Some(Said::Welcome(employee)) => employee,
            Some(Said::Failed { failure, .. }) => return Err(failure),
            _ => return Err(gone()),
        };
        let (asks, to_send) = mpsc::unbounded_channel();
        let (event_sender, events) = mpsc::unbounded_channel();
        let (changed, tools_changed) = watch::channel(0);
        let waiting = Waiting::default();
        tokio::spawn(pump(lines, to_send, Arc::clone(&waiting), event_sender, changed));
        Ok(Self {
            next: AtomicU64::new(1),
            asks,
            waiting,
            events: Mutex::new(Some(events)),
            tools_changed,
            employee,
        })
    }

    /// Asks and waits for the answer; `waits` hears why it takes long.
    pub(crate) async fn ask(
        &self,
        what: What,
        waits: Option<mpsc::UnboundedSender<String>>,
    ) -> Result<Box<RawValue>, Failure> {
        let n = self.next.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        lock(&self.waiting).insert(n, Pending { answer, waits });
        self.asks.send(Ask { n, what }).map_err(|_| gone())?;
        answered.await.unwrap_or_else(|_| Err(gone()))
    }

    /// All events after `since`, and those to come. Can be taken once.
    pub(crate) fn watch(&self, since: u64) -> Option<mpsc::UnboundedReceiver<Event>> {
        let events = self.events.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let n = self.next.fetch_add(1, Ordering::Relaxed);
        self.asks.send(Ask { n, what: What::Watch(since) }).ok()?;
        Some(events)
    }

    /// Whether the connection is gone.
    pub(crate) fn has_ended(&self) -> bool {
        self.asks.is_closed()
    }

    /// Changes whenever the employee's list may have changed; closes when the host ends.
    pub(crate) fn tools_changed(&self) -> watch::Receiver<u64> {
        self.tools_changed.clone()
    }
}

async fn pump(
    lines: Framed<UnixStream, LinesCodec>,
    mut to_send: mpsc::UnboundedReceiver<Ask>,
    waiting: Waiting,
    events: mpsc::UnboundedSender<Event>,
    changed: watch::Sender<u64>,
) {
    let (mut sink, mut stream) = lines.split();
    loop {
        tokio::select! {
            ask = to_send.recv() => match ask {
                Some(ask) => if sink.send(json(&ask)).await.is_err() { break },
                None => break,
            },
            line = stream.next() => match line.and_then(Result::ok).and_then(|line| serde_json::from_str(&line).ok()) {
                Some(Said::Answer { n, reply }) => settle(&waiting, n, Ok(reply)),
                Some(Said::Failed { n, failure }) => settle(&waiting, n, Err(failure)),
                Some(Said::Event(event)) => drop(events.send(*event)),
                Some(Said::Waits { n, reason }) => {
                    if let Some(Pending { waits: Some(waits), .. }) = lock(&waiting).get(&n) {
                        drop(waits.send(reason));
                    }
                }
                Some(Said::ToolsChanged) => changed.send_modify(|count| *count += 1),
                Some(Said::Welcome(_)) => {}
                Some(Said::Bye) | None => break,
            },
        }
    }
    lock(&waiting).clear();
}

fn settle(waiting: &Waiting, n: u64, answer: Result<Box<RawValue>, Failure>) {
    if let Some(pending) = lock(waiting).remove(&n) {
        drop(pending.answer.send(answer));
    }
}

fn lock(waiting: &Waiting) -> std::sync::MutexGuard<'_, HashMap<u64, Pending>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn next(lines: &mut Framed<UnixStream, LinesCodec>) -> Option<Said> {
    serde_json::from_str(&lines.next().await?.ok()?).ok()
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn gone() -> Failure {
    Failure::new(wire::FailureCode::Gone, "the process that hosted this data folder has ended")
        .hint("ask again: the next command, window or gateway hosts it")
}
