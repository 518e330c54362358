//! Servers and the tools that they reported.

use std::collections::BTreeMap;

use domain::ids::{CompanyId, ServerId};
use jiff::Timestamp;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::row::{json, parsed};
use super::{Store, StoreError, Tx};

/// A server as the operator defined it.
#[derive(Debug, Clone)]
pub struct Server {
    /// The company.
    pub company_id: CompanyId,
    /// Its id.
    pub id: ServerId,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its own variables.
    pub env: BTreeMap<String, String>,
    /// Whether a person wants it to run.
    pub wanted: bool,
    /// Since when.
    pub added_at: Timestamp,
}

/// A tool as its server reported it last.
#[derive(Debug, Clone)]
pub struct StoredTool {
    /// The server.
    pub server_id: ServerId,
    /// The exact name.
    pub name: String,
    /// The definition, JSON.
    pub definition: String,
    /// SHA-256 of the canonical definition, hex.
    pub pin: String,
    /// The pin that a person approved.
    pub approved: Option<String>,
    /// Why it cannot be used whoever approves it.
    pub fault: Option<String>,
}

impl StoredTool {
    /// Why it waits for a person or cannot be used; nothing if it is ready.
    pub fn quarantine(&self) -> Option<&str> {
        match (&self.fault, &self.approved) {
            (Some(fault), _) => Some(fault),
            (None, None) => Some("not approved yet"),
            (None, Some(approved)) if *approved != self.pin => Some("changed since it was approved"),
            (None, Some(_)) => None,
        }
    }
}

fn read(row: &SqliteRow) -> Result<Server, StoreError> {
    Ok(Server {
        company_id: parsed(row, "company_id")?,
        id: parsed(row, "id")?,
        command: json(row, "command")?,
        env: json(row, "env")?,
        wanted: row.try_get("wanted")?,
        added_at: parsed(row, "added_at")?,
    })
}

fn read_tool(row: &SqliteRow) -> Result<StoredTool, StoreError> {
    Ok(StoredTool {
        server_id: parsed(row, "server_id")?,
        name: row.try_get("name")?,
        definition: row.try_get("definition")?,
        pin: row.try_get("pin")?,
        approved: row.try_get("approved")?,
        fault: row.try_get("fault")?,
    })
}

impl Store {
    /// The servers of a company.
    pub async fn servers(&self, company: &CompanyId) -> Result<Vec<Server>, StoreError> {
        let rows = sqlx::query("SELECT * FROM server WHERE company_id = ? ORDER BY id")
            .bind(company.as_str())
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(read).collect()
    }

    /// The tools that a company's servers reported last.
    pub async fn tools(&self, company: &CompanyId) -> Result<Vec<StoredTool>, StoreError> {
        let rows = sqlx::query("SELECT * FROM server_tool WHERE company_id = ? ORDER BY server_id, name")
            .bind(company.as_str())
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(read_tool).collect()
    }
}

/// Adds a server.
///
/// *Errors:* the id was used before.
pub async fn insert(tx: &mut Tx, server: &Server) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO server (company_id, id, command, env, added_at) VALUES (?, ?, ?, ?, ?)")
        .bind(server.company_id.as_str())
        .bind(server.id.as_str())
        .bind(serde_json::to_string(&server.command)?)
        .bind(serde_json::to_string(&server.env)?)
        .bind(server.added_at.to_string())
        .execute(tx.connection())
        .await
        .map_err(|error| match error.into() {
            StoreError::Taken(_) => StoreError::Taken("a server of that id"),
            other => other,
        })?;
    Ok(())
}

/// Notes whether a person wants a server to run.
pub async fn set_wanted(
    tx: &mut Tx,
    company: &CompanyId,
    id: &ServerId,
    wanted: bool,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE server SET wanted = ? WHERE company_id = ? AND id = ?")
        .bind(wanted)
        .bind(company.as_str())
        .bind(id.as_str())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Puts what a server reports in the place of what it reported before; approvals stay with their tools.
/// Gives the names of tools whose approved pin is no longer theirs.
pub async fn replace_tools(
    tx: &mut Tx,
    company: &CompanyId,
    server: &ServerId,
    tools: &[StoredTool],
) -> Result<Vec<String>, StoreError> {
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    sqlx::query(
        "DELETE FROM server_tool WHERE company_id = ? AND server_id = ? \
         AND name NOT IN (SELECT value FROM json_each(?))",
    )
    .bind(company.as_str())
    .bind(server.as_str())
    .bind(serde_json::to_string(&names)?)
    .execute(tx.connection())
    .await?;
    let mut drifted = Vec::new();
    for tool in tools {
        let row = sqlx::query(
            "INSERT INTO server_tool (company_id, server_id, name, definition, pin, fault) \
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (company_id, server_id, name) DO UPDATE \
             SET definition = excluded.definition, pin = excluded.pin, fault = excluded.fault \
             RETURNING approved IS NOT NULL AND approved <> pin AS drifted",
        )
        .bind(company.as_str())
        .bind(server.as_str())
        .bind(&tool.name)
        .bind(&tool.definition)
        .bind(&tool.pin)
        .bind(&tool.fault)
        .fetch_one(tx.connection())
        .await?;
        if row.try_get("drifted")? {
            drifted.push(tool.name.clone());
        }
    }
    Ok(drifted)
}

/// Approves a server's tools as they are now. Gives how many were approved by it.
pub async fn approve(tx: &mut Tx, company: &CompanyId, server: &ServerId) -> Result<u64, StoreError> {
    let done = sqlx::query(
        "UPDATE server_tool SET approved = pin WHERE company_id = ? AND server_id = ? \
         AND approved IS NOT pin",
    )
    .bind(company.as_str())
    .bind(server.as_str())
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected())
}
