//! A strict tree of YAML in which everything knows its place.

use std::collections::HashMap;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Tag};

use super::{MAX_DEPTH, MAX_ENTRIES};
use crate::pack::diagnostic::{Diagnostic, Span};

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The value.
    pub kind: Kind,
    /// Its place, quotes included.
    pub span: Span,
}

impl Node {
    /// The value of a key, in a map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.kind {
            Kind::Map(entries) => entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value),
            _ => None,
        }
    }

    /// An entry of a list.
    pub fn item(&self, index: usize) -> Option<&Node> {
        match &self.kind {
            Kind::List(items) => items.get(index),
            _ => None,
        }
    }
}

/// A value. Nothing is guessed: `yes` is text, and so is everything quoted.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Keys and values in the order of the file.
    Map(Vec<Entry>),
    /// Values in the order of the file.
    List(Vec<Node>),
    /// Text, and whether it was quoted or written as a block.
    Text {
        /// What it says.
        value: String,
        /// Whether its form says that it is text.
        quoted: bool,
    },
    /// A number as written.
    Number(String),
    /// `true` or `false`.
    Bool(bool),
    /// Nothing, `~` or `null`.
    Null,
}

impl Kind {
    /// What it is, in a word.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::Map(_) => "a map",
            Kind::List(_) => "a list",
            Kind::Text { .. } => "text",
            Kind::Number(_) => "a number",
            Kind::Bool(_) => "true or false",
            Kind::Null => "nothing",
        }
    }
}

/// One key of a map and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key as written.
    pub key: String,
    /// Its place.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

/// Text to read and where it came from.
pub(super) struct Source<'a> {
    file: &'a str,
    text: &'a str,
    first_line: usize,
    lines: Vec<&'a str>,
    /// Line and column at which blanks before a `#` begin that cuts a value, and the column of the `#`.
    cuts: HashMap<(usize, usize), usize>,
}

impl<'a> Source<'a> {
    /// `text`, which begins on line `first_line` of the file, counted from 1.
    pub(super) fn new(file: &'a str, text: &'a str, first_line: usize) -> Self {
        let lines: Vec<&str> = text.split('\n').collect();
        let cuts = lines.iter().enumerate().flat_map(|(number, line)| cuts(number + 1, line)).collect();
        Self { file, text, first_line, lines, cuts }
    }

    fn span(&self, from: &Marker, to: &Marker) -> Span {
        let length = if to.line() == from.line() {
            to.index().saturating_sub(from.index())
        } else {
            self.line(from.line()).chars().count().saturating_sub(from.col())
        };
        Span::new(self.first_line + from.line().saturating_sub(1), from.col() + 1, length)
    }

    fn point(&self, at: &Marker) -> Span {
        self.span(at, at)
    }

    fn line(&self, number: usize) -> &'a str {
        self.lines.get(number.saturating_sub(1)).copied().unwrap_or_default()
    }
}

/// Each `#` after a blank and before something else than a blank.
fn cuts(number: usize, line: &str) -> Vec<((usize, usize), usize)> {
    let mut found = Vec::new();
    let mut blanks = None;
    let mut characters = line.chars().enumerate().peekable();
    while let Some((column, c)) = characters.next() {
        match (c, blanks) {
            (' ' | '\t', None) => blanks = Some(column),
            (' ' | '\t', Some(_)) => {}
            ('#', Some(start)) if characters.peek().is_some_and(|(_, next)| !next.is_whitespace()) => {
                found.push(((number, start), column));
                blanks = None;
            }
            _ => blanks = None,
        }
    }
    found
}

/// Builds the tree, or lists every fault up to the point at which reading had to stop.
pub(super) fn grow(source: &Source<'_>) -> Result<(Node, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut grower = Grower { source, open: Vec::new(), root: None, faults: Vec::new(), documents: 0 };
    let mut parser = Parser::new_from_str(source.text);
    while let Some(event) = parser.next_event() {
        let step =
            event.map_err(|fault| syntax(source, &fault)).and_then(|(event, span)| grower.take(event, span));
        if let Err(fault) = step {
            grower.faults.push(fault);
            break;
        }
    }
    grower.finish()
}

/// A map or list that is still open.
enum Open {
    Map { span: Span, entries: Vec<Entry>, key: Option<(String, Span)> },
    List { span: Span, items: Vec<Node> },
}

struct Grower<'a> {
    source: &'a Source<'a>,
    open: Vec<Open>,
    root: Option<Node>,
    faults: Vec<Diagnostic>,
    documents: usize,
}

impl Grower<'_> {
    fn take(&mut self, event: Event<'_>, span: saphyr_parser::Span) -> Result<(), Diagnostic> {
        let at = self.source.span(&span.start, &span.end);
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
            Event::DocumentStart(_) => self.document(at),
            Event::Alias(_) => Err(alias(self.source, at)),
            Event::Scalar(text, style, anchor, tag) => {
                self.reject_marks(at, anchor, tag.as_deref());
                self.comment_after(&span, style);
                self.scalar(&text, style, at)
            }
            Event::SequenceStart(anchor, tag) => {
                self.reject_marks(at, anchor, tag.as_deref());
                self.push(Open::List { span: at, items: Vec::new() }, at)
            }
            Event::MappingStart(anchor, tag) => {
                self.reject_marks(at, anchor, tag.as_deref());
                self.push(Open::Map { span: at, entries: Vec::new(), key: None }, at)
            }
            Event::SequenceEnd | Event::MappingEnd => self.pop(),
        }
    }

    fn document(&mut self, at: Span) -> Result<(), Diagnostic> {
        self.documents += 1;
        if self.documents == 1 {
            return Ok(());
        }
        Err(self
            .error("second-document", at, "a second document begins here")
            .with_help("keep one document in a file"))
    }

    fn push(&mut self, open: Open, at: Span) -> Result<(), Diagnostic> {
        if self.awaits_key() {
            return Err(self.odd_key(at));
        }
        if self.open.len() >= MAX_DEPTH {
            let message = format!("nested deeper than {MAX_DEPTH} levels");
            return Err(self.error("too-deep", at, &message));
        }
        self.open.push(open);
        Ok(())
    }

    fn pop(&mut self) -> Result<(), Diagnostic> {
        let node = match self.open.pop() {
            Some(Open::Map { span, entries, .. }) => {
                self.faults.extend(duplicates(self.source.file, &entries));
                Node { kind: Kind::Map(entries), span }
            }
            Some(Open::List { span, items }) => Node { kind: Kind::List(items), span },
            None => return Ok(()),
        };
        self.place(node)
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, at: Span) -> Result<(), Diagnostic> {
        if !self.awaits_key() {
            return self.place(Node { kind: kind_of(text, style), span: at });
        }
        if text == "<<" {
            let fault = self.error("merge-key", at, "a merge key");
            self.faults.push(fault.with_help("write the keys out"));
        }
        if text.is_empty() || text.contains('\n') {
            return Err(self.odd_key(at));
        }
        if let Some(Open::Map { key, .. }) = self.open.last_mut() {
            *key = Some((text.to_owned(), at));
        }
        Ok(())
    }

    fn place(&mut self, node: Node) -> Result<(), Diagnostic> {
        let at = node.span;
        let full = match self.open.last() {
            Some(Open::Map { entries, .. }) => entries.len() >= MAX_ENTRIES,
            Some(Open::List { items, .. }) => items.len() >= MAX_ENTRIES,
            None => false,
        };
        if full {
            let message = format!("more than {MAX_ENTRIES} entries in one map or list");
            return Err(self.error("too-many-entries", at, &message));
        }
        match self.open.last_mut() {
            Some(Open::List { items, .. }) => items.push(node),
            Some(Open::Map { entries, key, .. }) => match key.take() {
                Some((key, key_span)) => entries.push(Entry { key, key_span, value: node }),
                None => return Err(self.odd_key(at)),
            },
            None => self.root = Some(node),
        }
        Ok(())
    }

    fn awaits_key(&self) -> bool {
        matches!(self.open.last(), Some(Open::Map { key: None, .. }))
    }

    fn odd_key(&self, at: Span) -> Diagnostic {
        self.error("odd-key", at, "a key that is not one line of text")
            .with_help("write a plain word before the colon")
    }

    fn reject_marks(&mut self, at: Span, anchor: usize, tag: Option<&Tag>) {
        if anchor != 0 {
            let fault = self.error("anchor", at, "an anchor (`&name`)");
            self.faults.push(fault.with_help("write the value out where it is needed, or quote it"));
        }
        if let Some(tag) = tag {
            let fault = self.error("tag", at, &format!("a tag (`{tag}`)"));
            self.faults.push(fault.with_help("remove it, or quote the value if it is text"));
        }
    }

    /// `name: Helper #1 of 3` reads as `Helper`, which nobody means who puts no blank after the sign.
    fn comment_after(&mut self, span: &saphyr_parser::Span, style: ScalarStyle) {
        let end = (span.end.line(), span.end.col());
        let Some(column) = self.source.cuts.get(&end).filter(|_| style == ScalarStyle::Plain) else { return };
        let length = self.source.line(end.0).chars().count().saturating_sub(*column);
        let at = Span::new(self.source.first_line + end.0 - 1, column + 1, length);
        let message = "the value ends here: a blank and `#` begin a comment";
        let fault = Diagnostic::warning("value-cut", self.source.file, at, message);
        self.faults.push(fault.with_help("quote the value, or put a blank after the `#`"));
    }

    fn error(&self, code: &str, at: Span, message: &str) -> Diagnostic {
        Diagnostic::error(code, self.source.file, at, message)
    }

    fn finish(self) -> Result<(Node, Vec<Diagnostic>), Vec<Diagnostic>> {
        let at = Span::new(self.source.first_line, 1, 1);
        if self.faults.iter().any(Diagnostic::is_error) {
            return Err(self.faults);
        }
        Ok((self.root.unwrap_or(Node { kind: Kind::Null, span: at }), self.faults))
    }
}

fn kind_of(text: &str, style: ScalarStyle) -> Kind {
    let quoted = style != ScalarStyle::Plain;
    match text {
        _ if quoted => Kind::Text { value: text.to_owned(), quoted },
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" => Kind::Bool(true),
        "false" | "False" | "FALSE" => Kind::Bool(false),
        _ if is_number(text) => Kind::Number(text.to_owned()),
        _ => Kind::Text { value: text.to_owned(), quoted },
    }
}

/// Whether YAML 1.2 reads a plain text as a number.
///
/// *Source:* YAML 1.2.2, 10.3.2.
fn is_number(text: &str) -> bool {
    let all = |digits: &str, fits: fn(&u8) -> bool| !digits.is_empty() && digits.as_bytes().iter().all(fits);
    if let Some(octal) = text.strip_prefix("0o") {
        return all(octal, |b| (b'0'..=b'7').contains(b));
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return all(hex, u8::is_ascii_hexdigit);
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'-' | b'+'))
        && unsigned.parse::<f64>().is_ok()
}

/// Keys that a person, or another reader, would take for one.
fn duplicates(file: &str, entries: &[Entry]) -> Vec<Diagnostic> {
    let mut first: HashMap<String, &Entry> = HashMap::new();
    let mut faults = Vec::new();
    for entry in entries {
        match first.get(&folded(&entry.key)) {
            Some(earlier) => {
                let message = format!(
                    "`{}` stands twice: in line {} and in line {}",
                    entry.key, earlier.key_span.line, entry.key_span.line
                );
                let help = if earlier.key == entry.key {
                    "keep one of them".to_owned()
                } else {
                    format!("`{}` and `{}` count as one key; keep one of them", earlier.key, entry.key)
                };
                faults
                    .push(Diagnostic::error("duplicate-key", file, entry.key_span, message).with_help(help));
            }
            None => {
                first.insert(folded(&entry.key), entry);
            }
        }
    }
    faults
}

/// A key without what people mix up: case, and `-` for `_`.
pub(super) fn folded(key: &str) -> String {
    key.to_lowercase().replace('-', "_")
}

fn alias(source: &Source<'_>, at: Span) -> Diagnostic {
    Diagnostic::error("alias", source.file, at, "a value that begins with `*` is read as an alias")
        .with_help("quote it, as in \"*/delete_*\"")
}

/// What the reader of YAML could not make sense of, in words that help.
fn syntax(source: &Source<'_>, fault: &ScanError) -> Diagnostic {
    let at = source.point(fault.marker());
    let info = fault.info();
    if info.contains("anchor or alias") || info.contains("unknown anchor") {
        return starred(source, fault.marker());
    }
    if info.contains("mapping values are not allowed") {
        let message = "a colon and a blank inside a value begin a new key here";
        return Diagnostic::error("colon-in-value", source.file, at, message)
            .with_help("put the whole value in quotes");
    }
    let help = match info {
        _ if info.contains("tab") => "indent with blanks, not with a tab",
        _ if info.contains("indent") || info.contains("did not find expected key") => {
            "bring keys of one map to the same column"
        }
        _ if info.contains("',' or") => "close the bracket, and put a comma between entries",
        _ if info.contains("quoted") => "close the quotes; inside double quotes write \\\\ for a backslash",
        _ => "quote the value if it is text",
    };
    Diagnostic::error("yaml", source.file, at, format!("this is no YAML: {info}")).with_help(help)
}

fn starred(source: &Source<'_>, at: &Marker) -> Diagnostic {
    let line = source.line(at.line());
    let before: Vec<char> = line.chars().take(at.col() + 1).collect();
    let sign = before.iter().rposition(|c| matches!(c, '*' | '&'));
    let column = sign.unwrap_or(at.col());
    let span = Span::new(source.first_line + at.line().saturating_sub(1), column + 1, 1);
    if sign.and_then(|index| before.get(index)) == Some(&'&') {
        return Diagnostic::error(
            "anchor",
            source.file,
            span,
            "a value that begins with `&` is read as an anchor",
        )
        .with_help("quote it");
    }
    alias(source, span)
}
