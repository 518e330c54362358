//! Typed reading of a map: every fault is kept, and no key goes unread without a word.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::tree::{Entry, Kind, Node, folded};
use crate::pack::diagnostic::{Diagnostic, Span};

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// Reads the keys of one map.
///
/// Each getter answers nothing both for a key that is absent and for one that is wrong; what is wrong is
/// kept, and `finish` hands it over together with the keys that nobody asked for.
pub struct Fields<'a> {
    file: &'a str,
    span: Span,
    entries: &'a [Entry],
    read: Vec<bool>,
    known: Vec<&'a str>,
    faults: Vec<Diagnostic>,
}

impl<'a> Fields<'a> {
    /// The keys of `node`, which should be a map.
    pub fn new(file: &'a str, node: &'a Node) -> Self {
        let mut fields = Self {
            file,
            span: node.span,
            entries: &[],
            read: Vec::new(),
            known: Vec::new(),
            faults: Vec::new(),
        };
        match &node.kind {
            Kind::Map(entries) => {
                fields.entries = entries;
                fields.read = vec![false; entries.len()];
            }
            other => fields.wrong(node.span, &format!("{} where keys and values belong", other.word())),
        }
        fields
    }

    /// The file that is read.
    pub fn file(&self) -> &'a str {
        self.file
    }

    /// The map's own place.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The value of a key as it stands, whatever it is.
    pub fn node(&mut self, key: &'a str) -> Option<&'a Node> {
        self.known.push(key);
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        if let Some(read) = self.read.get_mut(index) {
            *read = true;
        }
        self.entries.get(index).map(|entry| &entry.value)
    }

    /// The place of a key's value, or of the map if it is absent.
    pub fn place(&self, key: &str) -> Span {
        self.entries.iter().find(|entry| entry.key == key).map_or(self.span, |entry| entry.value.span)
    }

    /// Text in one or more lines; never empty.
    pub fn text(&mut self, key: &'a str) -> Option<Located<String>> {
        let node = self.some(key)?;
        self.text_of(key, node)
    }

    /// Text that must be quoted, because without quotes it could be a number.
    pub fn quoted(&mut self, key: &'a str) -> Option<Located<String>> {
        let node = self.some(key)?;
        let bare = match &node.kind {
            Kind::Text { quoted: true, .. } => return self.text_of(key, node),
            Kind::Text { value, .. } | Kind::Number(value) => value,
            other => {
                self.wrong(node.span, &format!("`{key}` is {}, not text", other.word()));
                return None;
            }
        };
        let fault = Diagnostic::error("unquoted", self.file, node.span, format!("`{key}` is not quoted"));
        self.faults.push(fault.with_help(format!("write {key}: \"{bare}\"")));
        None
    }

    /// Text that another type makes sense of.
    pub fn parsed<T: FromStr<Err: Display>>(&mut self, key: &'a str) -> Option<Located<T>> {
        let text = self.text(key)?;
        self.parse_text(key, &text)
    }

    /// `true` or `false`, and nothing else.
    pub fn flag(&mut self, key: &'a str) -> Option<bool> {
        let node = self.some(key)?;
        if let Kind::Bool(value) = node.kind {
            return Some(value);
        }
        self.wrong(node.span, &format!("`{key}` is {}, not true or false", node.kind.word()));
        None
    }

    /// A whole number within a range.
    pub fn integer(&mut self, key: &'a str, range: RangeInclusive<i64>) -> Option<i64> {
        let node = self.some(key)?;
        let value = match &node.kind {
            Kind::Number(text) => text.parse::<i64>().ok().filter(|number| range.contains(number)),
            _ => None,
        };
        if value.is_none() {
            let (low, high) = (range.start(), range.end());
            self.wrong(node.span, &format!("`{key}` is no whole number from {low} to {high}"));
        }
        value
    }

    /// A number within a range.
    pub fn decimal(&mut self, key: &'a str, range: RangeInclusive<f64>) -> Option<f64> {
        let node = self.some(key)?;
        let value = match &node.kind {
            Kind::Number(text) => text.parse::<f64>().ok().filter(|number| range.contains(number)),
            _ => None,
        };
        if value.is_none() {
            let (low, high) = (range.start(), range.end());
            self.wrong(node.span, &format!("`{key}` is no number from {low} to {high}"));
        }
        value
    }

    /// One of a closed set of words.
    pub fn choice<T: Copy>(&mut self, key: &'a str, words: &[(&str, T)]) -> Option<T> {
        let text = self.text(key)?;
        let found = words.iter().find(|(word, _)| *word == text.value).map(|(_, value)| *value);
        if found.is_none() {
            let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let message = format!("`{key}` is `{}`, which is none of its values", text.value);
            let fault = Diagnostic::error("unknown-value", self.file, text.span, message);
            self.faults.push(fault.with_help(format!("use one of {}", all.join(", "))));
        }
        found
    }

    /// A list. Absent is nothing and `[]` is an empty list; nothing else is taken for either.
    pub fn list(&mut self, key: &'a str) -> Option<&'a [Node]> {
        let node = self.node(key)?;
        match &node.kind {
            Kind::List(items) => return Some(items),
            Kind::Null => {
                let message = format!("nothing stands after `{key}:`");
                let fault = Diagnostic::error("no-value", self.file, node.span, message);
                self.faults.push(fault.with_help("write [] for none, or remove the key to say nothing"));
            }
            other => {
                let fault = Diagnostic::error(
                    "no-list",
                    self.file,
                    node.span,
                    format!("`{key}` is {}, not a list", other.word()),
                );
                self.faults
                    .push(fault.with_help(format!("write {key}: [a, b], [] for none, or remove the key")));
            }
        }
        None
    }

    /// A list of texts. A wrong entry is reported and left out.
    pub fn texts(&mut self, key: &'a str) -> Option<Vec<Located<String>>> {
        let items = self.list(key)?;
        Some(items.iter().filter_map(|item| self.text_of(key, item)).collect())
    }

    /// A list of texts that another type makes sense of. A wrong entry is reported and left out.
    pub fn parsed_list<T: FromStr<Err: Display>>(&mut self, key: &'a str) -> Option<Vec<Located<T>>> {
        let texts = self.texts(key)?;
        Some(texts.iter().filter_map(|text| self.parse_text(key, text)).collect())
    }

    /// Reports a key that must be there and is not.
    pub fn require(&mut self, key: &'a str) {
        self.known.push(key);
        if !self.entries.iter().any(|entry| entry.key == key) {
            let fault = Diagnostic::error("missing-key", self.file, self.span, format!("`{key}` is missing"));
            self.faults.push(fault.with_help(format!("add `{key}:` with a value")));
        }
    }

    /// The keys beginning `x-`, which are kept and do nothing.
    pub fn notes(&mut self) -> Vec<&'a Entry> {
        let mut notes = Vec::new();
        for (entry, read) in self.entries.iter().zip(&mut self.read) {
            if entry.key.starts_with("x-") {
                *read = true;
                notes.push(entry);
            }
        }
        notes
    }

    /// Keeps a fault that the caller found; an empty help is none.
    pub fn report(&mut self, code: &str, at: Span, message: &str, help: &str) {
        let fault = Diagnostic::error(code, self.file, at, message);
        self.faults.push(if help.is_empty() { fault } else { fault.with_help(help) });
    }

    /// Keeps the faults of a map inside this one.
    pub fn absorb(&mut self, faults: Vec<Diagnostic>) {
        self.faults.extend(faults);
    }

    /// Every fault, those of unread keys included, in the order of the file.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        let unread = self.entries.iter().zip(&self.read).filter(|(_, read)| !**read);
        let unknown: Vec<Diagnostic> =
            unread.map(|(entry, _)| unknown(self.file, entry, &self.known)).collect();
        self.faults.extend(unknown);
        self.faults.sort_by_key(|fault| (fault.line, fault.column));
        self.faults
    }

    /// A key's value, where it is neither absent nor nothing.
    fn some(&mut self, key: &'a str) -> Option<&'a Node> {
        let node = self.node(key)?;
        if node.kind != Kind::Null {
            return Some(node);
        }
        let fault =
            Diagnostic::error("no-value", self.file, node.span, format!("nothing stands after `{key}:`"));
        self.faults.push(fault.with_help("write a value, or remove the key"));
        None
    }

    fn text_of(&mut self, key: &str, node: &Node) -> Option<Located<String>> {
        match &node.kind {
            Kind::Text { value, .. } if value.trim().is_empty() => {
                self.wrong(node.span, &format!("an empty text in `{key}`"));
            }
            Kind::Text { value, .. } if value.chars().any(|c| c.is_control() && c != '\n') => {
                self.wrong(node.span, &format!("a control character in `{key}`"));
            }
            Kind::Text { value, .. } => {
                return Some(Located { value: value.trim_end_matches('\n').to_owned(), span: node.span });
            }
            Kind::Bool(_) | Kind::Number(_) => {
                let message = format!("{} in `{key}`, where text belongs", node.kind.word());
                let fault = Diagnostic::error("wrong-type", self.file, node.span, message);
                self.faults.push(fault.with_help("quote it"));
            }
            Kind::Map(_) | Kind::List(_) | Kind::Null => {
                self.wrong(node.span, &format!("{} in `{key}`, where text belongs", node.kind.word()));
            }
        }
        None
    }

    fn parse_text<T: FromStr<Err: Display>>(
        &mut self,
        key: &str,
        text: &Located<String>,
    ) -> Option<Located<T>> {
        match text.value.parse() {
            Ok(value) => Some(Located { value, span: text.span }),
            Err(fault) => {
                self.faults.push(Diagnostic::error(
                    "wrong-value",
                    self.file,
                    text.span,
                    format!("in `{key}`: {fault}"),
                ));
                None
            }
        }
    }

    fn wrong(&mut self, at: Span, message: &str) {
        self.faults.push(Diagnostic::error("wrong-type", self.file, at, message));
    }
}

fn unknown(file: &str, entry: &Entry, known: &[&str]) -> Diagnostic {
    let fault =
        Diagnostic::error("unknown-key", file, entry.key_span, format!("`{}` is no known key", entry.key));
    match nearest(&entry.key, known) {
        Some(near) => fault.with_help(format!("did you mean `{near}`?")),
        None => fault.with_help("remove it"),
    }
}

/// The known key that a person most likely meant.
fn nearest<'k>(key: &str, known: &[&'k str]) -> Option<&'k str> {
    if key.len() > 64 {
        return None;
    }
    let key = folded(key);
    let reach = 1 + key.chars().count() / 4;
    known
        .iter()
        .map(|candidate| (distance(&key, &folded(candidate)), *candidate))
        .filter(|(distance, _)| *distance <= reach)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Characters to insert, drop or replace to turn one text into the other.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (line, a) in from.chars().enumerate() {
        let mut left = line + 1;
        let mut next = vec![left];
        for ((b, corner), above) in to.chars().zip(&row).zip(row.iter().skip(1)) {
            left = (left + 1).min(above + 1).min(corner + usize::from(a != b));
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
