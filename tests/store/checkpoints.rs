//! What the signed heads outside the database show.

use domain::audit::{Fault, Outcome};
use host::checkpoints::Checkpoints;
use host::store::{INSTALLATION, Store};
use serde_json::json;

use super::{Folder, append, append_many};

async fn signed(folder: &Folder, records: u64) -> Store {
    let store = folder.open().await;
    append_many(&store, records).await;
    Checkpoints::open(folder.0.path(), store.clone()).unwrap().sign().await.unwrap();
    store
}

fn file(folder: &Folder) -> std::path::PathBuf {
    folder.0.path().join("checkpoints").join(INSTALLATION)
}

const CUT: &str = "DELETE FROM audit WHERE seq > 3; DELETE FROM audit_body WHERE seq > 3";

async fn tamper(folder: &Folder, statements: &str) {
    for sql in statements.split(';') {
        folder.tamper(sql).await;
    }
}

#[tokio::test]
async fn ad_9_signing_again_goes_on_from_the_head_before() {
    let folder = Folder::new();
    let store = signed(&folder, 5).await;
    let checkpoints = Checkpoints::open(folder.0.path(), store.clone()).unwrap();
    checkpoints.sign().await.unwrap();
    append_many(&store, 6).await;
    checkpoints.sign().await.unwrap();
    let notes = store.checkpoints(INSTALLATION).await.unwrap();
    assert_eq!(notes.len(), 2, "nothing new, nothing signed");
    assert_eq!(std::fs::read_to_string(file(&folder)).unwrap(), format!("{}\n{}\n", notes[0], notes[1]));
    append(&store, json!({})).await.unwrap();
    let verified = folder.verify(&store).await;
    assert_eq!((verified.outcome, verified.records, verified.borne_out), (Outcome::Verified, 12, 11));
}

#[tokio::test]
async fn ad_9_a_tail_cut_off_in_the_database_is_seen() {
    let folder = Folder::new();
    let store = signed(&folder, 5).await;
    tamper(&folder, CUT).await;
    assert_eq!(folder.verify(&store).await.outcome, Outcome::CutShort { promised: 5, found: 3 });
    // The file alone promises it.
    tamper(&folder, "DELETE FROM checkpoint").await;
    assert_eq!(folder.verify(&store).await.outcome, Outcome::CutShort { promised: 5, found: 3 });
}

#[tokio::test]
async fn ad_5_a_tail_cut_off_before_it_was_signed_is_seen_by_its_bodies() {
    let folder = Folder::new();
    let store = folder.open().await;
    append_many(&store, 5).await;
    folder.tamper("DELETE FROM audit WHERE seq > 3").await;
    assert_eq!(folder.verify(&store).await.outcome, Outcome::CutShort { promised: 5, found: 3 });
}

#[tokio::test]
async fn ad_9_another_true_log_in_its_place_is_seen() {
    let folder = Folder::new();
    let store = signed(&folder, 5).await;
    store.close().await;
    let other = Folder::new();
    let elsewhere = other.open().await;
    append_many(&elsewhere, 7).await;
    elsewhere.close().await;
    std::fs::copy(other.database(), folder.database()).unwrap();
    let store = folder.open().await;
    let verified = folder.verify(&store).await;
    assert_eq!(verified.outcome, Outcome::Tampered(Fault::Rewritten { after: 0, size: 5 }));
}

#[tokio::test]
async fn ad_5_a_checkpoint_that_cannot_be_believed_leaves_the_log_not_checkable() {
    let folder = Folder::new();
    let store = signed(&folder, 5).await;
    let text = std::fs::read_to_string(file(&folder)).unwrap();
    std::fs::write(file(&folder), text.replacen("\n5\n", "\n4\n", 1)).unwrap();
    let outcome = folder.verify(&store).await.outcome;
    assert!(matches!(&outcome, Outcome::NotCheckable(why) if why.contains("signature")), "{outcome:?}");
    std::fs::write(file(&folder), text).unwrap();
    assert_eq!(folder.verify(&store).await.outcome, Outcome::Verified);
    for key in ["audit.key.pem", "audit.pub.pem"] {
        std::fs::remove_file(folder.0.path().join(key)).unwrap();
    }
    let outcome = folder.verify(&store).await.outcome;
    assert!(matches!(&outcome, Outcome::NotCheckable(why) if why.contains("another key")), "{outcome:?}");
}

#[tokio::test]
async fn ad_9_a_note_whose_writing_was_cut_off_spoils_none_after_it() {
    let folder = Folder::new();
    let store = signed(&folder, 5).await;
    let whole = std::fs::read_to_string(file(&folder)).unwrap();
    let checkpoints = Checkpoints::open(folder.0.path(), store.clone()).unwrap();
    for cut in 1..whole.len() {
        let Some(torn) = whole.get(..cut) else { continue };
        std::fs::write(file(&folder), torn).unwrap();
        append(&store, json!({})).await.unwrap();
        if cut % 16 == 0 || cut > whole.len() - 4 {
            checkpoints.sign().await.unwrap();
            assert_eq!(folder.verify(&store).await.outcome, Outcome::Verified, "cut at {cut}");
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn ad_9_the_key_is_for_its_owner_alone_and_is_made_once() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    let _store = signed(&folder, 1).await;
    let key = folder.0.path().join("audit.key.pem");
    assert_eq!(std::fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    let before = std::fs::read(&key).unwrap();
    signed(&folder, 1).await;
    assert_eq!(std::fs::read(&key).unwrap(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ad_9_a_thousand_records_are_signed_without_being_asked() {
    let folder = Folder::new();
    let store = folder.open().await;
    let checkpoints = Checkpoints::open(folder.0.path(), store.clone()).unwrap();
    checkpoints.keep();
    append_many(&store, 1100).await;
    for _ in 0..500 {
        if folder.verify(&store).await.borne_out >= 1000 {
            checkpoints.close().await;
            assert_eq!(folder.verify(&store).await.borne_out, 1100, "what is left is signed at the end");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("no head was signed");
}
