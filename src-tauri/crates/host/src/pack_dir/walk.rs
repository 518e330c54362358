//! The one walk over a pack's folder.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use domain::pack::{MAX_FILES, MAX_PACK_BYTES, PackFile};

/// Folders inside one another.
const MAX_DEPTH: usize = 32;

/// Why a folder is not read as a pack.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is nothing.
    #[error("there is no {}", .0.display())]
    Missing(PathBuf),
    /// A file or folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A pack holds files and folders, nothing else.
    #[error("a pack holds only files and folders: {}", .0.join("; "))]
    Kind(Vec<String>),
    /// It is more than a pack may be.
    #[error("{what}: a pack has at most {limit}")]
    Limit {
        /// What there is too much of.
        what: &'static str,
        /// How much there may be.
        limit: u64,
    },
}

/// The files of a pack, hidden ones too, sorted by the bytes of their paths.
///
/// A path to one file gives that file alone. Links, devices and names that are not UTF-8 are refused; what
/// else keeps files from being a pack is for `domain::pack` to say.
pub fn read(path: &Path) -> Result<Vec<PackFile>, ReadError> {
    let kind = std::fs::metadata(path).map_err(|source| missing_or(path, source))?.file_type();
    let mut walk = Walk::default();
    if kind.is_file() {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("ROLE.md");
        walk.file(path, name.to_owned())?;
    } else {
        walk.folder(path, "", 0)?;
    }
    if !walk.odd.is_empty() {
        walk.odd.sort();
        return Err(ReadError::Kind(walk.odd));
    }
    walk.files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(walk.files)
}

fn missing_or(path: &Path, source: io::Error) -> ReadError {
    match source.kind() {
        io::ErrorKind::NotFound => ReadError::Missing(path.to_owned()),
        _ => ReadError::Io { path: path.to_owned(), source },
    }
}

#[derive(Default)]
struct Walk {
    files: Vec<PackFile>,
    bytes: u64,
    seen: usize,
    odd: Vec<String>,
}

impl Walk {
    fn folder(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<(), ReadError> {
        if depth > MAX_DEPTH {
            return Err(ReadError::Limit {
                what: "folders too deep inside one another",
                limit: MAX_DEPTH as u64,
            });
        }
        let fail = |source| ReadError::Io { path: folder.to_owned(), source };
        for entry in std::fs::read_dir(folder).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            self.seen += 1;
            if self.seen > MAX_FILES {
                return Err(ReadError::Limit { what: "too many files and folders", limit: MAX_FILES as u64 });
            }
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                self.odd.push(format!("{prefix}{} has a name that is not UTF-8", name.to_string_lossy()));
                continue;
            };
            let path = format!("{prefix}{name}");
            match entry.file_type().map_err(fail)? {
                kind if kind.is_dir() => self.folder(&entry.path(), &format!("{path}/"), depth + 1)?,
                kind if kind.is_file() => self.file(&entry.path(), path)?,
                kind => self.odd.push(format!("{path} is {}", word(kind))),
            }
        }
        Ok(())
    }

    fn file(&mut self, at: &Path, path: String) -> Result<(), ReadError> {
        let fail = |source| ReadError::Io { path: at.to_owned(), source };
        let left = MAX_PACK_BYTES.saturating_sub(self.bytes);
        let mut bytes = Vec::new();
        open(at).map_err(fail)?.take(left + 1).read_to_end(&mut bytes).map_err(fail)?;
        self.bytes += bytes.len() as u64;
        if self.bytes > MAX_PACK_BYTES {
            return Err(ReadError::Limit { what: "too many bytes", limit: MAX_PACK_BYTES });
        }
        self.files.push(PackFile { path, bytes });
        Ok(())
    }
}

fn word(kind: FileType) -> &'static str {
    if kind.is_symlink() { "a link" } else { "a device, pipe or socket" }
}

/// Opens a file and not what a link, put there meanwhile, points to.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}
