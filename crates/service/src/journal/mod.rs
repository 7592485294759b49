//! The person's journal: entries said in a conversation, under names that the person chose or under
//! the names of a working day.
//!
//! What the person named is one metric to the store, [`Metric::Custom`](vitalog_core::Metric), and
//! the label of a row is the name. What a name means, its unit and its rule for a day, is fixed
//! by its first use and kept in one document beside the record.

mod any_metric;
mod combine;
mod custom_metric;
mod days;
mod log_entry;
mod meaning;
mod name;
mod named;
mod placed;
mod show;

pub use any_metric::AnyMetric;
pub use combine::Combine;
pub use custom_metric::{CustomMetric, MAX_CUSTOM_METRICS};
pub(crate) use custom_metric::{Journal, is_of};
pub use days::CustomDays;
pub use log_entry::{LogEntry, MAX_UNIT_CHARS};
pub use name::MAX_NAME_CHARS;
pub(crate) use name::fold_name;
pub use show::{EntryValue, StoredEntry};
