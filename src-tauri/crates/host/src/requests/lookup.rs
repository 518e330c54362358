//! Finding what a request names.

use domain::ids::CompanyId;
use wire::Failure;

use crate::host::Host;
use crate::store::company::Company;
use crate::store::employee::Employee;

/// The company that is named by name or id, or the only one.
pub(crate) async fn company(host: &Host, named: Option<&str>) -> Result<Company, Failure> {
    let mut companies = host.store.companies().await?;
    match named {
        Some(named) => companies
            .iter()
            .position(|company| company.id.as_str() == named || company.name == named)
            .map(|at| companies.swap_remove(at))
            .ok_or_else(|| {
                Failure::invalid(format!("there is no company {named:?}"))
                    .hint("bailiwick company list shows them")
            }),
        None if companies.len() > 1 => Err(Failure::invalid("there are several companies")
            .details(companies.into_iter().map(|company| company.name).collect())
            .hint("name one with --company NAME")),
        None => companies.pop().ok_or_else(|| {
            Failure::invalid("there is no company yet")
                .hint("found one: bailiwick company found NAME --starter company")
        }),
    }
}

/// The employee of an id or a name that is unique among those who have not left.
pub(crate) async fn employee(host: &Host, company: &CompanyId, named: &str) -> Result<Employee, Failure> {
    let people = host.store.employees(company).await?;
    if let Some(one) = people.iter().find(|one| one.id.as_str() == named) {
        return Ok(one.clone());
    }
    let mut called: Vec<&Employee> = people.iter().filter(|one| one.name == named).collect();
    // A contractor may bear the name of somebody on staff, who is then meant.
    if called.len() > 1 {
        called.retain(|one| one.run_id.is_none());
    }
    match called.as_slice() {
        [one] => Ok((*one).clone()),
        [] => Err(Failure::invalid(format!("nobody here is called {named:?}"))
            .hint("bailiwick employee list shows everybody")),
        several => Err(Failure::invalid(format!("several are called {named:?}"))
            .details(several.iter().map(|one| format!("{} {}", one.id, one.title)).collect())
            .hint("name one by its id")),
    }
}

/// An employee of any company, by its company's name or the only one, and its own.
pub(crate) async fn of_company(
    host: &Host,
    company_name: Option<&str>,
    named: &str,
) -> Result<(Company, Employee), Failure> {
    let company = company(host, company_name).await?;
    let employee = employee(host, &company.id, named).await?;
    Ok((company, employee))
}

/// The name of whoever stands in a record, where it is somebody.
pub(crate) fn actor(host: &Host) -> String {
    format!("human:{}", host.operator)
}

/// A page of what there is: `wanted`, or 100, or 1,000 at most.
pub(crate) fn page(wanted: Option<u32>) -> u32 {
    wanted.unwrap_or(100).clamp(1, 1000)
}
