//! Plays at work: provisioning, routing, admission and the graph of a run.
//!
//! Each request for more is one ledger entry, committed with the state that it describes and then published.
//! No lock is held while a role is provisioned.

mod briefing;
mod journal;
mod operation;
mod provision;
mod run;
mod scripted;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use domain::ids::RunId;
use tokio::sync::watch;

pub(crate) use run::{Commission, start};

/// The runs of this host.
#[derive(Default)]
pub(crate) struct Runs(Mutex<HashMap<RunId, Handle>>);

struct Handle {
    stop: Arc<watch::Sender<bool>>,
    ended: watch::Receiver<bool>,
}

impl Runs {
    fn add(&self, run: RunId, stop: Arc<watch::Sender<bool>>, ended: watch::Receiver<bool>) {
        self.lock().insert(run, Handle { stop, ended });
    }

    fn remove(&self, run: &RunId) {
        self.lock().remove(run);
    }

    /// Stops a run and waits until nothing of it runs. False if it does not run here.
    pub(crate) async fn stop(&self, run: &RunId) -> bool {
        let handle = self.lock().get(run).map(|handle| (Arc::clone(&handle.stop), handle.ended.clone()));
        let Some((stop, mut ended)) = handle else { return false };
        stop.send_replace(true);
        drop(ended.wait_for(|ended| *ended).await);
        true
    }

    /// Stops every run.
    pub(crate) async fn stop_all(&self) {
        let all: Vec<RunId> = self.lock().keys().cloned().collect();
        for run in all {
            self.stop(&run).await;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<RunId, Handle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
