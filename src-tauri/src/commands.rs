//! What the page can ask for.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::event::{Event, Fact};
use futures::StreamExt as _;
use host::client::{Client, EventStream};
use host::host::Options;
use serde_json::value::RawValue;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager as _, State};
use tokio::sync::RwLock;
use tokio::task::AbortHandle;
use wire::{Envelope, Failure, FailureCode, Kind};

/// How long to wait before asking again for a host that could not be reached.
const BETWEEN_TRIES: Duration = Duration::from_millis(500);

/// The window's way to the host.
pub(crate) struct Front {
    client: RwLock<Client>,
    data: PathBuf,
    /// The page that watches. A page that loads anew takes the place of the one before.
    watching: Mutex<Option<AbortHandle>>,
}

impl Front {
    pub(crate) async fn open(data: PathBuf) -> Result<Self, Failure> {
        let client = RwLock::new(Client::connect(&data, Options::at_work()).await?);
        Ok(Self { client, data, watching: Mutex::new(None) })
    }

    pub(crate) async fn close(&self) {
        self.client.read().await.close().await;
    }

    /// The client; where its host has ended, a new one, which may host by itself.
    pub(crate) async fn client(&self) -> Result<Client, Failure> {
        let client = self.client.read().await.clone();
        if !client.has_ended() {
            return Ok(client);
        }
        let mut client = self.client.write().await;
        if client.has_ended() {
            *client = Client::connect(&self.data, Options::at_work()).await?;
        }
        Ok(client.clone())
    }

    async fn pass_on(&self, request: Envelope, kind: Kind) -> Result<Box<RawValue>, Failure> {
        if request.request.kind() != kind {
            return Err(Failure::invalid("this request goes through the other command"));
        }
        let reply = self.client().await?.request(request.clone()).await;
        match reply {
            // The next host is asked the same: an acting request keeps its id, so that it acts once.
            Err(failure) if failure.code == FailureCode::Gone => self.client().await?.request(request).await,
            reply => reply,
        }
    }

    async fn events(&self, since: u64) -> Result<EventStream, Failure> {
        self.client().await?.watch(&self.data, since).await
    }
}

/// Answers what only looks.
#[tauri::command]
pub(crate) async fn read(front: State<'_, Front>, request: Envelope) -> Result<Box<RawValue>, Failure> {
    front.pass_on(request, Kind::Read).await
}

/// Answers what acts.
#[tauri::command]
pub(crate) async fn act(front: State<'_, Front>, request: Envelope) -> Result<Box<RawValue>, Failure> {
    front.pass_on(request, Kind::Act).await
}

/// Sends all events after `since`, and those to come, to the page.
#[tauri::command]
pub(crate) async fn watch(
    app: AppHandle,
    front: State<'_, Front>,
    since: u64,
    events: Channel<Event>,
) -> Result<(), Failure> {
    let first = front.events(since).await?;
    let task = tokio::spawn(follow(app, first, since, events));
    let before = front.watching.lock().unwrap_or_else(PoisonError::into_inner).replace(task.abort_handle());
    if let Some(before) = before {
        before.abort();
    }
    Ok(())
}

/// Passes events on until the page is gone. When the host ends, the next one is followed from the same place.
async fn follow(app: AppHandle, mut stream: EventStream, mut since: u64, page: Channel<Event>) {
    loop {
        while let Some(event) = stream.next().await {
            since = since.max(event.order);
            if matches!(event.fact, Fact::WindowRaise {}) {
                come_forward(&app);
            } else if page.send(event).is_err() {
                return;
            }
        }
        stream = loop {
            match app.state::<Front>().events(since).await {
                Ok(stream) => break stream,
                Err(_) => tokio::time::sleep(BETWEEN_TRIES).await,
            }
        };
    }
}

/// Shows the window above the others. What the desktop does not allow is left.
fn come_forward(app: &AppHandle) {
    if let Some(window) = app.get_webview_window("main") {
        drop(window.unminimize());
        drop(window.show());
        drop(window.set_focus());
    }
}
