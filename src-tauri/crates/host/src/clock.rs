//! The time, which tests can turn by hand.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;

/// Tells the time.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(Arc::new(Timestamp::now))
    }

    /// A clock that tells what `time` gives.
    pub fn of(time: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(time))
    }

    /// Now.
    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}
