//! `pack.json`: what a pack says about itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::diagnostic::Diagnostic;
use super::note::Publisher;
use super::yaml::{Fields, Kind, Node, read_json};
use crate::ids::{PackId, ServerId};

/// The manifest's path within a pack.
pub const MANIFEST_FILE: &str = "pack.json";

/// A pack's manifest, read strictly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The pack.
    pub id: PackId,
    /// Its title.
    pub name: String,
    /// Its version.
    pub version: semver::Version,
    /// Who signs it.
    pub publisher: Publisher,
    /// Under which terms it may be used.
    pub license: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Where more is to be found.
    pub homepage: Option<String>,
    /// Slots for servers that a person binds, and the tools that each is expected to offer.
    pub requires: BTreeMap<ServerId, Vec<String>>,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// *Errors:* every fault of it, with its place.
    pub fn read(bytes: &[u8]) -> Result<Self, Vec<Diagnostic>> {
        let root = read_json(MANIFEST_FILE, bytes)?;
        let mut fields = Fields::new(MANIFEST_FILE, &root);
        let manifest = manifest(&mut fields);
        let faults = fields.finish();
        match manifest {
            Some(manifest) if faults.is_empty() => Ok(manifest),
            _ => Err(faults),
        }
    }
}

fn manifest(fields: &mut Fields<'_>) -> Option<Manifest> {
    for key in ["id", "name", "version", "publisher"] {
        fields.require(key);
    }
    let id = fields.parsed::<PackId>("id");
    let name = fields.text("name");
    let version = fields.parsed::<semver::Version>("version");
    let publisher = fields.parsed::<Publisher>("publisher");
    let mut text = |key: &'static str| fields.text(key).map(|text| text.value);
    let (license, description, homepage) = (text("license"), text("description"), text("homepage"));
    let requires = fields.node("requires").map(|node| slots(fields, node)).unwrap_or_default();
    Some(Manifest {
        id: id?.value,
        name: name?.value,
        version: version?.value,
        publisher: publisher?.value,
        license,
        description,
        homepage,
        requires,
    })
}

fn slots<'a>(fields: &mut Fields<'a>, node: &'a Node) -> BTreeMap<ServerId, Vec<String>> {
    let mut inner = Fields::new(fields.file(), node);
    let mut slots = BTreeMap::new();
    let entries = if let Kind::Map(entries) = &node.kind { entries.as_slice() } else { &[] };
    for entry in entries {
        let tools = inner.texts(&entry.key).unwrap_or_default();
        match entry.key.parse::<ServerId>() {
            Ok(slot) => {
                slots.insert(slot, tools.into_iter().map(|tool| tool.value).collect());
            }
            Err(why) => inner.report("wrong-value", entry.key_span, &why.to_string(), ""),
        }
    }
    fields.absorb(inner.finish());
    slots
}
