//! A reading as answers show it.

use std::borrow::Cow;

use vitalog_core::{Account, Context, Metric, Quantity, Reading, Via};

use crate::shown_time::{local_clock, local_iso};

/// A reading as answers show it.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownReading {
    /// Local time, `HH:MM`.
    pub time: String,
    /// The value or the two pressures, in `unit`.
    pub quantity: Quantity,
    /// The unit that the account sees the metric in.
    pub unit: Cow<'static, str>,
    /// What else was going on.
    pub context: Option<Context>,
    /// The recording app, or `claude-log`.
    pub source: String,
    /// What the person wanted to remember with it.
    pub note: Option<String>,
    /// The exact time in local ISO form with its offset, on readings logged in chat alone.
    pub timestamp: Option<String>,
}

impl ShownReading {
    pub(crate) fn new(reading: &Reading, account: &Account) -> Self {
        Self {
            time: local_clock(reading.at, &account.zone),
            quantity: account.units.quantity_of(reading),
            unit: if reading.metric == Metric::Custom {
                Cow::Owned(reading.original_unit.clone())
            } else {
                Cow::Borrowed(account.units.unit_of(reading.metric))
            },
            context: reading.context,
            source: reading.source.clone(),
            note: reading.note.clone(),
            timestamp: (reading.via == Via::Chat).then(|| local_iso(reading.at, &account.zone)),
        }
    }
}
