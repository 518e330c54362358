//! Bailiwick's rules, deaf and blind: values and a timestamp in, values out.
//!
//! `SPEC.md` beside this crate numbers what holds. Nothing here waits, reads a clock, draws a random
//! number, opens a file or writes a log line.

pub mod audit;
pub mod authority;
pub mod event;
pub mod guard;
pub mod ids;
pub mod ledger;
pub mod org;
pub mod pack;
pub mod palette;
pub mod tool;
