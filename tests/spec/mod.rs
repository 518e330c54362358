//! The numbered rules of `SPEC.md`, chapter by chapter.

mod pack;
