//! `bailiwick employee`

use wire::Failure;
use wire::authority::ToolVerdict;
use wire::employee::{
    EmployeeHire, EmployeeList, EmployeeResume, EmployeeRow, EmployeeShow, EmployeeSuspend, EmployeeTools,
    EmployeeView,
};

use super::Context;
use crate::args::Employee;
use crate::output::{Exit, table};

pub(super) async fn run(context: &Context, command: Employee) -> Result<Exit, Failure> {
    let company = context.company.clone();
    match command {
        Employee::Hire { role, name, manager, why } => {
            let hire = EmployeeHire { company, role, name, manager, why, digest: None };
            let hired = context.ask(hire).await?;
            context.output.show(&hired, |e| {
                format!("hired {} as {} ({}), {} of {} tools", e.name, e.title, e.id, e.tools, e.tools_of)
            });
        }
        Employee::List { all } => {
            let employees = context.ask(EmployeeList { company, all }).await?;
            context.output.show(&employees, |employees| list(employees));
        }
        Employee::Show { employee } => show(context, employee).await?,
        Employee::Suspend { employee } => {
            let row = context.ask(EmployeeSuspend { company, employee }).await?;
            context.output.show(&row, |e| format!("{} is {}", e.name, e.state));
        }
        Employee::Resume { employee } => {
            let row = context.ask(EmployeeResume { company, employee }).await?;
            context.output.show(&row, |e| format!("{} is {}", e.name, e.state));
        }
    }
    Ok(Exit::Done)
}

async fn show(context: &Context, employee: String) -> Result<(), Failure> {
    let company = context.company.clone();
    let view = context.ask(EmployeeShow { company: company.clone(), employee: employee.clone() }).await?;
    let tools = context.ask(EmployeeTools { company, employee }).await?;
    context.output.show(&view, |view| person(view, &tools));
    Ok(())
}

fn list(employees: &[EmployeeRow]) -> String {
    table(
        ["NAME", "TITLE", "LEVEL", "STATE", "TOOLS", "ID"],
        employees.iter().map(|e| {
            [
                e.name.clone(),
                e.title.clone(),
                e.level.clone(),
                e.state.clone(),
                if e.kind == "human" { "-".to_owned() } else { format!("{} of {}", e.tools, e.tools_of) },
                e.id.to_string(),
            ]
        }),
    )
}

fn person(view: &EmployeeView, tools: &[ToolVerdict]) -> String {
    let row = &view.row;
    let manager = view.manager.as_ref().map_or("nobody", |m| m.name.as_str());
    let role = match (&row.role_id, &row.pack_version) {
        (Some(role), Some(version)) => format!("{role} {version}"),
        _ => "a human".to_owned(),
    };
    let tools = table(
        ["TOOL", "VERDICT", "LAYER", "WHY"],
        tools.iter().map(|tool| {
            [
                format!("{}/{}", tool.server, tool.name),
                tool.verdict.clone(),
                tool.layer.clone().unwrap_or_else(|| "-".to_owned()),
                tool.why.clone(),
            ]
        }),
    );
    format!(
        "{}, {} ({}, {})\n  id      {}\n  role    {role}\n  manager {manager}\n  tools   {} of {}\n\n{tools}",
        row.name, row.title, row.level, row.state, row.id, row.tools, row.tools_of
    )
}
