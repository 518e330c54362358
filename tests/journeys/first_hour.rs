//! Found a company, hire, connect tools, see a refusal arrive with its rule, watch a play's ledger.

use std::path::Path;

use serde_json::json;

use super::browser::Page;
use crate::cli::program::Installation;
use crate::cli::real::{inspect, installed, names};

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
    let folder = installation.path("files");
    std::fs::create_dir(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    std::fs::write(folder.join("a.txt"), "hello from a file").unwrap();

    found(&page).await;
    // From here on nothing may load the page anew.
    page.mark().await;
    hire(&page, "Nadia").await;
    connect(installation, &page, &folder).await;
    see_the_list_shrink(installation, &page).await;
    read_the_refusal(installation, &page, &folder).await;
    watch_the_ledger(&page).await;
    assert!(page.is_marked().await, "nothing was loaded anew");
    page.close().await;
}

async fn found(page: &Page) {
    page.shows("bailiwick-release").await;
    page.look("welcome").await;
    page.fill("Name", "Acme").await;
    page.press("Found the company").await;
    page.shows("Acme").await;
    page.look("founded").await;
    page.go("#/organization").await;
    page.shows("Clara").await;
    page.shows("Finance analyst").await;
    page.look("organization").await;
}

async fn hire(page: &Page, name: &str) {
    page.go("#/hire").await;
    page.fill("Search roles", "backend developer").await;
    page.open_row("Backend developer").await;
    page.look("hire-role").await;
    page.press("Hire into this role").await;
    page.fill("Name", name).await;
    page.shows("suggested by the role").await;
    page.look("hire-who").await;
    page.press("Next").await;
    page.shows("This and nothing else is created").await;
    page.look("hire-plan").await;
    page.press("Hire exactly this").await;
    page.shows(&format!("{name} is hired.")).await;
}

async fn connect(installation: &Installation, page: &Page, folder: &Path) {
    page.go("#/tools").await;
    page.press("Add a server").await;
    page.fill("Id", "files").await;
    page.fill("Program", "node").await;
    page.fill("Argument 1", &installed("@modelcontextprotocol/server-filesystem/dist/index.js")).await;
    page.press("Add an argument").await;
    page.fill("Argument 2", folder.to_str().unwrap()).await;
    page.look("tools-add").await;
    page.press("Add and start").await;
    page.press("Approve the list").await;
    page.shows("read_text_file").await;
    page.look("tools-approve").await;
    let offered = installation.run(&["server", "tools", "files"]).ok().as_array().unwrap().len();
    page.press(&format!("Approve {offered} tools")).await;
    page.shows(&format!("files: {offered} tools are pinned.")).await;
    page.look("tools").await;
}

async fn see_the_list_shrink(installation: &Installation, page: &Page) {
    let listed = names(&inspect(installation, "Nadia", &["--method", "tools/list"]));
    assert!(listed.contains(&"files__read_text_file".to_owned()), "{listed:?}");
    assert!(!listed.contains(&"files__move_file".to_owned()), "{listed:?}");
    let people = installation.run(&["employee", "list"]).ok();
    let nadia = people.as_array().unwrap().iter().find(|one| one["name"] == "Nadia").unwrap()["id"].clone();
    page.go(&format!("#/people/{}", nadia.as_str().unwrap())).await;
    page.fill("Search tools", "move_file").await;
    page.shows("files/move_file").await;
    page.look("person").await;
    page.turn_to("Charter").await;
    page.look("person-charter").await;
}

/// An outside agent calls what it may and what it may not; the refusal arrives while the screen stands open.
async fn read_the_refusal(installation: &Installation, page: &Page, folder: &Path) {
    page.go("#/violations").await;
    page.look("violations-none").await;
    let path = folder.join("a.txt");
    let path = path.to_str().unwrap();
    let call = |tool: &str, arguments: &[String]| {
        let mut words = vec!["--method", "tools/call", "--tool-name", tool];
        words.extend(arguments.iter().flat_map(|one| ["--tool-arg", one.as_str()]));
        inspect(installation, "Nadia", &words)
    };
    let read = call("files__read_text_file", &[format!("path={path}")]);
    assert_eq!(read["content"][0]["text"], "hello from a file");
    let moved = [format!("source={path}"), format!("destination={path}.moved")];
    let refused = call("files__move_file", &moved);
    assert_eq!(refused["isError"], json!(true));
    assert!(folder.join("a.txt").exists(), "the call never ran");
    page.shows("files/move_file").await;
    page.look("violations").await;
    page.open_row("files/move_file").await;
    page.shows("Nadia").await;
    page.shows("Deciding rule").await;
    page.look("violation").await;
}

async fn watch_the_ledger(page: &Page) {
    page.go("#/plays").await;
    page.shows("Palette: who may take part").await;
    page.look("plays").await;
    page.press("Start the rehearsal").await;
    page.shows("accepted").await;
    page.look("run-live").await;
    page.shows("dropped").await;
    page.shows("succeeded").await;
    page.look("run").await;
}
