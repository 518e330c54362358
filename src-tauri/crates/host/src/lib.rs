//! All of Bailiwick that touches the world.

pub mod bus;
pub mod clock;
pub mod lock;
pub mod pack_dir;
pub mod store;
