//! What the phone has.

use jiff::{Timestamp, tz::TimeZone};

use super::Truth;

/// A sample of a metric that is summed up over days.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::month) struct PhoneSample {
    pub(in crate::month) metric: &'static str,
    pub(in crate::month) at: Timestamp,
    pub(in crate::month) quantity: i64,
}

pub(super) const SOURCE: &str = "Watch";

#[expect(clippy::cast_precision_loss, reason = "they are small")]
pub(super) fn tell(samples: &[PhoneSample], home: &TimeZone, truth: &mut Truth) {
    for sample in samples {
        let day = home.to_datetime(sample.at).date();
        truth.add(sample.metric, day, SOURCE, sample.quantity as f64);
    }
}
