//! One session with a running server.

use std::collections::HashSet;
use std::sync::Arc;

use domain::tool::is_regular_name;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation, JsonObject,
    PaginatedRequestParams, Tool,
};
use rmcp::service::{NotificationContext, RunningService};
use rmcp::{ClientHandler, RoleClient};
use serde_json::{Value, json};
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncWriteExt as _, BufReader, DuplexStream};
use tokio::sync::Notify;

use super::log::Log;
use super::{ReportedTool, pin};

/// Junk between two lines of the protocol after which a server is given up. *Units:* lines, bytes.
const MAX_JUNK_LINES: usize = 10_000;
const MAX_JUNK_BYTES: usize = 1024 * 1024;
/// The longest message that is taken in. *Units:* bytes.
const MAX_LINE: usize = 8 * 1024 * 1024;
/// Pages of a list at most.
const MAX_PAGES: usize = 1000;
/// Text of a result that is handed on. *Units:* bytes.
const MAX_TEXT: usize = 1024 * 1024;

/// A session.
pub(super) type Session = RunningService<RoleClient, Listener>;

/// The client's side of a session: nothing that a server may ask for is granted.
#[derive(Clone)]
pub(super) struct Listener {
    pub list_changed: Arc<Notify>,
}

impl ClientHandler for Listener {
    fn get_info(&self) -> ClientConfig {
        let this = Implementation::new("bailiwick", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), this)
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.list_changed.notify_one();
    }
}

/// Hands the lines of the protocol on; keeps every other line in the log. Ends with the stream, or when there
/// is nothing but junk.
pub(super) async fn sift(stream: impl AsyncRead + Unpin, mut to: DuplexStream, log: Log) {
    let mut lines = BufReader::with_capacity(64 * 1024, stream);
    let mut line = Vec::new();
    let (mut junk_lines, mut junk_bytes) = (0, 0);
    loop {
        line.clear();
        match next_line(&mut lines, &mut line).await {
            Ok(Length::Whole) => {}
            Ok(Length::Cut) => match too_long(&line) {
                // Whoever waits for it is told, and the session goes on.
                Some(answer) => line = answer,
                None => {
                    log.line(
                        "error: a message longer than 8 MiB that answers nothing; the server is given up",
                    );
                    return;
                }
            },
            Ok(Length::End) | Err(_) => return,
        }
        if is_message(&line) {
            (junk_lines, junk_bytes) = (0, 0);
            if !line.ends_with(b"\n") {
                line.push(b'\n');
            }
            if to.write_all(&line).await.is_err() {
                return;
            }
            continue;
        }
        if junk_lines == 0 {
            log.line("warning: the server writes to standard output what is no message; such lines are passed over");
        }
        log.line(&String::from_utf8_lossy(&line));
        junk_lines += 1;
        junk_bytes += line.len();
        if junk_lines > MAX_JUNK_LINES || junk_bytes > MAX_JUNK_BYTES {
            log.line("error: nothing but lines that are no message; the server is given up");
            return;
        }
    }
}

/// How much of a line was read.
enum Length {
    Whole,
    /// Its beginning; the rest was passed over.
    Cut,
    /// Nothing: the stream has ended.
    End,
}

async fn next_line(stream: &mut (impl AsyncBufRead + Unpin), line: &mut Vec<u8>) -> std::io::Result<Length> {
    let mut cut = false;
    loop {
        let buffer = stream.fill_buf().await?;
        if buffer.is_empty() {
            return Ok(if line.is_empty() { Length::End } else { Length::Whole });
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(buffer.len(), |end| end + 1);
        if line.len() + taken <= MAX_LINE {
            line.extend(buffer.iter().take(taken));
        } else {
            cut = true;
        }
        stream.consume(taken);
        if end.is_some() {
            return Ok(if cut { Length::Cut } else { Length::Whole });
        }
    }
}

/// The answer in place of one that was too long, if its beginning says which request it answers.
fn too_long(beginning: &[u8]) -> Option<Vec<u8>> {
    let beginning = String::from_utf8_lossy(beginning.get(..256)?);
    let (_, after) = beginning.split_once("\"id\":")?;
    let id: u64 = after.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
    let message = "the answer has more than 8 MiB and was left out; ask for less";
    let answer = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32_000, "message": message } });
    Some(answer.to_string().into_bytes())
}

fn is_message(line: &[u8]) -> bool {
    let starts = line.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    starts && serde_json::from_slice::<serde::de::IgnoredAny>(line).is_ok()
}

/// Every page of a server's tools.
///
/// *Errors:* a cursor that repeats, a protocol error.
pub(super) async fn list(session: &Session, log: &Log) -> Result<Vec<ReportedTool>, String> {
    let mut tools: Vec<ReportedTool> = Vec::new();
    let mut names = HashSet::new();
    let mut cursors = HashSet::new();
    let mut cursor = None;
    for _ in 0..MAX_PAGES {
        let page = PaginatedRequestParams::default().with_cursor(cursor.clone());
        let page = session.list_tools(Some(page)).await.map_err(|error| format!("tools/list: {error}"))?;
        for tool in &page.tools {
            if names.insert(tool.name.to_string()) {
                tools.push(reported(tool)?);
            } else {
                log.line(&format!("warning: the tool {} is listed twice; the first one is kept", tool.name));
            }
        }
        match page.next_cursor {
            None => return Ok(tools),
            Some(next) if !cursors.insert(next.clone()) => {
                return Err(format!("tools/list goes round in a ring at the cursor {next:?}"));
            }
            next => cursor = next,
        }
    }
    Err(format!("tools/list has more than {MAX_PAGES} pages"))
}

fn reported(tool: &Tool) -> Result<ReportedTool, String> {
    let broken = |error: &dyn std::fmt::Display| format!("the tool {} cannot be read: {error}", tool.name);
    let definition = serde_json::to_value(tool).map_err(|error| broken(&error))?;
    Ok(ReportedTool {
        name: tool.name.to_string(),
        pin: pin(&definition).map_err(|error| broken(&error))?,
        fault: fault(&tool.name, &tool.input_schema),
        definition: serde_json::value::to_raw_value(&definition).map_err(|error| broken(&error))?,
    })
}

/// Why a tool is quarantined alone.
fn fault(name: &str, schema: &JsonObject) -> Option<String> {
    if !is_regular_name(name) {
        return Some("its name is outside the protocol's rule".to_owned());
    }
    match schema.get("type") {
        Some(Value::String(kind)) if kind == "object" => None,
        Some(other) => Some(format!("its input schema is of type {other}, not an object")),
        None => Some("its input schema does not say that it is an object".to_owned()),
    }
}

/// The parameters of a call.
pub(super) fn call(name: &str, arguments: JsonObject) -> CallToolRequestParams {
    CallToolRequestParams::new(name.to_owned()).with_arguments(arguments)
}

/// The result with its texts cut where they are longer than is handed on.
pub(super) fn capped(mut result: CallToolResult) -> CallToolResult {
    let mut left = MAX_TEXT;
    for block in &mut result.content {
        let Some(text) = block.as_text() else { continue };
        if text.text.len() <= left {
            left -= text.text.len();
            continue;
        }
        let cut = text.text.floor_char_boundary(left);
        let kept = text.text.get(..cut).unwrap_or_default();
        let dropped = text.text.len() - kept.len();
        *block = rmcp::model::ContentBlock::text(format!(
            "{kept}\n[{dropped} bytes of this result were left out]"
        ));
        left = 0;
    }
    result
}
