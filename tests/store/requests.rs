//! An acting request that comes again.

use domain::ids::RequestId;
use host::store::request::{Answered, answering};
use serde_json::json;

use super::{Folder, append};

fn id() -> RequestId {
    "0198f000-0000-7000-8000-000000000001".parse().unwrap()
}

#[tokio::test]
async fn ad_14_what_a_request_changed_and_that_it_was_carried_out_are_one_commit() {
    let folder = Folder::new();
    let store = folder.open().await;
    answering(id(), append(&store, json!({ "n": 1 }))).await.unwrap();
    // The host ends here, before it could keep its reply.
    store.close().await;
    let store = folder.open().await;
    assert_eq!(store.answered(&id()).await.unwrap(), Some(Answered::Lost));
}

#[tokio::test]
async fn ad_14_a_reply_is_kept_and_given_again() {
    let folder = Folder::new();
    let store = folder.open().await;
    answering(id(), async {
        append(&store, json!({ "n": 1 })).await.unwrap();
        append(&store, json!({ "n": 2 })).await.unwrap();
    })
    .await;
    store.remember_answer(id(), "7".to_owned()).await.unwrap();
    assert_eq!(store.answered(&id()).await.unwrap(), Some(Answered::Reply("7".to_owned())));
    store.forget_answer(id()).await.unwrap();
    assert_eq!(store.answered(&id()).await.unwrap(), Some(Answered::Reply("7".to_owned())));
}

#[tokio::test]
async fn ad_14_a_request_that_changed_nothing_or_was_refused_can_be_asked_again() {
    let folder = Folder::new();
    let store = folder.open().await;
    answering(id(), async {}).await;
    assert_eq!(store.answered(&id()).await.unwrap(), None);
    answering(id(), append(&store, json!({ "n": 1 }))).await.unwrap();
    store.forget_answer(id()).await.unwrap();
    assert_eq!(store.answered(&id()).await.unwrap(), None);
}
