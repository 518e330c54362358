//! One binary: everything that is tested across crates.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    unreachable_pub,
    reason = "a test that falls has found something"
)]

mod cli;
mod contract;
mod journeys;
mod mcp;
mod spec;
mod store;
mod tidy;
