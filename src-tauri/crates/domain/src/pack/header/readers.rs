//! How each field of a header is read.
//!
//! A reader answers nothing for a field that is absent or wrong; what is wrong is kept by `Fields`, and the
//! header is refused for it.

use std::fmt::Display;
use std::str::FromStr;

use super::values::{
    Cadence, DUTIES, DecisionAuthority, Delegate, Duty, Entry, Files, ModelTier, Reference, ResultName,
};
use crate::ids::{ModeId, RoleId};
use crate::org::Level;
use crate::pack::file::is_device;
use crate::pack::yaml::{Fields, Located};
use crate::tool::{Pattern, Tool};

pub(super) fn role_id<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<RoleId> {
    fields.require(key);
    let id: Located<RoleId> = fields.parsed(key)?;
    if is_reserved(id.value.as_str()) {
        let message = format!("`{}` is a word of its own and cannot be a role", id.value);
        fields.report("reserved-id", id.span, &message, "choose another id");
        return None;
    }
    Some(id.value)
}

/// Words that mean somebody else, or a device on some systems.
fn is_reserved(id: &str) -> bool {
    matches!(id, "board" | "human") || is_device(id)
}

pub(super) fn required_line<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<String> {
    fields.require(key);
    fields.text(key).map(|text| text.value)
}

pub(super) fn line<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<String> {
    fields.text(key).map(|text| text.value)
}

pub(super) fn version<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<semver::Version> {
    fields.require(key);
    let text = fields.quoted(key)?;
    match text.value.parse() {
        Ok(version) => Some(version),
        Err(why) => {
            let message = format!("`{}` is no version: {why}", text.value);
            fields.report("wrong-value", text.span, &message, "write it like \"1.0.0\"");
            None
        }
    }
}

pub(super) fn level<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Level> {
    fields.require(key);
    let text = fields.text(key)?;
    match text.value.parse::<Level>() {
        Ok(level) if level.as_str() == text.value => Some(level),
        Ok(level) => {
            let message = format!("`{}` is not how the level is spelt", text.value);
            fields.report("level-spelling", text.span, &message, &format!("write {level}"));
            None
        }
        Err(why) => {
            fields.report("unknown-value", text.span, &why.to_string(), "");
            None
        }
    }
}

pub(super) fn references<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<Reference>> {
    list(fields, key)
}

pub(super) fn required_entries<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<Entry>> {
    fields.require(key);
    entries(fields, key)
}

pub(super) fn entries<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<Entry>> {
    let list = fields.parsed_list::<Pattern>(key);
    list.map(|list| list.into_iter().map(|at| Entry { pattern: at.value, line: at.span.line }).collect())
}

pub(super) fn files<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Files> {
    let node = fields.node(key)?;
    let mut inner = Fields::new(fields.file(), node);
    let files = Files { read: globs(&mut inner, "read"), write: globs(&mut inner, "write") };
    fields.absorb(inner.finish());
    Some(files)
}

fn globs<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<String>> {
    let globs = fields.texts(key)?;
    for glob in &globs {
        let outside = glob.value.starts_with(['/', '~']) || glob.value.split('/').any(|part| part == "..");
        let odd = glob.value.contains(['\\', ':']) || globset::Glob::new(&glob.value).is_err();
        if outside || odd {
            let message = format!("`{}` is no glob below the company's folder", glob.value);
            fields.report("wrong-value", glob.span, &message, "write it like docs/** with forward slashes");
        }
    }
    Some(globs.into_iter().map(|glob| glob.value).collect())
}

pub(super) fn duty<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Duty> {
    fields.choice(key, &DUTIES)
}

pub(super) fn delegates<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<Delegate>> {
    list(fields, key)
}

pub(super) fn emits<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<ResultName>> {
    list(fields, key)
}

pub(super) fn decision_authority<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<DecisionAuthority> {
    let words = [
        ("final", DecisionAuthority::Final),
        ("executive", DecisionAuthority::Executive),
        ("delegated", DecisionAuthority::Delegated),
        ("advisory", DecisionAuthority::Advisory),
    ];
    fields.choice(key, &words)
}

pub(super) fn words<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<String>> {
    list(fields, key)
}

pub(super) fn model_tier<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<ModelTier> {
    fields.choice(key, &[("high", ModelTier::High), ("mid", ModelTier::Mid), ("low", ModelTier::Low)])
}

pub(super) fn context_window<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<u32> {
    fields.integer(key, 1..=100_000_000).and_then(|tokens| u32::try_from(tokens).ok())
}

pub(super) fn temperature<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<f64> {
    fields.decimal(key, 0.0..=2.0)
}

pub(super) fn cadences<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<Cadence>> {
    let items = fields.list(key)?;
    let mut cadences = Vec::new();
    for item in items {
        let mut inner = Fields::new(fields.file(), item);
        cadences.extend(cadence(&mut inner));
        fields.absorb(inner.finish());
    }
    Some(cadences)
}

fn cadence(fields: &mut Fields<'_>) -> Option<Cadence> {
    let kind = required_line(fields, "type");
    let every = required_line(fields, "every");
    let time = fields.quoted("time");
    if let Some(time) = &time
        && !is_time(&time.value)
    {
        let message = format!("`{}` is no time of day", time.value);
        fields.report("wrong-value", time.span, &message, "write it like \"09:30\"");
    }
    Some(Cadence { kind: kind?, every: every?, time: time.map(|time| time.value) })
}

fn is_time(text: &str) -> bool {
    let part =
        |text: &str, limit: u8| text.len() == 2 && text.parse::<u8>().is_ok_and(|number| number < limit);
    text.split_once(':').is_some_and(|(hours, minutes)| part(hours, 24) && part(minutes, 60))
}

pub(super) fn modes<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<ModeId>> {
    list(fields, key)
}

pub(super) fn tools<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<Tool>> {
    list(fields, key)
}

/// A list whose entries are unique.
fn list<'a, T: FromStr<Err: Display> + PartialEq>(fields: &mut Fields<'a>, key: &'a str) -> Option<Vec<T>> {
    let mut unique: Vec<T> = Vec::new();
    for entry in fields.parsed_list::<T>(key)? {
        if unique.contains(&entry.value) {
            fields.report(
                "duplicate-entry",
                entry.span,
                &format!("an entry stands twice in `{key}`"),
                "keep one",
            );
        } else {
            unique.push(entry.value);
        }
    }
    Some(unique)
}
