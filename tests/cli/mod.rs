//! The command line as its users meet it: the built program, a data folder, exit codes and JSON.

mod approvals;
mod authority;
mod bad_input;
mod gateway;
mod organization;
mod packs;
mod plays;
pub mod real;
mod record;
mod servers;

pub mod program;
