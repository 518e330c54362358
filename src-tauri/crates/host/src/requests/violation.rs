//! Recorded attempts that got a no.

use std::sync::Arc;

use domain::event::Violation;
use wire::Failure;
use wire::violation::ViolationList;

use super::lookup::{self, page};
use crate::host::Host;
use crate::store::violation::Wanted;

pub(super) async fn list(host: &Arc<Host>, asked: ViolationList) -> Result<Vec<Violation>, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let employee = match &asked.employee {
        Some(named) => Some(lookup::employee(host, &company.id, named).await?.id),
        None => None,
    };
    let before = asked
        .before
        .map(|before| before.parse())
        .transpose()
        .map_err(|error: domain::ids::IdError| Failure::invalid(error.to_string()))?;
    let wanted =
        Wanted { employee, server: asked.server, code: asked.code, before, limit: page(asked.limit) };
    Ok(host.store.violations(&company.id, &wanted).await?)
}
