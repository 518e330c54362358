//! What only the window does: one for a data folder, and it outlives the process that hosts.

use super::browser::{Page, serve};
use crate::cli::program::{Installation, bailiwick};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_window_asks_the_first_to_come_forward() {
    let installation = Installation::with_company();
    let page = Page::window(&installation).await;
    page.shows("Acme").await;
    let second = installation.program(bailiwick().with_file_name("bailiwick-app").to_str().unwrap());
    let second = tokio::process::Command::from(second).env("DISPLAY", ":0").output().await.unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.success(), "{said}");
    assert!(said.contains("is open already, and comes forward"), "{said}");
    page.shows("Acme").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_goes_on_when_the_process_that_hosted_is_killed() {
    let installation = Installation::with_company();
    let (mut host, _) = serve(&installation);
    let page = Page::window(&installation).await;
    page.go("#/organization").await;
    page.shows("Clara").await;
    page.mark().await;
    host.kill().unwrap();
    host.wait().unwrap();
    installation.run(&["employee", "hire", "--role", "backend-developer", "--name", "Newcomer"]).ok();
    page.shows("Newcomer").await;
    assert!(page.is_marked().await, "nothing was loaded anew");
    page.close().await;
}

#[test]
fn a_display_that_is_not_there_is_said_in_one_sentence() {
    let installation = Installation::new();
    let mut app = installation.command(&["app"]);
    let output = app.env_remove("WAYLAND_DISPLAY").env("DISPLAY", ":9999").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("the display cannot be used") && said.contains("bailiwick serve"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn without_a_display_one_sentence_says_what_to_do() {
    let installation = Installation::new();
    let mut app = installation.command(&["app"]);
    let output = app.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("no display") && said.contains("bailiwick serve"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}
