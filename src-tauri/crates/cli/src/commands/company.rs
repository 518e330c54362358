//! `bailiwick company`

use wire::Failure;
use wire::company::{CompanyFound, CompanyList, CompanyRow};

use super::{Context, absolute};
use crate::args::Company;
use crate::output::{Exit, table};

pub(super) async fn run(context: &Context, command: Company) -> Result<Exit, Failure> {
    match command {
        Company::Found { name, starter, workspace } => {
            let workspace = workspace.as_deref().map(absolute).transpose()?;
            let founded = context.ask(CompanyFound { name, starter, workspace }).await?;
            context.output.show(&founded, |founded| {
                let hired = founded
                    .hired
                    .iter()
                    .map(|e| [e.name.clone(), e.title.clone(), e.level.clone(), e.id.to_string()]);
                format!(
                    "founded {} ({}), its folder is {}\n\n{}",
                    founded.company.name,
                    founded.company.id,
                    founded.company.workspace,
                    table(["NAME", "TITLE", "LEVEL", "ID"], hired)
                )
            });
        }
        Company::List => {
            let companies = context.ask(CompanyList {}).await?;
            context.output.show(&companies, |companies| text(companies));
        }
    }
    Ok(Exit::Done)
}

fn text(companies: &[CompanyRow]) -> String {
    table(
        ["NAME", "EMPLOYEES", "UNLISTED", "FOLDER", "ID"],
        companies.iter().map(|company| {
            [
                company.name.clone(),
                company.employees.to_string(),
                company.unlisted.clone(),
                company.workspace.clone(),
                company.id.to_string(),
            ]
        }),
    )
}
