//! Facts with a start and an end.

pub mod workout;
