//! Which tools of a catalogue each pattern meets, found once for each pattern.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::Effect;
use super::bits::Bits;
use super::catalogue::Catalogue;
use crate::tool::{Looks, Match, Pattern};

/// The tools that a rule meets. A set without members takes no room.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// Tools that it speaks of. Empty for an ambiguous entry.
    pub exact: Bits,
    /// Tools that a deny or an ask meets by look-alike only.
    pub alike: Bits,
    /// Tools that an allow entry would mean if it were not ambiguous.
    pub passed_over: Bits,
}

/// What is known of the patterns of a company, for as long as the catalogue stays.
#[derive(Debug, Default)]
pub(super) struct Reaches {
    looks: Arc<[Looks]>,
    found: Found,
}

/// The tools that patterns were found to meet, in an allow and otherwise.
#[derive(Debug, Default)]
pub(super) struct Found {
    allows: HashMap<Pattern, Arc<Reach>, RandomState>,
    others: HashMap<Pattern, Arc<Reach>, RandomState>,
}

impl Reaches {
    pub(super) fn over(catalogue: &Catalogue) -> Self {
        let looks = catalogue.entries.iter().map(|entry| Looks::of(&entry.tool)).collect();
        Self { looks, found: Found::default() }
    }

    /// The same catalogue, with no patterns but these.
    pub(super) fn with_only(&self, found: Found) -> Self {
        Self { looks: Arc::clone(&self.looks), found }
    }

    /// The tools that a rule of this effect and pattern meets, looked for where they are not known.
    pub(super) fn of(&self, catalogue: &Catalogue, effect: Effect, pattern: &Pattern) -> Arc<Reach> {
        if let Some(reach) = self.found.of(effect, pattern) {
            return Arc::clone(reach);
        }
        Arc::new(match effect {
            Effect::Allow => allowed(catalogue, pattern),
            Effect::Ask | Effect::Deny => met(catalogue, &self.looks, pattern),
        })
    }
}

impl Found {
    pub(super) fn of(&self, effect: Effect, pattern: &Pattern) -> Option<&Arc<Reach>> {
        match effect {
            Effect::Allow => self.allows.get(pattern),
            Effect::Ask | Effect::Deny => self.others.get(pattern),
        }
    }

    pub(super) fn keep(&mut self, effect: Effect, pattern: &Pattern, reach: Arc<Reach>) {
        match effect {
            Effect::Allow => self.allows.insert(pattern.clone(), reach),
            Effect::Ask | Effect::Deny => self.others.insert(pattern.clone(), reach),
        };
    }
}

/// The tools that an allow means; or, where a bare entry meets tools of several servers, none, and those passed
/// over.
fn allowed(catalogue: &Catalogue, pattern: &Pattern) -> Reach {
    let mut means = Bits::new(catalogue.entries.len());
    let mut servers = HashSet::new();
    for (number, entry) in
        catalogue.entries.iter().enumerate().filter(|(_, entry)| pattern.allows(&entry.tool))
    {
        means.insert(number);
        servers.insert(&entry.tool.server);
    }
    if pattern.is_bare() && servers.len() > 1 {
        Reach { passed_over: means, ..Reach::default() }
    } else {
        Reach { exact: means, ..Reach::default() }
    }
}

fn met(catalogue: &Catalogue, looks: &[Looks], pattern: &Pattern) -> Reach {
    let (mut exact, mut alike) = (Bits::new(looks.len()), Bits::new(looks.len()));
    for (number, (entry, looks)) in catalogue.entries.iter().zip(looks).enumerate() {
        match pattern.meets_with(&entry.tool, looks) {
            Some(Match::Exact) => exact.insert(number),
            Some(Match::LookAlike) => alike.insert(number),
            None => {}
        }
    }
    let alike = if alike.is_empty() { Bits::default() } else { alike };
    Reach { exact, alike, passed_over: Bits::default() }
}
