//! Found a company, look at somebody, see a refusal arrive with its rule, watch a play's ledger.

use serde_json::json;

use super::browser::Page;
use crate::cli::program::Installation;

#[tokio::test(flavor = "multi_thread")]
async fn the_first_hour_in_the_window() {
    let installation = Installation::new();
    let page = Page::window(&installation).await;
    first_hour(&installation, page).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_hour_in_a_browser() {
    let installation = Installation::new();
    let page = Page::browser(&installation).await;
    first_hour(&installation, page).await;
}

async fn first_hour(installation: &Installation, page: Page) {
    page.shows("bailiwick-release").await;
    page.find("form input").await.send_keys("Acme").await.unwrap();
    page.find("form button[type=submit]").await.click().await.unwrap();
    page.shows("Acme").await;
    page.go("#/organization").await;
    page.shows("Clara").await;
    page.shows("Finance analyst").await;
    page.mark().await;

    // An outside agent tries what a grant denies; the refusal arrives while the screen stands open.
    page.go("#/violations").await;
    installation.run(&["authority", "grant", "Sofia", "deny", "workspace/list", "--note", "not hers"]).ok();
    let mut sofia = installation.gateway("Sofia");
    let listed = sofia.tools();
    assert!(!listed.contains(&"workspace__list".to_owned()), "{listed:?}");
    let refused = sofia.call("workspace__list", json!({}));
    assert_eq!(refused["result"]["isError"], true);
    page.shows("workspace/list").await;
    page.click("workspace/list").await;
    page.shows("not hers").await;

    // A person's tools, each with its verdict.
    let people = installation.run(&["employee", "list"]).ok();
    let sofia_id =
        people.as_array().unwrap().iter().find(|one| one["name"] == "Sofia").unwrap()["id"].clone();
    page.go(&format!("#/people/{}", sofia_id.as_str().unwrap())).await;
    page.shows("Support agent").await;

    // The ledger of a run, while it goes on.
    let run = installation.start(&["play", "run", "company/launch-page", "--rehearse", "--json"]);
    let id = loop {
        let runs = installation.run(&["play", "runs"]).ok();
        if let Some(run) = runs.as_array().unwrap().first() {
            break run["id"].as_str().unwrap().to_owned();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    page.go(&format!("#/plays/runs/{id}")).await;
    page.shows("auditor").await;
    page.shows("translator").await;
    assert!(run.wait_with_output().unwrap().status.success());
    page.shows("critic").await;
    assert!(page.is_marked().await, "nothing was loaded anew");
    drop(sofia);
    page.close().await;
}
