//! `bailiwick pack`

use std::path::Path;

use domain::guard::{is_hidden, visible};
use domain::pack::Diagnostic;
use miette::{LabeledSpan, MietteDiagnostic, NamedSource, Report, Severity};
use wire::Failure;
use wire::pack::{PackInstall, PackList, PackPublishers, PackTrust, PackVerify};

use super::{Context, absolute};
use crate::args::{Pack, Trust};
use crate::output::{Exit, table};

pub(super) async fn run(context: &Context, command: Pack) -> Result<Exit, Failure> {
    match command {
        Pack::Check { path } => return check(context, &path),
        Pack::Verify { path } => {
            let verified = context.ask(PackVerify { path: absolute(&path)? }).await?;
            context.output.show(&verified, |v| {
                let caveat = v.caveat.as_deref().map(|caveat| format!("\n  {caveat}")).unwrap_or_default();
                format!(
                    "{} {} is signed by {} ({}): {} files{caveat}",
                    v.id, v.version, v.publisher, v.fingerprint, v.files
                )
            });
        }
        Pack::Install { path } => {
            let row = context.ask(PackInstall { path: absolute(&path)? }).await?;
            context.output.show(&row, |p| format!("installed {} {}: {} roles", p.id, p.version, p.roles));
        }
        Pack::List => {
            let packs = context.ask(PackList {}).await?;
            context.output.show(&packs, |packs| {
                table(
                    ["PACK", "VERSION", "ROLES", "PUBLISHER", "INSTALLED"],
                    packs.iter().map(|p| {
                        [
                            p.id.clone(),
                            p.version.clone(),
                            p.roles.to_string(),
                            p.publisher.clone(),
                            p.installed_at.clone(),
                        ]
                    }),
                )
            });
        }
        Pack::Keygen { file } => {
            let made = host::pack_dir::keygen(&file).map_err(|error| Failure::invalid(error.to_string()))?;
            let shown = serde_json::json!({
                "private": made.private,
                "public": made.public,
                "publisher": made.key.publisher().as_str(),
                "fingerprint": made.key.fingerprint(),
            });
            context.output.show(&shown, |_| {
                format!(
                    "private key in {} (keep it), public key in {} (give it away), fingerprint {}",
                    made.private.display(),
                    made.public.display(),
                    made.key.fingerprint()
                )
            });
        }
        Pack::Sign { path, key } => return sign(context, &path, &key),
        Pack::Trust(Trust::Add { file, name }) => {
            let pem = std::fs::read_to_string(&file)
                .map_err(|error| Failure::invalid(format!("{}: {error}", file.display())))?;
            let name = match name {
                Some(name) => name,
                None => host::pack_dir::publisher_of(&file)
                    .map_err(|error| {
                        Failure::invalid(error.to_string()).hint("name the publisher with --name")
                    })?
                    .to_string(),
            };
            let publisher = context.ask(PackTrust { pem, name }).await?;
            context.output.show(&publisher, |p| format!("{} is trusted: {}", p.name, p.fingerprint));
        }
        Pack::Trust(Trust::List) => {
            let publishers = context.ask(PackPublishers {}).await?;
            context.output.show(&publishers, |publishers| {
                table(
                    ["PUBLISHER", "FINGERPRINT", "SINCE"],
                    publishers.iter().map(|p| {
                        let since = p.added_at.clone().unwrap_or_else(|| "compiled in".to_owned());
                        [p.name.clone(), p.fingerprint.clone(), since]
                    }),
                )
            });
        }
    }
    Ok(Exit::Done)
}

fn check(context: &Context, path: &Path) -> Result<Exit, Failure> {
    let files = host::pack_dir::read(path).map_err(|error| Failure::invalid(error.to_string()))?;
    let report = domain::pack::check(&files);
    let valid = !report.has_errors();
    let report = Checked { found: report.found, valid: report.valid, diagnostics: report.diagnostics };
    context.output.show_drawn(&report, |report| {
        format!("{}{} found, {} valid", diagnostics(&report.diagnostics, path), report.found, report.valid)
    });
    Ok(if valid { Exit::Done } else { Exit::Refused })
}

/// What `pack check --json` prints.
#[derive(serde::Serialize)]
struct Checked {
    found: usize,
    valid: usize,
    diagnostics: Vec<Diagnostic>,
}

fn sign(context: &Context, path: &Path, key: &Path) -> Result<Exit, Failure> {
    let key = host::pack_dir::load_key(key).map_err(|error| Failure::invalid(error.to_string()))?;
    let signature = host::pack_dir::sign(path, &key, jiff::Timestamp::now()).map_err(|error| {
        let message = error.to_string();
        match error {
            host::pack_dir::SignError::Invalid(report) => Failure::refused(message)
                .details(
                    report.diagnostics.iter().filter(|d| d.is_error()).map(ToString::to_string).collect(),
                )
                .hint("mend what bailiwick pack check shows"),
            _ => Failure::invalid(message),
        }
    })?;
    context
        .output
        .show(&serde_json::json!({ "signature": signature }), |_| format!("signed: {}", signature.display()));
    Ok(Exit::Done)
}

/// Each diagnostic with its source line, as far as the file can be read.
pub(super) fn diagnostics(diagnostics: &[Diagnostic], root: &Path) -> String {
    diagnostics.iter().map(|diagnostic| one(diagnostic, root)).collect()
}

fn one(diagnostic: &Diagnostic, root: &Path) -> String {
    let file = if root.is_dir() { root.join(&diagnostic.file) } else { root.to_owned() };
    let place = format!("{}:{}:{}", diagnostic.file, diagnostic.line, diagnostic.column);
    let mut shown = MietteDiagnostic::new(visible(&format!("{} ({place})", diagnostic.message)))
        .with_code(diagnostic.code.clone())
        .with_severity(if diagnostic.is_error() { Severity::Error } else { Severity::Warning });
    if let Some(help) = &diagnostic.help {
        shown = shown.with_help(visible(help));
    }
    let source = harmless(&std::fs::read_to_string(&file).unwrap_or_default());
    match offset(&source, diagnostic.line as usize, diagnostic.column as usize) {
        Some(at) => {
            let marked = source.get(at..).unwrap_or_default().chars().take(diagnostic.length as usize);
            let length: usize = marked.map(char::len_utf8).sum();
            let shown = shown.with_label(LabeledSpan::underline(at..at + length));
            format!("{:?}\n", Report::new(shown).with_source_code(NamedSource::new(&diagnostic.file, source)))
        }
        None => format!("{:?}\n", Report::new(shown)),
    }
}

/// A source with every place where it was, and nothing in it that steers a terminal.
fn harmless(source: &str) -> String {
    let steers = |c: char| is_hidden(c) || (c.is_control() && !matches!(c, '\n' | '\t'));
    source.chars().map(|c| if steers(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// The byte at a line and column (characters, from 1).
fn offset(source: &str, line: usize, column: usize) -> Option<usize> {
    let start: usize = source.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let text = source.get(start..)?.split('\n').next()?;
    if text.is_empty() {
        return None;
    }
    let within = text.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    Some(start + within)
}
