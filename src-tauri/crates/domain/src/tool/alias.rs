//! The names that models see: `server__tool`, cut and made unique for providers that take 64 characters.
//!
//! An alias is looked up in the table that made it, never parsed.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

use super::Tool;

/// The longest name that every provider takes. *Units:* characters.
const MAX: usize = 64;
/// Characters of the digest that tells shortened or clashing names apart.
const MARK: usize = 8;

/// A table of aliases.
#[derive(Debug, Clone, Default)]
pub struct Aliases {
    tools: HashMap<String, Tool>,
    names: HashMap<Tool, String>,
}

impl Aliases {
    /// Names every tool. The same tool gets the same name whatever stands beside it, unless its plain name
    /// clashes with another's; then both carry a digest of their own, so that order makes no difference.
    pub fn new<'t>(tools: impl IntoIterator<Item = &'t Tool>) -> Self {
        let mut wanted: HashMap<String, Vec<&Tool>> = HashMap::new();
        for tool in tools {
            wanted.entry(plain(tool)).or_default().push(tool);
        }
        let mut table = Self::default();
        for (name, tools) in wanted {
            let alone = tools.len() == 1;
            for tool in tools {
                let fits = alone && name.len() <= MAX && name == format!("{}__{}", tool.server, tool.name);
                table.insert(if fits { name.clone() } else { marked(&name, tool) }, tool);
            }
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

    fn insert(&mut self, alias: String, tool: &Tool) {
        self.names.insert(tool.clone(), alias.clone());
        self.tools.insert(alias, tool.clone());
    }
}

/// What providers take, with everything else replaced.
fn plain(tool: &Tool) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    format!("{}__{}", tool.server, tool.name).chars().map(keep).collect()
}

fn marked(name: &str, tool: &Tool) -> String {
    let digest = hex::encode(Sha256::digest(tool.to_string()));
    let kept: String = name.chars().take(MAX - MARK - 1).collect();
    let mark: String = digest.chars().take(MARK).collect();
    format!("{kept}_{mark}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools(texts: &[&str]) -> Vec<Tool> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn au_6_an_alias_is_unique_short_and_independent_of_order() {
        let long = "t".repeat(60);
        let texts = [
            "files/read",
            "a/b__c",
            "a__b/c",
            "cal/event.send",
            &format!("{}/{long}1", "s".repeat(40)),
            &format!("{}/{long}2", "s".repeat(40)),
        ];
        // `a__b` is no server id, so that only dots and length can clash here.
        let given = tools(&texts.iter().copied().filter(|t| !t.starts_with("a__b")).collect::<Vec<_>>());
        let table = Aliases::new(&given);
        let turned = Aliases::new(given.iter().rev());
        for tool in &given {
            let alias = table.alias_of(tool).unwrap();
            assert!(alias.len() <= MAX, "{alias}");
            assert!(alias.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-'), "{alias}");
            assert_eq!(table.tool_of(alias), Some(tool));
            assert_eq!(turned.alias_of(tool), Some(alias));
        }
        assert_eq!(table.alias_of(&given[0]), Some("files__read"));
        assert_eq!(table.tool_of("files__write"), None);
    }
}
