//! Role packs: what a role file says, who signed it, and whether it may be believed.

mod body;
mod check;
mod diagnostic;
mod file;
mod header;
mod manifest;
mod mode;
mod note;
mod overlay;
mod role;
mod sign;
mod statement;
mod team_x;
mod trust;
mod verify;
pub mod yaml;

pub use body::{VARIABLES, Values, render};
pub use check::{Report, check};
pub use diagnostic::{Diagnostic, Severity, Span};
pub use file::{MAX_FILES, MAX_PACK_BYTES, PackFile, check_path, inspect};
pub use header::{
    Cadence, DecisionAuthority, Delegate, Duty, Entry, FIELDS, Field, Files, ModelTier, Reference,
    ResultName, RoleHeader, Status, field_table,
};
pub use manifest::{MANIFEST_FILE, Manifest};
pub use mode::Mode;
pub use note::{KeyError, Note, NoteError, Publisher, PublisherError, VerifierKey, sign as sign_note};
pub use overlay::{OVERLAY_FILE, Overlay, RoleOverlay};
pub use role::{Pack, Role};
pub use sign::sign;
pub use statement::{Differences, SIGNATURE_FILE, Statement, StatementError};
pub use team_x::{CAVEAT as TEAM_X_CAVEAT, TeamXError};
pub use trust::{SHIPPED_PACKS, SHIPPED_PUBLISHER, TrustError, TrustStore};
pub use verify::{Refused, Signed, Verified, verify, verify_signature};
