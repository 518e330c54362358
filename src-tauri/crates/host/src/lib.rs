//! All of Bailiwick that touches the world: store, servers, gate, runs, fronts.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use wire::Failure;

pub mod approvals;
pub mod builtin;
pub mod bus;
mod charter;
pub mod checkpoints;
pub mod client;
pub mod clock;
pub mod control;
pub mod embedded;
pub mod gate;
pub mod gateway;

pub mod host;
pub mod lock;
pub mod mcp;
mod organization;
pub mod pack_dir;
pub(crate) mod packs;
pub mod policy;
mod recruit;
mod requests;
pub mod serve;
pub mod store;
mod upstream;

/// The data folder: the one given, or the platform's usual one.
///
/// *Errors:* none was given and this user has no home folder.
pub fn data_folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let chosen = match given {
        Some(folder) => Some(folder.to_owned()),
        None => usual_folder(),
    };
    let chosen = chosen.ok_or_else(|| {
        Failure::invalid("this user has no home folder").hint("name a data folder with --data DIR")
    })?;
    std::path::absolute(&chosen).map_err(|error| Failure::invalid(format!("{}: {error}", chosen.display())))
}

/// *Source:* XDG base directories; the platform's own places elsewhere.
fn usual_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(target_os = "macos") {
        return variable("HOME").map(|home| home.join("Library/Application Support/Bailiwick"));
    }
    if cfg!(windows) {
        return variable("APPDATA").map(|roaming| roaming.join("Bailiwick"));
    }
    variable("XDG_DATA_HOME")
        .or_else(|| variable("HOME").map(|home| home.join(".local/share")))
        .map(|data| data.join("bailiwick"))
}

/// A new identifier, in the order of its making. *Source:* RFC 9562, version 7.
pub(crate) fn new_id<T: FromStr<Err = domain::ids::IdError>>() -> Result<T, domain::ids::IdError> {
    uuid::Uuid::now_v7().to_string().parse()
}

/// Waits until the program is asked to end (Ctrl-C, TERM).
pub async fn interrupted() {
    let mut term = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).ok();
    let terminated = async {
        match &mut term {
            Some(term) => drop(term.recv().await),
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminated => {}
    }
}
