//! The names that models see: `server__tool`, cut and made unique for providers that take 64 characters.
//!
//! An alias is looked up in the table that made it, never parsed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sha2::{Digest as _, Sha256};

use super::Tool;

/// The longest name that every provider takes. *Units:* characters.
const MAX: usize = 64;
/// The first length of the digest that ends a name which is mapped or cut, and by how much it grows where two
/// such names clash.
const MARK: usize = 8;
/// The last one: two full names that agree in so much of SHA-256 are not met.
const LAST_MARK: usize = 32;

/// A table of aliases.
///
/// *Shape:* at most 64 of `A-Za-z0-9_-`. A tool whose name is longer, or holds anything else, ends in a digest of
/// its full name: an alias hangs on its tool, not on what stands beside it or in which order.
#[derive(Debug, Clone, Default)]
pub struct Aliases {
    tools: HashMap<String, Tool>,
    names: HashMap<Tool, String>,
}

impl Aliases {
    /// Names every tool.
    pub fn new<'t>(tools: impl IntoIterator<Item = &'t Tool>) -> Self {
        let tools: BTreeSet<&Tool> = tools.into_iter().collect();
        let mut marks: BTreeMap<&Tool, usize> =
            tools.into_iter().map(|tool| (tool, if is_plain(tool) { 0 } else { MARK })).collect();
        while lengthen_clashing(&mut marks) {}
        let mut table = Self::default();
        for (tool, mark) in marks {
            let alias = named(tool, mark);
            table.names.insert(tool.clone(), alias.clone());
            table.tools.insert(alias, tool.clone());
        }
        table
    }

    /// The tool of an alias.
    pub fn tool_of(&self, alias: &str) -> Option<&Tool> {
        self.tools.get(alias)
    }

    /// The alias of a tool.
    pub fn alias_of(&self, tool: &Tool) -> Option<&str> {
        self.names.get(tool).map(String::as_str)
    }
}

/// Gives marked names that another tool bears too a longer mark, and says whether there were any. Plain names
/// never clash with each other, since no server id holds an underscore.
fn lengthen_clashing(marks: &mut BTreeMap<&Tool, usize>) -> bool {
    let mut bearers: HashMap<String, usize> = HashMap::new();
    for (tool, mark) in &*marks {
        *bearers.entry(named(tool, *mark)).or_default() += 1;
    }
    let mut clashed = false;
    for (tool, mark) in marks.iter_mut() {
        let shared = bearers.get(&named(tool, *mark)).is_some_and(|count| *count > 1);
        if shared && (MARK..LAST_MARK).contains(mark) {
            *mark += MARK;
            clashed = true;
        }
    }
    clashed
}

fn is_plain(tool: &Tool) -> bool {
    tool.name.chars().all(is_taken) && tool.server.as_str().len() + 2 + tool.name.len() <= MAX
}

/// Whether every provider takes this character in a name.
fn is_taken(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

fn named(tool: &Tool, mark: usize) -> String {
    let full = format!("{}__{}", tool.server, tool.name);
    let full = full.chars().map(|c| if is_taken(c) { c } else { '_' });
    if mark == 0 {
        return full.collect();
    }
    let digest = hex::encode(Sha256::digest(tool.to_string()));
    full.take(MAX - 1 - mark).chain(['_']).chain(digest.chars().take(mark)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools(texts: &[&str]) -> Vec<Tool> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn check(texts: &[&str]) -> Vec<String> {
        let given = tools(texts);
        let (table, turned) = (Aliases::new(&given), Aliases::new(given.iter().rev()));
        let alias = |tool: &Tool| {
            let alias = table.alias_of(tool).unwrap();
            assert!((1..=MAX).contains(&alias.len()) && alias.chars().all(is_taken), "{alias}");
            assert_eq!(table.tool_of(alias), Some(tool));
            assert_eq!(turned.alias_of(tool), Some(alias));
            alias.to_owned()
        };
        given.iter().map(alias).collect()
    }

    #[test]
    fn au_6_trial_b01_odd_names_are_mapped_and_mapped_back() {
        let found =
            check(&["files/read", "cal/event.send", "cal/event_send", "cal/basic/music", "cal/straße"]);
        assert_eq!(found[0], "files__read");
        assert_eq!(found[2], "cal__event_send");
        assert_eq!(Aliases::new(&tools(&["files/read"])).tool_of("files__write"), None);
    }

    #[test]
    fn au_6_trial_b03_long_names_stay_apart_and_stable() {
        let (server, stem) = ("s".repeat(40), "t".repeat(59));
        let pair = [format!("{server}/{stem}a"), format!("{server}/{stem}b")];
        let found = check(&[&pair[0], &pair[1]]);
        assert_ne!(found[0], found[1]);
        assert_eq!(check(&[&pair[1]]), found[1..]);
    }

    #[test]
    fn au_6_trial_b04_one_name_on_two_servers_has_two_aliases() {
        assert_eq!(check(&["mail/send", "chat/send"]), ["mail__send", "chat__send"]);
    }

    #[test]
    fn au_6_a_tool_named_like_anothers_alias_takes_nothing_from_it() {
        let mapped = check(&["a/x.y"]).remove(0);
        let other = format!("a/{}", mapped.strip_prefix("a__").unwrap());
        let found = check(&["a/x.y", &other]);
        assert_eq!(found[1], mapped);
        assert_ne!(found[0], mapped);
    }
}
