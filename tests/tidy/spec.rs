//! Every numbered rule has a test that names it.

use std::collections::BTreeSet;

use regex::Regex;

use super::{entries, none, sources, with_ending};
use crate::cli::program::root;

#[test]
fn every_rule_has_a_test_and_every_such_test_a_rule() {
    let text = std::fs::read_to_string(root().join("src-tauri/crates/domain/SPEC.md")).unwrap();
    let rule = Regex::new(r"\*\*([A-Z]{2}-\d+)\*\*").unwrap();
    let rules: BTreeSet<String> = rule.captures_iter(&text).map(|found| found[1].to_owned()).collect();
    let chapters: BTreeSet<String> = rules.iter().map(|rule| rule[..2].to_lowercase()).collect();
    let sources = sources();
    let tested = Regex::new(r"fn (\w+)\(").unwrap();
    let number = Regex::new(r"(?:^|_)([a-z]{2})_(\d+)(?:_|$)").unwrap();
    let mut named = BTreeSet::new();
    for source in with_ending(&sources, &["rs"]) {
        for function in tested.captures_iter(&source.text) {
            let mut rest = &function[1];
            while let Some(found) = number.captures(rest) {
                // Cases are written with two digits (`d3_07`, `tx_01`); rules without a leading zero.
                if chapters.contains(&found[1]) && !found[2].starts_with('0') {
                    named.insert(format!("{}-{}", found[1].to_uppercase(), &found[2]));
                }
                rest = &rest[found.get(2).unwrap().end()..];
            }
        }
    }
    let untested = rules.difference(&named).map(|rule| format!("{rule} has no test"));
    let unknown = named.difference(&rules).map(|rule| format!("a test names {rule}, which is no rule"));
    none(untested.chain(unknown).collect(), "name a test after the rule, or the rule in SPEC.md");
}

#[test]
fn shipped_packs_are_signed() {
    let faults = entries(&root().join("roles"))
        .into_iter()
        .filter(|pack| pack.is_dir() && !pack.join("pack.sig").exists())
        .map(|pack| pack.display().to_string())
        .collect();
    none(faults, "bailiwick pack sign PATH --key FILE");
}
