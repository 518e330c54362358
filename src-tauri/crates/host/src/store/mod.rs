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

use std::path::Path;

use futures::future::BoxFuture;
use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot};

use crate::bus::Bus;
use crate::clock::Clock;
pub use error::{OpenError, StoreError};
pub use tx::{NewRecord, Tx};
use writer::Job;

/// Jobs that may wait for the writer; more make their callers wait.
const WAITING: usize = 4096;

/// The store of an installation.
#[derive(Clone, Debug)]
pub struct Store {
    pool: SqlitePool,
    jobs: mpsc::Sender<Job>,
    bus: Bus,
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
        tokio::spawn(writer::run(connection, waiting, bus.clone(), clock));
        Ok(Self { pool, jobs, bus })
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

    /// Waits until everything that was handed in is committed, then lets the files go.
    pub async fn close(&self) {
        drop(self.write(|_| Box::pin(async { Ok(()) })).await);
        self.pool.close().await;
    }
}
