//! What lies where.

use super::{none, sources, with_ending};

/// The top level, beside dot files and lock files.
const ROOT: [&str; 11] = [
    "Cargo.toml",
    "Cargo.lock",
    "src-tauri",
    "ui",
    "roles",
    "migrations",
    "icons",
    "tests",
    "README.md",
    "LICENSE",
    "run",
];

#[test]
fn the_top_level_holds_what_the_house_allows() {
    let mut faults: Vec<String> = sources()
        .iter()
        .map(|source| source.path.split('/').next().unwrap_or_default().to_owned())
        .filter(|name| !ROOT.contains(&name.as_str()) && name != "test" && !name.starts_with('.'))
        .collect();
    faults.dedup();
    none(faults, "move it into src-tauri, ui, roles, migrations, icons or tests");
}

#[test]
fn no_file_names_this_machine_or_holds_a_private_key() {
    let sources = sources();
    let private = ["BEGIN PRIVATE", "KEY-----"].join(" ");
    let places = ["/work/", "/root/"];
    let faults = sources
        .iter()
        .filter(|source| !source.path.ends_with("lock") && !source.path.ends_with("package-lock.json"))
        .flat_map(|source| {
            let lines = source.text.lines().enumerate();
            let bad =
                |line: &str| places.iter().any(|place| names_a_place(line, place)) || line.contains(&private);
            lines.filter(move |(_, line)| bad(line)).map(|(at, _)| format!("{}:{}", source.path, at + 1))
        })
        .filter(|place| !place.starts_with("tests/tidy/"))
        .collect();
    none(faults, "write paths relative to the repository or the data folder; make keys at test time");
}

/// Whether a line names a folder of a machine: the place, then a letter, at the start of a path.
fn names_a_place(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + place.len()..].chars().next();
        before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '}' | '~' | '.' | '*' | '-' | '_' | ')'))
            && after.is_some_and(|c| c.is_ascii_alphanumeric())
    })
}

#[test]
fn lock_files_name_no_registry() {
    let sources = sources();
    let faults = sources
        .iter()
        .filter(|source| source.path.ends_with("package-lock.json"))
        .filter(|source| source.text.contains("\"resolved\": \"http"))
        .map(|source| source.path.clone())
        .collect();
    none(faults, "npm config set omit-lockfile-registry-resolved true, then npm install --package-lock-only");
}

#[test]
fn what_is_left_to_do_says_why() {
    let sources = sources();
    let words = [["TO", "DO"].concat(), ["FIX", "ME"].concat(), ["X", "XX"].concat()];
    let faults = with_ending(&sources, &["rs", "ts", "tsx", "sql", "mjs"])
        .iter()
        .flat_map(|source| {
            let bad = |line: &str| words.iter().any(|word| line.contains(word.as_str()));
            let lines = source.text.lines().enumerate();
            lines.filter(move |(_, line)| bad(line)).map(|(at, _)| format!("{}:{}", source.path, at + 1))
        })
        .collect();
    none(faults, "do it, or say in a sentence what is missing and why");
}

#[test]
fn the_window_alone_knows_tauri() {
    let sources = sources();
    let faults = sources
        .iter()
        .filter(|source| {
            let screens = source.path.starts_with("ui/src/") && !source.path.starts_with("ui/src/platform/");
            let crates = source.path.starts_with("src-tauri/crates/");
            (screens && source.text.contains("@tauri-apps")) || (crates && source.text.contains("tauri::"))
        })
        .map(|source| source.path.clone())
        .collect();
    none(faults, "the shell and ui/src/platform speak to Tauri; everything else speaks to them");
}

#[test]
fn a_machine_s_place_is_known_when_it_is_seen() {
    assert!(names_a_place("see /work/main", "/work/"));
    assert!(names_a_place("\"/root/x\"", "/root/"));
    assert!(!names_a_place("~/work/x", "/work/"));
    assert!(!names_a_place("team/work/x", "/work/"));
}
