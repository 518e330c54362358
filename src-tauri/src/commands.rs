//! What the page can ask for.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use futures::StreamExt as _;
use host::client::Client;
use host::host::Options;
use serde_json::value::RawValue;
use tauri::State;
use tauri::ipc::Channel;
use tokio::task::AbortHandle;
use wire::{Envelope, Failure, Kind};

/// The window's way to the host.
pub(crate) struct Front {
    client: Client,
    data: PathBuf,
    /// The page that watches. A page that loads anew takes the place of the one before.
    watching: Mutex<Option<AbortHandle>>,
}

impl Front {
    pub(crate) async fn open(data: PathBuf) -> Result<Self, Failure> {
        let client = Client::connect(&data, Options::at_work()).await?;
        Ok(Self { client, data, watching: Mutex::new(None) })
    }

    pub(crate) async fn close(&self) {
        self.client.close().await;
    }

    async fn pass_on(&self, request: Envelope, kind: Kind) -> Result<Box<RawValue>, Failure> {
        if request.request.kind() != kind {
            return Err(Failure::invalid("this request goes through the other command"));
        }
        self.client.request(request).await
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
    front: State<'_, Front>,
    since: u64,
    events: Channel<domain::event::Event>,
) -> Result<(), Failure> {
    let mut stream = front.client.watch(&front.data, since).await?;
    let task = tokio::spawn(async move {
        while let Some(event) = stream.next().await {
            if events.send(event).is_err() {
                return;
            }
        }
    });
    let before = front.watching.lock().unwrap_or_else(PoisonError::into_inner).replace(task.abort_handle());
    if let Some(before) = before {
        before.abort();
    }
    Ok(())
}
