//! `bailiwick app`, `serve` and `doctor`

use host::host::Options;
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
        .spawn()
        .map_err(|error| {
            Failure::unavailable(format!("the window cannot be opened: {}: {error}", program.display()))
                .hint("bailiwick serve shows the same screens in a browser")
        })?;
    let status = child.wait().await.map_err(|error| Failure::unavailable(error.to_string()))?;
    Ok(if status.success() { Exit::Done } else { Exit::CannotRun })
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
