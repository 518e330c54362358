//! Packs, their roles and the keys that are trusted.

use domain::pack::Diagnostic;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The installed packs.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PackList {}

/// An installed pack.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PackRow {
    /// The pack.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Its title.
    pub name: String,
    /// Who signed it.
    pub publisher: String,
    /// The key that it was verified with.
    pub fingerprint: String,
    /// When it was signed, RFC 3339.
    pub published: String,
    /// When it was installed, RFC 3339.
    pub installed_at: String,
    /// Its roles.
    pub roles: u32,
    /// How many of them state their tools.
    pub roles_with_tools: u32,
    /// Whether this version is hired from.
    pub current: bool,
    /// Why it can no longer be used: its files are not what was signed.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
}

/// Reads a folder as a pack and says what is wrong with it. Needs no signature.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PackCheck {
    /// The folder, or one role file.
    pub path: String,
}

/// What a check found.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PackReport {
    /// Role files found.
    pub found: u32,
    /// Those without an error.
    pub valid: u32,
    /// Everything there is to say, in the order of files and lines.
    pub diagnostics: Vec<Diagnostic>,
    /// The roles that could be read.
    pub roles: Vec<RoleView>,
}

/// Compares a pack with its signature.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PackVerify {
    /// The folder.
    pub path: String,
}

/// A pack whose signature holds.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PackVerified {
    /// The pack.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Who signed it.
    pub publisher: String,
    /// The key that it was verified with.
    pub fingerprint: String,
    /// When it was signed, RFC 3339.
    pub published: String,
    /// Files under the signature.
    pub files: u32,
    /// What the signature does not cover, where it is of a foreign format.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caveat: Option<String>,
}

/// Verifies a pack and installs it, whole or not at all.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PackInstall {
    /// The folder.
    pub path: String,
}

/// The keys that are trusted.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PackPublishers {}

/// A trusted key.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Publisher {
    /// The name that stands in signatures.
    pub name: String,
    /// SHA-256 of the key, hex.
    pub fingerprint: String,
    /// Since when, RFC 3339; nothing for the key that is compiled in.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added_at: Option<String>,
}

/// Trusts a publisher's key.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PackTrust {
    /// The public key, PEM.
    pub pem: String,
    /// The publisher's name; the file's name by default.
    pub name: String,
}

/// The roles of installed packs.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RoleList {}

/// A role, as a catalogue shows it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RoleRow {
    /// The full name, `pack/role`.
    pub id: String,
    /// The pack's version.
    pub pack_version: String,
    /// Its title.
    pub name: String,
    /// Its level.
    pub level: String,
    /// Its department.
    pub department: String,
    /// One sentence.
    pub summary: String,
    /// Whether the role states its tools.
    pub states_tools: bool,
}

/// One role, whole.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RoleShow {
    /// The full name, or a bare one that is unique.
    pub role: String,
}

/// A role with what each field does.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RoleView {
    /// The full name, `pack/role`.
    pub id: String,
    /// The role's version.
    pub version: String,
    /// Its title.
    pub name: String,
    /// Its level.
    pub level: String,
    /// Its department.
    pub department: String,
    /// One sentence.
    pub summary: String,
    /// The file within the pack.
    pub file: String,
    /// Every field of a header, stated or not.
    pub fields: Vec<FieldRow>,
    /// What the model is told, before names are put in.
    pub body: String,
}

/// One field of a header.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct FieldRow {
    /// Its key.
    pub field: String,
    /// `enforced`, `scored`, `read`, `told`, `descriptive` or `identity`.
    pub status: String,
    /// What it does.
    pub meaning: String,
    /// What the role says: nothing if the field is unset, an empty list if it is empty.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
}
