//! Finding a server's program, and the environment that it gets.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::process::Command;
use tokio::sync::OnceCell;

/// Variables that are handed on. Everything else of our environment stays with us.
const HANDED_ON: [&str; 12] = [
    "HOME",
    "USER",
    "LOGNAME",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "SHELL",
    "TERM",
    "NODE_EXTRA_CA_CERTS",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
];
/// Beginnings of names that are handed on too.
const HANDED_ON_BEGINNINGS: [&str; 4] = ["LC_", "XDG_", "npm_config_", "NPM_CONFIG_"];

/// How long a login shell may take to say its PATH.
const SHELL_ANSWERS_WITHIN: Duration = Duration::from_secs(3);

/// A program that was found, and where programs are searched for from there on.
#[derive(Debug)]
pub(super) struct Found {
    pub program: PathBuf,
    pub path: OsString,
}

/// Finds a program on our PATH, else on that of the login shell: a desktop start has a bare one.
///
/// *Errors:* a sentence that names the program and the folders that were searched.
pub(super) async fn find(program: &str) -> Result<Found, String> {
    let own = std::env::var_os("PATH").unwrap_or_default();
    if program.contains('/') {
        let path = PathBuf::from(program);
        return if is_program(&path) {
            Ok(Found { program: path, path: widened(&own).await })
        } else {
            Err(format!("{program} is no program that can be run"))
        };
    }
    if let Some(found) = search(program, &own) {
        return Ok(Found { program: found, path: own });
    }
    let wide = widened(&own).await;
    match search(program, &wide) {
        Some(found) => Ok(Found { program: found, path: wide }),
        None => Err(format!("the program {program} was not found in {}", wide.to_string_lossy())),
    }
}

/// The environment of a server: what is handed on, PATH, and its own variables.
pub(super) fn environment(path: &OsString, own: &BTreeMap<String, String>) -> BTreeMap<OsString, OsString> {
    let handed_on = |name: &str| {
        HANDED_ON.contains(&name) || HANDED_ON_BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
    };
    let mut environment: BTreeMap<OsString, OsString> =
        std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(handed_on)).collect();
    environment.insert("PATH".into(), path.clone());
    environment.extend(own.iter().map(|(name, value)| (name.into(), value.into())));
    environment
}

fn search(program: &str, path: &OsString) -> Option<PathBuf> {
    // A folder that is not absolute would mean whatever folder we run in.
    let folders = std::env::split_paths(path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(program)).find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// Our PATH with what the login shell adds. Asked once.
async fn widened(own: &OsString) -> OsString {
    static LOGIN: OnceCell<Option<OsString>> = OnceCell::const_new();
    let login = LOGIN.get_or_init(login_path).await;
    let Some(login) = login else { return own.clone() };
    let mut folders: Vec<PathBuf> = std::env::split_paths(own).collect();
    folders.extend(
        std::env::split_paths(login).filter(|folder| !std::env::split_paths(own).any(|own| own == *folder)),
    );
    std::env::join_paths(folders).unwrap_or_else(|_| own.clone())
}

async fn login_path() -> Option<OsString> {
    let shell = std::env::var_os("SHELL").unwrap_or_else(|| "/bin/sh".into());
    let asked = Command::new(shell)
        .args(["-lc", "printf '\\nPATH=%s' \"$PATH\""])
        .stdin(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .kill_on_drop(true)
        .output();
    let answered = tokio::time::timeout(SHELL_ANSWERS_WITHIN, asked).await.ok()?.ok()?;
    // A profile may write what it likes before it.
    let said = String::from_utf8_lossy(&answered.stdout);
    let (_, path) = said.rsplit_once("\nPATH=")?;
    (!path.is_empty()).then(|| path.into())
}
