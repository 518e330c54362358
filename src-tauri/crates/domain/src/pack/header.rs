//! The header of a role: what each field says, and what the product does with it.

mod readers;
mod values;

use readers::{
    cadences, context_window, decision_authority, delegates, duty, emits, entries, files, level, line,
    model_tier, modes, references, required_entries, required_line, role_id, temperature, tools, version,
    words,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
pub use values::{
    Cadence, DecisionAuthority, Delegate, Duty, Entry, Files, ModelTier, Reference, ResultName,
};

use super::diagnostic::Diagnostic;
use super::yaml::{Fields, Node};
use crate::ids::{ModeId, RoleId};
use crate::org::Level;
use crate::tool::Tool;

/// What the product does with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It names the role.
    Identity,
    /// The runtime holds employees to it.
    Enforced,
    /// It orders those who may.
    Scored,
    /// A program reads it as a wish.
    Read,
    /// `pack check` holds the role to it.
    Checked,
    /// It goes into the prompt and binds nobody.
    Told,
    /// People read it; no program acts on it.
    Descriptive,
}

impl Status {
    /// The word that screens and tables show.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Identity => "identity",
            Status::Enforced => "enforced",
            Status::Scored => "scored",
            Status::Read => "read",
            Status::Checked => "checked",
            Status::Told => "told",
            Status::Descriptive => "descriptive",
        }
    }
}

/// One row of the table of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// What may stand there.
    pub form: &'static str,
    /// What the product does with it.
    pub status: Status,
    /// What it means, in one sentence.
    pub meaning: &'static str,
}

/// A field that must be there holds its value, any other perhaps none.
macro_rules! field_type {
    (required $type:ty) => { $type };
    (optional $type:ty) => { Option<$type> };
}

macro_rules! field_value {
    (required $field:ident) => {
        $field?
    };
    (optional $field:ident) => {
        $field
    };
}

/// Declares the header once: its type, its reader and the table that people see.
macro_rules! role_header {
    ($( #[doc = $meaning:literal] $need:ident $field:ident: $type:ty, $read:expr, $form:literal, $status:ident; )*) => {
        /// A role's header, read strictly.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub struct RoleHeader {
            $( #[doc = $meaning] pub $field: field_type!($need $type), )*
            /// The keys that begin with `x-`, kept and without effect.
            pub notes: Vec<String>,
        }

        /// Every field of a header, in the order in which it is shown.
        pub const FIELDS: &[Field] = &[$( Field {
            name: stringify!($field),
            form: $form,
            status: Status::$status,
            meaning: $meaning.trim_ascii(),
        } ),*];

        fn read_fields(fields: &mut Fields<'_>) -> Option<RoleHeader> {
            $( let $field: Option<$type> = $read(fields, stringify!($field)); )*
            let notes = fields.notes().iter().map(|entry| entry.key.clone()).collect();
            Some(RoleHeader { $( $field: field_value!($need $field), )* notes })
        }
    };
}

role_header! {
    /// The role's name within its pack. The file's name never stands in for it, and it never becomes a path.
    required id: RoleId, role_id, "kebab-case text, required", Identity;
    /// What people call the role.
    required name: String, required_line, "text, required", Identity;
    /// The role's own version.
    required version: semver::Version, version, "quoted version, required", Identity;
    /// What the role is for, in a sentence.
    optional summary: String, line, "text", Identity;
    /// Rank: whom the role may manage, and whether it can be hired.
    required level: Level, level, "board, officer, senior-management, management, supervisor, lead, ic or system; required", Enforced;
    /// Where the role belongs in a company.
    optional department: String, line, "text", Descriptive;
    /// Who may be its manager; hiring finds the manager by it.
    optional reports_to: Vec<Reference>, references, "list of role ids, board, human", Enforced;
    /// Whom the role manages as a rule.
    optional manages: Vec<Reference>, references, "list of role ids, board, human", Descriptive;
    /// Tools that the role may call. Unset leaves it to other layers, `[]` is none.
    optional tools_allowed: Vec<Entry>, required_entries, "list of patterns, required", Enforced;
    /// Tools for which a person is asked at each call.
    optional tools_ask: Vec<Entry>, entries, "list of patterns", Enforced;
    /// Tools that the role may not call.
    optional tools_denied: Vec<Entry>, entries, "list of patterns", Enforced;
    /// Files that the role is meant to read and write.
    optional files: Files, files, "{ read: [globs], write: [globs] }", Descriptive;
    /// What the role does in a play.
    optional duty: Duty, duty, "orchestrate, plan, produce, verify or serve", Descriptive;
    /// Whom the role is meant to hand work to.
    optional delegates_to: Vec<Delegate>, delegates, "list of role ids or duty:NAME", Descriptive;
    /// The results that the role may hand in; others are refused, an escalation is always taken.
    optional emits: Vec<ResultName>, emits, "list of names of result types", Enforced;
    /// Who hears of what the role may not decide.
    optional escalates_to: Vec<Reference>, references, "list of role ids, human", Descriptive;
    /// How far the role's decisions are meant to reach.
    optional decision_authority: DecisionAuthority, decision_authority, "final, executive, delegated or advisory", Descriptive;
    /// What the role is good at.
    optional capabilities: Vec<String>, words, "list of text", Descriptive;
    /// How able a model the role wants.
    optional preferred_model_tier: ModelTier, model_tier, "high, mid or low", Descriptive;
    /// Model providers that the role wants, best first.
    optional preferred_providers: Vec<String>, words, "list of text", Descriptive;
    /// Model providers to turn to after those.
    optional fallback_providers: Vec<String>, words, "list of text", Descriptive;
    /// Tokens of context that the role wants.
    optional preferred_context_window: u32, context_window, "whole number", Descriptive;
    /// How freely a model should choose its words.
    optional temperature: f64, temperature, "number from 0 to 2", Descriptive;
    /// Work that comes round.
    optional cadences: Vec<Cadence>, cadences, "list of { type, every, time }", Descriptive;
    /// The shape of its answers, told to the model.
    optional output_format: String, line, "text", Told;
    /// What its work is measured by, told to the model.
    optional kpis: Vec<String>, words, "list of text", Told;
    /// Ways of working that the role can be run in. Unset is any, `[]` is none.
    optional modes: Vec<ModeId>, modes, "list of mode ids", Descriptive;
    /// Tools that must come out allowed or asked with this role alone.
    optional allows: Vec<Tool>, tools, "list of server/tool", Checked;
    /// Tools that must come out refused with this role alone.
    optional refuses: Vec<Tool>, tools, "list of server/tool", Checked;
    /// Under which terms the file may be used.
    optional license: String, line, "text", Descriptive;
    /// Who wrote it.
    optional author: String, line, "text", Descriptive;
}

impl RoleHeader {
    /// Reads a header.
    ///
    /// *Errors:* every fault of it, with its place in `file`.
    pub fn read(file: &str, header: &Node) -> Result<Self, Vec<Diagnostic>> {
        let mut fields = Fields::new(file, header);
        let read = read_fields(&mut fields);
        let faults = fields.finish();
        match read {
            Some(header) if faults.is_empty() => Ok(header),
            _ => Err(faults),
        }
    }

    /// What a field says: nothing if it is unset, an empty list if it is empty.
    pub fn value(&self, field: &str) -> Option<serde_json::Value> {
        let list = |entries: &Option<Vec<Entry>>| {
            entries.as_ref().map(|list| list.iter().map(|entry| entry.pattern.to_string()).collect())
        };
        match field {
            "tools_allowed" => list(&self.tools_allowed),
            "tools_ask" => list(&self.tools_ask),
            "tools_denied" => list(&self.tools_denied),
            _ => serde_json::to_value(self).ok()?.get(field).filter(|value| !value.is_null()).cloned(),
        }
    }
}

/// The table of fields in Markdown, as `roles/README.md` shows it.
pub fn field_table() -> String {
    let mut table = String::from(
        "| field | what may stand there | what the product does with it | meaning |\n|---|---|---|---|\n",
    );
    for field in FIELDS {
        let row = format!(
            "| `{}` | {} | {} | {} |\n",
            field.name,
            field.form,
            field.status.as_str(),
            field.meaning
        );
        table.push_str(&row);
    }
    table
}
