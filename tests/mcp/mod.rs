//! Servers without a company around them: their life, their lists, their end.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::ids::ServerId;
use host::mcp::{Definition, ReportedTool, Servers, State};

use crate::cli::program::{alive, bailiwick, fake};

const SOON: Duration = Duration::from_secs(10);

fn server(words: &[&str]) -> (Servers, ServerId) {
    let id: ServerId = "scripted".parse().unwrap();
    let servers = Servers::new(bailiwick()).with_start_deadline(SOON);
    servers.define(definition(&id, words));
    (servers, id)
}

fn definition(id: &ServerId, words: &[&str]) -> Definition {
    let command = words.iter().map(|word| (*word).to_owned()).collect();
    Definition { id: id.clone(), command, env: BTreeMap::new() }
}

fn scripted(file: &str) -> (Servers, ServerId) {
    server(&["node", &fake(file)])
}

fn good(tools: &[ReportedTool]) -> Vec<&str> {
    tools.iter().filter(|tool| tool.fault.is_none()).map(|tool| tool.name.as_str()).collect()
}

/// The processes below one.
fn tree(pid: u32) -> Vec<u32> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    let below = children.split_whitespace().map(|child| child.parse().unwrap());
    below.flat_map(|child: u32| [vec![child], tree(child)].concat()).collect()
}

/// The processes that have a word among their arguments.
fn marked(word: &str) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid: &u32| {
        std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default().contains(word)
    })
    .collect()
}

async fn gone(pids: &[u32], within: Duration) {
    let until = Instant::now() + within;
    while let Some(pid) = pids.iter().find(|pid| alive(**pid)) {
        assert!(Instant::now() < until, "{pid} of {pids:?} is still there");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn trial_b07_all_pages_are_read_before_a_server_is_ready() {
    let (servers, id) = scripted("paging.mjs");
    let status = servers.start(&id).await;
    assert_eq!(status.state, State::Ready, "{:?}", status.reason);
    assert_eq!(status.tools.len(), 101);
    assert_eq!(status.tools[100].name, "tool_101");
    servers.shutdown().await;
}

#[tokio::test]
async fn trial_b12_noise_is_kept_in_the_log_with_a_warning() {
    let (servers, id) = scripted("noisy.mjs");
    let status = servers.start(&id).await;
    assert_eq!(status.state, State::Ready, "{:?}", status.reason);
    assert!(status.log.iter().any(|line| line.starts_with("warning:")), "{:?}", status.log);
    assert!(status.log.iter().any(|line| line.contains("🚀 ready")), "{:?}", status.log);
    servers.shutdown().await;
}

#[tokio::test]
async fn trial_b12_a_flood_of_junk_ends_the_server() {
    let mark = format!("flood-{}", std::process::id());
    let (servers, id) = server(&["node", &fake("flood.mjs"), &mark]);
    let started = Instant::now();
    let status = servers.start(&id).await;
    assert_eq!(status.state, State::Failed);
    assert!(status.reason.as_deref().unwrap().contains("floods"), "{:?}", status.reason);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    gone(&marked(&mark), Duration::from_secs(2)).await;
}

#[tokio::test]
async fn trial_b12_a_log_of_objects_is_no_message_and_a_server_may_offer_no_tools() {
    let (servers, id) = scripted("toolless.mjs");
    let status = servers.start(&id).await;
    assert_eq!(status.state, State::Ready, "{:?}", status.reason);
    assert!(status.tools.is_empty());
    assert!(status.log.iter().any(|line| line.contains("asked for initialize")), "{:?}", status.log);
    servers.shutdown().await;
}

#[tokio::test]
async fn trial_b13_a_silent_server_fails_at_its_deadline_and_leaves_nothing() {
    let mark = format!("silent-{}", std::process::id());
    let servers = Servers::new(bailiwick()).with_start_deadline(Duration::from_millis(1500));
    let id: ServerId = "quiet".parse().unwrap();
    servers.define(definition(&id, &["node", &fake("silent.mjs"), &mark]));
    let (status, pids) = tokio::join!(servers.start(&id), async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        marked(&mark)
    });
    assert_eq!(status.state, State::Failed);
    assert!(status.reason.as_deref().unwrap().contains("did not answer within"), "{:?}", status.reason);
    assert_eq!(pids.len(), 2, "supervisor and server");
    gone(&pids, Duration::from_secs(2)).await;
}

#[tokio::test]
async fn trial_b13_a_start_that_hangs_does_not_hold_up_the_end() {
    let (servers, id) = scripted("silent.mjs");
    let servers = Arc::new(servers);
    let starting = {
        let (servers, id) = (Arc::clone(&servers), id.clone());
        tokio::spawn(async move { servers.start(&id).await })
    };
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(servers.status(&id).unwrap().state, State::Starting);
    let asked = Instant::now();
    servers.shutdown().await;
    assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    assert_eq!(servers.status(&id).unwrap().state, State::Stopped);
    starting.await.unwrap();
}

#[tokio::test]
async fn trial_b15_a_stop_ends_the_whole_tree_and_tells_of_no_failure() {
    let (servers, id) = server(&["sh", "-c", &format!("node {} & wait", fake("orphans.mjs"))]);
    // A shell in the background has no input: the server ends at once, its grandchild does not.
    let status = servers.start(&id).await;
    assert_eq!(status.state, State::Failed, "{:?}", status.reason);

    let (servers, id) = scripted("orphans.mjs");
    let mut changes = servers.changes();
    let status = servers.start(&id).await;
    assert_eq!(status.state, State::Ready, "{:?}", status.reason);
    let supervisor = status.pid.unwrap();
    let pids = [vec![supervisor], tree(supervisor)].concat();
    assert!(pids.len() >= 3, "supervisor, server and grandchild: {pids:?}");
    while changes.try_recv().is_ok() {}
    servers.stop(&id).await;
    assert_eq!(servers.status(&id).unwrap().state, State::Stopped);
    assert_eq!(changes.try_recv().unwrap(), id);
    assert!(changes.try_recv().is_err(), "the end was told more than once");
    gone(&pids, Duration::from_secs(2)).await;
}

#[tokio::test]
async fn trial_b17_a_server_that_is_killed_is_failed_and_starts_anew() {
    let (servers, id) = scripted("dies.mjs");
    let first = servers.start(&id).await.pid.unwrap();
    let child = tree(first)[0];
    let kill = std::process::Command::new("kill").args(["-9", &child.to_string()]).status().unwrap();
    assert!(kill.success());
    let until = Instant::now() + Duration::from_secs(1);
    while servers.status(&id).unwrap().state != State::Failed {
        assert!(Instant::now() < until, "the end was not noticed");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(servers.processes().is_empty());
    let again = servers.start(&id).await;
    assert_eq!(again.state, State::Ready);
    assert_ne!(again.pid, Some(first));
    servers.shutdown().await;
}

#[tokio::test]
async fn trial_b22_a_tool_that_can_hardly_be_read_does_not_hide_the_others() {
    let (servers, id) = scripted("mixed.mjs");
    let status = servers.start(&id).await;
    assert_eq!(status.state, State::Ready, "{:?}", status.reason);
    let names: Vec<_> = status.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["one", "bare", "all", "odd", "two"]);
    let good = good(&status.tools);
    assert!(good.contains(&"one") && good.contains(&"two"), "{good:?}");
    assert!(!good.contains(&"bare") && !good.contains(&"all"), "{good:?}");
    servers.shutdown().await;
}

#[tokio::test]
async fn trial_b22_a_pin_does_not_depend_on_the_neighbours() {
    let (broken, id) = scripted("mixed.mjs");
    let (whole, _) = scripted("broken.mjs");
    let pin = |tools: &[ReportedTool]| tools.iter().find(|tool| tool.name == "one").unwrap().pin.clone();
    assert_eq!(pin(&broken.start(&id).await.tools), pin(&whole.start(&id).await.tools));
    broken.shutdown().await;
    whole.shutdown().await;
}

#[tokio::test]
async fn trial_b26_a_program_that_is_missing_is_named_with_the_folders_searched() {
    let (servers, id) = server(&["no-such-program-here"]);
    let status = servers.start(&id).await;
    assert_eq!(status.state, State::Failed);
    let reason = status.reason.unwrap();
    assert!(reason.contains("no-such-program-here") && reason.contains("/bin"), "{reason}");
}
