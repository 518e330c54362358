//! Ways of working that a pack offers.

use serde::{Deserialize, Serialize};

use super::body;
use super::diagnostic::Diagnostic;
use super::yaml::{Document, Fields, read_role};
use crate::ids::ModeId;

/// A way of working, `modes/<mode>.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    /// The mode.
    pub id: ModeId,
    /// What people call it.
    pub name: String,
    /// What it is for, in a sentence.
    pub summary: Option<String>,
    /// Modes that cannot be taken together with it.
    pub conflicts: Vec<ModeId>,
    /// What the model is told.
    pub body: String,
    /// The file within the pack.
    pub file: String,
}

impl Mode {
    /// Whether the two cannot be taken together, whichever of them says so.
    pub fn conflicts_with(&self, other: &Mode) -> bool {
        self.conflicts.contains(&other.id) || other.conflicts.contains(&self.id)
    }

    /// Reads a mode's file, and what a person should look at in it.
    pub(super) fn read(file: &str, bytes: &[u8]) -> Result<(Self, Vec<Diagnostic>), Vec<Diagnostic>> {
        let document = read_role(file, bytes)?;
        let (mode, faults) = fields(file, &document);
        match mode {
            Some(mode) if faults.is_empty() => Ok((mode, document.warnings)),
            _ => Err([document.warnings, faults].concat()),
        }
    }
}

fn fields(file: &str, document: &Document) -> (Option<Mode>, Vec<Diagnostic>) {
    let mut fields = Fields::new(file, &document.header);
    fields.require("id");
    fields.require("name");
    let id = fields.parsed::<ModeId>("id");
    let name = fields.text("name");
    let summary = fields.text("summary").map(|text| text.value);
    let conflicts = fields.parsed_list::<ModeId>("conflicts").unwrap_or_default();
    let mut faults = fields.finish();
    faults.extend(body::check(file, &document.body, document.body_line));
    let mode = id.zip(name).map(|(id, name)| Mode {
        id: id.value,
        name: name.value,
        summary,
        conflicts: conflicts.into_iter().map(|mode| mode.value).collect(),
        body: document.body.clone(),
        file: file.to_owned(),
    });
    (mode, faults)
}
