//! host
pub mod bus;
pub mod clock;
pub mod lock;
pub mod store;
