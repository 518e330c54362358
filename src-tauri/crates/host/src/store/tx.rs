//! A transaction of the writer: changes, records and events that stand or fall together.

use std::collections::HashMap;

use domain::audit::{self, GENESIS, Head, Kind};
use domain::event::Fact;
use domain::ids::{CompanyId, OperationId, RunId};
use futures::future::BoxFuture;
use jiff::Timestamp;
use rand::RngCore as _;
use sqlx::{Connection as _, Row as _, SqliteConnection};

use super::StoreError;
use super::audit::Appended;
use crate::bus::Published;
use crate::clock::Clock;

/// The log of what belongs to no company.
pub const INSTALLATION: &str = "installation";

/// A record to be appended.
#[derive(Debug, Clone)]
pub struct NewRecord {
    /// What it tells of.
    pub kind: Kind,
    /// The company in whose log it stands; the installation's where there is none.
    pub company: Option<CompanyId>,
    /// Who did it.
    pub actor: String,
    /// To whom or what.
    pub subject: String,
    /// The run that it belongs to.
    pub run: Option<RunId>,
    /// The operation that it belongs to.
    pub operation: Option<OperationId>,
    /// Who asked whom, from the person down.
    pub delegation: Vec<String>,
    /// Everything else; `null` is kept as `{}`. Secrets are masked before it comes here.
    pub body: serde_json::Value,
}

impl NewRecord {
    /// A record of a company without run, operation and delegation.
    pub fn new(
        kind: Kind,
        company: Option<CompanyId>,
        actor: &str,
        subject: &str,
        body: serde_json::Value,
    ) -> Self {
        Self {
            kind,
            company,
            actor: actor.to_owned(),
            subject: subject.to_owned(),
            run: None,
            operation: None,
            delegation: Vec::new(),
            body,
        }
    }
}

/// A transaction of the writer.
pub struct Tx {
    connection: SqliteConnection,
    clock: Clock,
    /// The ends of the logs, those of `appended` included.
    heads: HashMap<String, Tail>,
    /// Records that are written together when the group commits.
    appended: Vec<Appended>,
    facts: Vec<Published>,
    /// Why the transaction is no longer there: SQLite may end it by itself.
    lost: Option<StoreError>,
}

/// The end of a log.
#[derive(Debug, Clone)]
struct Tail {
    seq: u64,
    hash: String,
}

impl Tx {
    pub(super) fn new(connection: SqliteConnection, clock: Clock) -> Self {
        let (heads, appended, facts) = (HashMap::new(), Vec::new(), Vec::new());
        Self { connection, clock, heads, appended, facts, lost: None }
    }

    /// Now.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The connection, for the statements of the store's rooms.
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    /// Appends a record and gives its number. It stands in the log once the group has committed.
    pub async fn audit(&mut self, record: NewRecord) -> Result<u64, StoreError> {
        let log = record.company.as_ref().map_or(INSTALLATION, CompanyId::as_str).to_owned();
        let tail = self.tail(&log).await?;
        let body = match record.body {
            serde_json::Value::Null => b"{}".to_vec(),
            body => audit::canonical(&body)?,
        };
        let mut salt = [0; 16];
        rand::rngs::OsRng.fill_bytes(&mut salt);
        let sealed = audit::seal(Head {
            seq: tail.seq + 1,
            at: self.now(),
            kind: record.kind.as_str().to_owned(),
            company_id: record.company.map(String::from),
            actor: record.actor,
            subject: record.subject,
            run_id: record.run.map(String::from),
            operation_id: record.operation.map(String::from),
            delegation: record.delegation,
            body_commitment: audit::commitment(&salt, &body),
            prev: tail.hash,
        })?;
        let (seq, hash) = (sealed.head.seq, hex::encode(sealed.hash));
        self.heads.insert(log.clone(), Tail { seq, hash });
        self.appended.push(Appended { log, record: sealed, salt, body });
        Ok(seq)
    }

    /// Publishes a fact after the commit. `seq` is the number of its record, where it has one.
    pub fn publish(&mut self, company: Option<&CompanyId>, seq: Option<u64>, fact: Fact) {
        let at = self.now();
        self.facts.push(Published { seq, at, company_id: company.cloned(), fact });
    }

    async fn tail(&mut self, log: &str) -> Result<Tail, StoreError> {
        if let Some(tail) = self.heads.get(log) {
            return Ok(tail.clone());
        }
        let last = sqlx::query("SELECT seq, hash FROM audit WHERE log = ? ORDER BY seq DESC LIMIT 1")
            .bind(log)
            .fetch_optional(&mut self.connection)
            .await?;
        Ok(match last {
            Some(row) => Tail { seq: super::row::number(&row, "seq")?, hash: row.try_get("hash")? },
            None => Tail { seq: 0, hash: hex::encode(GENESIS) },
        })
    }

    pub(super) async fn begin(&mut self) -> Result<(), StoreError> {
        self.lost = None;
        self.run("BEGIN IMMEDIATE").await
    }

    /// Whether the transaction is still there.
    pub(super) fn intact(&self) -> Result<(), StoreError> {
        self.lost.clone().map_or(Ok(()), Err)
    }

    /// Writes the records of the group and commits. Gives how many they are.
    pub(super) async fn commit(&mut self) -> Result<u64, StoreError> {
        super::audit::append(&mut self.connection, &self.appended).await?;
        self.run("COMMIT").await?;
        Ok(self.appended.drain(..).map(|_| 1).sum())
    }

    /// Undoes the whole group. The ends of the logs are read anew from what is there.
    pub(super) async fn abandon(&mut self) {
        self.appended.clear();
        self.facts.clear();
        self.heads.clear();
        drop(self.run("ROLLBACK").await);
    }

    pub(super) async fn close(self) {
        drop(self.connection.close().await);
    }

    pub(super) fn take_facts(&mut self) -> Vec<Published> {
        std::mem::take(&mut self.facts)
    }

    /// Runs a closure that stands or falls alone.
    pub(super) async fn in_savepoint<T, F>(&mut self, work: F) -> Result<T, StoreError>
    where
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, StoreError>>,
    {
        self.run("SAVEPOINT job").await.inspect_err(|error| self.lost = Some(error.clone()))?;
        let (facts, appended, heads) = (self.facts.len(), self.appended.len(), self.heads.clone());
        let result = work(self).await;
        if result.is_err() {
            self.facts.truncate(facts);
            self.appended.truncate(appended);
            self.heads = heads;
        }
        let ended = self.end_savepoint(result.is_ok()).await;
        match (result, ended) {
            (Ok(value), Ok(())) => Ok(value),
            (Err(error), Ok(())) => Err(error),
            (result, Err(ended)) => {
                let error = result.err().unwrap_or(ended);
                self.lost = Some(error.clone());
                Err(error)
            }
        }
    }

    async fn end_savepoint(&mut self, keep: bool) -> Result<(), StoreError> {
        if !keep {
            self.run("ROLLBACK TO job").await?;
        }
        self.run("RELEASE job").await
    }

    pub(super) async fn run(&mut self, sql: &'static str) -> Result<(), StoreError> {
        sqlx::query(sql).execute(&mut self.connection).await?;
        Ok(())
    }
}
