//! The only module that holds SQL.
//!
//! Writes pass one task, as closures over a transaction; those that arrive together share one commit, each in
//! a savepoint of its own. A caller is answered, and its events are published, after the commit.

pub mod approval;
pub mod audit;
pub mod company;
pub mod employee;
mod error;
mod open;
pub mod pack;
pub mod request;
mod row;
pub mod rule;
pub mod run;
pub mod server;
mod tx;
pub mod violation;
mod writer;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use futures::future::BoxFuture;
use sqlx::SqlitePool;
use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::bus::Bus;
use crate::clock::Clock;
pub use error::{OpenError, StoreError};
pub use tx::{INSTALLATION, NewRecord, Tx};
use writer::Job;

/// Jobs that may wait for the writer; more make their callers wait.
const WAITING: usize = 4096;

/// The store of an installation.
#[derive(Clone, Debug)]
pub struct Store {
    pool: SqlitePool,
    jobs: mpsc::Sender<Job>,
    writer: Arc<Writer>,
    bus: Bus,
}

/// The task that writes, and how it is told to end.
#[derive(Debug)]
struct Writer {
    closing: Arc<Notify>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Store {
    /// Opens the database, makes it where there is none, and brings it up to date.
    ///
    /// *Errors:* it cannot be read or written, it is damaged, or a newer version made it; nothing is then
    /// written.
    pub async fn open(path: &Path, clock: Clock) -> Result<Self, OpenError> {
        let (pool, connection) = open::open(path).await?;
        let bus = Bus::new(clock.now());
        let (jobs, waiting) = mpsc::channel(WAITING);
        let closing = Arc::new(Notify::new());
        let task = tokio::spawn(writer::run(connection, waiting, Arc::clone(&closing), bus.clone(), clock));
        let writer = Arc::new(Writer { closing, task: Mutex::new(Some(task)) });
        Ok(Self { pool, jobs, writer, bus })
    }

    /// Runs a closure in a transaction; answers after it has committed, or rolled back alone.
    pub async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, StoreError>> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(writer::job(work, answer)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// The events of what was committed.
    pub fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Waits until everything that was handed in is committed, then lets the files go. Nothing is written
    /// afterwards, whoever still holds the store: another process may host the folder by then.
    pub async fn close(&self) {
        self.writer.closing.notify_one();
        if let Some(task) = self.writer.task.lock().await.take() {
            drop(task.await);
        }
        self.pool.close().await;
    }
}
