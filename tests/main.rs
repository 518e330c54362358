//! One binary: everything that is tested across crates.

mod contract;
