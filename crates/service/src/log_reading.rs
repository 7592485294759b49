//! Storing a reading said in a conversation.

use jiff::civil::Date;
use vitalog_core::{Account, Context, Metric};

use crate::{Service, ServiceError};

/// The metrics that can be logged.
pub const LOGGABLE: [Metric; 2] = [Metric::Glucose, Metric::Ketones];
/// Characters that a note has at most.
pub const MAX_NOTE_CHARS: usize = 200;

/// A reading to store.
#[derive(Clone, PartialEq, Debug)]
pub struct LogReading {
    /// One of [`LOGGABLE`].
    pub metric: Metric,
    /// The value, in `unit`.
    pub value: f64,
    /// The unit; must be exactly the metric's own.
    pub unit: String,
    /// When, as said; without an offset a wall clock in the account's zone; now if left out.
    pub timestamp: Option<String>,
    /// What else was going on.
    pub context: Option<Context>,
    /// What to remember with it, at most [`MAX_NOTE_CHARS`] characters.
    pub note: Option<String>,
}

/// The reading as stored.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredReading {
    /// What was measured.
    pub metric: Metric,
    /// The local day.
    pub date: Date,
    /// The local time, `HH:MM`.
    pub time: String,
    /// The value, rounded to the metric's decimals.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// What else was going on.
    pub context: Option<Context>,
    /// Always `claude-log`.
    pub source: &'static str,
    /// What to remember with it.
    pub note: Option<String>,
    /// The exact time in local ISO form with its offset, by which the reading can be deleted.
    pub timestamp: String,
}

impl Service {
    /// Stores a reading said in a conversation. One logged before at the same second is replaced.
    ///
    /// # Errors
    ///
    /// If an argument is not allowed, if a reading from elsewhere that counts stands at the same
    /// second, or if the record cannot be written. Then nothing is stored.
    pub async fn log_reading(
        &self,
        account: &Account,
        request: LogReading,
    ) -> Result<StoredReading, ServiceError> {
        unimplemented!("{} {request:?}", account.id)
    }
}
