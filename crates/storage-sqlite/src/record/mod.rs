//! The record in its tables.

mod range;
mod read;
mod reading;
mod workout;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
