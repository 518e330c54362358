//! A transaction of the writer: changes, records and events that stand or fall together.

use std::collections::HashMap;

use domain::audit::{self, GENESIS, Head, Kind};
use domain::event::Fact;
use domain::ids::{CompanyId, OperationId, RunId};
use futures::future::BoxFuture;
use jiff::Timestamp;
use rand::RngCore as _;
use sqlx::{Row as _, SqliteConnection};

use super::StoreError;
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
    /// Everything else. Secrets are masked before it comes here.
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
    heads: HashMap<String, Tail>,
    facts: Vec<Published>,
}

/// The end of a log.
#[derive(Debug, Clone)]
struct Tail {
    seq: u64,
    hash: String,
}

impl Tx {
    pub(super) fn new(connection: SqliteConnection, clock: Clock) -> Self {
        Self { connection, clock, heads: HashMap::new(), facts: Vec::new() }
    }

    /// Now.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The connection, for the statements of the store's rooms.
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    /// Appends a record and gives its number.
    pub async fn audit(&mut self, record: NewRecord) -> Result<u64, StoreError> {
        let log = record.company.as_ref().map_or(INSTALLATION, CompanyId::as_str).to_owned();
        let tail = self.tail(&log).await?;
        let body = audit::canonical(&record.body)?;
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
        let hash = hex::encode(sealed.hash);
        super::audit::insert(&mut self.connection, &log, &sealed.head, &hash, &salt, &body).await?;
        let seq = sealed.head.seq;
        self.heads.insert(log, Tail { seq, hash });
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
        self.facts.clear();
        self.run("BEGIN IMMEDIATE").await
    }

    pub(super) async fn commit(&mut self) -> Result<(), StoreError> {
        self.run("COMMIT").await
    }

    /// Undoes the whole group. Chain heads are read anew from what is there.
    pub(super) async fn abandon(&mut self) {
        self.facts.clear();
        self.heads.clear();
        drop(self.run("ROLLBACK").await);
    }

    pub(super) fn take_facts(&mut self) -> Vec<Published> {
        std::mem::take(&mut self.facts)
    }

    /// Runs a closure that stands or falls alone.
    pub(super) async fn in_savepoint<T, F>(&mut self, work: F) -> Result<T, StoreError>
    where
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, StoreError>>,
    {
        self.run("SAVEPOINT job").await?;
        let (facts, heads) = (self.facts.len(), self.heads.clone());
        let result = work(self).await;
        if result.is_ok() {
            self.run("RELEASE job").await?;
        } else {
            self.facts.truncate(facts);
            self.heads = heads;
            self.run("ROLLBACK TO job").await?;
            self.run("RELEASE job").await?;
        }
        result
    }

    async fn run(&mut self, sql: &'static str) -> Result<(), StoreError> {
        sqlx::query(sql).execute(&mut self.connection).await?;
        Ok(())
    }
}
