//! The `bailiwick` command: without a display all that the screens do.

mod args;
mod commands;
mod output;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::Cli;
use crate::output::Output;

fn main() -> ExitCode {
    // Started by the host for each server, thousands of times: it must not pay for anything below.
    if std::env::args_os().nth(1).is_some_and(|word| word == "supervise") {
        return host::mcp::supervise::main(std::env::args_os().skip(2).collect());
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            drop(error.print());
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("BAILIWICK_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error")),
        )
        .with_writer(std::io::stderr)
        .init();
    let output = Output { json: cli.json };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let failure =
                wire::Failure::unavailable(format!("the program cannot start its threads: {error}"));
            return output.failure(&failure).into();
        }
    };
    let exit =
        runtime.block_on(commands::run(cli, output)).unwrap_or_else(|failure| output.failure(&failure));
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    exit.into()
}
