//! The same refused call again is counted, not recorded anew.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use domain::authority::{Code, Decision};
use domain::ids::{EmployeeId, RunId, ViolationId};
use domain::tool::Tool;

use super::{Caller, Channel};

/// Keys kept at most; the oldest half goes when they are reached.
const MOST: usize = 4096;

/// The refusals of late. Forgotten when the process ends: the first repeat then opens a new violation.
#[derive(Default)]
pub(super) struct Breaker {
    seen: Mutex<(u64, HashMap<Key, Seen>)>,
}

/// What makes two attempts the same: who, where, what, and under which rules.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    employee: EmployeeId,
    channel: Channel,
    client: Option<String>,
    run: Option<RunId>,
    tool: Tool,
    digest: String,
    code: Code,
    revision: u64,
}

struct Seen {
    violation: ViolationId,
    at: u64,
}

/// Whether an attempt is a repeat.
pub(super) enum Repeat {
    /// Nothing like it was seen.
    First(Key),
    /// The violation that it repeats.
    Of(ViolationId),
}

impl Breaker {
    pub(super) fn seen(&self, caller: &Caller, tool: &Tool, digest: &str, decision: &Decision) -> Repeat {
        let key = Key {
            employee: caller.employee.clone(),
            channel: caller.channel,
            client: caller.client.clone(),
            run: caller.run.clone(),
            tool: tool.clone(),
            digest: digest.to_owned(),
            code: decision.code,
            revision: decision.policy_revision,
        };
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match seen.1.get(&key) {
            Some(seen) => Repeat::Of(seen.violation.clone()),
            None => Repeat::First(key),
        }
    }

    /// Keeps a violation that was committed, so that its repeats are counted.
    pub(super) fn remember(&self, first: Option<(Key, ViolationId)>) {
        let Some((key, violation)) = first else { return };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.0 += 1;
        let now = seen.0;
        if seen.1.len() >= MOST {
            let oldest_kept = now - (MOST as u64) / 2;
            seen.1.retain(|_, seen| seen.at >= oldest_kept);
        }
        seen.1.insert(key, Seen { violation, at: now });
    }
}
