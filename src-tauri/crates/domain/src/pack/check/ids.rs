//! Two roles of one id, or of ids that look alike.

use std::collections::BTreeMap;

use unicode_security::confusable_detection::skeleton;

use super::Sheet;
use crate::pack::diagnostic::Diagnostic;

pub(super) fn check(sheets: &[Sheet], faults: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<&str, &Sheet> = BTreeMap::new();
    let mut shapes: BTreeMap<String, &Sheet> = BTreeMap::new();
    for sheet in sheets {
        let id = sheet.header.id.as_str();
        let at = sheet.tree.get("id").map_or(sheet.tree.span, |node| node.span);
        if let Some(twin) = seen.get(id) {
            let message = format!("the role `{id}` is defined in {} too", twin.file);
            faults.push(
                Diagnostic::error("duplicate-id", &sheet.file, at, message)
                    .with_help("give each role its own id"),
            );
            continue;
        }
        seen.insert(id, sheet);
        if let Some(twin) = shapes.insert(shape(id), sheet) {
            let message = format!("`{id}` looks like `{}` in {}", twin.header.id, twin.file);
            faults.push(
                Diagnostic::warning("look-alike-id", &sheet.file, at, message)
                    .with_help("choose an id that reads differently"),
            );
        }
    }
}

/// What an id looks like at a glance.
fn shape(id: &str) -> String {
    skeleton(&id.replace('-', "")).collect::<String>().to_lowercase()
}
