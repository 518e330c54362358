//! Names by the trade, files that hold one thing.

use regex::Regex;

use super::{none, sources, with_ending};

/// A file longer than this holds a second thing. *Units:* lines.
const MAX_LINES: usize = 700;

#[test]
fn no_type_is_named_by_a_word_that_names_nothing() {
    let declared = Regex::new(r"(?m)^\s*pub(?:\([a-z]+\))? (?:struct|enum|trait|type) (\w+)").unwrap();
    let empty = ["Manager", "Service", "Helper", "Util", "Utils", "Processor", "Data", "Info", "Handler"];
    let sources = sources();
    let mut faults = Vec::new();
    for source in with_ending(&sources, &["rs"]) {
        for found in declared.captures_iter(&source.text) {
            let name = &found[1];
            if empty.iter().any(|word| name.ends_with(word)) {
                faults.push(format!("{}: {name}", source.path));
            }
        }
    }
    none(faults, "name it by what it is, in a word of the glossary");
}

#[test]
fn no_file_holds_two_things() {
    let sources = sources();
    let faults = with_ending(&sources, &["rs", "ts", "tsx"])
        .iter()
        // What is generated, and the sample data of the screens' tests, is read by nobody line by line.
        .filter(|source| !source.path.contains("/generated/") && !source.path.starts_with("ui/src/test/"))
        .filter(|source| source.text.lines().count() > MAX_LINES)
        .map(|source| format!("{}: {} lines", source.path, source.text.lines().count()))
        .collect();
    none(faults, "split it at what second thing it holds");
}
