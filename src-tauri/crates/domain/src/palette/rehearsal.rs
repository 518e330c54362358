//! The script of a rehearsal: what the scripted model does. Everything else of a rehearsal is real.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use super::play::duration;
use crate::pack::Diagnostic;
use crate::pack::yaml::{Fields, Kind, Node, read_yaml};

/// A script.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// What operations do, in the order of the file.
    pub operations: Vec<Line>,
    /// How provisioning goes, by role as it is written.
    pub provision: BTreeMap<String, Provision>,
    /// What an operation does that no line fits.
    pub otherwise: Act,
}

/// What one operation does.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The role that it fits, as it is written.
    pub role: String,
    /// A part of the instruction that it fits; any by default.
    pub task: Option<String>,
    /// How many operations it fits.
    pub repeat: u32,
    /// What is done.
    pub act: Act,
    /// Where it stands in the file, from 1.
    pub line: u32,
}

/// What the scripted model does.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Act {
    /// What it says.
    pub say: String,
    /// The tasks that it plans; the seat's alone.
    pub plan: Vec<Planned>,
    /// The spawn requests that it emits, as payloads: a script may send anything.
    pub spawn: Vec<Value>,
    /// The tools that it calls.
    pub calls: Vec<Call>,
    /// The result that it hands in.
    pub result: Option<Value>,
    /// Why it escalates.
    pub escalate: Option<String>,
    /// How long it takes.
    pub takes: Duration,
    /// The error that it ends with.
    pub fail: Option<String>,
    /// Whether it never ends by itself.
    pub hang: bool,
}

/// A planned task. There is no field for who asks.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// Its name within the plan.
    pub id: String,
    /// What is to be done.
    pub task: String,
    /// Who shall do it.
    pub assignee: String,
    /// The tasks that it waits for, by name.
    pub depends: Vec<String>,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// `server/tool`
    pub tool: String,
    /// Its arguments.
    pub arguments: Value,
}

/// How the provisioning of a role goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provision {
    /// How long it takes.
    pub takes: Duration,
    /// Why it fails.
    pub fails: Option<String>,
}

/// Reads a script.
///
/// *Errors:* every fault, with its place.
pub fn read_script(file: &str, bytes: &[u8]) -> Result<Script, Vec<Diagnostic>> {
    let plain = read_yaml(file, bytes)?;
    let mut fields = Fields::new(file, &plain.root);
    fields.require("version");
    fields.integer("version", 1..=1);
    let mut operations = Vec::new();
    for node in fields.list("operations").unwrap_or_default() {
        operations.extend(line(file, node, &mut fields));
    }
    let mut provision = BTreeMap::new();
    if let Some(node) = fields.node("provision") {
        match &node.kind {
            Kind::Map(entries) => {
                for entry in entries {
                    provision.insert(entry.key.clone(), one_provision(file, &entry.value, &mut fields));
                }
            }
            _ => fields.report("provision", node.span, "`provision` is no map of roles", ""),
        }
    }
    let otherwise = match fields.node("otherwise") {
        Some(node) => {
            let mut inner = Fields::new(file, node);
            let otherwise = act(file, &mut inner);
            fields.absorb(inner.finish());
            otherwise
        }
        None => Act { say: "done".to_owned(), ..Act::default() },
    };
    let faults = fields.finish();
    if faults.is_empty() { Ok(Script { operations, provision, otherwise }) } else { Err(faults) }
}

fn line<'a>(file: &'a str, node: &'a Node, outer: &mut Fields<'a>) -> Option<Line> {
    let mut fields = Fields::new(file, node);
    fields.require("as");
    let role = fields.text("as");
    let task = fields.text("task").map(|text| text.value);
    let repeat = fields.integer("repeat", 1..=100_000).and_then(|n| u32::try_from(n).ok()).unwrap_or(1);
    let act = act(file, &mut fields);
    outer.absorb(fields.finish());
    let role = role?;
    Some(Line { line: role.span.line, role: role.value, task, repeat, act })
}

fn act<'a>(file: &'a str, fields: &mut Fields<'a>) -> Act {
    let say = fields.text("say").map(|text| text.value).unwrap_or_default();
    let mut plan = Vec::new();
    for node in fields.list("plan").unwrap_or_default() {
        plan.extend(planned(file, node, fields));
    }
    let mut spawn: Vec<Value> = fields.list("spawn").unwrap_or_default().iter().map(value).collect();
    if let Some(claim) = fields.text("claim") {
        // A false identity travels inside the payload, where nobody looks for one.
        for payload in &mut spawn {
            if let Some(payload) = payload.as_object_mut() {
                payload.insert("requester_role".to_owned(), Value::String(claim.value.clone()));
            }
        }
    }
    spawn.extend(fields.list("emit").unwrap_or_default().iter().map(value));
    let mut calls = Vec::new();
    for node in fields.list("calls").unwrap_or_default() {
        calls.extend(call(file, node, fields));
    }
    let verdict = fields.node("verdict").map(value);
    let result = fields.node("result").map(value).or(verdict);
    Act {
        say,
        plan,
        spawn,
        calls,
        result,
        escalate: fields.text("escalate").map(|text| text.value),
        takes: duration(fields, "takes").unwrap_or_default(),
        fail: fields.text("fail").map(|text| text.value),
        hang: fields.flag("hang").unwrap_or(false),
    }
}

fn planned<'a>(file: &'a str, node: &'a Node, outer: &mut Fields<'a>) -> Option<Planned> {
    let mut fields = Fields::new(file, node);
    for key in ["id", "task", "assignee"] {
        fields.require(key);
    }
    let mut text = |key: &'a str| fields.text(key).map(|text| text.value);
    let (id, task, assignee) = (text("id"), text("task"), text("assignee"));
    let depends = fields.texts("depends").unwrap_or_default();
    fields.texts("scope");
    outer.absorb(fields.finish());
    let depends = depends.into_iter().map(|text| text.value).collect();
    Some(Planned { id: id?, task: task?, assignee: assignee?, depends })
}

fn call<'a>(file: &'a str, node: &'a Node, outer: &mut Fields<'a>) -> Option<Call> {
    let mut fields = Fields::new(file, node);
    fields.require("tool");
    let tool = fields.text("tool");
    let arguments = fields.node("arguments").map_or_else(|| Value::Object(serde_json::Map::new()), value);
    outer.absorb(fields.finish());
    Some(Call { tool: tool?.value, arguments })
}

fn one_provision<'a>(file: &'a str, node: &'a Node, outer: &mut Fields<'a>) -> Provision {
    let mut fields = Fields::new(file, node);
    let takes = duration(&mut fields, "takes").unwrap_or_default();
    let fails = fields.text("fails").map(|text| text.value);
    outer.absorb(fields.finish());
    Provision { takes, fails }
}

/// The node as JSON, as a model would send it.
fn value(node: &Node) -> Value {
    match &node.kind {
        Kind::Map(entries) => entries.iter().map(|entry| (entry.key.clone(), value(&entry.value))).collect(),
        Kind::List(items) => items.iter().map(value).collect(),
        Kind::Text { value, .. } => Value::String(value.clone()),
        Kind::Number(text) => serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone())),
        Kind::Bool(flag) => Value::Bool(*flag),
        Kind::Null => Value::Null,
    }
}
