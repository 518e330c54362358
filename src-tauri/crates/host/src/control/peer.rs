//! Who stands at the other end of the socket.

use std::collections::HashSet;

use tokio::net::UnixStream;

/// The process at the other end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer {
    pub pid: Option<i32>,
    pub same_user: bool,
}

/// Reads the peer from the socket itself: a payload cannot say who sends it.
pub(super) fn of(stream: &UnixStream) -> std::io::Result<Peer> {
    let credentials = stream.peer_cred()?;
    Ok(Peer { pid: credentials.pid(), same_user: credentials.uid() == rustix::process::getuid().as_raw() })
}

/// Whether the process descends from one of `started`: a server, engine or gateway of ours never acts.
pub(super) fn descends_from(pid: i32, started: &HashSet<u32>) -> bool {
    let mut at = u32::try_from(pid).ok();
    for _ in 0..64 {
        match at {
            Some(pid) if started.contains(&pid) => return true,
            Some(pid) if pid > 1 => at = parent(pid),
            _ => return false,
        }
    }
    true
}

fn parent(pid: u32) -> Option<u32> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
}
