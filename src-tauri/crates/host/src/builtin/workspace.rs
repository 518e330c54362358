//! `workspace`: the files of the company's folder.
//!
//! Every path is resolved, links followed, before anything is opened, and stays inside the folder. What is
//! deleted goes to a trash folder.

use std::io;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::{Spec, argument, text};
use crate::mcp::CallOutcome;

/// A file that is read whole is at most this long. *Units:* bytes.
const MAX_READ: u64 = 1024 * 1024;
/// Entries that a list or a search gives at most.
const MAX_ENTRIES: usize = 1000;
/// Where deleted files go.
const TRASH: &str = ".bailiwick-trash";

pub(crate) const TOOLS: &[Spec] = &[
    Spec {
        name: "delete",
        title: "Delete a file or folder",
        description: "Moves a file or folder of the company's folder to its trash.",
        reads_only: false,
        arguments: &[("path", "string", true, "relative to the company's folder")],
    },
    Spec {
        name: "list",
        title: "List a folder",
        description: "Lists the files and folders in a folder of the company's folder.",
        reads_only: true,
        arguments: &[(
            "path",
            "string",
            false,
            "relative to the company's folder; the folder itself by default",
        )],
    },
    Spec {
        name: "move",
        title: "Move a file or folder",
        description: "Moves or renames within the company's folder. Refuses to overwrite.",
        reads_only: false,
        arguments: &[
            ("from", "string", true, "relative to the company's folder"),
            ("to", "string", true, "relative to the company's folder"),
        ],
    },
    Spec {
        name: "read",
        title: "Read a file",
        description: "Reads a text file of the company's folder, 1 MiB at most.",
        reads_only: true,
        arguments: &[("path", "string", true, "relative to the company's folder")],
    },
    Spec {
        name: "search",
        title: "Search in files",
        description: "Finds the lines that hold a text, in text files of the company's folder.",
        reads_only: true,
        arguments: &[
            ("text", "string", true, "what to look for, letter by letter"),
            ("path", "string", false, "the folder to look in; all by default"),
        ],
    },
    Spec {
        name: "write",
        title: "Write a file",
        description: "Writes a text file of the company's folder, making folders as needed.",
        reads_only: false,
        arguments: &[
            ("path", "string", true, "relative to the company's folder"),
            ("content", "string", true, "the whole text"),
        ],
    },
];

/// Runs a tool in the company's folder. Blocks: files are read and written.
pub(crate) fn call(folder: &Path, tool: &str, arguments: &Value) -> CallOutcome {
    match run(folder, tool, arguments) {
        Ok(said) => text(&said, false),
        Err(why) => text(&why, true),
    }
}

fn run(folder: &Path, tool: &str, arguments: &Value) -> Result<String, String> {
    let folder = Folder::open(folder)?;
    let optional =
        |name: &str| if arguments.get(name).is_some() { argument(arguments, name) } else { Ok(".") };
    match tool {
        "read" => folder.read(argument(arguments, "path")?),
        "write" => folder.write(argument(arguments, "path")?, argument(arguments, "content")?),
        "list" => folder.list(optional("path")?),
        "search" => folder.search(optional("path")?, argument(arguments, "text")?),
        "move" => folder.rename(argument(arguments, "from")?, argument(arguments, "to")?),
        "delete" => folder.delete(argument(arguments, "path")?),
        other => Err(format!("workspace has no tool {other}")),
    }
}

/// The company's folder, resolved.
struct Folder(PathBuf);

impl Folder {
    fn open(folder: &Path) -> Result<Self, String> {
        folder
            .canonicalize()
            .map(Self)
            .map_err(|error| format!("the company's folder cannot be opened: {error}"))
    }

    /// The place that a path means, with links followed as far as it exists. Inside the folder or nothing.
    fn inside(&self, path: &str) -> Result<PathBuf, String> {
        let outside = || format!("{path} is outside the company's folder");
        let mut place = self.0.clone();
        for part in Path::new(path).components() {
            match part {
                Component::CurDir => {}
                Component::Normal(name) => place.push(name),
                Component::ParentDir | Component::RootDir | Component::Prefix(_) => return Err(outside()),
            }
        }
        let mut existing = place.as_path();
        let mut missing = Vec::new();
        let resolved = loop {
            match existing.symlink_metadata() {
                Ok(_) => break existing.canonicalize().map_err(|error| format!("{path}: {error}"))?,
                Err(_) => match (existing.parent(), existing.file_name()) {
                    (Some(parent), Some(name)) => {
                        missing.push(name.to_owned());
                        existing = parent;
                    }
                    _ => return Err(outside()),
                },
            }
        };
        if !resolved.starts_with(&self.0) || resolved.starts_with(self.0.join(TRASH)) {
            return Err(outside());
        }
        Ok(missing.iter().rev().fold(resolved, |place, name| place.join(name)))
    }

    fn read(&self, path: &str) -> Result<String, String> {
        let place = self.inside(path)?;
        let length = place.metadata().map_err(|error| said(path, &error))?.len();
        if length > MAX_READ {
            return Err(format!("{path} has {length} bytes; {MAX_READ} are read at most"));
        }
        let bytes = std::fs::read(place).map_err(|error| said(path, &error))?;
        String::from_utf8(bytes).map_err(|_| format!("{path} is not text"))
    }

    fn write(&self, path: &str, content: &str) -> Result<String, String> {
        let place = self.inside(path)?;
        if let Some(parent) = place.parent() {
            std::fs::create_dir_all(parent).map_err(|error| said(path, &error))?;
        }
        std::fs::write(place, content).map_err(|error| said(path, &error))?;
        Ok(format!("wrote {path}, {} bytes", content.len()))
    }

    fn list(&self, path: &str) -> Result<String, String> {
        let place = self.inside(path)?;
        let entries = std::fs::read_dir(place).map_err(|error| said(path, &error))?;
        let mut names: Vec<String> = entries
            .flatten()
            .filter(|entry| entry.file_name() != TRASH)
            .map(|entry| {
                let slash = if entry.file_type().is_ok_and(|kind| kind.is_dir()) { "/" } else { "" };
                format!("{}{slash}", entry.file_name().to_string_lossy())
            })
            .collect();
        names.sort();
        let more = names.len().saturating_sub(MAX_ENTRIES);
        names.truncate(MAX_ENTRIES);
        if more > 0 {
            names.push(format!("… and {more} more"));
        }
        Ok(names.join("\n"))
    }

    fn search(&self, path: &str, wanted: &str) -> Result<String, String> {
        let mut found = Vec::new();
        let mut folders = vec![self.inside(path)?];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            let mut entries: Vec<_> = entries.flatten().collect();
            entries.sort_by_key(std::fs::DirEntry::file_name);
            for entry in entries {
                // Links are not followed, so that a search ends and stays inside.
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && entry.file_name() != TRASH => folders.push(entry.path()),
                    Ok(kind) if kind.is_file() => self.search_file(&entry.path(), wanted, &mut found),
                    _ => {}
                }
                if found.len() >= MAX_ENTRIES {
                    found.push("… and more".to_owned());
                    return Ok(found.join("\n"));
                }
            }
        }
        Ok(found.join("\n"))
    }

    fn search_file(&self, file: &Path, wanted: &str, found: &mut Vec<String>) {
        if file.metadata().map_or(true, |meta| meta.len() > MAX_READ) {
            return;
        }
        let Ok(content) = std::fs::read_to_string(file) else { return };
        let name = file.strip_prefix(&self.0).unwrap_or(file).display();
        for (number, line) in content.lines().enumerate().filter(|(_, line)| line.contains(wanted)) {
            let line: String = line.chars().take(200).collect();
            found.push(format!("{name}:{}: {line}", number + 1));
        }
    }

    fn rename(&self, from: &str, to: &str) -> Result<String, String> {
        let (source, target) = (self.inside(from)?, self.inside(to)?);
        if source == self.0 {
            return Err("the company's folder itself stays where it is".to_owned());
        }
        if target.symlink_metadata().is_ok() {
            return Err(format!("{to} is there already"));
        }
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent).map_err(|error| said(to, &error))?;
        }
        std::fs::rename(source, target).map_err(|error| said(from, &error))?;
        Ok(format!("moved {from} to {to}"))
    }

    fn delete(&self, path: &str) -> Result<String, String> {
        let place = self.inside(path)?;
        if place == self.0 {
            return Err("the company's folder itself stays where it is".to_owned());
        }
        place.symlink_metadata().map_err(|error| said(path, &error))?;
        let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let trash = self.0.join(TRASH);
        std::fs::create_dir_all(&trash).map_err(|error| said(path, &error))?;
        std::fs::rename(&place, trash.join(format!("{}-{name}", uuid::Uuid::now_v7())))
            .map_err(|error| said(path, &error))?;
        Ok(format!("moved {path} to the trash"))
    }
}

fn said(path: &str, error: &io::Error) -> String {
    format!("{path}: {error}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ok(folder: &Path, tool: &str, arguments: &Value) -> String {
        run(folder, tool, arguments).unwrap()
    }

    #[test]
    fn files_are_written_read_listed_found_moved_and_trashed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        ok(folder, "write", &json!({ "path": "a/b.txt", "content": "one\ntwo" }));
        assert_eq!(ok(folder, "read", &json!({ "path": "a/b.txt" })), "one\ntwo");
        assert_eq!(ok(folder, "list", &json!({})), "a/");
        assert_eq!(ok(folder, "search", &json!({ "text": "two" })), "a/b.txt:2: two");
        ok(folder, "move", &json!({ "from": "a/b.txt", "to": "c.txt" }));
        ok(folder, "delete", &json!({ "path": "c.txt" }));
        assert!(!folder.join("c.txt").exists());
        assert_eq!(std::fs::read_dir(folder.join(TRASH)).unwrap().count(), 1);
        assert_eq!(ok(folder, "list", &json!({})), "a/", "the trash is not listed");
    }

    #[test]
    fn nothing_outside_the_folder_is_reached() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret"), "x").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::os::unix::fs::symlink(outside.path(), folder.join("link")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("new"), folder.join("dangling")).unwrap();
        let absolute = outside.path().join("secret");
        for path in ["../secret", "a/../../secret", "link/secret", absolute.to_str().unwrap(), TRASH] {
            assert!(run(folder, "read", &json!({ "path": path })).is_err(), "{path}");
            assert!(run(folder, "delete", &json!({ "path": path })).is_err(), "{path}");
        }
        for path in ["link/new", "dangling", "../new"] {
            assert!(run(folder, "write", &json!({ "path": path, "content": "y" })).is_err(), "{path}");
        }
        assert!(!outside.path().join("new").exists());
    }
}
