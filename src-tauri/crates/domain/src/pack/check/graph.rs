//! Whom roles refer to: nobody, themselves, somebody of lower rank, or each other in a ring.

use std::collections::{BTreeMap, BTreeSet};

use super::Sheet;
use crate::ids::RoleId;
use crate::pack::diagnostic::Diagnostic;
use crate::pack::header::{Delegate, Reference};

pub(super) fn check(sheets: &[Sheet], loose: bool, faults: &mut Vec<Diagnostic>) {
    let known: BTreeMap<&RoleId, &Sheet> = sheets.iter().map(|sheet| (&sheet.header.id, sheet)).collect();
    for field in ["reports_to", "manages", "escalates_to", "delegates_to"] {
        for sheet in sheets {
            for (index, role) in targets(sheet, field) {
                faults.extend(reference(sheet, &known, loose, (field, index, role)));
            }
        }
        if field != "manages" {
            faults.extend(rings(&known, field));
        }
    }
}

/// The roles that a field names, with their index in its list.
fn targets<'s>(sheet: &'s Sheet, field: &str) -> Vec<(usize, &'s RoleId)> {
    let people = |list: &'s Option<Vec<Reference>>| {
        list.iter().flatten().map(|reference| match reference {
            Reference::Role(role) => Some(role),
            Reference::Board | Reference::Human => None,
        })
    };
    let named: Vec<Option<&RoleId>> = match field {
        "reports_to" => people(&sheet.header.reports_to).collect(),
        "manages" => people(&sheet.header.manages).collect(),
        "escalates_to" => people(&sheet.header.escalates_to).collect(),
        _ => sheet.header.delegates_to.iter().flatten().map(Delegate::role).collect(),
    };
    named.into_iter().enumerate().filter_map(|(index, role)| Some((index, role?))).collect()
}

fn reference(
    sheet: &Sheet,
    known: &BTreeMap<&RoleId, &Sheet>,
    loose: bool,
    (field, index, role): (&str, usize, &RoleId),
) -> Option<Diagnostic> {
    let at = sheet.entry(field, index);
    if *role == sheet.header.id {
        let message = format!("`{field}` names the role itself");
        return Some(
            Diagnostic::error("self-reference", &sheet.file, at, message).with_help("name somebody else"),
        );
    }
    let Some(other) = known.get(role) else {
        let message = format!("`{field}` names `{role}`, and there is no such role in the pack");
        let tell = if loose { Diagnostic::warning } else { Diagnostic::error };
        return Some(
            tell("dangling-reference", &sheet.file, at, message)
                .with_help("name a role of the pack, or human"),
        );
    };
    let (mine, theirs) = (sheet.header.level, other.header.level);
    let inverted = match field {
        "reports_to" => !theirs.may_manage(mine),
        "manages" => !mine.may_manage(theirs),
        _ => false,
    };
    inverted.then(|| {
        let message = format!("`{field}` names `{role}` of level {theirs}, and this role is {mine}");
        Diagnostic::error("level-inversion", &sheet.file, at, message)
            .with_help("a manager is never of a lower level than the report")
    })
}

/// One fault for each role from which a way leads back to it and that is the least of its ring.
fn rings(known: &BTreeMap<&RoleId, &Sheet>, field: &str) -> Vec<Diagnostic> {
    let next = |role: &RoleId| -> Vec<&RoleId> {
        let sheet = known.get(role);
        sheet
            .map(|sheet| targets(sheet, field).into_iter().map(|(_, role)| role).collect())
            .unwrap_or_default()
    };
    let mut faults = Vec::new();
    for (role, sheet) in known {
        let Some(ring) = way_back(role, &next) else { continue };
        if ring.len() < 2 || ring.iter().any(|other| other < role) {
            continue;
        }
        let names: Vec<&str> = ring.iter().chain([role]).map(|role| role.as_str()).collect();
        let message = format!("`{field}` leads in a ring: {}", names.join(" → "));
        let at = sheet.tree.get(field).map_or(sheet.tree.span, |node| node.span);
        faults.push(
            Diagnostic::error("cyclic-reference", &sheet.file, at, message)
                .with_help("open the ring at one of them"),
        );
    }
    faults
}

/// A shortest way from a role back to itself.
fn way_back<'r>(start: &'r RoleId, next: &dyn Fn(&RoleId) -> Vec<&'r RoleId>) -> Option<Vec<&'r RoleId>> {
    let mut ways: Vec<Vec<&RoleId>> = vec![vec![start]];
    let mut seen: BTreeSet<&RoleId> = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            for role in way.last().map(|last| next(last)).unwrap_or_default() {
                if role == start {
                    return Some(way);
                }
                if seen.insert(role) {
                    longer.push(way.iter().copied().chain([role]).collect());
                }
            }
        }
        ways = longer;
    }
    None
}
