//! Who may call which tool. The same rules and the same tool always give the same decision, and nothing but
//! [`resolve`] makes a [`Permit`].

mod bits;
mod catalogue;
mod compile;
mod decision;
mod layer;
mod reach;
mod resolve;
mod rule;
mod snapshot;
mod story;
pub mod world;

pub use catalogue::{CatalogueEntry, ToolState};
pub use decision::{Class, Code, DecidingLayer, Decision, RuleRef, Told, TraceStep};
pub use layer::{Effect, Layer, Unlisted, Verdict, WordError};
pub use resolve::{Approved, Permit, Question, Resolved, resolve, verdict_of};
pub use rule::{EmployeePolicy, ListEntry, Policy, RoleLists, Rule, RuleId, Scope, Source};
pub use snapshot::Snapshot;
