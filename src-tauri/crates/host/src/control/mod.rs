//! The control socket: how a second process speaks to the one that hosts the data folder.
//!
//! Lines of JSON. The first says who connects; a gateway connection can list and call, never act.

mod address;
mod peer;
mod remote;
mod serve;

use domain::ids::EmployeeId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use address::socket_path;
pub use remote::Remote;
pub(crate) use serve::serve;

/// A line is at most this long. *Units:* bytes.
const MAX_LINE: usize = 32 * 1024 * 1024;

/// The first line of a connection.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Hello {
    /// A person's front: window, browser, command line.
    Operator,
    /// An outside agent, which is one employee.
    Gateway { company: Option<String>, employee: String, client: Option<String> },
}

/// What a client sends.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Ask {
    /// Names the answer.
    pub n: u64,
    pub what: What,
}

/// What is asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    /// A request of the contract.
    Request(wire::Envelope),
    /// All events after this one, and those to come.
    Watch(u64),
    /// The window that shows this data folder comes forward.
    RaiseWindow,
    /// The tools of the connection's employee.
    Tools,
    /// A call by the connection's employee.
    Call { alias: String, arguments: Box<RawValue> },
}

/// What the host sends.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Said {
    /// The connection stands. For a gateway: as whom.
    Welcome(Option<EmployeeId>),
    /// An answer.
    Answer { n: u64, reply: Box<RawValue> },
    /// A no.
    Failed { n: u64, failure: wire::Failure },
    /// A committed fact, for a connection that watches.
    Event(Box<domain::event::Event>),
    /// A call waits, for this reason.
    Waits { n: u64, reason: String },
    /// The employee's list may have changed.
    ToolsChanged,
    /// The host ends.
    Bye,
}
