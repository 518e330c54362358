//! `bailiwick gateway`

use host::client::EmployeeConnection;
use host::host::Options;
use wire::Failure;

use super::Context;
use crate::args::Gateway;
use crate::output::Exit;

pub(super) async fn run(context: &Context, command: Gateway) -> Result<Exit, Failure> {
    let Gateway::Stdio { employee } = command;
    let door = EmployeeConnection::connect(
        &context.data,
        Options::default(),
        context.company.clone(),
        employee,
        None,
    )
    .await?;
    host::gateway::stdio(door).await?;
    Ok(Exit::Done)
}
