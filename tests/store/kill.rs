//! A process that is killed while it writes.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use domain::audit::Outcome;
use host::clock::Clock;
use host::store::{INSTALLATION, Store};
use serde_json::json;

use super::{Folder, append};

const DATABASE: &str = "TEST_APPEND_TO";

/// Not a test of its own: what the next one starts and kills.
#[tokio::test]
async fn appends_until_it_is_killed() {
    let Some(path) = std::env::var_os(DATABASE) else { return };
    let store = Store::open(Path::new(&path), Clock::system()).await.unwrap();
    let writers = (0..8).map(|writer| {
        let store = store.clone();
        tokio::spawn(async move {
            for n in 0_u64.. {
                let seq = append(&store, json!({ "writer": writer, "n": n })).await.unwrap();
                writeln!(std::io::stdout(), "acknowledged {seq}").unwrap();
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
}

#[tokio::test]
async fn lg_07_kill_9_loses_no_acknowledged_record_and_forks_no_chain() {
    let folder = Folder::new();
    let mut before = 0;
    for round in 0..10_u64 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["store::kill::appends_until_it_is_killed", "--exact", "--nocapture"])
            .env(DATABASE, folder.database())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut acknowledged = lines.filter_map(|line| line.split_once("acknowledged ")?.1.parse().ok());
        let mut last: u64 = acknowledged.next().unwrap();
        for seq in acknowledged.by_ref().take(37 + usize::try_from(round * 53).unwrap()) {
            last = last.max(seq);
        }
        child.kill().unwrap();
        last = acknowledged.fold(last, u64::max);
        child.wait().unwrap();
        let store = folder.open().await;
        let verified = store.verify(INSTALLATION, Vec::new()).await.unwrap();
        assert_eq!(verified.outcome, Outcome::Verified, "round {round}");
        assert!(verified.records >= last, "round {round}: {last} were acknowledged, {verified:?}");
        assert!(last > before, "round {round}: the log goes on");
        before = verified.records;
        store.close().await;
    }
}
