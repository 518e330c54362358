//! Who is at work now.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use domain::ids::EmployeeId;

/// What somebody does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doing {
    /// A call is on its way.
    Working,
    /// A call waits for a person.
    Waiting,
}

/// How many calls each employee has under way: working, waiting.
#[derive(Debug, Clone, Default)]
pub(super) struct Busy(Arc<Mutex<HashMap<EmployeeId, (u32, u32)>>>);

/// Counts until it is dropped.
pub(super) struct Entered {
    busy: Busy,
    employee: EmployeeId,
    doing: Doing,
}

impl Busy {
    pub(super) fn enter(&self, employee: &EmployeeId, doing: Doing) -> Entered {
        self.change(employee, doing, 1);
        Entered { busy: self.clone(), employee: employee.clone(), doing }
    }

    pub(super) fn activity(&self, employee: &EmployeeId) -> &'static str {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).get(employee) {
            Some((_, waiting)) if *waiting > 0 => "waiting",
            Some((working, _)) if *working > 0 => "working",
            _ => "idle",
        }
    }

    fn change(&self, employee: &EmployeeId, doing: Doing, by: i32) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = all.entry(employee.clone()).or_default();
        let count = match doing {
            Doing::Working => &mut counts.0,
            Doing::Waiting => &mut counts.1,
        };
        *count = count.saturating_add_signed(by);
        if *counts == (0, 0) {
            all.remove(employee);
        }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.busy.change(&self.employee, self.doing, -1);
    }
}
