//! What each request does. One file per room; the list of methods itself is `wire`'s.

mod approval;
mod audit;
mod authority;
mod company;
mod employee;
mod hire;
mod installation;
mod lookup;
mod pack;
mod play;
mod server;
mod violation;

use std::sync::Arc;

use domain::ids::RequestId;
use serde::Serialize;
use serde_json::value::RawValue;
use wire::{Failure, Request};

use crate::host::Host;
use crate::store::request::{Answered, answering};
pub(crate) use installation::{prepare, record_refused_descendant};
pub(crate) use lookup::{company as find_company, employee as find_employee};
pub(crate) use server::start_all as start_servers;

/// Answers any request.
pub(crate) async fn answer(host: &Arc<Host>, request: Request) -> Result<Box<RawValue>, Failure> {
    match request {
        Request::InstallationStatus(_) => raw(&installation::status(host)),
        Request::InstallationDoctor(_) => raw(&installation::doctor(host).await?),
        Request::CompanyList(_) => raw(&company::list(host).await?),
        Request::CompanyStarters(_) => raw(&company::starters(host).await?),
        Request::CompanyFound(found) => raw(&company::found(host, found).await?),
        Request::PackList(_) => raw(&pack::list(host).await?),
        Request::PackCheck(check) => raw(&pack::check(&check)?),
        Request::PackVerify(verify) => raw(&pack::verify(host, &verify).await?),
        Request::PackPublishers(_) => raw(&pack::publishers(host).await?),
        Request::PackInstall(install) => raw(&pack::install(host, &install).await?),
        Request::PackTrust(trust) => raw(&pack::trust(host, trust).await?),
        Request::RoleList(_) => raw(&pack::roles(host).await?),
        Request::RoleShow(show) => raw(&pack::role(host, &show).await?),
        Request::EmployeeList(list) => raw(&employee::list(host, list).await?),
        Request::EmployeeShow(show) => raw(&employee::show(host, show).await?),
        Request::EmployeeTools(tools) => raw(&employee::tools(host, tools).await?),
        Request::EmployeeManagers(managers) => raw(&hire::managers(host, managers).await?),
        Request::EmployeePlan(plan) => raw(&hire::plan(host, plan).await?),
        Request::EmployeeHire(hire) => raw(&hire::hire(host, hire).await?),
        Request::EmployeeCharter(charter) => raw(&employee::charter(host, charter).await?),
        Request::EmployeeHistory(history) => raw(&employee::history(host, history).await?),
        Request::EmployeeSuspend(suspend) => raw(&employee::suspend(host, suspend).await?),
        Request::EmployeeResume(resume) => raw(&employee::resume(host, resume).await?),
        Request::ServerList(list) => raw(&server::list(host, list).await?),
        Request::ServerTools(tools) => raw(&server::tools(host, tools).await?),
        Request::ServerLog(log) => raw(&server::log(host, log).await?),
        Request::ServerAdd(add) => raw(&server::add(host, add).await?),
        Request::ServerApprove(approve) => raw(&server::approve(host, approve).await?),
        Request::ServerStart(start) => raw(&server::start(host, start).await?),
        Request::ServerStop(stop) => raw(&server::stop(host, stop).await?),
        Request::AuthorityExplain(explain) => raw(&authority::explain(host, explain).await?),
        Request::AuthorityGrants(grants) => raw(&authority::grants(host, grants).await?),
        Request::AuthorityGrant(grant) => raw(&authority::grant(host, grant).await?),
        Request::AuthorityRevoke(revoke) => raw(&authority::revoke(host, revoke).await?),
        Request::ApprovalList(list) => raw(&approval::list(host, list).await?),
        Request::ApprovalAnswer(answer) => raw(&approval::answer(host, answer).await?),
        Request::ViolationList(list) => raw(&violation::list(host, list).await?),
        Request::PlayRuns(runs) => raw(&play::runs(host, runs).await?),
        Request::PlayShow(show) => raw(&play::show(host, show).await?),
        Request::PlayPrompt(prompt) => raw(&play::prompt(host, prompt).await?),
        Request::PlayLedger(ledger) => raw(&play::ledger(host, ledger).await?),
        Request::PlayList(_) => raw(&play::list(host).await?),
        Request::PlayCheck(check) => raw(&play::check(host, &check).await?),
        Request::PlayRun(run) => raw(&play::run(host, run).await?),
        Request::PlayStop(stop) => raw(&play::stop(host, stop).await?),
        Request::AuditVerify(verify) => raw(&audit::verify(host, verify).await?),
        Request::AuditList(list) => raw(&audit::list(host, list).await?),
    }
}

/// Answers an acting request once: the same id gets the reply that it got before.
pub(crate) async fn act_once(
    host: &Arc<Host>,
    id: RequestId,
    request: Request,
) -> Result<Box<RawValue>, Failure> {
    let _one_at_a_time = host.acting.hold(&id).await;
    match host.store.answered(&id).await? {
        Some(Answered::Reply(reply)) => {
            return RawValue::from_string(reply).map_err(|error| Failure::unavailable(error.to_string()));
        }
        Some(Answered::Lost) => {
            return Err(Failure::refused(
                "this was carried out before; the host ended before it could say so",
            )
            .hint("look at what is there now before you ask again"));
        }
        None => {}
    }
    match answering(id.clone(), answer(host, request)).await {
        Ok(reply) => {
            host.store.remember_answer(id, reply.get().to_owned()).await?;
            Ok(reply)
        }
        Err(failure) => {
            // Why it was refused matters more than whether the mark could be taken back.
            drop(host.store.forget_answer(id).await);
            Err(failure)
        }
    }
}

fn raw(value: &impl Serialize) -> Result<Box<RawValue>, Failure> {
    serde_json::value::to_raw_value(value)
        .map_err(|error| Failure::unavailable(format!("the answer cannot be written: {error}")))
}
