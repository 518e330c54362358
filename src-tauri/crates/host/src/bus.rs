//! Committed facts on their way to the fronts.
//!
//! The newest are kept; a front that was away asks for all since the last one that it saw. One that was away
//! for longer than that is told to ask for everything anew, so that nothing is missed in silence.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use domain::event::{Event, Fact};
use domain::ids::CompanyId;
use jiff::Timestamp;
use tokio::sync::{mpsc, watch};

/// Events kept for fronts that were away.
const KEPT: usize = 8192;
/// Events on their way to one front; a slower one is served from what is kept.
const ON_THE_WAY: usize = 256;

/// A fact whose transaction is about to commit.
#[derive(Debug, Clone)]
pub(crate) struct Published {
    pub seq: Option<u64>,
    pub at: Timestamp,
    pub company_id: Option<CompanyId>,
    pub fact: Fact,
}

/// The events of this host.
#[derive(Debug, Clone)]
pub struct Bus(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    kept: Mutex<Kept>,
    newest: watch::Sender<u64>,
}

#[derive(Debug)]
struct Kept {
    next: u64,
    events: VecDeque<Event>,
}

impl Bus {
    /// An empty bus. `start` lies above the orders of any host before: microseconds of the clock do.
    pub(crate) fn new(start: Timestamp) -> Self {
        let next = u64::try_from(start.as_microsecond()).unwrap_or(1);
        let kept = Mutex::new(Kept { next, events: VecDeque::new() });
        Self(Arc::new(Shared { kept, newest: watch::channel(next.saturating_sub(1)).0 }))
    }

    /// Gives committed facts their places and tells the fronts. Called after the commit, in its order.
    pub(crate) fn publish(&self, facts: Vec<Published>) {
        if facts.is_empty() {
            return;
        }
        let newest = {
            let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
            for Published { seq, at, company_id, fact } in facts {
                let order = kept.next;
                kept.next += 1;
                kept.events.push_back(Event { seq, order, at, company_id, fact });
            }
            let surplus = kept.events.len().saturating_sub(KEPT);
            kept.events.drain(..surplus);
            kept.next - 1
        };
        self.0.newest.send_replace(newest);
    }

    /// The place of the newest event.
    pub fn newest(&self) -> u64 {
        *self.0.newest.borrow()
    }

    /// All events after `since`, and those to come; only those to come where `since` is not yet reached.
    pub fn watch(&self, since: u64) -> mpsc::Receiver<Event> {
        let (sender, receiver) = mpsc::channel(ON_THE_WAY);
        let bus = self.clone();
        tokio::spawn(async move { bus.feed(since.min(bus.newest()), &sender).await });
        receiver
    }

    async fn feed(&self, mut since: u64, front: &mpsc::Sender<Event>) {
        let mut newest = self.0.newest.subscribe();
        loop {
            newest.mark_unchanged();
            for event in self.after(since) {
                since = event.order;
                if front.send(event).await.is_err() {
                    return;
                }
            }
            tokio::select! {
                changed = newest.changed() => if changed.is_err() { return },
                () = front.closed() => return,
            }
        }
    }

    fn after(&self, since: u64) -> Vec<Event> {
        let kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest = kept.events.front().map_or(kept.next, |event| event.order);
        if since + 1 < oldest {
            let order = kept.next - 1;
            let at = kept.events.back().map_or(Timestamp::UNIX_EPOCH, |event| event.at);
            return vec![Event { seq: None, order, at, company_id: None, fact: Fact::Resync {} }];
        }
        let from = kept.events.partition_point(|event| event.order <= since);
        kept.events.range(from..).take(ON_THE_WAY).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact() -> Published {
        Published { seq: None, at: Timestamp::UNIX_EPOCH, company_id: None, fact: Fact::PackChanged {} }
    }

    #[tokio::test]
    async fn a_front_that_was_away_misses_nothing() {
        let bus = Bus::new(Timestamp::from_microsecond(1000).unwrap());
        bus.publish(vec![fact(), fact(), fact()]);
        let mut front = bus.watch(1000);
        assert_eq!(front.recv().await.unwrap().order, 1001);
        assert_eq!(front.recv().await.unwrap().order, 1002);
        bus.publish(vec![fact()]);
        assert_eq!(front.recv().await.unwrap().order, 1003);
    }

    #[tokio::test]
    async fn one_that_was_away_too_long_or_knew_another_host_asks_anew() {
        let bus = Bus::new(Timestamp::from_microsecond(1000).unwrap());
        for _ in 0..=KEPT {
            bus.publish(vec![fact()]);
        }
        let mut front = bus.watch(3);
        let event = front.recv().await.unwrap();
        assert!(matches!(event.fact, Fact::Resync {}));
        assert_eq!(event.order, bus.newest());
    }

    #[tokio::test]
    async fn a_front_that_starts_now_hears_only_what_comes() {
        let bus = Bus::new(Timestamp::from_microsecond(1000).unwrap());
        bus.publish(vec![fact()]);
        let mut front = bus.watch(u64::MAX);
        tokio::task::yield_now().await;
        bus.publish(vec![fact()]);
        assert_eq!(front.recv().await.unwrap().order, 1001);
    }
}
