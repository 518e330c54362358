//! Servers that are part of the program. They are MCP servers like any other: nothing calls them past the gate.

pub mod org;
pub mod workspace;

use domain::ids::ServerId;
use domain::tool::Tool;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::mcp::CallOutcome;

/// The ids that no added server may have.
pub const RESERVED: [&str; 3] = ["workspace", "org", "unknown"];

/// A tool of a built-in server.
#[derive(Debug, Clone)]
pub struct BuiltInTool {
    /// The tool.
    pub tool: Tool,
    /// Shown.
    pub title: &'static str,
    /// What it does.
    pub description: &'static str,
    /// Its definition, as a server reports one.
    pub definition: Box<RawValue>,
    /// JSON Schema of its arguments.
    pub input_schema: Value,
    /// SHA-256 of its definition, hex.
    pub pin: String,
}

/// Every tool of every built-in server.
pub fn tools() -> Vec<BuiltInTool> {
    let of = |server: &str, specs: &[Spec]| -> Vec<BuiltInTool> {
        let Ok(server) = server.parse::<ServerId>() else { return Vec::new() };
        specs.iter().filter_map(|spec| spec.tool(&server)).collect()
    };
    let mut tools = of("org", org::TOOLS);
    tools.extend(of("workspace", workspace::TOOLS));
    tools
}

/// What a built-in tool is, in one place.
pub(crate) struct Spec {
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub reads_only: bool,
    /// Each argument: its name, its JSON type, whether it is required, what it is.
    pub arguments: &'static [(&'static str, &'static str, bool, &'static str)],
}

impl Spec {
    fn tool(&self, server: &ServerId) -> Option<BuiltInTool> {
        let properties: serde_json::Map<String, Value> = self
            .arguments
            .iter()
            .map(|(name, kind, _, about)| ((*name).to_owned(), json!({ "type": kind, "description": about })))
            .collect();
        let required: Vec<_> =
            self.arguments.iter().filter(|argument| argument.2).map(|argument| argument.0).collect();
        let input_schema = json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        });
        let definition = json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": input_schema,
            "annotations": { "readOnlyHint": self.reads_only, "openWorldHint": false },
        });
        Some(BuiltInTool {
            tool: Tool::new(server.clone(), self.name),
            title: self.title,
            description: self.description,
            pin: crate::mcp::pin(&definition).ok()?,
            definition: serde_json::value::to_raw_value(&definition).ok()?,
            input_schema,
        })
    }
}

/// A result that is text.
pub(crate) fn text(text: &str, is_error: bool) -> CallOutcome {
    let result = json!({ "content": [{ "type": "text", "text": text }], "isError": is_error });
    let result = serde_json::value::to_raw_value(&result).unwrap_or_else(|_| RawValue::NULL.to_owned());
    CallOutcome { result, is_error }
}

/// A required text argument.
pub(crate) fn argument<'a>(arguments: &'a Value, name: &str) -> Result<&'a str, String> {
    match arguments.get(name) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(format!("{name} is not text")),
        None => Err(format!("{name} is missing")),
    }
}
