//! `bailiwick authority`

use std::path::PathBuf;

use domain::authority::world;
use wire::Failure;
use wire::authority::{AuthorityExplain, AuthorityGrant, AuthorityGrants, AuthorityRevoke, Explained};

use super::Context;
use crate::args::Authority;
use crate::output::{Exit, table};

pub(super) async fn run(context: &Context, command: Authority) -> Result<Exit, Failure> {
    let company = context.company.clone();
    match command {
        Authority::Explain { employee, tool, arguments } => {
            let arguments = arguments
                .map(|text| serde_json::from_str(&text))
                .transpose()
                .map_err(|error| Failure::invalid(format!("the arguments are not JSON: {error}")))?;
            let explained = context.ask(AuthorityExplain { company, employee, tool, arguments }).await?;
            context.output.show(&explained, explain);
        }
        Authority::Grant { employee, effect, pattern, note, confirm } => {
            let effect = effect.as_str().to_owned();
            let grant =
                context.ask(AuthorityGrant { company, employee, effect, pattern, note, confirm }).await?;
            context.output.show(&grant, |grant| {
                let changes = match grant.changes.len() {
                    0 => "no tool of today's changes its verdict".to_owned(),
                    1 => format!("1 tool changes its verdict: {}", grant.changes.join(", ")),
                    n => format!("{n} tools change their verdict: {}", grant.changes.join(", ")),
                };
                format!("granted {} {} ({}); {changes}", grant.effect, grant.pattern, grant.id)
            });
        }
        Authority::Revoke { grant } => {
            let grant = context.ask(AuthorityRevoke { company, grant }).await?;
            context.output.show(&grant, |grant| format!("revoked {} {}", grant.effect, grant.pattern));
        }
        Authority::Grants { employee } => {
            let grants = context.ask(AuthorityGrants { company, employee }).await?;
            context.output.show(&grants, |grants| {
                table(
                    ["LAYER", "EFFECT", "PATTERN", "BY", "AT", "ID"],
                    grants.iter().map(|g| {
                        [
                            g.layer.clone(),
                            g.effect.clone(),
                            g.pattern.clone(),
                            g.granted_by.clone(),
                            g.granted_at.clone(),
                            g.id.clone(),
                        ]
                    }),
                )
            });
        }
        Authority::Test { files } => return test(context, &files),
    }
    Ok(Exit::Done)
}

fn explain(explained: &Explained) -> String {
    let mut text = format!("{}\n", explained.sentence);
    for step in &explained.decision.trace {
        let verdict = step.verdict.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
        text.push_str(&format!("  {:<10} {verdict}\n", step.layer.to_string()));
        for rule in &step.rules {
            text.push_str(&format!("             {} {}  {}\n", rule.effect, rule.pattern, rule.origin()));
        }
    }
    text
}

fn test(context: &Context, files: &[PathBuf]) -> Result<Exit, Failure> {
    let mut report = world::Report::default();
    for file in files {
        let text = std::fs::read_to_string(file)
            .map_err(|error| Failure::invalid(format!("{}: {error}", file.display())))?;
        let worlds = world::parse(&text).map_err(|error| {
            Failure::invalid(format!("{}:{}:{}: {}", file.display(), error.line, error.column, error.message))
                .hint("nothing was decided; mend the file and run it again")
        })?;
        report.extend(world::run(&worlds));
    }
    context.output.show(&report, |report| {
        let failures: String = report
            .failures
            .iter()
            .map(|f| format!("{} · {}: expected {}, got {}\n", f.world, f.tool, f.expected, f.got))
            .collect();
        format!("{failures}{} passed, {} failed", report.passed, report.failed)
    });
    Ok(if report.failed == 0 { Exit::Done } else { Exit::Refused })
}
