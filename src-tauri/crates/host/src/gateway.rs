//! The gateway: an outside agent over MCP is one employee, and sees that employee's tools and no other.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, RoleServer, ServiceExt as _};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use wire::Failure;

use crate::client::EmployeeConnection;
use crate::gate::{ListedTool, Outcome};

/// Tools on one page of a list.
const PAGE: usize = 100;

/// Serves one employee's tools on standard input and output until the client goes away.
///
/// *Errors:* the client speaks no MCP, or the host ends.
pub async fn stdio(door: EmployeeConnection) -> Result<(), Failure> {
    let door = Arc::new(door);
    let service = Door(Arc::clone(&door)).serve(rmcp::transport::stdio()).await.map_err(|error| {
        Failure::unavailable(format!("no MCP session was opened: {error}"))
            .hint("this command is started by an MCP client, which speaks to its standard input")
    })?;
    let ended = service.waiting().await;
    door.close().await;
    ended.map(|_| ()).map_err(|error| Failure::unavailable(error.to_string()))
}

/// The server's face of one employee.
#[derive(Clone)]
struct Door(Arc<EmployeeConnection>);

impl ServerHandler for Door {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("bailiwick", env!("CARGO_PKG_VERSION")))
            .with_instructions(
                "You are one employee of a company. The tools listed are those that your employee may use; some \
                 calls wait for a person. A call that is refused says of which kind the refusal is.",
            )
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let mut changes = self.0.changes();
        tokio::spawn(async move {
            while changes.changed().await.is_ok() {
                if context.peer.notify_tool_list_changed().await.is_err() {
                    return;
                }
            }
        });
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let from: usize = match request.and_then(|request| request.cursor) {
            Some(cursor) => cursor
                .parse()
                .map_err(|_| ErrorData::invalid_params("the cursor is none of this list's", None))?,
            None => 0,
        };
        let listed = self.0.tools().await.map_err(internal)?;
        let more = listed.len() > from + PAGE;
        let tools = listed.iter().skip(from).take(PAGE).filter_map(tool).collect();
        let mut page = ListToolsResult::with_all_items(tools);
        page.next_cursor = more.then(|| (from + PAGE).to_string());
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = serde_json::value::to_raw_value(&request.arguments.unwrap_or_default())
            .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
        let (waits, reasons) = mpsc::unbounded_channel();
        let telling = tokio::spawn(tell_why_it_waits(context, reasons));
        let outcome = self.0.call(request.name.into_owned(), arguments, Some(waits)).await;
        telling.abort();
        Ok(answer(outcome.map_err(internal)?)?.into())
    }
}

/// How often a client that waits is told so: clients give up on silence after a minute or so.
const STILL_WAITING: std::time::Duration = std::time::Duration::from_secs(10);

/// Keeps a client patient while a person is asked.
async fn tell_why_it_waits(
    context: RequestContext<RoleServer>,
    mut reasons: mpsc::UnboundedReceiver<String>,
) {
    let Some(token) = context.meta.get_progress_token() else { return };
    let Some(mut reason) = reasons.recv().await else { return };
    let mut told = 0.0;
    loop {
        told += 1.0;
        let progress = ProgressNotificationParam::new(token.clone(), told).with_message(reason.clone());
        if context.peer.notify_progress(progress).await.is_err() {
            return;
        }
        tokio::select! {
            next = reasons.recv() => match next {
                Some(next) => reason = next,
                None => return,
            },
            () = tokio::time::sleep(STILL_WAITING) => {}
        }
    }
}

/// A tool under its alias. What its server says of it is passed on as it is.
fn tool(listed: &ListedTool) -> Option<Tool> {
    let mut tool: Tool = serde_json::from_str(listed.definition.get()).ok()?;
    tool.name = Cow::Owned(listed.alias.clone());
    Some(tool)
}

fn answer(outcome: Outcome) -> Result<CallToolResult, ErrorData> {
    match outcome {
        Outcome::Answered(answer) => result(&answer.result),
        Outcome::Refused(told) => {
            let retry = if told.retry { "calling again can help" } else { "calling again changes nothing" };
            Ok(refusal(&format!("refused ({}): {}; {retry}", told.class, told.hint)))
        }
        Outcome::Failed(why) => Ok(refusal(&why)),
    }
}

fn refusal(text: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

fn result(raw: &RawValue) -> Result<CallToolResult, ErrorData> {
    serde_json::from_str(raw.get()).map_err(|error| {
        ErrorData::internal_error(format!("the server's answer cannot be read: {error}"), None)
    })
}

fn internal(failure: Failure) -> ErrorData {
    ErrorData::internal_error(failure.message, None)
}
