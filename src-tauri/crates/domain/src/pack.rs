//! Role packs: what a role file says, who signed it, and whether it may be believed.

mod diagnostic;
pub mod yaml;

pub use diagnostic::{Diagnostic, Severity, Span};
