//! Writes that fail, logs that are tampered with, calls that cannot be recorded.

use domain::audit::{Fault, Outcome};
use host::client::{Client, EmployeeConnection};
use host::gate;
use host::host::Options;
use host::store::StoreError;
use serde_json::json;
use serde_json::value::RawValue;
use sqlx::Connection as _;
use wire::company::CompanyFound;
use wire::employee::EmployeeHire;

use super::{Folder, append, append_many, execute};

const NO_MORE: &str =
    "CREATE TRIGGER no_more BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no more'); END";

#[tokio::test]
async fn ad_7_the_log_refuses_updates_deletes_and_replacements() {
    let folder = Folder::new();
    let store = folder.open().await;
    append_many(&store, 3).await;
    let mut intruder = folder.intruder().await;
    execute(&mut intruder, "PRAGMA recursive_triggers = ON").await.unwrap();
    for sql in [
        "UPDATE audit SET actor = 'eve' WHERE seq = 2",
        "UPDATE audit SET hash = hash",
        "DELETE FROM audit WHERE seq = 3",
        "DELETE FROM audit",
        "REPLACE INTO audit SELECT * FROM audit WHERE seq = 2",
        "INSERT INTO audit SELECT * FROM audit WHERE seq = 2",
        "UPDATE audit_body SET body = CAST('{}' AS BLOB) WHERE seq = 2",
    ] {
        assert!(execute(&mut intruder, sql).await.is_err(), "{sql}");
    }
    assert_eq!(folder.verify(&store).await.outcome, Outcome::Verified);
}

#[tokio::test]
async fn ad_7_a_body_can_be_deleted_and_the_report_says_how_many_are_gone() {
    let folder = Folder::new();
    let store = folder.open().await;
    append_many(&store, 3).await;
    let mut intruder = folder.intruder().await;
    execute(&mut intruder, "DELETE FROM audit_body WHERE seq = 2").await.unwrap();
    let verified = folder.verify(&store).await;
    assert_eq!((verified.outcome, verified.records, verified.redacted), (Outcome::Verified, 3, 1));
}

#[tokio::test]
async fn lg_03_lg_04_a_log_that_is_tampered_with_names_the_first_bad_record() {
    for (sql, fault) in [
        ("UPDATE audit SET prev = '00' WHERE seq = 3", Fault::Head(3)),
        ("UPDATE audit SET actor = 'eve' WHERE seq = 3", Fault::Head(3)),
        ("UPDATE audit SET at = '2020-01-01T00:00:00Z' WHERE seq = 3", Fault::Head(3)),
        // The same moment in another spelling is a change too.
        ("UPDATE audit SET at = replace(at, 'Z', '+00:00') WHERE seq = 3", Fault::Head(3)),
        ("UPDATE audit SET delegation = '[ ]' WHERE seq = 3", Fault::Head(3)),
        ("UPDATE audit SET hash = upper(hash) WHERE seq = 3", Fault::Head(3)),
        ("UPDATE audit SET hash = 'x' WHERE seq = 3", Fault::Head(3)),
        ("UPDATE audit_body SET body = CAST('{}' AS BLOB) WHERE seq = 3", Fault::Body(3)),
        ("UPDATE audit_body SET salt = zeroblob(16) WHERE seq = 3", Fault::Body(3)),
        ("UPDATE audit_body SET salt = zeroblob(3) WHERE seq = 3", Fault::Body(3)),
        ("DELETE FROM audit WHERE seq = 3", Fault::Missing { expected: 3, found: 4 }),
    ] {
        let folder = Folder::new();
        let store = folder.open().await;
        append_many(&store, 5).await;
        folder.tamper(sql).await;
        assert_eq!(folder.verify(&store).await.outcome, Outcome::Tampered(fault), "{sql}");
    }
}

#[tokio::test]
async fn ad_5_a_log_that_cannot_be_read_to_its_end_is_not_checkable() {
    let folder = Folder::new();
    let store = folder.open().await;
    append_many(&store, 200).await;
    store.close().await;
    let mut bytes = std::fs::read(folder.database()).unwrap();
    // Pages of the log itself hold the kind of its records; no index does.
    let holds = |page: &[u8]| page.windows(15).any(|text| text == b"journal.written");
    let pages: Vec<usize> = (1..bytes.len() / 4096).filter(|n| holds(&bytes[n * 4096..][..4096])).collect();
    assert!(pages.len() > 10, "{pages:?}");
    bytes[pages[5] * 4096..][..4096].fill(0xff);
    std::fs::write(folder.database(), bytes).unwrap();
    let store = folder.open().await;
    let verified = folder.verify(&store).await;
    assert!(verified.records > 0 && verified.records < 200, "{verified:?}");
    match verified.outcome {
        Outcome::NotCheckable(why) => {
            assert!(why.contains(&format!("what follows record {}", verified.records)), "{why}");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn ad_8_after_a_write_that_failed_the_log_goes_on_where_it_stood() {
    let folder = Folder::new();
    let store = folder.open().await;
    append_many(&store, 2).await;
    let mut intruder = folder.intruder().await;
    execute(&mut intruder, NO_MORE).await.unwrap();
    let refused = tokio::join!(append(&store, json!({})), append(&store, json!({})));
    assert!(matches!(refused, (Err(StoreError::Database(_)), Err(StoreError::Database(_)))), "{refused:?}");
    execute(&mut intruder, "DROP TRIGGER no_more").await.unwrap();
    intruder.close().await.unwrap();
    assert_eq!(append(&store, json!({})).await, Ok(3));
    let verified = folder.verify(&store).await;
    assert_eq!((verified.outcome, verified.records), (Outcome::Verified, 3));
}

#[tokio::test]
async fn ad_8_a_record_that_somebody_else_wrote_forks_nothing() {
    let folder = Folder::new();
    let store = folder.open().await;
    append_many(&store, 1).await;
    let mut intruder = folder.intruder().await;
    let forged = "INSERT INTO audit SELECT log, 2, at, kind, company_id, actor, subject, run_id, operation_id, \
                  delegation, body_commitment, hash, hash FROM audit WHERE seq = 1";
    execute(&mut intruder, forged).await.unwrap();
    assert!(append(&store, json!({})).await.is_err(), "the number is taken");
    assert_eq!(append(&store, json!({})).await, Ok(3), "the end of the log was read anew");
    assert_eq!(folder.verify(&store).await.outcome, Outcome::Tampered(Fault::Head(2)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lg_13_ad_10_a_call_that_cannot_be_recorded_never_leaves() {
    let folder = Folder::new();
    let data = folder.0.path();
    let client = Client::connect(data, Options::default()).await.unwrap();
    let (name, starter) = ("Acme".to_owned(), Some("company".to_owned()));
    let outside = tempfile::tempdir().unwrap();
    let workspace = outside.path().to_owned();
    let founding = CompanyFound { name, starter, workspace: Some(workspace.display().to_string()) };
    client.ask(founding).await.unwrap();
    let (role, name) = ("backend-developer".to_owned(), "Nadia".to_owned());
    client.ask(EmployeeHire { role, name, ..Default::default() }).await.unwrap();
    let nadia =
        EmployeeConnection::connect(data, Options::default(), None, "Nadia".into(), None).await.unwrap();
    let write = |name: &str| {
        let arguments = json!({ "path": name, "content": "x" });
        let arguments: Box<RawValue> = serde_json::value::to_raw_value(&arguments).unwrap();
        nadia.call("workspace__write".into(), arguments, None)
    };
    let before = write("before.txt").await.unwrap();
    assert!(matches!(before, gate::Outcome::Answered(_)), "{before:?}");
    let mut intruder = folder.intruder().await;
    execute(&mut intruder, NO_MORE).await.unwrap();
    let refused = write("never.txt").await.unwrap();
    assert!(matches!(refused, gate::Outcome::Refused(_)), "{refused:?}");
    execute(&mut intruder, "DROP TRIGGER no_more").await.unwrap();
    let after = write("after.txt").await.unwrap();
    assert!(matches!(after, gate::Outcome::Answered(_)), "{after:?}");
    let there = |name: &str| workspace.join(name).exists();
    assert!(there("before.txt") && there("after.txt") && !there("never.txt"));
    client.close().await;
}
