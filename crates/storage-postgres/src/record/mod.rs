//! The record in its tables.

mod bounds;
mod bulk;
mod daily;
mod pages;
mod read;
mod reading;
mod rows;
mod workout;
mod write;

pub(crate) use bounds::bounds;
pub(crate) use daily::extents as daily_extents;
pub(crate) use pages::{readings, workouts};
pub(crate) use read::read;
pub(crate) use write::write;
