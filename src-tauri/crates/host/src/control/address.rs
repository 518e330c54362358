//! Where the socket of a data folder lies.

use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The socket of a data folder, in a folder that only this user can open.
///
/// It lies in `$XDG_RUNTIME_DIR` where there is one, else beside other temporary files, named by a hash of
/// the data folder's resolved path: socket addresses hold about 100 bytes, data folders may be longer.
///
/// *Errors:* the private folder cannot be made, or belongs to somebody else.
pub fn socket_path(data: &Path) -> io::Result<PathBuf> {
    let resolved = data.canonicalize()?;
    let name = hex::encode(Sha256::digest(resolved.as_os_str().as_encoded_bytes()));
    let name: String = name.chars().take(24).collect();
    Ok(private_folder()?.join(format!("{name}.sock")))
}

fn private_folder() -> io::Result<PathBuf> {
    let user = rustix::process::getuid().as_raw();
    let folder = match std::env::var_os("XDG_RUNTIME_DIR") {
        Some(runtime) if Path::new(&runtime).is_dir() => Path::new(&runtime).join("bailiwick"),
        _ => std::env::temp_dir().join(format!("bailiwick-{user}")),
    };
    match std::fs::DirBuilder::new().mode(0o700).create(&folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let meta = std::fs::symlink_metadata(&folder)?;
    if !meta.is_dir() || meta.uid() != user || meta.mode() & 0o077 != 0 {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("{} is not a private folder of this user", folder.display()),
        ));
    }
    Ok(folder)
}
