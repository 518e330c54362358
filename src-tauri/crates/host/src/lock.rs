//! One process hosts a data folder, and one window shows it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

/// The hold on a data folder. Given back when it is dropped, and by the system when the process dies.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

/// Who has the folder.
#[derive(Debug)]
pub enum Taken {
    /// This process, now.
    Here(FolderLock),
    /// Another process; its number, where it could be read.
    Elsewhere(Option<u32>),
}

impl FolderLock {
    /// Takes the folder if nobody has it.
    ///
    /// *Errors:* the lock file cannot be made.
    pub fn take(data: &Path) -> io::Result<Taken> {
        take(&data.join("lock"))
    }

    /// Takes the place of the folder's one window if nobody has it.
    ///
    /// *Errors:* the lock file cannot be made.
    pub fn take_window(data: &Path) -> io::Result<Taken> {
        take(&data.join("window.lock"))
    }
}

fn take(path: &Path) -> io::Result<Taken> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0)?;
            file.rewind()?;
            write!(file, "{}", std::process::id())?;
            Ok(Taken::Here(FolderLock { _file: file }))
        }
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            drop(file.read_to_string(&mut holder));
            Ok(Taken::Elsewhere(holder.trim().parse().ok()))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}
