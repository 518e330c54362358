//! The small process beside each server that sees to its end.
//!
//! It adopts whatever the server leaves behind, watches whether the host lives, and ends the whole tree: first
//! asked, then killed. It copies no byte: the server has the pipes itself.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, getpid, getppid, kill_process, kill_process_group, wait};

/// How often the host and the server are looked at.
const LOOK: Duration = Duration::from_millis(50);
/// How long a tree that was asked to end may take.
const GRACE: Duration = Duration::from_millis(500);
/// How long killing may take before the supervisor goes too.
const LAST: Duration = Duration::from_secs(5);

/// `bailiwick supervise HOST-PID PROGRAM ARG…`: runs the program until it ends or the host does.
pub fn main(words: Vec<OsString>) -> ExitCode {
    let mut words = words.into_iter();
    let host = words.next().and_then(|word| word.into_string().ok()?.parse::<i32>().ok());
    let (Some(host), Some(program)) = (host.and_then(Pid::from_raw), words.next()) else {
        return ExitCode::from(2);
    };
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
        return ExitCode::from(2);
    };
    runtime.block_on(supervise(host, program, words.collect()))
}

async fn supervise(host: Pid, program: OsString, arguments: Vec<OsString>) -> ExitCode {
    let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) else {
        return ExitCode::from(2);
    };
    // Orphans of the tree become children of this process, whatever group or session they chose.
    if rustix::process::set_child_subreaper(Some(getpid())).is_err() || getppid() != Some(host) {
        return ExitCode::from(2);
    }
    let server = match Command::new(&program).args(arguments).process_group(0).spawn() {
        Ok(child) => i32::try_from(child.id()).ok().and_then(Pid::from_raw),
        Err(error) => {
            // The host keeps this as the server's own last words.
            let line = format!("{} cannot be run: {error}\n", program.display());
            drop(std::io::stderr().write_all(line.as_bytes()));
            None
        }
    };
    let Some(server) = server else { return ExitCode::from(127) };
    let_go_of_pipes();
    let mut ended = None;
    while ended.is_none() && getppid() == Some(host) {
        tokio::select! {
            _ = terminate.recv() => break,
            () = tokio::time::sleep(LOOK) => ended = reap(server),
        }
    }
    end_tree(server);
    ExitCode::from(ended.unwrap_or(0))
}

/// The server alone holds its pipes: when it ends, the host reads the end.
fn let_go_of_pipes() {
    if let Ok(null) = std::fs::OpenOptions::new().read(true).write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(&null);
        let _ = rustix::stdio::dup2_stdout(&null);
        let _ = rustix::stdio::dup2_stderr(&null);
    }
}

/// Collects whoever has ended; the server's exit code, if it was among them.
fn reap(server: Pid) -> Option<u8> {
    let mut code = None;
    while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
        if pid == server {
            let status = status.exit_status().unwrap_or(255);
            code = Some(u8::try_from(status).unwrap_or(255));
        }
    }
    code
}

fn end_tree(server: Pid) {
    let _ = kill_process_group(server, Signal::TERM);
    let asked = Instant::now();
    while asked.elapsed() < GRACE && !descendants().is_empty() {
        std::thread::sleep(Duration::from_millis(10));
        reap(server);
    }
    let killing = Instant::now();
    loop {
        let left = descendants();
        if left.is_empty() || killing.elapsed() > LAST {
            return;
        }
        for pid in left {
            let _ = kill_process(pid, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(10));
        reap(server);
    }
}

/// Everybody below this process who is not merely waiting to be collected.
fn descendants() -> Vec<Pid> {
    let mut parents: HashMap<i32, (i32, bool)> = HashMap::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name stands in brackets and may hold anything.
        let Some((_, rest)) = stat.rsplit_once(") ") else { continue };
        let mut fields = rest.split(' ');
        let is_dead = fields.next().is_some_and(|state| state == "Z" || state == "X");
        if let Some(parent) = fields.next().and_then(|parent| parent.parse().ok()) {
            parents.insert(pid, (parent, is_dead));
        }
    }
    let own = getpid().as_raw_nonzero().get();
    let below = |pid: i32| {
        let mut seen = HashSet::new();
        let mut at = pid;
        while let Some((parent, _)) = parents.get(&at) {
            if *parent == own {
                return true;
            }
            if !seen.insert(at) {
                return false;
            }
            at = *parent;
        }
        false
    };
    let alive = parents.iter().filter(|(pid, (_, is_dead))| !is_dead && below(**pid));
    alive.filter_map(|(pid, _)| Pid::from_raw(*pid)).collect()
}
