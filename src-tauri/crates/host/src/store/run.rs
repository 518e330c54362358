//! Runs, their operations and their spawn ledger.

use domain::ids::{CompanyId, EmployeeId, OperationId, RunId};
use domain::ledger::{LedgerEntry, Outcome};
use jiff::Timestamp;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::row::{count, json, parsed, parsed_option, signed};
use super::{Store, StoreError, Tx};

/// A run.
#[derive(Debug, Clone)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// The company.
    pub company_id: CompanyId,
    /// The play's id.
    pub play: String,
    /// The play's title.
    pub title: String,
    /// What was asked for, inputs put in.
    pub objective: String,
    /// `running`, `succeeded`, `failed`, `stopped` or `interrupted`.
    pub state: String,
    /// Why it ended as it did.
    pub detail: Option<String>,
    /// Whether a script did the thinking.
    pub rehearsal: bool,
    /// Its saved state.
    pub checkpoint: serde_json::Value,
    /// When started.
    pub started_at: Timestamp,
    /// When ended.
    pub ended_at: Option<Timestamp>,
    /// Entries that were accepted.
    pub accepted: u32,
    /// Entries that were dropped.
    pub dropped: u32,
}

/// A node of a run's graph.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Its id.
    pub id: OperationId,
    /// Its place in the order of making.
    pub number: u32,
    /// Who does it.
    pub employee_id: Option<EmployeeId>,
    /// The role's full name.
    pub role: String,
    /// What was asked.
    pub instruction: String,
    /// One of the nine node states.
    pub state: String,
    /// The operation that asked for it.
    pub parent: Option<OperationId>,
    /// The operations that it waits for.
    pub depends: Vec<String>,
    /// What it said or gave.
    pub result: Option<String>,
}

fn read(row: &SqliteRow) -> Result<Run, StoreError> {
    Ok(Run {
        id: parsed(row, "id")?,
        company_id: parsed(row, "company_id")?,
        play: row.try_get("play")?,
        title: row.try_get("title")?,
        objective: row.try_get("objective")?,
        state: row.try_get("state")?,
        detail: row.try_get("detail")?,
        rehearsal: row.try_get("rehearsal")?,
        checkpoint: json(row, "checkpoint")?,
        started_at: parsed(row, "started_at")?,
        ended_at: parsed_option(row, "ended_at")?,
        accepted: count(row, "accepted")?,
        dropped: count(row, "dropped")?,
    })
}

impl Store {
    /// The runs of a company, newest first.
    pub async fn runs(&self, company: &CompanyId) -> Result<Vec<Run>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.*, \
             (SELECT count(*) FROM ledger_entry l WHERE l.run_id = r.id AND l.outcome = 'accepted') AS accepted, \
             (SELECT count(*) FROM ledger_entry l WHERE l.run_id = r.id AND l.outcome = 'dropped') AS dropped \
             FROM run r WHERE r.company_id = ? ORDER BY r.started_at DESC LIMIT 500",
        )
        .bind(company.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(read).collect()
    }

    /// One run.
    pub async fn run(&self, id: &RunId) -> Result<Option<Run>, StoreError> {
        let row = sqlx::query(
            "SELECT r.*, \
             (SELECT count(*) FROM ledger_entry l WHERE l.run_id = r.id AND l.outcome = 'accepted') AS accepted, \
             (SELECT count(*) FROM ledger_entry l WHERE l.run_id = r.id AND l.outcome = 'dropped') AS dropped \
             FROM run r WHERE r.id = ?",
        )
        .bind(id.as_str())
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(read).transpose()
    }

    /// The nodes of a run's graph, in the order of their making.
    pub async fn operations(&self, run: &RunId) -> Result<Vec<Operation>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, number, employee_id, role, instruction, state, parent, depends, result \
             FROM operation WHERE run_id = ? ORDER BY number",
        )
        .bind(run.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(Operation {
                    id: parsed(row, "id")?,
                    number: count(row, "number")?,
                    employee_id: parsed_option(row, "employee_id")?,
                    role: row.try_get("role")?,
                    instruction: row.try_get("instruction")?,
                    state: row.try_get("state")?,
                    parent: parsed_option(row, "parent")?,
                    depends: json(row, "depends")?,
                    result: row.try_get("result")?,
                })
            })
            .collect()
    }

    /// What the model was told when an operation began; nothing before that, and nothing for a person.
    pub async fn operation_prompt(&self, run: &RunId, operation: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT prompt FROM operation WHERE run_id = ? AND id = ?")
            .bind(run.as_str())
            .bind(operation)
            .fetch_optional(&self.pool)
            .await?;
        row.map_or(Ok(None), |row| Ok(row.try_get("prompt")?))
    }

    /// The spawn ledger of a run after an entry, in order.
    pub async fn ledger(&self, run: &RunId, since: u64) -> Result<Vec<LedgerEntry>, StoreError> {
        let rows = sqlx::query(
            "SELECT entry FROM ledger_entry WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT 5000",
        )
        .bind(run.as_str())
        .bind(signed(since))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|row| json(row, "entry")).collect()
    }
}

/// Adds a run.
pub async fn insert(tx: &mut Tx, run: &Run) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO run (id, company_id, play, title, objective, state, rehearsal, checkpoint, started_at) \
         VALUES (?, ?, ?, ?, ?, 'running', ?, ?, ?)",
    )
    .bind(run.id.as_str())
    .bind(run.company_id.as_str())
    .bind(&run.play)
    .bind(&run.title)
    .bind(&run.objective)
    .bind(run.rehearsal)
    .bind(run.checkpoint.to_string())
    .bind(run.started_at.to_string())
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Writes a run's state as it is now.
pub async fn checkpoint(tx: &mut Tx, run: &RunId, checkpoint: &serde_json::Value) -> Result<(), StoreError> {
    sqlx::query("UPDATE run SET checkpoint = ? WHERE id = ?")
        .bind(checkpoint.to_string())
        .bind(run.as_str())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Ends a run that goes on. False if it had ended.
pub async fn end(tx: &mut Tx, run: &RunId, state: &str, detail: Option<&str>) -> Result<bool, StoreError> {
    let at = tx.now().to_string();
    let done =
        sqlx::query("UPDATE run SET state = ?, detail = ?, ended_at = ? WHERE id = ? AND state = 'running'")
            .bind(state)
            .bind(detail)
            .bind(at)
            .bind(run.as_str())
            .execute(tx.connection())
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Marks runs whose process has ended, and what they were doing. Gives them.
pub async fn interrupt_orphans(tx: &mut Tx) -> Result<Vec<(RunId, CompanyId)>, StoreError> {
    let at = tx.now().to_string();
    sqlx::query(
        "UPDATE operation SET state = 'cancelled' WHERE state IN ('queued', 'running', 'awaiting_approval', \
         'paused') AND run_id IN (SELECT id FROM run WHERE state = 'running')",
    )
    .execute(tx.connection())
    .await?;
    let rows = sqlx::query(
        "UPDATE run SET state = 'interrupted', detail = 'its process ended', ended_at = ? \
         WHERE state = 'running' RETURNING id, company_id",
    )
    .bind(at)
    .fetch_all(tx.connection())
    .await?;
    rows.iter().map(|row| Ok((parsed(row, "id")?, parsed(row, "company_id")?))).collect()
}

/// Adds an operation, or writes its state anew.
pub async fn put_operation(tx: &mut Tx, run: &RunId, operation: &Operation) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO operation (run_id, id, number, employee_id, role, instruction, state, parent, depends, \
         result) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run_id, id) DO UPDATE \
         SET employee_id = excluded.employee_id, state = excluded.state, result = excluded.result",
    )
    .bind(run.as_str())
    .bind(operation.id.as_str())
    .bind(operation.number)
    .bind(operation.employee_id.as_ref().map(EmployeeId::as_str))
    .bind(&operation.role)
    .bind(&operation.instruction)
    .bind(&operation.state)
    .bind(operation.parent.as_ref().map(OperationId::as_str))
    .bind(serde_json::to_string(&operation.depends)?)
    .bind(&operation.result)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Keeps what the model is told of an operation that begins.
pub async fn tell(
    tx: &mut Tx,
    run: &RunId,
    operation: &OperationId,
    prompt: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE operation SET prompt = ? WHERE run_id = ? AND id = ?")
        .bind(prompt)
        .bind(run.as_str())
        .bind(operation.as_str())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Appends an entry to a run's ledger.
pub async fn append_entry(tx: &mut Tx, entry: &LedgerEntry) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO ledger_entry (run_id, seq, outcome, entry) VALUES (?, ?, ?, ?)")
        .bind(entry.run_id.as_str())
        .bind(signed(entry.seq))
        .bind(match entry.outcome {
            Outcome::Accepted => "accepted",
            Outcome::Dropped => "dropped",
        })
        .bind(serde_json::to_string(entry)?)
        .execute(tx.connection())
        .await?;
    Ok(())
}
