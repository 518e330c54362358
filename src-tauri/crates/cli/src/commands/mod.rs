//! One file per word of the command line.

mod approvals;
mod audit;
mod authority;
mod company;
mod employee;
mod front;
mod gateway;
mod pack;
mod play;
mod server;
mod violations;

use std::path::PathBuf;

use host::client::Client;
use host::host::Options;
use wire::{Failure, Method};

use crate::args::{Cli, Command};
use crate::output::{Exit, Output};

/// What every command is given.
pub(crate) struct Context {
    /// The data folder.
    pub data: PathBuf,
    /// The company that was named.
    pub company: Option<String>,
    pub output: Output,
}

impl Context {
    /// Asks the host once and lets it go.
    async fn ask<M: Method>(&self, method: M) -> Result<M::Reply, Failure> {
        Client::ask_once(&self.data, Options::default(), method).await
    }

    async fn client(&self) -> Result<Client, Failure> {
        Client::connect(&self.data, Options::default()).await
    }
}

/// Runs a command and says how it ended.
pub(crate) async fn run(cli: Cli, output: Output) -> Result<Exit, Failure> {
    let data = host::data_folder(cli.data.as_deref())?;
    let context = Context { data, company: cli.company, output };
    match cli.command {
        Command::Company(command) => company::run(&context, command).await,
        Command::Pack(command) => pack::run(&context, command).await,
        Command::Employee(command) => employee::run(&context, command).await,
        Command::Server(command) => server::run(&context, command).await,
        Command::Authority(command) => authority::run(&context, command).await,
        Command::Gateway(command) => gateway::run(&context, command).await,
        Command::Play(command) => play::run(&context, command).await,
        Command::Violations(command) => violations::run(&context, command).await,
        Command::Approvals(command) => approvals::run(&context, command).await,
        Command::Audit(command) => audit::run(&context, command).await,
        Command::App => front::app(&context).await,
        Command::Serve(serve) => front::serve(&context, &serve).await,
        Command::Doctor => front::doctor(&context).await,
    }
}

/// The path as the host must see it: it may run in another folder.
fn absolute(path: &std::path::Path) -> Result<String, Failure> {
    let path = std::path::absolute(path)
        .map_err(|error| Failure::invalid(format!("{}: {error}", path.display())))?;
    path.into_os_string()
        .into_string()
        .map_err(|path| Failure::invalid(format!("{} is not UTF-8", path.display())))
}

/// Splits `K=V` words.
fn pairs(words: &[String]) -> Result<std::collections::BTreeMap<String, String>, Failure> {
    words
        .iter()
        .map(|word| match word.split_once('=') {
            Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
            _ => Err(Failure::invalid("a value is missing").hint("write it as NAME=VALUE")),
        })
        .collect()
}
