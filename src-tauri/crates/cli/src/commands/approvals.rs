//! `bailiwick approvals`

use wire::Failure;
use wire::approval::{ApprovalAnswer, ApprovalList};

use super::Context;
use crate::args::Approvals;
use crate::output::{Exit, table};

pub(super) async fn run(context: &Context, command: Approvals) -> Result<Exit, Failure> {
    match command {
        Approvals::List => {
            let company = context.company.clone();
            let approvals = context.ask(ApprovalList { company, waiting: false }).await?;
            context.output.show(&approvals, |approvals| {
                table(
                    ["STATE", "EMPLOYEE", "TOOL", "ARGUMENTS", "ASKED", "ID"],
                    approvals.iter().map(|a| {
                        [
                            a.state.clone(),
                            a.employee_name.clone(),
                            a.tool.clone(),
                            a.arguments.to_string(),
                            a.asked_at.clone(),
                            a.id.clone(),
                        ]
                    }),
                )
            });
        }
        Approvals::Answer { id, answer, why } => {
            let answer = answer.as_str().to_owned();
            let row = context.ask(ApprovalAnswer { id, answer, why }).await?;
            context.output.show(&row, |a| format!("{} for {} is {}", a.tool, a.employee_name, a.state));
        }
    }
    Ok(Exit::Done)
}
