//! One session with a running server.

use std::collections::HashSet;
use std::sync::Arc;

use domain::tool::is_regular_name;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ClientRequest, ContentBlock,
    ErrorCode, Extensions, Implementation, JsonObject, ListToolsRequest, ListToolsRequestMethod,
    PaginatedRequestParams, Tool,
};
use rmcp::service::{NotificationContext, RunningService, ServiceError};
use rmcp::{ClientHandler, RoleClient};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWriteExt as _, DuplexStream};
use tokio::sync::Notify;

use super::lines::{Length, Lines};
use super::log::Log;
use super::{ReportedTool, pin};

/// Junk between two lines of the protocol after which a server is given up. *Units:* lines, bytes.
const MAX_JUNK_LINES: usize = 10_000;
const MAX_JUNK_BYTES: usize = 1024 * 1024;
/// The longest message that is taken in. *Units:* bytes.
const MAX_LINE: usize = 8 * 1024 * 1024;
/// Pages of a list at most.
const MAX_PAGES: usize = 1000;
/// What of a result is handed on: of its content, and again of its structured content. *Units:* bytes.
const MAX_RESULT: usize = 1024 * 1024;
/// Parts of a result that are handed on.
const MAX_PARTS: usize = 1000;

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

/// Hands the lines of the protocol on; keeps every other line in the log. Ends with the stream, or with the
/// reason why the server is given up.
pub(super) async fn sift(stream: impl AsyncRead + Unpin, mut to: DuplexStream, log: Log) -> Option<String> {
    let mut lines = Lines::new(stream, MAX_LINE);
    let (mut junk_lines, mut junk_bytes) = (0, 0);
    loop {
        match lines.next().await {
            Ok(Length::Whole) if is_message(&lines.line) => {
                (junk_lines, junk_bytes) = (0, 0);
                if !lines.line.ends_with(b"\n") {
                    lines.line.push(b'\n');
                }
                if to.write_all(&lines.line).await.is_err() {
                    return None;
                }
                continue;
            }
            Ok(Length::Whole) => {}
            Ok(Length::Cut) => match too_long(&lines.line, &lines.tail) {
                // Whoever waits for it is told, and the session goes on.
                Some(answer) => {
                    if to.write_all(&answer).await.is_err() {
                        return None;
                    }
                    continue;
                }
                None => return Some("it sent more than 8 MiB in one line that answers nothing".to_owned()),
            },
            Ok(Length::End) | Err(_) => return None,
        }
        if junk_lines == 0 {
            log.line("warning: the server writes to standard output what is no message; such lines are passed over");
        }
        log.line(&String::from_utf8_lossy(&lines.line));
        junk_lines += 1;
        junk_bytes += lines.line.len();
        if junk_lines > MAX_JUNK_LINES || junk_bytes > MAX_JUNK_BYTES {
            return Some("it floods standard output with what is no message".to_owned());
        }
    }
}

/// The answer in place of one that was too long, if its beginning or its end says which request it answers.
fn too_long(beginning: &[u8], tail: &[u8]) -> Option<Vec<u8>> {
    let beginning = String::from_utf8_lossy(beginning.get(..256).unwrap_or(beginning));
    let tail = String::from_utf8_lossy(tail);
    // Only what stands outside of the result is the message's own id.
    let outside = beginning.split("\"result\"").next().unwrap_or_default();
    let after_result = tail.rsplit(['}', ']']).nth(1).unwrap_or_default();
    let id = id_in(outside).or_else(|| id_in(after_result))?;
    let message = "the answer has more than 8 MiB and was left out; ask for less";
    let answer = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32_000, "message": message } });
    Some(format!("{answer}\n").into_bytes())
}

fn id_in(text: &str) -> Option<u64> {
    let (_, after) = text.split_once("\"id\":")?;
    after.trim_start().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Whether a line is a message: lines of a structured log are objects too.
fn is_message(line: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Message<'a> {
        jsonrpc: &'a str,
    }
    let starts = line.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    starts && serde_json::from_slice::<Message>(line).is_ok_and(|message| message.jsonrpc == "2.0")
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
        let page = match page(session, cursor.take()).await {
            Ok(page) => page,
            Err(ServiceError::McpError(error)) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                log.line("notice: the server offers no tools");
                return Ok(tools);
            }
            Err(error) => return Err(format!("tools/list: {error}")),
        };
        for tool in page.tools {
            let Some(tool) = reported(tool) else {
                log.line("warning: a tool that has no name, or numbers that no text keeps, is left out");
                continue;
            };
            if names.insert(tool.name.clone()) {
                tools.push(tool);
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

/// A page whose tools may be of any shape: one that is broken does not hide the others.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    tools: Vec<Value>,
    #[serde(default)]
    next_cursor: Option<String>,
}

async fn page(session: &Session, cursor: Option<String>) -> Result<Page, ServiceError> {
    let request = ListToolsRequest {
        method: ListToolsRequestMethod,
        params: Some(PaginatedRequestParams::default().with_cursor(cursor)),
        extensions: Extensions::default(),
    };
    // Not `list_tools`: that one reads no page in which one tool is broken, and may answer from memory.
    let page = session.send_request(ClientRequest::ListToolsRequest(request)).await?;
    serde_json::to_value(page).and_then(serde_json::from_value).map_err(|_| ServiceError::UnexpectedResponse)
}

fn reported(definition: Value) -> Option<ReportedTool> {
    // The same form for every tool, so that its pin does not depend on its neighbours.
    let definition = match serde_json::from_value::<Tool>(definition.clone()) {
        Ok(tool) => serde_json::to_value(tool).ok()?,
        Err(_) => definition,
    };
    let name = definition.get("name")?.as_str()?.to_owned();
    Some(ReportedTool {
        pin: pin(&definition).ok()?,
        fault: fault(&name, definition.get("inputSchema")),
        definition: serde_json::value::to_raw_value(&definition).ok()?,
        name,
    })
}

/// Why a tool is quarantined alone.
fn fault(name: &str, schema: Option<&Value>) -> Option<String> {
    if !is_regular_name(name) {
        return Some("its name is outside the protocol's rule".to_owned());
    }
    let Some(Value::Object(schema)) = schema else {
        return Some("it has no input schema that is an object".to_owned());
    };
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

/// The result with its content cut where it is longer than is handed on.
pub(super) fn capped(mut result: CallToolResult) -> CallToolResult {
    let mut left = MAX_RESULT;
    let mut dropped = 0;
    let mut parts = 0;
    result.content.retain_mut(|part| {
        parts += 1;
        let size = size(part);
        if dropped == 0 && parts <= MAX_PARTS && size <= left {
            left -= size;
            return true;
        }
        let cut = part.as_text().filter(|_| dropped == 0 && parts <= MAX_PARTS).map(|text| {
            let kept = text.text.get(..text.text.floor_char_boundary(left)).unwrap_or_default();
            (kept.to_owned(), text.text.len() - kept.len())
        });
        let Some((kept, rest)) = cut else {
            dropped += size.max(1);
            return false;
        };
        dropped += rest;
        *part = ContentBlock::text(kept);
        true
    });
    if let Some(structured) = result.structured_content.take() {
        let size = structured.to_string().len();
        if size <= MAX_RESULT {
            result.structured_content = Some(structured);
        } else {
            dropped += size;
        }
    }
    if dropped > 0 {
        let notice = format!("[{dropped} bytes of this result were left out]");
        let last = result.content.pop();
        match last.as_ref().and_then(ContentBlock::as_text) {
            Some(text) => result.content.push(ContentBlock::text(format!("{}\n{notice}", text.text))),
            None => result.content.extend(last.into_iter().chain([ContentBlock::text(notice)])),
        }
    }
    result
}

/// What a part of a result takes. *Units:* bytes.
fn size(part: &ContentBlock) -> usize {
    match part.as_text() {
        Some(text) => text.text.len(),
        None => serde_json::to_vec(part).map_or(usize::MAX / 2, |bytes| bytes.len()),
    }
}
