//! Walls between crates and modules.

use std::collections::BTreeMap;

use super::{none, sources, with_ending};

/// What each room of `domain` may use.
const ROOMS: [(&str, &[&str]); 11] = [
    ("lib", &[]),
    ("ids", &[]),
    ("tool", &["ids"]),
    ("guard", &["ids"]),
    ("org", &["ids", "tool"]),
    ("pack", &["ids", "tool", "guard", "org"]),
    ("authority", &["ids", "tool", "org", "pack"]),
    ("palette", &["ids", "tool", "org", "pack", "authority", "guard"]),
    ("ledger", &["ids", "tool", "org", "pack", "authority", "palette"]),
    ("event", &["ids", "tool", "org", "pack", "authority", "palette", "ledger"]),
    ("audit", &["ids", "tool", "org", "pack", "authority", "palette", "ledger", "event"]),
];

#[test]
fn rooms_of_the_domain_use_only_what_stands_before_them() {
    let allowed: BTreeMap<&str, &[&str]> = ROOMS.into_iter().collect();
    let sources = sources();
    let mut faults = Vec::new();
    for source in with_ending(&sources, &["rs"]) {
        let Some(inside) = source.path.strip_prefix("src-tauri/crates/domain/src/") else { continue };
        let room = inside.split(['/', '.']).next().unwrap_or_default();
        let Some(allowed) = allowed.get(room) else {
            faults.push(format!("{}: the room {room} is not in the list", source.path));
            continue;
        };
        for (at, used) in used_rooms(&source.text) {
            if used != room && !allowed.contains(&used.as_str()) {
                faults.push(format!("{}:{at}: {room} uses {used}", source.path));
            }
        }
    }
    none(faults, "move what both need into the room that stands before, see ARCHITECTURE.md");
}

/// The rooms that `use crate::…` lines name, with their lines.
fn used_rooms(text: &str) -> Vec<(usize, String)> {
    let lines = text.lines().enumerate();
    lines
        .filter_map(|(at, line)| {
            let path = line.trim_start().strip_prefix("use crate::")?;
            let room: String = path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            Some((at + 1, room))
        })
        .collect()
}

/// What each package may use of ours.
const PACKAGES: [(&str, &[&str]); 5] = [
    ("src-tauri/crates/domain", &[]),
    ("src-tauri/crates/wire", &["domain"]),
    ("src-tauri/crates/host", &["domain", "wire"]),
    ("src-tauri/crates/cli", &["domain", "wire", "host"]),
    ("src-tauri", &["domain", "wire", "host"]),
];

#[test]
fn packages_use_only_what_stands_before_them() {
    let sources = sources();
    let mut faults = Vec::new();
    for (folder, allowed) in PACKAGES {
        let path = format!("{folder}/Cargo.toml");
        let Some(manifest) = sources.iter().find(|source| source.path == path) else {
            faults.push(format!("{path} is missing"));
            continue;
        };
        let used = used_packages(&manifest.text);
        let beyond = used.iter().filter(|used| !allowed.contains(&used.as_str()));
        faults.extend(beyond.map(|used| format!("{path}: uses {used}")));
    }
    none(faults, "the direction is domain ← wire ← host ← shell, cli; see ARCHITECTURE.md");
}

/// The packages of ours that a manifest depends on.
fn used_packages(manifest: &str) -> Vec<String> {
    let ours = ["domain", "wire", "host", "cli", "shell", "tests"];
    let named = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned();
    let dependencies = manifest.lines().skip_while(|line| !line.contains("dependencies]"));
    dependencies.map(named).filter(|name| ours.contains(&name.as_str())).collect()
}

#[test]
fn the_domain_is_deaf_and_blind() {
    let sources = sources();
    let outside = [
        "std::fs",
        "std::net",
        "std::env",
        "std::process",
        "tokio",
        "tracing",
        "SystemTime",
        "Timestamp::now",
        "rand::",
    ];
    let faults = with_ending(&sources, &["rs"])
        .iter()
        .filter(|source| source.path.starts_with("src-tauri/crates/domain/src/"))
        .flat_map(|source| {
            let code = source.text.split("#[cfg(test)]").next().unwrap_or_default().lines().enumerate();
            let bad = |line: &str| {
                !line.trim_start().starts_with("//") && outside.iter().any(|word| line.contains(word))
            };
            code.filter(move |(_, line)| bad(line))
                .map(|(at, line)| format!("{}:{}: {}", source.path, at + 1, line.trim()))
        })
        .collect();
    none(faults, "let the host do it and hand the value in");
}

#[test]
fn the_store_alone_knows_sql() {
    let sources = sources();
    let faults = with_ending(&sources, &["rs"])
        .iter()
        .filter(|source| source.path.starts_with("src-tauri/") && source.text.contains("sqlx"))
        .filter(|source| !source.path.starts_with("src-tauri/crates/host/src/store/"))
        .map(|source| source.path.clone())
        .collect();
    none(faults, "give the store a function for it");
}

#[test]
fn every_test_file_is_part_of_the_binary() {
    let sources = sources();
    let texts: String = with_ending(&sources, &["rs"])
        .iter()
        .filter(|source| source.path.starts_with("tests/"))
        .map(|source| source.text.as_str())
        .collect();
    let faults = with_ending(&sources, &["rs"])
        .iter()
        .filter(|source| source.path.starts_with("tests/") && !source.path.starts_with("tests/bench/"))
        .filter(|source| source.path != "tests/main.rs")
        .filter(|source| {
            let name = source.path.trim_end_matches("/mod.rs").trim_end_matches(".rs");
            let name = name.rsplit('/').next().unwrap_or_default();
            !texts.contains(&format!("mod {name};"))
        })
        .map(|source| source.path.clone())
        .collect();
    none(faults, "name it with `mod` in the file above it, or remove it");
}

#[test]
fn uses_are_read() {
    let manifest =
        "[package]\nname = \"x\"\n[dependencies]\ndomain.workspace = true\nserde = \"1\"\nhost = {}";
    assert_eq!(used_packages(manifest), ["domain", "host"]);
    assert_eq!(used_rooms("use crate::tool::Pattern;\nuse super::x;"), [(1, "tool".to_owned())]);
}
