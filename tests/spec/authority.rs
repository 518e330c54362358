//! Who may call which tool.

mod approvals;
mod cases;
mod door;
mod files;
mod laws;
mod second;
mod state;
