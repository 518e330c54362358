//! `bailiwick app`, `serve` and `doctor`

use std::process::Stdio;

use host::host::Options;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::ChildStderr;
use wire::Failure;
use wire::installation::InstallationDoctor;

use super::Context;
use crate::args::Serve;
use crate::output::{Exit, table};

/// Starts the window's program, which lies beside this one: the command line links no web view.
pub(super) async fn app(context: &Context) -> Result<Exit, Failure> {
    let program = std::env::current_exe()
        .map(|this| this.with_file_name("bailiwick-app"))
        .map_err(|error| Failure::unavailable(format!("the window's program cannot be found: {error}")))?;
    let mut child = tokio::process::Command::new(&program)
        .env("BAILIWICK_DATA", &context.data)
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| {
            Failure::unavailable(format!("the window cannot be opened: {}: {error}", program.display()))
                .hint("bailiwick serve shows the same screens in a browser")
        })?;
    let missing = match child.stderr.take() {
        Some(said) => pass_on(said).await,
        None => None,
    };
    let status = child.wait().await.map_err(|error| Failure::unavailable(error.to_string()))?;
    match missing {
        Some(library) => {
            Err(Failure::unavailable(format!("the window needs {library}, which is not installed"))
                .hint("install WebKitGTK 4.1 (on Debian libwebkit2gtk-4.1-0), or use bailiwick serve"))
        }
        None if status.success() => Ok(Exit::Done),
        None => Ok(Exit::CannotRun),
    }
}

/// Passes on what the window's program says until it ends. What the system's loader says for want of a library
/// is kept back: the library's name is returned.
async fn pass_on(said: ChildStderr) -> Option<String> {
    let mut lines = BufReader::new(said).lines();
    let mut missing = None;
    while let Ok(Some(line)) = lines.next_line().await {
        match missing_library(&line) {
            Some(library) => missing = Some(library),
            None => drop(tokio::io::stderr().write_all(format!("{line}\n").as_bytes()).await),
        }
    }
    missing
}

fn missing_library(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("error while loading shared libraries: ")?;
    rest.split(':').next().map(str::to_owned)
}

/// Serves the screens until interrupted.
pub(super) async fn serve(context: &Context, serve: &Serve) -> Result<Exit, Failure> {
    let client = host::client::Client::connect(&context.data, Options::at_work()).await?;
    let front = host::serve::Front::bind(client.clone(), &context.data, serve.port).await?;
    let address = front.address();
    context.output.show(&serde_json::json!({ "address": address }), |_| {
        format!("Open this address in a browser on this machine:\n  {address}\nCtrl-C ends it.")
    });
    let served = tokio::select! {
        served = front.run() => served,
        () = host::interrupted() => Ok(()),
    };
    client.close().await;
    served.map(|()| Exit::Done)
}

pub(super) async fn doctor(context: &Context) -> Result<Exit, Failure> {
    let findings = context.ask(InstallationDoctor {}).await?;
    context.output.show(&findings, |findings| {
        let rows = findings.iter().map(|f| {
            let state = if f.ok { "ok" } else { "look" };
            [state.to_owned(), f.subject.clone(), f.found.clone(), f.hint.clone().unwrap_or_default()]
        });
        table(["", "WHAT", "FOUND", "NEXT"], rows)
    });
    Ok(if findings.iter().all(|finding| finding.ok) { Exit::Done } else { Exit::Refused })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_the_loader_misses_is_named() {
        let line = "bailiwick-app: error while loading shared libraries: libwebkit2gtk-4.1.so.0: cannot open \
                    shared object file: No such file or directory";
        assert_eq!(missing_library(line).as_deref(), Some("libwebkit2gtk-4.1.so.0"));
        assert_eq!(missing_library("Gtk-WARNING: no theme"), None);
    }
}
