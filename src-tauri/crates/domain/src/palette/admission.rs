//! The one door into a running graph.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::{Limits, Reason, Refusal, SpawnCount};
use crate::ids::OperationId;

/// The graph of a run, as far as admission needs it. What is serialized is the checkpoint.
#[derive(Debug, Clone, Serialize)]
pub struct Admission {
    max_spawn: u32,
    max_depth: u32,
    max_spawn_per_minute: u32,
    used: u32,
    nodes: BTreeMap<OperationId, Node>,
    #[serde(skip)]
    of_late: VecDeque<Timestamp>,
}

#[derive(Debug, Clone, Serialize)]
struct Node {
    depth: u32,
    /// The nodes that it waits for.
    waits_for: BTreeSet<OperationId>,
}

/// A child that wants in.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Its id.
    pub id: OperationId,
    /// Who asked for it.
    pub emitter: Option<OperationId>,
    /// Whether it starts before its asker has ended.
    pub independent: bool,
    /// Operations that have to wait for it.
    pub before: Vec<OperationId>,
    /// Whether it comes of the very request that was taken in before.
    pub repeats: bool,
}

impl Admission {
    /// An empty graph with its limits.
    pub fn new(limits: &Limits) -> Self {
        Self {
            max_spawn: limits.max_spawn,
            max_depth: limits.max_depth,
            max_spawn_per_minute: limits.max_spawn_per_minute,
            used: 0,
            nodes: BTreeMap::new(),
            of_late: VecDeque::new(),
        }
    }

    /// Adds a node of the plan, which is no spawn.
    pub fn plan(&mut self, id: OperationId, waits_for: &[OperationId]) {
        let waits_for = waits_for.iter().filter(|other| self.nodes.contains_key(*other)).cloned().collect();
        self.nodes.insert(id, Node { depth: 0, waits_for });
    }

    /// Lets a child in, and counts it; or says why not, and the graph is as before.
    pub fn admit(&mut self, candidate: &Candidate, now: Timestamp) -> Result<(), Refusal> {
        if candidate.repeats || self.nodes.contains_key(&candidate.id) {
            return Err(refusal(Reason::Duplicate, "the same request was taken in before"));
        }
        if self.used >= self.max_spawn {
            return Err(refusal(Reason::MaxSpawnExceeded, &format!("{} spawns are used", self.used)));
        }
        let emitter = candidate.emitter.as_ref();
        let depth = emitter.and_then(|id| self.nodes.get(id)).map_or(0, |node| node.depth) + 1;
        if depth > self.max_depth {
            let detail = format!("it would be generation {depth}, and {} are allowed", self.max_depth);
            return Err(refusal(Reason::MaxDepthExceeded, &detail));
        }
        self.forget_before(now);
        if self.of_late.len() >= usize::try_from(self.max_spawn_per_minute).unwrap_or(usize::MAX) {
            let detail = format!("{} spawns came within a minute", self.of_late.len());
            return Err(refusal(Reason::VelocityExceeded, &detail));
        }
        let edge = emitter.filter(|id| !candidate.independent && self.nodes.contains_key(*id));
        let waits_for = edge.cloned().into_iter().collect();
        self.nodes.insert(candidate.id.clone(), Node { depth, waits_for });
        for waiting in &candidate.before {
            if let Some(node) = self.nodes.get_mut(waiting) {
                node.waits_for.insert(candidate.id.clone());
            }
        }
        if self.waits_for_itself(&candidate.id) {
            self.take_back(candidate);
            return Err(refusal(Reason::Cycle, &format!("{} would wait for itself", candidate.id)));
        }
        self.used += 1;
        self.of_late.push_back(now);
        Ok(())
    }

    /// The budget of spawns.
    pub fn count(&self) -> SpawnCount {
        SpawnCount { max: self.max_spawn, used: self.used }
    }

    fn take_back(&mut self, candidate: &Candidate) {
        self.nodes.remove(&candidate.id);
        for node in self.nodes.values_mut() {
            node.waits_for.remove(&candidate.id);
        }
    }

    fn forget_before(&mut self, now: Timestamp) {
        let minute = SignedDuration::from_secs(60);
        while self.of_late.front().is_some_and(|at| now.duration_since(*at) >= minute) {
            self.of_late.pop_front();
        }
    }

    fn waits_for_itself(&self, id: &OperationId) -> bool {
        let mut seen = BTreeSet::new();
        let mut look: Vec<&OperationId> =
            self.nodes.get(id).into_iter().flat_map(|node| &node.waits_for).collect();
        while let Some(next) = look.pop() {
            if next == id {
                return true;
            }
            if seen.insert(next) {
                look.extend(self.nodes.get(next).into_iter().flat_map(|node| &node.waits_for));
            }
        }
        false
    }
}

fn refusal(reason: Reason, detail: &str) -> Refusal {
    Refusal::new(reason, detail)
}
