//! The house stays as it is described: each rule reads the tree and says how to mend what breaks it.

mod house;
mod names;
mod rust;
mod spec;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::program::root;

/// A file of the repository, as git has it: tracked, or new and not ignored.
struct Source {
    path: String,
    text: String,
}

/// Every text file of the repository.
fn sources() -> Vec<Source> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let read = |path: &str| {
        let text = fs::read_to_string(root().join(path)).ok()?;
        Some(Source { path: path.to_owned(), text })
    };
    listed.lines().filter_map(read).collect()
}

/// The files of a kind.
fn with_ending<'s>(sources: &'s [Source], endings: &[&str]) -> Vec<&'s Source> {
    let fits = |source: &&Source| {
        let ending = Path::new(&source.path).extension().and_then(|ending| ending.to_str()).unwrap_or("");
        endings.contains(&ending)
    };
    sources.iter().filter(fits).collect()
}

/// Fails with every fault and what to do about them.
#[track_caller]
fn none(faults: Vec<String>, mend: &str) {
    assert!(faults.is_empty(), "\n{}\n\nnext: {mend}\n", faults.join("\n"));
}

/// A folder's own entries.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}
