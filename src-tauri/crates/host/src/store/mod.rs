//! The only module that holds SQL.
//!
//! Writes pass one task, as closures over a transaction; those that arrive together share one commit, each in
//! a savepoint of its own. A caller is answered, and its events are published, after the commit.

pub mod approval;
pub mod audit;
pub mod checkpoint;
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

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures::future::BoxFuture;
use sqlx::SqlitePool;
use tokio::sync::{Mutex, Notify, mpsc, oneshot, watch};
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
    appended: watch::Receiver<u64>,
    path: PathBuf,
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
        let (pool, connection) = open::open(path).await.map_err(|error| error.or_full(path))?;
        let bus = Bus::new(clock.now());
        let (jobs, waiting) = mpsc::channel(WAITING);
        let closing = Arc::new(Notify::new());
        let (count, appended) = watch::channel(0);
        let out = writer::Out { bus: bus.clone(), appended: count };
        let task = tokio::spawn(writer::run(Tx::new(connection, clock), waiting, Arc::clone(&closing), out));
        let writer = Arc::new(Writer { closing, task: Mutex::new(Some(task)) });
        Ok(Self { pool, jobs, writer, bus, appended, path: path.to_owned() })
    }

    /// Runs a closure in a transaction; answers after it has committed, or rolled back alone.
    pub async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, StoreError>> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job = match request::current() {
            Some(id) => writer::job(
                move |tx: &mut Tx| {
                    Box::pin(async move {
                        request::mark(tx, &id).await?;
                        work(tx).await
                    })
                },
                answer,
            ),
            None => writer::job(work, answer),
        };
        self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// The events of what was committed.
    pub fn bus(&self) -> &Bus {
        &self.bus
    }

    /// How many records were appended since the store was opened.
    pub fn appended(&self) -> watch::Receiver<u64> {
        self.appended.clone()
    }

    /// Makes what is committed outlast a power cut.
    pub async fn sync(&self) -> io::Result<()> {
        let mut log = self.path.clone().into_os_string();
        log.push("-wal");
        match tokio::fs::File::open(log).await {
            Ok(log) => log.sync_data().await,
            // All of it is in the database itself, which SQLite synchronises.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
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
