//! What a model is told of who it is: the role's body with the values of its employee.

use domain::pack::Values;
use wire::Failure;

use crate::host::Host;
use crate::store::company::Company;
use crate::store::employee::Employee;

/// The prompt of an employee as of now.
///
/// *Errors:* it is a person, or its pack is no longer what was signed.
pub(crate) async fn prompt(host: &Host, company: &Company, one: &Employee) -> Result<String, Failure> {
    let Some(pinned) = &one.role else {
        return Err(Failure::invalid(format!("{} is a person and has no prompt", one.name)));
    };
    let pack = host.packs.pinned(&pinned.name, &pinned.version).ok_or_else(|| {
        Failure::refused(format!("{} {} is no longer what was signed", pinned.name, pinned.version))
            .hint("install the pack again")
    })?;
    let role = pack.role(&pinned.name.role).ok_or_else(|| Failure::invalid("the role is gone"))?;
    let people = host.store.employees(&company.id).await?;
    let manager = people.iter().find(|other| Some(&other.id) == one.manager_id.as_ref());
    let reports: Vec<&str> = people
        .iter()
        .filter(|other| other.manager_id.as_ref() == Some(&one.id))
        .map(|other| other.name.as_str())
        .collect();
    let today = host.clock.now().to_string();
    Ok(role.prompt(&Values {
        company_name: &company.name,
        company_mission: "",
        company_values: "",
        employee_name: &one.name,
        employee_title: &one.title,
        team_manager: manager.map_or("", |manager| manager.name.as_str()),
        team_reports: &reports.join(", "),
        today: today.get(..10).unwrap_or_default(),
        cwd: &company.workspace,
    }))
}
