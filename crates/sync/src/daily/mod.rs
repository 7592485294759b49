//! Stored daily values: kept in step with the readings they are made of.
//!
//! Whoever changes readings hands the change to [`complete`] before it is written, so that rows
//! and days change as one. A document of the account says by which zone, order of sources and
//! rules its daily values were worked out; while these are not the account's, nobody may use what
//! is stored, and [`rebuild`] makes it anew, some days at a time.

mod after;
mod complete;
mod rebuild;
mod state;
mod touched;

pub use complete::{Completed, complete};
pub use rebuild::{Progress, rebuild};
pub use state::DailyState;
