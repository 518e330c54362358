//! The one task that writes.

use std::sync::Arc;

use futures::future::BoxFuture;
use tokio::sync::{Notify, mpsc, oneshot, watch};

use super::{StoreError, Tx};
use crate::bus::Bus;

/// Jobs that share a transaction at most.
const GROUP: usize = 256;

/// What answers a caller once it is known whether the group committed.
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// A closure over a transaction, with its caller. Given an error instead, it is not run.
pub(super) type Job = Box<dyn for<'t> FnOnce(Result<&'t mut Tx, StoreError>) -> BoxFuture<'t, Answer> + Send>;

pub(super) fn job<T, F>(work: F, caller: oneshot::Sender<Result<T, StoreError>>) -> Job
where
    T: Send + 'static,
    F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, StoreError>> + Send + 'static,
{
    Box::new(move |tx| {
        Box::pin(async move {
            let result = match tx {
                Ok(tx) => tx.in_savepoint(work).await,
                Err(error) => Err(error),
            };
            let answer: Answer = Box::new(move |committed| drop(caller.send(committed.and(result))));
            answer
        })
    })
}

/// Where it is told what was committed.
pub(super) struct Out {
    pub(super) bus: Bus,
    pub(super) appended: watch::Sender<u64>,
}

/// Writes until the store is closed and everything handed in before is answered.
pub(super) async fn run(mut tx: Tx, mut jobs: mpsc::Receiver<Job>, closing: Arc<Notify>, out: Out) {
    let mut group = Vec::with_capacity(GROUP);
    loop {
        tokio::select! {
            taken = jobs.recv_many(&mut group, GROUP) => match taken {
                0 => break,
                _ => write(&mut tx, &mut group, &out).await,
            },
            () = closing.notified() => jobs.close(),
        }
    }
    tx.close().await;
}

/// One group: all of it is committed and published, save jobs that failed alone, or none of it.
async fn write(tx: &mut Tx, group: &mut Vec<Job>, out: &Out) {
    let mut answers = Vec::with_capacity(group.len());
    let mut going = tx.begin().await;
    for job in group.drain(..) {
        let given = match &going {
            Ok(()) => Ok(&mut *tx),
            Err(error) => Err(error.clone()),
        };
        answers.push(job(given).await);
        if going.is_ok() {
            going = tx.intact();
        }
    }
    let committed = match going {
        Ok(()) => tx.commit().await,
        Err(error) => Err(error),
    };
    match &committed {
        Ok(records) => {
            out.bus.publish(tx.take_facts());
            out.appended.send_modify(|count| *count += records);
        }
        Err(_) => tx.abandon().await,
    }
    let committed = committed.map(drop);
    for answer in answers {
        answer(committed.clone());
    }
}
