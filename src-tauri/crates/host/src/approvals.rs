//! Questions that wait for a person.
//!
//! An approval is bound to employee, tool, canonical arguments, pin and the rules that matched. It lies in the
//! store from the moment it is asked, so that every front sees it; the call that waits holds one end of a
//! channel.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::authority::{Approved, Decision};
use domain::ids::ApprovalId;
use domain::tool::Tool;
use tokio::sync::oneshot;

use crate::gate::{Arguments, Caller, record};
use crate::store::{Store, StoreError};

/// What came of a question.
pub(crate) enum Verdict {
    /// A person allowed this call, once.
    Allowed(Box<Approved>),
    /// A person said no.
    Denied,
    /// Nobody answered in time.
    Expired,
}

/// The approvals that calls of this process wait for.
pub struct Approvals {
    waiting: Mutex<HashMap<ApprovalId, oneshot::Sender<bool>>>,
    deadline: Duration,
}

impl Approvals {
    pub(crate) fn new(deadline: Duration) -> Self {
        Self { waiting: Mutex::default(), deadline }
    }

    /// Commits the question, so that a person can see it.
    pub(crate) async fn ask(
        self: &Arc<Self>,
        store: &Store,
        caller: &Caller,
        tool: &Tool,
        arguments: &Arguments,
        decision: &Decision,
    ) -> Result<Asked, StoreError> {
        let (sender, answer) = oneshot::channel();
        let id: ApprovalId = crate::new_id()?;
        self.lock().insert(id.clone(), sender);
        let asked = Asked {
            approvals: Arc::clone(self),
            store: store.clone(),
            caller: caller.clone(),
            approved: Approved::new(id.clone(), &caller.employee, tool, arguments.digest(), decision),
            id,
            answer,
        };
        record::asked(store, caller, tool, arguments, decision, &asked.id, self.deadline).await?;
        Ok(asked)
    }

    /// Wakes the call that waits. Without one (its process ended) the answer stands in the store alone.
    pub(crate) fn answered(&self, id: &ApprovalId, allow: bool) {
        if let Some(waiting) = self.lock().remove(id) {
            let _ = waiting.send(allow);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<ApprovalId, oneshot::Sender<bool>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A committed question.
pub(crate) struct Asked {
    approvals: Arc<Approvals>,
    store: Store,
    caller: Caller,
    approved: Approved,
    id: ApprovalId,
    answer: oneshot::Receiver<bool>,
}

impl Asked {
    /// Waits for a person or the deadline. A passed deadline is recorded as such, never as a person's no.
    pub(crate) async fn answer(mut self) -> Verdict {
        match tokio::time::timeout(self.approvals.deadline, &mut self.answer).await {
            Ok(Ok(true)) => Verdict::Allowed(Box::new(self.approved)),
            Ok(_) => Verdict::Denied,
            Err(_) => self.expire().await,
        }
    }

    async fn expire(mut self) -> Verdict {
        let expired = record::expired(&self.store, &self.caller, &self.id).await;
        self.approvals.lock().remove(&self.id);
        // An answer that was committed first counts, even if it arrives here a moment late.
        match (expired, self.answer.try_recv()) {
            (Ok(false), Ok(true)) => Verdict::Allowed(Box::new(self.approved)),
            (Ok(false), Ok(false)) => Verdict::Denied,
            _ => Verdict::Expired,
        }
    }
}
