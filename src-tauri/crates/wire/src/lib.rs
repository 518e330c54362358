//! What every front speaks: requests and their replies, failures, events.
//!
//! One list of methods ([`contract`]) feeds the Rust enum, the TypeScript map and the question which of
//! them only look and which act.

pub mod approval;
pub mod audit;
pub mod authority;
pub mod company;
pub mod contract;
pub mod employee;
pub mod envelope;
pub mod installation;
pub mod pack;
pub mod play;
pub mod server;
pub mod typescript;
pub mod violation;

pub use contract::{Kind, Method, Request};
pub use envelope::{Envelope, Failure, FailureCode};
