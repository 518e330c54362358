//! The record.

use std::sync::Arc;

use domain::audit::Outcome;
use wire::Failure;
use wire::audit::{AuditList, AuditReport, AuditVerify, LogReport, RecordRow};

use super::lookup::{self, page};
use crate::host::Host;
use crate::store::INSTALLATION;
use crate::store::audit::{Entry, Verified};

const CAVEAT: &str = "This does not prove that nothing was left out before it was written, nor that whoever owns \
    this machine did not write the whole log anew.";

pub(super) async fn verify(host: &Arc<Host>, asked: AuditVerify) -> Result<AuditReport, Failure> {
    let companies = match &asked.company {
        Some(named) => vec![lookup::company(host, Some(named)).await?],
        None => host.store.companies().await?,
    };
    let mut logs = Vec::new();
    if asked.company.is_none() {
        logs.push(report(INSTALLATION, &host.checkpoints.verify(INSTALLATION).await?));
    }
    for company in companies {
        logs.push(report(&company.name, &host.checkpoints.verify(company.id.as_str()).await?));
    }
    let verified = logs.iter().all(|log| log.outcome == "verified");
    Ok(AuditReport { verified, logs, caveat: CAVEAT.to_owned() })
}

fn report(log: &str, verified: &Verified) -> LogReport {
    let (outcome, first_bad, detail) = match &verified.outcome {
        Outcome::Verified => ("verified", None, whole(verified)),
        Outcome::Tampered(fault) => ("tampered", Some(fault.seq()), fault.to_string()),
        Outcome::CutShort { promised, found } => {
            ("cut_short", Some(found + 1), format!("{promised} records were promised, {found} found"))
        }
        Outcome::NotCheckable(why) => ("not_checkable", None, why.clone()),
    };
    LogReport {
        log: log.to_owned(),
        outcome: outcome.to_owned(),
        records: verified.records,
        first_bad,
        detail,
        root: verified.root.clone(),
    }
}

fn whole(verified: &Verified) -> String {
    let Verified { records, borne_out, redacted, .. } = verified;
    let bodies = if *redacted > 0 {
        format!("; the bodies of {redacted} are not there any more")
    } else {
        String::new()
    };
    format!("verified to record {records}, signed to record {borne_out}{bodies}")
}

pub(super) async fn list(host: &Arc<Host>, asked: AuditList) -> Result<Vec<RecordRow>, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let records = host.store.records(company.id.as_str(), asked.before, page(asked.limit)).await?;
    Ok(records.into_iter().map(row).collect())
}

/// A record, as a list shows it.
pub(super) fn row(entry: Entry) -> RecordRow {
    RecordRow {
        seq: entry.head.seq,
        at: entry.head.at.to_string(),
        kind: entry.head.kind,
        actor: entry.head.actor,
        subject: entry.head.subject,
        body: entry.body,
        hash: entry.hash,
    }
}
