//! The numbered rules of `SPEC.md`, chapter by chapter, and the worked cases by their ids.

mod audit;
mod authority;
mod pack;
mod palette;
