//! Many writers, one chain.

use domain::audit::{Kind, Outcome};
use domain::event::Fact;
use host::store::{INSTALLATION, NewRecord, StoreError};
use serde_json::json;

use super::{Folder, append, found, record};

#[tokio::test]
async fn lg_01_ad_2_details_of_every_sort_come_back_and_verify() {
    let folder = Folder::new();
    let store = folder.open().await;
    let details = json!({
        "blanks": "  a  b ", "quotes": "\"'`\\", "braces": "{[}]", "lines": "a\r\nb\u{2028}c\u{0}d",
        "emoji": "👩‍🔬 e\u{301}", "null": null, "deep": [[{ "": -0.0 }], 1e300],
    });
    append(&store, details.clone()).await.unwrap();
    let kept = store.records(INSTALLATION, None, 10).await.unwrap().remove(0);
    // RFC 8785 writes minus zero as 0; all else is as it was given.
    let body = kept.body.unwrap();
    for key in ["blanks", "quotes", "braces", "lines", "emoji", "null"] {
        assert_eq!(body[key], details[key], "{key}");
    }
    assert_eq!(folder.verify(&store).await.outcome, Outcome::Verified);
}

#[tokio::test]
async fn lg_02_ad_2_no_details_are_an_empty_object() {
    let folder = Folder::new();
    let store = folder.open().await;
    append(&store, json!(null)).await.unwrap();
    let kept = store.records(INSTALLATION, None, 10).await.unwrap().remove(0);
    assert_eq!(kept.body, Some(json!({})));
    assert_eq!(folder.verify(&store).await.outcome, Outcome::Verified);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lg_06_ad_6_ten_writers_of_a_thousand_records_make_one_chain() {
    let folder = Folder::new();
    let store = folder.open().await;
    let writers: Vec<_> = (0..10)
        .map(|writer| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut last = 0;
                for n in 0..1000 {
                    let seq = append(&store, json!({ "writer": writer, "n": n })).await.unwrap();
                    assert!(seq > last, "a writer's records stand in the order of its calls");
                    last = seq;
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let verified = folder.verify(&store).await;
    assert_eq!((verified.outcome, verified.records), (Outcome::Verified, 10_000));
}

#[tokio::test]
async fn ad_6_each_company_has_a_log_of_its_own() {
    let folder = Folder::new();
    let store = folder.open().await;
    let (acme, zeta) = (found(&store, "Acme").await.unwrap(), found(&store, "Zeta").await.unwrap());
    append(&store, json!({})).await.unwrap();
    for (log, records) in [(acme.as_str(), 1), (zeta.as_str(), 1), (INSTALLATION, 1)] {
        let verified = store.verify(log, Vec::new()).await.unwrap();
        assert_eq!((verified.outcome, verified.records), (Outcome::Verified, records), "{log}");
    }
    let record = store.records(acme.as_str(), None, 10).await.unwrap().remove(0);
    assert_eq!((record.head.seq, record.head.company_id.as_deref()), (1, Some("acme")));
}

#[tokio::test]
async fn ad_8_a_job_that_fails_undoes_itself_alone() {
    let folder = Folder::new();
    let store = folder.open().await;
    found(&store, "Acme").await.unwrap();
    let mut front = store.bus().watch(u64::MAX);
    let fails = store.write(|tx| {
        Box::pin(async move {
            tx.audit(record(json!({ "never": "seen" }))).await?;
            tx.publish(None, None, Fact::PackChanged {});
            Err::<u64, _>(StoreError::Conflict("on purpose".into()))
        })
    });
    let (first, failed, taken, last) = tokio::join!(
        append(&store, json!({ "n": 1 })),
        fails,
        found(&store, "Acme"),
        store.write(|tx| {
            Box::pin(async move {
                let seq = tx.audit(record(json!({ "n": 2 }))).await?;
                tx.publish(None, Some(seq), Fact::CompanyChanged {});
                Ok(seq)
            })
        }),
    );
    assert_eq!((first, last), (Ok(1), Ok(2)));
    assert_eq!(failed, Err(StoreError::Conflict("on purpose".into())));
    assert!(matches!(taken, Err(StoreError::Taken(_))), "{taken:?}");
    let verified = folder.verify(&store).await;
    assert_eq!((verified.outcome, verified.records), (Outcome::Verified, 2));
    let heard = front.recv().await.unwrap();
    assert!(matches!(heard.fact, Fact::CompanyChanged {}), "{heard:?}");
}

#[tokio::test]
async fn ad_12_events_bear_the_number_of_their_record_in_the_order_of_the_commits() {
    let folder = Folder::new();
    let store = folder.open().await;
    let mut front = store.bus().watch(u64::MAX);
    tokio::task::yield_now().await;
    let jobs = (0..50).map(|_| {
        store.write(|tx| {
            Box::pin(async move {
                let record = NewRecord::new(Kind::PackInstalled, None, "ada", "casts", json!({}));
                let seq = tx.audit(record).await?;
                tx.publish(None, Some(seq), Fact::PackChanged {});
                Ok(seq)
            })
        })
    });
    let mut given = Vec::new();
    for job in jobs {
        given.push(job.await.unwrap());
    }
    let mut order = 0;
    for seq in given {
        let event = front.recv().await.unwrap();
        assert_eq!(event.seq, Some(seq));
        assert!(event.order > order);
        order = event.order;
        let committed = store.records(INSTALLATION, Some(seq + 1), 1).await.unwrap();
        assert_eq!(committed[0].head.seq, seq, "heard of after its commit");
    }
}

#[tokio::test]
async fn ad_8_a_closed_store_writes_nothing_more() {
    let folder = Folder::new();
    let store = folder.open().await;
    let other = store.clone();
    let handed_in = append(&store, json!({ "n": 1 }));
    let (handed_in, ()) = tokio::join!(handed_in, other.close());
    assert_eq!(handed_in, Ok(1));
    assert_eq!(append(&store, json!({ "n": 2 })).await, Err(StoreError::Closed));
    let again = folder.open().await;
    assert_eq!(folder.verify(&again).await.records, 1);
}
