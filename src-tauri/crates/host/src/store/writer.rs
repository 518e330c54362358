//! The one task that writes.

use futures::future::BoxFuture;
use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::{StoreError, Tx};
use crate::bus::Bus;
use crate::clock::Clock;

/// Jobs that share a transaction at most.
const GROUP: usize = 256;

/// What answers a caller once it is known whether the group committed.
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// A closure over a transaction, with its caller.
pub(super) type Job = Box<dyn for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Answer> + Send>;

pub(super) fn job<T, F>(work: F, caller: oneshot::Sender<Result<T, StoreError>>) -> Job
where
    T: Send + 'static,
    F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, StoreError>> + Send + 'static,
{
    Box::new(move |tx| {
        Box::pin(async move {
            let result = tx.in_savepoint(work).await;
            let answer: Answer = Box::new(move |committed| drop(caller.send(committed.and(result))));
            answer
        })
    })
}

pub(super) async fn run(connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>, bus: Bus, clock: Clock) {
    let mut tx = Tx::new(connection, clock);
    let mut group = Vec::with_capacity(GROUP);
    while jobs.recv_many(&mut group, GROUP).await > 0 {
        let mut answers = Vec::with_capacity(group.len());
        let begun = tx.begin().await;
        for job in group.drain(..) {
            answers.push(job(&mut tx).await);
        }
        let committed = match begun {
            Ok(()) => tx.commit().await,
            Err(error) => Err(error),
        };
        match &committed {
            Ok(()) => bus.publish(tx.take_facts()),
            Err(_) => tx.abandon().await,
        }
        for answer in answers {
            answer(committed.clone());
        }
    }
}
