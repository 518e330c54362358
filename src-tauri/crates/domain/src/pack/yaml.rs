//! The one door for YAML: role headers, plays, rehearsals and worlds all come through here.
//!
//! A guard looks at the bytes, then a strict tree is built that knows the place of everything. What YAML
//! readers disagree on (tags, anchors, merge keys, a key twice, a second document) is refused.

mod fields;
mod guard;
mod tree;

pub use fields::{Fields, Located};
pub use tree::{Entry, Kind, Node};

use super::diagnostic::{Diagnostic, Span};

/// Bytes of one role file.
pub const MAX_BYTES: usize = 1024 * 1024;
/// Bytes of one header.
pub const MAX_HEADER_BYTES: usize = 64 * 1024;
/// Maps and lists inside one another.
pub const MAX_DEPTH: usize = 16;
/// Entries of one map or list.
pub const MAX_ENTRIES: usize = 10_000;

/// A file with a header between `---` lines and a body after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The header, always a map.
    pub header: Node,
    /// What follows, with plain line feeds, from its first line that is not empty.
    pub body: String,
    /// The line on which the body begins, counted from 1.
    pub body_line: u32,
    /// What a person should look at, though the file can be used.
    pub warnings: Vec<Diagnostic>,
}

/// A file that is YAML from end to end.
#[derive(Debug, Clone, PartialEq)]
pub struct Plain {
    /// Its only document.
    pub root: Node,
    /// What a person should look at, though the file can be used.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a header and a body, as in `ROLE.md`.
///
/// *Errors:* every fault that could be found, with its place in `file`.
pub fn read_role(file: &str, bytes: &[u8]) -> Result<Document, Vec<Diagnostic>> {
    let text = guard::text(file, bytes)?;
    let parts = guard::split(file, &text)?;
    let source = tree::Source::new(file, &parts.header, parts.header_line);
    let (header, warnings) = tree::grow(&source)?;
    if !matches!(header.kind, Kind::Map(_)) {
        let fault = Diagnostic::error("header-not-a-map", file, header.span, "the header holds no keys")
            .with_help("write one `key: value` per line between the `---` lines");
        return Err(vec![fault]);
    }
    Ok(Document { header, body: parts.body, body_line: parts.body_line, warnings })
}

/// Reads a file that is YAML from end to end, as plays are.
///
/// *Errors:* every fault that could be found, with its place in `file`.
pub fn read_yaml(file: &str, bytes: &[u8]) -> Result<Plain, Vec<Diagnostic>> {
    let text = guard::text(file, bytes)?;
    guard::marks(file, &text, 1)?;
    let (root, warnings) = tree::grow(&tree::Source::new(file, &text, 1))?;
    Ok(Plain { root, warnings })
}

/// Reads a JSON file into the same tree, so that it is held to the same rules.
///
/// *Errors:* every fault that could be found, with its place in `file`.
pub fn read_json(file: &str, bytes: &[u8]) -> Result<Node, Vec<Diagnostic>> {
    let text = guard::text(file, bytes)?;
    if let Err(fault) = serde_json::from_str::<serde::de::IgnoredAny>(&text) {
        let at = Span::new(fault.line().max(1), fault.column().max(1), 1);
        return Err(vec![Diagnostic::error("json", file, at, format!("this is no JSON: {fault}"))]);
    }
    Ok(read_yaml(file, text.as_bytes())?.root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(text: &str) -> Result<Document, Vec<Diagnostic>> {
        read_role("ROLE.md", text.as_bytes())
    }

    /// `code line:column` of every fault.
    fn faults(header: &str) -> Vec<String> {
        let text = format!("---\n{header}\n---\nBody.\n");
        let told = role(&text).map_or_else(|faults| faults, |document| document.warnings);
        told.iter().map(|fault| format!("{} {}:{}", fault.code, fault.line, fault.column)).collect()
    }

    #[test]
    fn pk_1_what_readers_of_yaml_disagree_on_is_refused_with_its_place() {
        let cases = [
            ("id: a\nname: x: y", "colon-in-value 3:8"),
            ("tools: [*/delete_*]", "alias 2:9"),
            ("tools:\n  - *", "alias 3:5"),
            ("map:\n  *: deny", "alias 3:3"),
            ("a: &b c", "anchor 2:4"),
            ("a: !!str c", "tag 2:4"),
            ("base: {x: 1}\na:\n  <<: {y: 2}", "merge-key 4:3"),
            ("a: 1\nb: 2\n\"a\": 3", "duplicate-key 4:1"),
            ("tools_allowed: []\nTools-Allowed: []", "duplicate-key 3:1"),
            ("a: 1\n...\nb: 2", "second-document 4:1"),
            ("a: 1\n--- b", "second-document 3:1"),
            ("a:\n\t- b", "tab 3:1"),
            ("%YAML 1.1", "directive 2:1"),
            ("- a", "header-not-a-map 2:1"),
            ("just text", "header-not-a-map 2:1"),
            ("", "header-not-a-map 2:1"),
            ("name: Helper #1", "value-cut 2:14"),
            ("? [a]\n: b", "odd-key 2:3"),
            ("na\u{200B}me: a", "hidden-character 2:3"),
            (" id: a\n  name: b", "colon-in-value 3:7"),
        ];
        let told: Vec<String> = cases.iter().map(|(header, _)| faults(header).join(", ")).collect();
        assert_eq!(told, cases.map(|(_, expected)| expected));
        assert_eq!(faults("a: [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]"), ["too-deep 2:19"]);
        assert!(faults("level: ic # the lowest").is_empty());
        assert!(faults(&format!("a: [{}]", "1,".repeat(MAX_ENTRIES + 1)))[0].starts_with("too-many-entries"));
    }

    #[test]
    fn pk_1_a_key_twice_names_both_lines() {
        let fault = role("---\nmodel: a\nid: b\nmodel: c\n---\n").unwrap_err().remove(0);
        assert_eq!(fault.message, "`model` stands twice: in line 2 and in line 4");
    }

    #[test]
    fn pk_2_bytes_that_a_person_reads_alike_give_the_same_document() {
        let plain = role("---\nid: a\nname: B\n---\n\nBody\n").unwrap();
        assert_eq!((plain.body.as_str(), plain.body_line), ("Body", 6));
        for same in [
            "\u{FEFF}---\nid: a\nname: B\n---\n\nBody\n",
            "---\r\nid: a\r\nname: B\r\n---\r\n\r\nBody\r\n",
            "--- \nid: a\nname: B\n---\t \n\nBody",
        ] {
            assert_eq!(role(same).unwrap(), plain, "{same:?}");
        }
        for (text, code) in [
            ("\n---\nid: a\n---\n", "no-header"),
            ("# Title\n---\nid: a\n---\n", "no-header"),
            ("---\nid: a\n", "header-not-closed"),
            ("---\rid: a\r---\r", "bare-carriage-return"),
            ("---\u{A0}\nid: a\n---\n", "fence"),
            ("---\nid: a\n---\nBo\u{0}dy", "control-character"),
        ] {
            assert_eq!(role(text).unwrap_err()[0].code, code, "{text:?}");
        }
        assert_eq!(read_role("r", b"\xFF\xFE-\0").unwrap_err()[0].code, "not-utf8");
        assert_eq!(read_role("r", b"---\nid: \xFF\n---\n").unwrap_err()[0].column, 5);
        assert_eq!(read_role("r", &vec![b'a'; MAX_BYTES + 1]).unwrap_err()[0].code, "too-large");
    }

    #[test]
    fn pk_3_nothing_is_guessed() {
        let plain =
            read_yaml("f", b"a: yes\nb: off\nc: 1.0.0\nd: \"true\"\ne: true\nf: 1e3\ng:\nh: 0x1F").unwrap();
        let mut fields = Fields::new("f", &plain.root);
        for key in ["a", "b", "c", "d"] {
            assert!(fields.text(key).is_some(), "{key}");
        }
        assert_eq!(fields.flag("e"), Some(true));
        assert_eq!(fields.flag("d"), None);
        assert_eq!(fields.decimal("f", 0.0..=1e4), Some(1000.0));
        assert_eq!(fields.integer("h", 0..=99), None);
        assert_eq!(fields.text("g"), None);
        assert_eq!(fields.quoted("c"), None);
        let codes: Vec<String> = fields.finish().into_iter().map(|fault| fault.code).collect();
        assert_eq!(codes, ["unquoted", "wrong-type", "no-value", "wrong-type"]);
    }

    #[test]
    fn pk_3_a_list_has_three_states_and_no_fourth() {
        let plain = read_yaml("f", b"empty: []\nnull:\ntext: \"\"\nwords: a, b\nmap: {a: true}").unwrap();
        let mut fields = Fields::new("f", &plain.root);
        assert_eq!(fields.texts("absent"), None);
        assert_eq!(fields.texts("empty"), Some(vec![]));
        for wrong in ["null", "text", "words", "map"] {
            assert_eq!(fields.texts(wrong), None);
        }
        assert_eq!(fields.finish().len(), 4);
    }

    #[test]
    fn pk_4_an_unknown_key_is_an_error_that_names_the_nearest() {
        let plain = read_yaml("f", b"tools_alowed: []\nx-note: hi\nzebra: 1").unwrap();
        let mut fields = Fields::new("f", &plain.root);
        let _ = fields.list("tools_allowed");
        assert_eq!(fields.notes().len(), 1);
        let faults = fields.finish();
        assert_eq!(faults[0].help.as_deref(), Some("did you mean `tools_allowed`?"));
        assert_eq!((faults[1].code.as_str(), faults[1].line), ("unknown-key", 3));
    }
}
