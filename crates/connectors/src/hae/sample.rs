//! A value of a metric at a time, as it was sent.

use std::borrow::Cow;

use jiff::Timestamp;
use vitalog_core::{Context, Grain, Metric, Quantity, stored_text::clean_name};

use super::{date::SentDate, json::Json};

/// A sample that was accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample<'a> {
    /// What is measured.
    pub metric: Metric,
    /// When, in whole seconds, with the time as sent: its start, where one is sent.
    pub time: SentDate<'a>,
    /// The end of the time it covers, where one after `time` is sent.
    pub until: Option<Timestamp>,
    /// The value as sent.
    pub sent: Quantity,
    /// The value in the metric's canonical unit.
    pub quantity: Quantity,
    /// The unit as sent.
    pub unit: Cow<'a, str>,
    /// The recording app.
    pub source: Cow<'a, str>,
    /// What was going on.
    pub context: Option<Context>,
    /// The source's own word that tells it from others of its time.
    pub label: Option<String>,
    /// Over what it was summed up.
    pub bucket: Bucket,
    /// The name of the record that it was read from, if it is that of a data type of its own. A
    /// record that is sent again says anew what its sample is, and whether it is one.
    pub record: Option<Box<str>>,
}

/// Over what a sample was summed up before it was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bucket {
    /// What the automation says of all it sends.
    OfPush,
    /// Nothing, whatever the automation says: its form is that of one recorded thing.
    Never,
    /// A night, whatever the automation says.
    Day,
}

impl Bucket {
    /// The length of the bucket, with that of the push.
    #[must_use]
    pub fn grain(self, of_push: Option<Grain>) -> Option<Grain> {
        match self {
            Self::OfPush => of_push,
            Self::Never => None,
            Self::Day => Some(Grain::Day),
        }
    }
}

/// A number that can be a measurement. Adding zero takes the sign off a zero; below zero a weight
/// is no measurement, but a temperature may be.
pub(super) fn measured(metric: Metric, sent: Option<Json<'_>>) -> Option<f64> {
    let number = sent?.number()? + 0.0;
    (number >= 0.0 || *metric.row().plausible.start() < 0.0).then_some(number)
}

/// A word as a label; `None` if there is none.
pub(super) fn label(word: Option<Json<'_>>) -> Option<String> {
    let word = clean_name(word?.text()?);
    (!word.is_empty()).then(|| word.into_owned())
}
