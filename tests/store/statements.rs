//! Every statement of the store, taken from its source: it prepares, and it reads no table that grows whole.

use regex::Regex;
use sqlx::Row as _;

use super::Folder;

/// Tables that stay small whatever happens, or that a statement means to read whole.
const SMALL: [&str; 6] = ["company", "pack", "publisher", "json_each", "sqlite_schema", "_sqlx_migrations"];

/// Reads the newest of all along its key and passes over none.
const BOUNDED: &str = "WHERE ?1 IS NULL ORDER BY a.id DESC LIMIT 500";

fn statements() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/crates/host/src/store");
    let literal = Regex::new(r#"(?s)"((?:SELECT|INSERT|UPDATE|DELETE|WITH)\s(?:[^"\\]|\\.)*)""#).unwrap();
    let continued = Regex::new(r"\\\n\s*").unwrap();
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name == "tests.rs" {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        for captures in literal.captures_iter(&source) {
            let sql = continued.replace_all(&captures[1], "").into_owned();
            found.push((name.clone(), whole(sql)));
        }
    }
    found
}

/// An insert whose rows are pushed to it gets one.
fn whole(sql: String) -> String {
    match sql.strip_suffix(") ") {
        Some(start) if sql.starts_with("INSERT") => {
            let columns = start.rsplit('(').next().unwrap().split(',').count();
            format!("{start}) VALUES ({})", vec!["?"; columns].join(", "))
        }
        _ => sql,
    }
}

#[tokio::test]
async fn ad_13_every_statement_prepares_and_none_reads_a_growing_table_whole() {
    let folder = Folder::new();
    let store = folder.open().await;
    let mut connection = folder.intruder().await;
    let statements = statements();
    assert!(statements.len() > 50, "only {} statements were found", statements.len());
    // An index over a part holds only the rows that are looked for.
    let partial: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%WHERE%'")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let scan = Regex::new(r"^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?").unwrap();
    let alias = Regex::new(r"(?:FROM|JOIN) (\w+) (\w)\b").unwrap();
    let mut scans = Vec::new();
    for (file, sql) in &statements {
        let explained = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let plan = sqlx::query(explained)
            .fetch_all(&mut connection)
            .await
            .unwrap_or_else(|error| panic!("{file}: {error}: {sql}"));
        for row in plan {
            let step: String = row.get("detail");
            let Some(scanned) = scan.captures(&step) else { continue };
            if scanned.get(2).is_some_and(|index| partial.iter().any(|name| name == index.as_str())) {
                continue;
            }
            let named = scanned[1].to_owned();
            let table = alias
                .captures_iter(sql)
                .find(|captures| captures[2] == named)
                .map_or(named, |captures| captures[1].to_owned());
            if !SMALL.contains(&table.as_str()) && step != "SCAN CONSTANT ROW" && !sql.contains(BOUNDED) {
                scans.push(format!("{file}: {step}: {sql}"));
            }
        }
    }
    assert!(scans.is_empty(), "{}", scans.join("\n"));
    store.close().await;
}
