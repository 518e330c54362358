//! `overlay.json`: how the roles of a pack are run, apart from what they are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::diagnostic::{Diagnostic, Span};
use super::yaml::{Fields, Kind, Node, read_json};
use crate::ids::{ModeId, RoleId};

/// The overlay's path within a pack.
pub const OVERLAY_FILE: &str = "overlay.json";

/// What the overlay says of each role.
pub type Overlay = BTreeMap<RoleId, RoleOverlay>;

/// How one role is run. Lists have three states.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleOverlay {
    /// The model that it wants.
    pub model: Option<String>,
    /// How hard the model is to think.
    pub effort: Option<String>,
    /// The modes that it runs in where none are named.
    pub default_modes: Option<Vec<ModeId>>,
    /// The only modes that it may run in: unset is any, `[]` is none.
    pub modes_allow: Option<Vec<ModeId>>,
    /// Whether it can be picked at all.
    pub active: bool,
    /// Told to the model; grants nothing.
    pub authority: Option<String>,
    /// Told to the model; forbids nothing.
    pub boundaries: Option<String>,
}

impl Default for RoleOverlay {
    fn default() -> Self {
        Self {
            model: None,
            effort: None,
            default_modes: None,
            modes_allow: None,
            active: true,
            authority: None,
            boundaries: None,
        }
    }
}

/// An overlay and the place of each role's entry in it.
pub(super) struct Placed {
    pub overlay: Overlay,
    pub places: BTreeMap<RoleId, Span>,
}

/// Reads an overlay.
///
/// *Errors:* every fault of it, with its place.
pub(super) fn read(bytes: &[u8]) -> Result<Placed, Vec<Diagnostic>> {
    let root = read_json(OVERLAY_FILE, bytes)?;
    let mut fields = Fields::new(OVERLAY_FILE, &root);
    fields.require("roles");
    let placed = fields.node("roles").map(|node| roles(&mut fields, node));
    let faults = fields.finish();
    match placed {
        Some(placed) if faults.is_empty() => Ok(placed),
        _ => Err(faults),
    }
}

fn roles<'a>(fields: &mut Fields<'a>, node: &'a Node) -> Placed {
    let mut placed = Placed { overlay: Overlay::new(), places: BTreeMap::new() };
    let Kind::Map(entries) = &node.kind else {
        fields.report("wrong-type", node.span, "`roles` is no map of role ids", "");
        return placed;
    };
    for entry in entries {
        let mut inner = Fields::new(fields.file(), &entry.value);
        let role = role(&mut inner);
        fields.absorb(inner.finish());
        match entry.key.parse::<RoleId>() {
            Ok(id) => {
                placed.places.insert(id.clone(), entry.key_span);
                placed.overlay.insert(id, role);
            }
            Err(why) => fields.report("wrong-value", entry.key_span, &why.to_string(), ""),
        }
    }
    placed
}

fn role(fields: &mut Fields<'_>) -> RoleOverlay {
    let mut text = |key: &'static str| fields.text(key).map(|text| text.value);
    let (model, effort) = (text("model"), text("effort"));
    let (authority, boundaries) = (text("authority"), text("boundaries"));
    let mut list_of = |key: &'static str| {
        fields
            .parsed_list::<ModeId>(key)
            .map(|list| list.into_iter().map(|mode| mode.value).collect::<Vec<_>>())
    };
    let (default_modes, modes_allow) = (list_of("default_modes"), list_of("modes_allow"));
    outside(fields, default_modes.as_deref(), modes_allow.as_deref());
    let active = fields.flag("active").unwrap_or(true);
    RoleOverlay { model, effort, default_modes, modes_allow, active, authority, boundaries }
}

/// A default that the role may not run in is a contradiction.
fn outside(fields: &mut Fields<'_>, defaults: Option<&[ModeId]>, allowed: Option<&[ModeId]>) {
    let (Some(defaults), Some(allowed)) = (defaults, allowed) else { return };
    for mode in defaults.iter().filter(|mode| !allowed.contains(mode)) {
        let message = format!("the default mode `{mode}` is not among `modes_allow`");
        fields.report(
            "mode-not-allowed",
            fields.place("default_modes"),
            &message,
            "allow it, or take it out",
        );
    }
}
