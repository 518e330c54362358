//! A set of tools, as bits over the catalogue.

use std::iter;

/// A set of numbers from 0. One without room is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set, with room for numbers below `size`.
    pub(super) fn new(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)].into())
    }

    /// All numbers below `size`.
    pub(super) fn full(size: usize) -> Self {
        let mut words = vec![u64::MAX; size.div_ceil(64)];
        if let Some(last) = words.last_mut().filter(|_| !size.is_multiple_of(64)) {
            *last = (1 << (size % 64)) - 1;
        }
        Self(words.into())
    }

    pub(super) fn insert(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    pub(super) fn remove(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn add(&mut self, other: &Bits) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    /// Takes the members of `other` out, and hands each that was there to `met`.
    pub(super) fn take(&mut self, other: &Bits, mut met: impl FnMut(usize)) {
        for (at, (word, other)) in self.0.iter_mut().zip(&other.0).enumerate() {
            let found = *word & other;
            if found != 0 {
                *word &= !found;
                members(at, found).for_each(&mut met);
            }
        }
    }

    /// Puts the members of `other` that are here too into `into`.
    pub(super) fn add_common(&self, other: &Bits, into: &mut Bits) {
        for ((word, other), into) in self.0.iter().zip(&other.0).zip(&mut into.0) {
            *into |= word & other;
        }
    }

    /// The members, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| members(at, *word))
    }
}

fn members(at: usize, mut word: u64) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(at * 64 + bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        for size in [0, 1, 63, 64, 65, 130] {
            let full = Bits::full(size);
            assert_eq!(full.iter().collect::<Vec<_>>(), (0..size).collect::<Vec<_>>());
            let (mut left, mut odd, mut met) = (full.clone(), Bits::new(size), Vec::new());
            (1..size).step_by(2).for_each(|number| odd.insert(number));
            left.take(&odd, |number| met.push(number));
            assert_eq!(met, (1..size).step_by(2).collect::<Vec<_>>());
            assert!(left.iter().all(|number| number % 2 == 0));
            let mut both = Bits::new(size);
            full.add_common(&odd, &mut both);
            assert_eq!(both, odd);
            left.add(&odd);
            assert_eq!(left, full);
            assert!(!left.contains(size));
        }
    }
}
