//! `bailiwick violations`

use wire::Failure;
use wire::violation::ViolationList;

use super::Context;
use crate::args::Violations;
use crate::output::{Exit, table};

pub(super) async fn run(context: &Context, command: Violations) -> Result<Exit, Failure> {
    let Violations::List { employee, server, code, before, limit } = command;
    let company = context.company.clone();
    let violations = context.ask(ViolationList { company, employee, server, code, before, limit }).await?;
    context.output.show(&violations, |violations| {
        table(
            ["AT", "EMPLOYEE", "TOOL", "CODE", "COUNT", "ID"],
            violations.iter().map(|v| {
                [
                    v.at.to_string(),
                    v.employee_name.clone(),
                    format!("{}/{}", v.server_id, v.tool_name),
                    v.code.to_string(),
                    v.count.to_string(),
                    v.id.to_string(),
                ]
            }),
        )
    });
    Ok(Exit::Done)
}
