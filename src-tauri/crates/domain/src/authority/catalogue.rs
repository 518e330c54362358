//! Every tool there is in a company.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::bits::Bits;
use crate::tool::Tool;

/// Whether a tool can be called at all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ToolState {
    /// It can.
    Ready,
    /// A person has to look at it first, for this reason.
    Quarantined(String),
}

/// A tool that a server offers. Tools of a stopped server stay in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// The tool.
    pub tool: Tool,
    /// SHA-256 of its definition, hex.
    pub pin: String,
    /// Whether it can be called.
    pub state: ToolState,
}

/// The tools with their numbers.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    pub entries: Vec<CatalogueEntry>,
    numbers: HashMap<Tool, usize, RandomState>,
    pub quarantined: Bits,
}

impl Catalogue {
    /// Numbers the tools. A pair stands here once: one that comes again is quarantined, since nobody can say which
    /// of the two a call would reach.
    pub(super) fn new(tools: Vec<CatalogueEntry>) -> Self {
        let mut numbers = HashMap::with_capacity_and_hasher(tools.len(), RandomState::default());
        let mut entries: Vec<CatalogueEntry> = Vec::with_capacity(tools.len());
        for entry in tools {
            if let Some(first) = numbers.get(&entry.tool).and_then(|number: &usize| entries.get_mut(*number))
            {
                first.state = ToolState::Quarantined("its server offers it twice".to_owned());
            } else {
                numbers.insert(entry.tool.clone(), entries.len());
                entries.push(entry);
            }
        }
        let mut quarantined = Bits::new(entries.len());
        for (number, _) in entries.iter().enumerate().filter(|(_, entry)| entry.state != ToolState::Ready) {
            quarantined.insert(number);
        }
        Self { entries, numbers, quarantined }
    }

    pub(super) fn number(&self, tool: &Tool) -> Option<usize> {
        self.numbers.get(tool).copied()
    }

    pub(super) fn get(&self, number: usize) -> Option<&CatalogueEntry> {
        self.entries.get(number)
    }

    /// Whether the same tools stand at the same numbers.
    pub(super) fn has_the_tools_of(&self, other: &Self) -> bool {
        self.entries.len() == other.entries.len()
            && self.entries.iter().zip(&other.entries).all(|(a, b)| a.tool == b.tool)
    }
}
