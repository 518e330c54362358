//! Levels, reporting lines and who may manage whom.

mod level;
mod reporting;

pub use level::{Level, LevelError};
pub use reporting::{Candidate, Forbidden, ManagerError, Position, choose_manager, forbids};
