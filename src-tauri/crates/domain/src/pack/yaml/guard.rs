//! What is looked at before any YAML is read: encoding, size, hidden characters, fences.

use gray_matter::engine::Engine;
use gray_matter::{Matter, Pod};

use super::{MAX_BYTES, MAX_HEADER_BYTES};
use crate::guard::is_hidden;
use crate::pack::diagnostic::{Diagnostic, Span};

/// A file cut at its fences.
pub(super) struct Parts {
    pub header: String,
    /// The line on which the header begins, counted from 1.
    pub header_line: usize,
    pub body: String,
    pub body_line: u32,
}

/// The bytes as text with plain line feeds and without a byte order mark.
pub(super) fn text(file: &str, bytes: &[u8]) -> Result<String, Vec<Diagnostic>> {
    let refuse = |code, at, message: String, help: &str| {
        Err(vec![Diagnostic::error(code, file, at, message).with_help(help)])
    };
    if bytes.len() > MAX_BYTES {
        let message = format!("the file has {} bytes, the limit is {MAX_BYTES}", bytes.len());
        return refuse(
            "too-large",
            Span::START,
            message,
            "split it, or move long material into a file of its own",
        );
    }
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        let message = "the file is not UTF-8: it begins as UTF-16 does".to_owned();
        return refuse("not-utf8", Span::START, message, "save it as UTF-8");
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => line_feeds(file, text),
        Err(fault) => {
            let (good, _) = bytes.split_at(fault.valid_up_to().min(bytes.len()));
            let at = end_of(&String::from_utf8_lossy(good));
            refuse("not-utf8", at, "the file is not UTF-8 from here on".into(), "save it as UTF-8")
        }
    }
}

fn line_feeds(file: &str, text: &str) -> Result<String, Vec<Diagnostic>> {
    let text = text.replace("\r\n", "\n");
    let faults: Vec<Diagnostic> = places(&text, 1, |c| c.is_control() && c != '\n' && c != '\t')
        .map(|(at, c)| match c {
            '\r' => {
                Diagnostic::error("bare-carriage-return", file, at, "a carriage return without a line feed")
                    .with_help("save the file with line feeds, or with both")
            }
            _ => Diagnostic::error(
                "control-character",
                file,
                at,
                format!("control character {}", c.escape_unicode()),
            )
            .with_help("remove it"),
        })
        .collect();
    if faults.is_empty() { Ok(text) } else { Err(faults) }
}

/// Refuses what a reader of YAML would take for something else than a person sees.
pub(super) fn marks(file: &str, yaml: &str, first_line: usize) -> Result<(), Vec<Diagnostic>> {
    let mut faults: Vec<Diagnostic> = places(yaml, first_line, is_hidden)
        .map(|(at, c)| {
            let message = format!("hidden character {}", c.escape_unicode());
            Diagnostic::error("hidden-character", file, at, message).with_help("remove it")
        })
        .collect();
    for (number, line) in yaml.lines().enumerate() {
        let indent: String = line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        if let Some(column) = indent.chars().position(|c| c == '\t') {
            let at = Span::new(first_line + number, column + 1, 1);
            let fault = Diagnostic::error("tab", file, at, "a tab in the indentation");
            faults.push(fault.with_help("indent with blanks"));
        }
        if line.starts_with('%') {
            let at = Span::new(first_line + number, 1, line.chars().count());
            let fault = Diagnostic::error("directive", file, at, "a YAML directive");
            faults.push(fault.with_help("remove the line, or quote the value"));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Cuts a role file at its fences.
///
/// The guard finds the fences and `gray_matter` splits; a file on which the two disagree is refused, so
/// that no reader of it can take a different header.
pub(super) fn split(file: &str, text: &str) -> Result<Parts, Vec<Diagnostic>> {
    let lines: Vec<&str> = text.split('\n').collect();
    let closing = fences(file, &lines).map_err(|fault| vec![fault])?;
    let inner = lines.get(1..closing).unwrap_or_default().join("\n");
    if inner.len() > MAX_HEADER_BYTES {
        let message = format!("the header has {} bytes, the limit is {MAX_HEADER_BYTES}", inner.len());
        return Err(vec![Diagnostic::error("header-too-large", file, Span::new(2, 1, 1), message)]);
    }
    marks(file, &inner, 2)?;
    if inner.trim().is_empty() {
        let fault = Diagnostic::error("header-not-a-map", file, Span::new(2, 1, 1), "the header is empty");
        return Err(vec![fault.with_help("write one `key: value` per line between the `---` lines")]);
    }
    let (raw, body) = divide(text).ok_or_else(|| vec![disagree(file)])?;
    let indent = inner.len() - inner.trim_start().len();
    let header = format!("{}{raw}", inner.get(..indent).unwrap_or_default());
    if header != inner.trim_end() {
        return Err(vec![disagree(file)]);
    }
    let blank = lines.iter().skip(closing + 1).take_while(|line| line.is_empty()).count();
    let body_line = Span::new(closing + 2 + blank, 1, 1).line;
    Ok(Parts { header, header_line: 2, body, body_line })
}

fn disagree(file: &str) -> Diagnostic {
    Diagnostic::error(
        "header-unclear",
        file,
        Span::START,
        "two readers would take different headers from this file",
    )
    .with_help("keep blanks and unusual characters away from the `---` lines")
}

/// The index of the closing fence.
fn fences(file: &str, lines: &[&str]) -> Result<usize, Diagnostic> {
    let first = lines.first().copied().unwrap_or_default();
    if first.trim_end() != "---" {
        let blank_start = first.trim().is_empty() && lines.iter().any(|line| line.trim_end() == "---");
        let (message, help) = if blank_start {
            ("no header: an empty line stands before the first `---`", "remove the empty line")
        } else {
            (
                "no header: the first line is not `---`",
                "begin the file with `---`, the header's keys and `---`",
            )
        };
        return Err(Diagnostic::error("no-header", file, Span::START, message).with_help(help));
    }
    let close = lines.iter().skip(1).position(|line| line.trim_end() == "---").map(|index| index + 1);
    let Some(close) = close else {
        let fault =
            Diagnostic::error("header-not-closed", file, Span::new(1, 1, 3), "the header is never closed");
        return Err(fault.with_help("put a line `---` after the last key"));
    };
    for index in [0, close] {
        let tail = lines.get(index).copied().unwrap_or_default().trim_start_matches('-');
        if let Some(odd) = tail.chars().find(|c| !matches!(c, ' ' | '\t')) {
            let message = format!("{} after the `---`", odd.escape_unicode());
            return Err(
                Diagnostic::error("fence", file, Span::new(index + 1, 4, 1), message).with_help("remove it")
            );
        }
    }
    Ok(close)
}

/// Hands the header on as it stands.
struct Raw;

impl Engine for Raw {
    fn parse(content: &str) -> gray_matter::Result<Pod> {
        Ok(Pod::String(content.to_owned()))
    }
}

fn divide(text: &str) -> Option<(String, String)> {
    let parsed = Matter::<Raw>::new().parse::<String>(text).ok()?;
    Some((parsed.data?, parsed.content))
}

/// Every character that fits, with its place.
fn places(text: &str, first_line: usize, fits: impl Fn(char) -> bool) -> impl Iterator<Item = (Span, char)> {
    text.split('\n').enumerate().flat_map(move |(number, line)| {
        let found: Vec<(Span, char)> = line
            .chars()
            .enumerate()
            .filter(|(_, c)| fits(*c))
            .map(|(column, c)| (Span::new(first_line + number, column + 1, 1), c))
            .collect();
        found
    })
}

fn end_of(text: &str) -> Span {
    let line = text.matches('\n').count() + 1;
    let column = text.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Span::new(line, column, 1)
}
