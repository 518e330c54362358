//! Tool lists: entries that cannot do what they seem to, and the examples that a role states.

use std::collections::BTreeMap;

use super::Sheet;
use crate::ids::ServerId;
use crate::pack::diagnostic::Diagnostic;
use crate::pack::header::{Entry, RoleHeader};
use crate::tool::{Match, Pattern, Tool};

/// Servers that every company has.
const BUILT_IN: [&str; 2] = ["org", "workspace"];

/// The slots of a pack and the tools of each.
pub(super) type Slots = BTreeMap<ServerId, Vec<String>>;

/// Checks each role's lists; without slots (loose files) no server can be told to be unknown.
pub(super) fn check(sheets: &[Sheet], slots: Option<&Slots>, faults: &mut Vec<Diagnostic>) {
    for sheet in sheets {
        let lists = [
            ("tools_allowed", &sheet.header.tools_allowed),
            ("tools_ask", &sheet.header.tools_ask),
            ("tools_denied", &sheet.header.tools_denied),
        ];
        for (field, list) in lists {
            for (index, entry) in list.iter().flatten().enumerate() {
                let odd = odd_entry(&sheet.header, field, &entry.pattern, slots);
                faults.extend(odd.map(|(code, message, help)| {
                    Diagnostic::warning(code, &sheet.file, sheet.entry(field, index), message).with_help(help)
                }));
            }
        }
        examples(sheet, faults);
    }
}

/// What is odd about an entry: code, message and help.
fn odd_entry(
    header: &RoleHeader,
    field: &str,
    pattern: &Pattern,
    slots: Option<&Slots>,
) -> Option<(&'static str, String, &'static str)> {
    if pattern.is_bare() {
        let message = format!("`{pattern}` stands for a tool and for a server of that name");
        let help = "write server/tool, or server/* for all tools of a server";
        return (field == "tools_allowed").then_some(("bare-entry", message, help));
    }
    if field != "tools_denied" && is_denied(header, pattern) {
        let message = format!("`{pattern}` is denied by the role itself");
        return Some(("cancelled-entry", message, "take it out of one of the lists"));
    }
    let (server, name) = pattern.as_str().split_once('/')?;
    if server.contains('*') || BUILT_IN.contains(&server) {
        return None;
    }
    let slots = slots?;
    let Some(tools) = slots.iter().find(|(slot, _)| slot.as_str() == server).map(|(_, tools)| tools) else {
        let message = format!("`{server}` is neither a slot of the pack nor a built-in server");
        return Some(("unknown-slot", message, "list it in pack.json under `requires`"));
    };
    let matches =
        |tool: &String| format!("{server}/{tool}").parse().is_ok_and(|tool| pattern.meets(&tool).is_some());
    if field == "tools_denied" || tools.iter().any(matches) {
        return None;
    }
    let message = format!("`{name}` matches no tool of the slot `{server}`");
    Some(("matches-nothing", message, "correct it, or list the tool in pack.json under `requires`"))
}

/// Whether a pattern that names one tool, or is written alike, stands among the denied ones.
fn is_denied(header: &RoleHeader, pattern: &Pattern) -> bool {
    let tool: Option<Tool> = pattern.as_str().parse().ok().filter(|_| !pattern.as_str().contains('*'));
    header.tools_denied.iter().flatten().any(|denied| {
        denied.pattern == *pattern || tool.as_ref().is_some_and(|tool| denied.pattern.meets(tool).is_some())
    })
}

/// Examples must come out as the role states them, with nothing but the role to go by.
fn examples(sheet: &Sheet, faults: &mut Vec<Diagnostic>) {
    let header = &sheet.header;
    for (field, tools, wanted) in [("allows", &header.allows, true), ("refuses", &header.refuses, false)] {
        for (index, tool) in tools.iter().flatten().enumerate() {
            if is_open(header, tool) == wanted {
                continue;
            }
            let message = if wanted {
                format!("`{tool}` stands in `allows`, and the tool lists refuse it")
            } else {
                format!("`{tool}` stands in `refuses`, and the tool lists let it through")
            };
            let fault = Diagnostic::error("example", &sheet.file, sheet.entry(field, index), message);
            faults.push(fault.with_help("correct the tool lists, or the example"));
        }
    }
}

/// Whether the role's own lists let a call through, at once or after a person's word.
fn is_open(header: &RoleHeader, tool: &Tool) -> bool {
    let any = |list: &Option<Vec<Entry>>, matches: &dyn Fn(&Pattern) -> bool| {
        list.iter().flatten().any(|entry| matches(&entry.pattern))
    };
    !any(&header.tools_denied, &|pattern| pattern.meets(tool).is_some())
        && (any(&header.tools_ask, &|pattern| pattern.meets(tool) == Some(Match::Exact))
            || any(&header.tools_allowed, &|pattern| pattern.allows(tool)))
}
