//! `bailiwick audit`

use wire::Failure;
use wire::audit::{AuditList, AuditVerify};

use super::Context;
use crate::args::Audit;
use crate::output::{Exit, table};

pub(super) async fn run(context: &Context, command: Audit) -> Result<Exit, Failure> {
    let company = context.company.clone();
    match command {
        Audit::Verify => {
            let report = context.ask(AuditVerify { company }).await?;
            context.output.show(&report, |report| {
                let logs = table(
                    ["LOG", "OUTCOME", "RECORDS", "DETAIL"],
                    report.logs.iter().map(|log| {
                        [log.log.clone(), log.outcome.clone(), log.records.to_string(), log.detail.clone()]
                    }),
                );
                format!("{logs}\n{}", report.caveat)
            });
            Ok(if report.verified { Exit::Done } else { Exit::Refused })
        }
        Audit::List { limit } => {
            let records = context.ask(AuditList { company, before: None, limit }).await?;
            context.output.show(&records, |records| {
                table(
                    ["SEQ", "AT", "KIND", "ACTOR", "SUBJECT"],
                    records.iter().map(|record| {
                        [
                            record.seq.to_string(),
                            record.at.clone(),
                            record.kind.clone(),
                            record.actor.clone(),
                            record.subject.clone(),
                        ]
                    }),
                )
            });
            Ok(Exit::Done)
        }
    }
}
