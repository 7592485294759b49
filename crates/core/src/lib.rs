//! The vocabulary and the rules of a health record.
//!
//! This crate knows what a metric is, how a value is converted, when two readings are one, which
//! stored rows a full re-send retires, how a day is cut, and what its readings come to. It refuses
//! to know where rows are kept, how they arrive, what time it is, or how an answer is written:
//! everything here is a computation on its arguments and cannot fail for reasons outside them.
//!
//! To add a metric, add one row to [`metric::table`]; nothing else changes.

pub mod account;
pub mod automation;
pub mod clock;
pub mod counting;
pub mod daily;
pub mod day;
pub mod day_finder;
pub mod daylight;
pub mod duplicate;
pub mod fingerprint;
pub mod interval;
pub mod log_text;
pub mod mark;
pub mod metric;
pub mod named_day;
pub mod night;
pub mod nutrition;
pub mod overlap;
pub mod place;
pub mod quantity;
pub mod reading;
pub mod reconcile;
pub mod sent_time;
pub mod source_priority;
pub mod stored_text;
pub mod time_set;
pub mod unit;
pub mod unit_system;
pub mod zone;

pub use account::{Account, AccountId, Switchover, UnitSystem};
pub use automation::{Aggregation, Period};
pub use clock::{Clock, Entropy};
pub use daily::DailyValue;
pub use day::DayRange;
pub use day_finder::DayFinder;
pub use fingerprint::Fingerprint;
pub use interval::{
    once::{WorkoutsOnce, workouts_once},
    workout::Workout,
};
pub use mark::{Marks, Superseded, SupersededBy};
pub use metric::Metric;
pub use place::Place;
pub use quantity::Quantity;
pub use reading::{Context, Grain, Reading, Via};
pub use sent_time::SentTime;
pub use source_priority::{SourcePriority, Teller};
