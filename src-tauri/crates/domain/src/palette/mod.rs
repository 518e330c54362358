//! Plays: who may take part, who may ask for more, and both budgets.
//!
//! Nothing but [`Router`] makes a [`Reservation`]. Nothing here waits: provisioning is the host's work.

mod admission;
mod catalogue;
mod check;
mod clause;
mod play;
mod refusal;
mod rehearsal;
mod request;
mod router;

pub use admission::{Admission, Candidate};
pub use catalogue::Catalogue;
pub use check::{CheckedPlay, Planning, check, examine};
pub use clause::{ClauseInput, with_clause};
pub use play::{Disposition, Expansion, Input, Limits, Palette, PaletteRole, Play, read_play};
pub use refusal::{PaletteCount, Reason, SpawnCount, detail};
pub use rehearsal::{Act, Call, Line, Planned, Provision, Script, read_script};
pub use request::{Emissions, OperationKind, Request, Route};
pub use router::{Emitter, Refusal, Reservation, Router, Step};
