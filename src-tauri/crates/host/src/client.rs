//! One client for every front: local where this process hosts the data folder, remote where another does.

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use domain::event::Event;
use domain::ids::EmployeeId;
use futures::Stream;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::{ReceiverStream, UnboundedReceiverStream};
use wire::{Envelope, Failure, FailureCode, Kind, Method};

use crate::control::{self, Hello, Remote, What};
use crate::host::{Host, Options};

/// How long a process that found the folder taken waits for its host to answer.
const HOST_ANSWERS_WITHIN: Duration = Duration::from_secs(10);

/// A way to the host of a data folder.
#[derive(Clone)]
pub enum Client {
    /// This process hosts it.
    Local(Arc<Host>),
    /// Another process hosts it.
    Remote(Arc<Remote>),
}

impl Client {
    /// Hosts the data folder, or connects to the process that does.
    ///
    /// *Errors:* the folder cannot be made or opened, its database was made by a newer version, or the
    /// process that hosts it does not answer.
    pub async fn connect(data: &Path, options: Options) -> Result<Self, Failure> {
        let deadline = tokio::time::Instant::now() + HOST_ANSWERS_WITHIN;
        loop {
            if let Some(host) = Host::open(data, options.clone()).await? {
                return Ok(Client::Local(host));
            }
            match connect(data, &Hello::Operator).await {
                Ok(remote) => return Ok(Client::Remote(Arc::new(remote))),
                Err(failure) if tokio::time::Instant::now() >= deadline => return Err(failure),
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    /// Asks once and lets the host go. Where the host ends meanwhile, the next one is asked the same: an
    /// acting request keeps its id, so that it acts once.
    pub async fn ask_once<M: Method>(data: &Path, options: Options, method: M) -> Result<M::Reply, Failure> {
        let envelope = envelope(method);
        let deadline = tokio::time::Instant::now() + HOST_ANSWERS_WITHIN;
        loop {
            let client = Self::connect(data, options.clone()).await?;
            let reply = client.request(envelope.clone()).await;
            client.close().await;
            match reply {
                Err(failure)
                    if failure.code == FailureCode::Gone && tokio::time::Instant::now() < deadline => {}
                Err(failure) => return Err(failure),
                Ok(reply) => return read(&reply),
            }
        }
    }

    /// Asks for what `method` describes. An acting method gets a request id of its own.
    pub async fn ask<M: Method>(&self, method: M) -> Result<M::Reply, Failure> {
        read(&self.request(envelope(method)).await?)
    }

    /// Passes a request on as it came.
    pub async fn request(&self, envelope: Envelope) -> Result<Box<RawValue>, Failure> {
        match self {
            Client::Local(host) => host.answer(envelope).await,
            Client::Remote(remote) => remote.ask(What::Request(envelope), None).await,
        }
    }

    /// All events after `since`, and those to come. Ends with the host.
    ///
    /// A remote client watches over a connection of its own, so that it can be asked for again.
    pub async fn watch(&self, data: &Path, since: u64) -> Result<EventStream, Failure> {
        let events = match self {
            Client::Local(host) => host.watch(since),
            Client::Remote(_) => {
                let remote = connect(data, &Hello::Operator).await?;
                let events = remote.watch(since).ok_or_else(|| Failure::unavailable("the host has ended"))?;
                return Ok(Box::pin(Kept { events: UnboundedReceiverStream::new(events), _remote: remote }));
            }
        };
        Ok(Box::pin(ReceiverStream::new(events)))
    }

    /// Asks the window that shows this data folder to come forward.
    pub async fn raise_window(&self) -> Result<(), Failure> {
        match self {
            Client::Local(host) => host.raise_window(),
            Client::Remote(remote) => drop(remote.ask(What::RaiseWindow, None).await?),
        }
        Ok(())
    }

    /// Whether the host behind this client is gone, so that one must connect anew.
    pub fn has_ended(&self) -> bool {
        match self {
            Client::Local(_) => false,
            Client::Remote(remote) => remote.has_ended(),
        }
    }

    /// Whether this process hosts the data folder.
    pub fn is_host(&self) -> bool {
        matches!(self, Client::Local(_))
    }

    /// Ends a local host in order: servers stopped, everything written. Does nothing to a remote one.
    pub async fn close(&self) {
        if let Client::Local(host) = self {
            host.close().await;
        }
    }
}

/// Committed facts, in order.
pub type EventStream = Pin<Box<dyn Stream<Item = Event> + Send>>;

/// Keeps the connection as long as its events are wanted.
struct Kept {
    events: UnboundedReceiverStream<Event>,
    _remote: Remote,
}

impl Stream for Kept {
    type Item = Event;
    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Event>> {
        Pin::new(&mut self.events).poll_next(context)
    }
}

/// The tools of one employee, for an outside agent.
pub struct EmployeeConnection {
    remote: Remote,
    host: Client,
}

impl EmployeeConnection {
    /// Connects as an employee. Hosts the data folder meanwhile, if nobody does.
    ///
    /// Even then the connection goes over the socket: there is one way in for outside agents.
    pub async fn connect(
        data: &Path,
        options: Options,
        company: Option<String>,
        employee: String,
        client: Option<String>,
    ) -> Result<Self, Failure> {
        let host = Client::connect(data, options).await?;
        let remote = connect(data, &Hello::Gateway { company, employee, client }).await?;
        Ok(Self { remote, host })
    }

    /// As whom this connection calls.
    pub fn employee(&self) -> Option<&EmployeeId> {
        self.remote.employee.as_ref()
    }

    /// The tools that the employee may call or ask for.
    pub async fn tools(&self) -> Result<Vec<crate::gate::ListedTool>, Failure> {
        read(&self.remote.ask(What::Tools, None).await?)
    }

    /// Calls a tool by its alias. `waits` hears why it takes long.
    pub async fn call(
        &self,
        alias: String,
        arguments: Box<RawValue>,
        waits: Option<mpsc::UnboundedSender<String>>,
    ) -> Result<crate::gate::Outcome, Failure> {
        read(&self.remote.ask(What::Call { alias, arguments }, waits).await?)
    }

    /// Changes whenever the list may have changed; closes when the host ends.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.remote.tools_changed()
    }

    /// Ends the host, if this process was it.
    pub async fn close(&self) {
        self.host.close().await;
    }
}

fn envelope<M: Method>(method: M) -> Envelope {
    let request_id = match M::KIND {
        Kind::Read => None,
        Kind::Act => crate::new_id().ok(),
    };
    Envelope { request_id, request: method.into() }
}

async fn connect(data: &Path, hello: &Hello) -> Result<Remote, Failure> {
    let socket = control::socket_path(data)
        .map_err(|error| Failure::unavailable(format!("the control socket cannot be reached: {error}")))?;
    Remote::connect(&socket, hello).await
}

fn read<T: serde::de::DeserializeOwned>(reply: &RawValue) -> Result<T, Failure> {
    serde_json::from_str(reply.get())
        .map_err(|error| Failure::unavailable(format!("the host's answer cannot be read: {error}")))
}
