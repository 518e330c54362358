//! The installation as a whole: what is made ready when it opens, and how it stands.

use std::sync::Arc;

use domain::audit::Kind;
use domain::event::Fact;
use domain::pack::{MANIFEST_FILE, Manifest};
use serde_json::json;
use wire::installation::{Finding, Status};
use wire::{Failure, FailureCode};

use super::pack::install_files;
use crate::embedded;
use crate::host::Host;
use crate::packs::Loaded;
use crate::store::{NewRecord, approval, run};

/// Installs the packs that ship, where they are new, and settles what an earlier host left open.
pub(crate) async fn prepare(host: &Arc<Host>) -> Result<(), Failure> {
    for files in embedded::packs() {
        let manifest = files.iter().find(|file| file.path == MANIFEST_FILE);
        let Some(Ok(manifest)) = manifest.map(|file| Manifest::read(&file.bytes)) else { continue };
        let installed = host.store.packs().await?;
        let newest = installed.iter().filter(|row| row.id == manifest.id).map(|row| &row.version).max();
        if newest.is_none_or(|newest| *newest < manifest.version) {
            install_files(host, &files, "bailiwick").await?;
        }
    }
    let actor = "bailiwick";
    host.store
        .write(move |tx| {
            Box::pin(async move {
                for (id, company) in approval::void_orphans(tx).await? {
                    let body = json!({ "why": "the call's process ended" });
                    let record = NewRecord::new(
                        Kind::ApprovalExpired,
                        Some(company.clone()),
                        actor,
                        id.as_str(),
                        body,
                    );
                    let seq = tx.audit(record).await?;
                    tx.publish(Some(&company), Some(seq), Fact::ApprovalAnswered { approval_id: id });
                }
                for (id, company) in run::interrupt_orphans(tx).await? {
                    let body = json!({ "state": "interrupted", "why": "its process ended" });
                    let mut record =
                        NewRecord::new(Kind::RunEnded, Some(company.clone()), actor, id.as_str(), body);
                    record.run = Some(id.clone());
                    let seq = tx.audit(record).await?;
                    tx.publish(Some(&company), Some(seq), Fact::RunChanged { run_id: id });
                }
                Ok(())
            })
        })
        .await?;
    Ok(())
}

pub(super) fn status(host: &Arc<Host>) -> Status {
    Status {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        data: host.data.display().to_string(),
        host_pid: std::process::id(),
        operator: host.operator.clone(),
        seq: host.store.bus().newest(),
        rehearsal: true,
    }
}

/// Looks for what would keep the product from working.
pub(super) async fn doctor(host: &Arc<Host>) -> Result<Vec<Finding>, Failure> {
    let mut findings = vec![finding("data folder", true, host.data.display().to_string(), None)];
    let written = host.store.write(|_| Box::pin(async { Ok(()) })).await;
    findings.push(match &written {
        Ok(()) => finding("database", true, "can be written".to_owned(), None),
        Err(error) => {
            let failure = Failure::from(error.clone());
            finding("database", false, failure.message, failure.hint)
        }
    });
    for installed in host.store.packs().await? {
        let subject = format!("pack {} {}", installed.id, installed.version);
        findings.push(match host.packs.version(&installed.id, &installed.version) {
            Some(Loaded::Whole(pack)) => finding(
                &subject,
                true,
                format!("as signed by {}, {} roles", installed.publisher, pack.roles.len()),
                None,
            ),
            Some(Loaded::Broken(why)) => finding(&subject, false, why, Some(again())),
            None => finding(&subject, false, "its files are gone".to_owned(), Some(again())),
        });
    }
    for company in host.store.companies().await? {
        let subject = format!("rules of {}", company.name);
        findings.push(match host.policies.of(&company.id).await {
            Ok(policy) => {
                finding(&subject, true, format!("{} tools", policy.snapshot.catalogue().len()), None)
            }
            Err(failure) => finding(&subject, false, failure.message, failure.hint),
        });
        for server in host.store.servers(&company.id).await? {
            let program = server.command.first().cloned().unwrap_or_default();
            let status = host.upstreams.of(&company.id).await?.status(&server.id);
            let failed = status.as_ref().filter(|status| status.state == crate::mcp::State::Failed);
            let found = match failed {
                Some(status) => status.reason.clone().unwrap_or_default(),
                None => program,
            };
            findings.push(finding(&format!("server {}", server.id), failed.is_none(), found, None));
        }
    }
    let display = std::env::var_os("DISPLAY").or_else(|| std::env::var_os("WAYLAND_DISPLAY")).is_some();
    findings.push(finding(
        "display",
        true,
        if display {
            "there is one"
        } else {
            "there is none: bailiwick serve shows the screens in a browser"
        }
        .to_owned(),
        None,
    ));
    Ok(findings)
}

fn again() -> String {
    "its employees are suspended; get the pack from its publisher and install a newer version".to_owned()
}

fn finding(subject: &str, ok: bool, found: String, hint: Option<String>) -> Finding {
    Finding { subject: subject.to_owned(), ok, found, hint }
}

/// Records that a process that we started tried to act for a person.
pub(crate) async fn record_refused_descendant(host: &Host, request: &str) -> Result<(), Failure> {
    let record =
        NewRecord::new(Kind::ActRefused, None, "a process of ours", request, json!({ "request": request }));
    let written = host.store.write(move |tx| Box::pin(async move { tx.audit(record).await })).await;
    written.map(|_| ()).map_err(|error| Failure::new(FailureCode::Unavailable, error.to_string()))
}
