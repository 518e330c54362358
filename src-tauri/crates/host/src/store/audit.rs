//! The record.

use domain::audit::{Body, Checkpoint, Fault, Hash, Head, Outcome, Record, Verifier};
use domain::ids::RunId;
use futures::TryStreamExt as _;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row as _, Sqlite, SqliteConnection};

use super::row::{json, number, parsed, signed};
use super::{Store, StoreError};

/// A record with its body.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What its hash covers.
    pub head: Head,
    /// Its hash, hex.
    pub hash: String,
    /// The body, where it was not redacted.
    pub body: Option<serde_json::Value>,
}

/// What verifying a log found.
#[derive(Debug, Clone)]
pub struct Verified {
    /// Records read.
    pub records: u64,
    /// Those among them whose body is not there any more.
    pub redacted: u64,
    /// The last record that a checkpoint bears out.
    pub borne_out: u64,
    /// How it stands.
    pub outcome: Outcome,
    /// The root over the records that were read, hex.
    pub root: String,
}

fn head(row: &SqliteRow) -> Result<Head, StoreError> {
    Ok(Head {
        seq: number(row, "seq")?,
        at: parsed(row, "at")?,
        kind: row.try_get("kind")?,
        company_id: row.try_get("company_id")?,
        actor: row.try_get("actor")?,
        subject: row.try_get("subject")?,
        run_id: row.try_get("run_id")?,
        operation_id: row.try_get("operation_id")?,
        delegation: json(row, "delegation")?,
        body_commitment: row.try_get("body_commitment")?,
        prev: row.try_get("prev")?,
    })
}

fn entry(row: &SqliteRow) -> Result<Entry, StoreError> {
    let body: Option<Vec<u8>> = row.try_get("body")?;
    Ok(Entry {
        head: head(row)?,
        hash: row.try_get("hash")?,
        body: body.map(|body| serde_json::from_slice(&body)).transpose()?,
    })
}

impl Store {
    /// The records of a log before a number, newest first.
    pub async fn records(
        &self,
        log: &str,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Entry>, StoreError> {
        let rows = sqlx::query(
            "SELECT a.*, b.body FROM audit a LEFT JOIN audit_body b ON b.log = a.log AND b.seq = a.seq \
             WHERE a.log = ? AND a.seq < ? ORDER BY a.seq DESC LIMIT ?",
        )
        .bind(log)
        .bind(before.map_or(i64::MAX, signed))
        .bind(limit)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(entry).collect()
    }

    /// The records of a log about one subject, newest first.
    pub async fn records_about(
        &self,
        log: &str,
        subject: &str,
        limit: u32,
    ) -> Result<Vec<Entry>, StoreError> {
        let rows = sqlx::query(
            "SELECT a.*, b.body FROM audit a LEFT JOIN audit_body b ON b.log = a.log AND b.seq = a.seq \
             WHERE a.log = ? AND a.subject = ? ORDER BY a.seq DESC LIMIT ?",
        )
        .bind(log)
        .bind(subject)
        .bind(limit)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(entry).collect()
    }

    /// The records of a run of one kind, in order.
    pub async fn records_of_run(&self, run: &RunId, kind: &str) -> Result<Vec<Entry>, StoreError> {
        let rows = sqlx::query(
            "SELECT a.*, b.body FROM audit a LEFT JOIN audit_body b ON b.log = a.log AND b.seq = a.seq \
             WHERE a.run_id = ? AND a.kind = ? ORDER BY a.seq LIMIT 5000",
        )
        .bind(run.as_str())
        .bind(kind)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(entry).collect()
    }

    /// Reads a log from its beginning and says whether it is whole and keeps what the checkpoints promise.
    pub async fn verify(&self, log: &str, checkpoints: Vec<Checkpoint>) -> Result<Verified, StoreError> {
        // Read first: what is appended meanwhile only adds records.
        let traces = self.traces(log).await?;
        let mut verifier = Verifier::against(checkpoints);
        let outcome = match self.read_through(log, &mut verifier).await {
            Ok(()) => match verifier.finish() {
                Outcome::Verified if traces > verifier.count() => {
                    Outcome::CutShort { promised: traces, found: verifier.count() }
                }
                outcome => outcome,
            },
            Err(outcome) => outcome,
        };
        Ok(Verified {
            records: verifier.count(),
            redacted: verifier.redacted(),
            borne_out: verifier.borne_out(),
            outcome,
            root: hex::encode(verifier.root()),
        })
    }

    /// The last record of which a body or a violation tells.
    async fn traces(&self, log: &str) -> Result<u64, StoreError> {
        let row = sqlx::query(
            "SELECT max(coalesce((SELECT max(seq) FROM audit_body WHERE log = ?1), 0), \
             coalesce((SELECT max(seq) FROM violation WHERE company_id = ?1), 0)) AS last",
        )
        .bind(log)
        .fetch_one(&self.pool)
        .await?;
        number(&row, "last")
    }

    async fn read_through(&self, log: &str, verifier: &mut Verifier) -> Result<(), Outcome> {
        let mut rows = sqlx::query(
            "SELECT a.*, b.salt, b.body FROM audit a LEFT JOIN audit_body b ON b.log = a.log AND b.seq = a.seq \
             WHERE a.log = ? ORDER BY a.seq",
        )
        .bind(log)
        .fetch(&self.pool);
        loop {
            let row = rows.try_next().await.map_err(|error| {
                let why = StoreError::from(error);
                Outcome::NotCheckable(format!(
                    "what follows record {} cannot be read: {why}",
                    verifier.count()
                ))
            })?;
            let Some(row) = row else { return Ok(()) };
            take(verifier, &row).map_err(Outcome::Tampered)?;
        }
    }
}

/// A head that cannot be read, or is not spelled as it was written, was changed.
fn take(verifier: &mut Verifier, row: &SqliteRow) -> Result<(), Fault> {
    let seq = verifier.count() + 1;
    let record = record(row).ok().filter(|record| is_as_written(row, record)).ok_or(Fault::Head(seq))?;
    let salt: Option<Vec<u8>> = row.try_get("salt").map_err(|_| Fault::Body(seq))?;
    let body: Option<Vec<u8>> = row.try_get("body").map_err(|_| Fault::Body(seq))?;
    let body = match (&salt, &body) {
        (Some(salt), Some(body)) => Body::Kept { salt, body },
        _ => Body::Redacted,
    };
    verifier.next(&record, &body)
}

fn record(row: &SqliteRow) -> Result<Record, StoreError> {
    let hash: String = row.try_get("hash")?;
    let unreadable =
        |error: hex::FromHexError| StoreError::Unreadable { what: "hash", why: error.to_string() };
    let mut bytes = Hash::default();
    hex::decode_to_slice(hash, &mut bytes).map_err(unreadable)?;
    Ok(Record { head: head(row)?, hash: bytes })
}

/// Whether the columns that are parsed hold the one spelling that the program writes.
fn is_as_written(row: &SqliteRow, record: &Record) -> bool {
    let text = |column| row.try_get::<String, _>(column).ok();
    text("at") == Some(record.head.at.to_string())
        && text("hash") == Some(hex::encode(record.hash))
        && text("delegation") == serde_json::to_string(&record.head.delegation).ok()
}

/// A record that is about to be written.
#[derive(Debug)]
pub(super) struct Appended {
    pub(super) log: String,
    pub(super) record: Record,
    pub(super) salt: [u8; 16],
    pub(super) body: Vec<u8>,
}

/// Rows of one statement: as many as keep its values below what SQLite takes.
const ROWS: usize = 500;

/// Writes records in as few statements as can be.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    appended: &[Appended],
) -> Result<(), StoreError> {
    for rows in appended.chunks(ROWS) {
        insert_heads(connection, rows).await?;
        insert_bodies(connection, rows).await?;
    }
    Ok(())
}

async fn insert_heads(connection: &mut SqliteConnection, rows: &[Appended]) -> Result<(), StoreError> {
    let delegations: Vec<String> = rows
        .iter()
        .map(|row| serde_json::to_string(&row.record.head.delegation))
        .collect::<Result<_, _>>()?;
    let mut sql = QueryBuilder::<Sqlite>::new(
        "INSERT INTO audit (log, seq, at, kind, company_id, actor, subject, run_id, operation_id, delegation, \
         body_commitment, prev, hash) ",
    );
    sql.push_values(rows.iter().zip(&delegations), |mut values, (row, delegation)| {
        let head = &row.record.head;
        values
            .push_bind(&row.log)
            .push_bind(signed(head.seq))
            .push_bind(head.at.to_string())
            .push_bind(&head.kind)
            .push_bind(&head.company_id)
            .push_bind(&head.actor)
            .push_bind(&head.subject)
            .push_bind(&head.run_id)
            .push_bind(&head.operation_id)
            .push_bind(delegation)
            .push_bind(&head.body_commitment)
            .push_bind(&head.prev)
            .push_bind(hex::encode(row.record.hash));
    });
    sql.build().execute(connection).await?;
    Ok(())
}

async fn insert_bodies(connection: &mut SqliteConnection, rows: &[Appended]) -> Result<(), StoreError> {
    let mut sql = QueryBuilder::<Sqlite>::new("INSERT INTO audit_body (log, seq, salt, body) ");
    sql.push_values(rows, |mut values, row| {
        values
            .push_bind(&row.log)
            .push_bind(signed(row.record.head.seq))
            .push_bind(row.salt.as_slice())
            .push_bind(row.body.as_slice());
    });
    sql.build().execute(connection).await?;
    Ok(())
}
