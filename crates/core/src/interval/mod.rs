//! Facts with a start and an end.

pub mod once;
pub mod workout;
