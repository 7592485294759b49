//! The points of one metric, read as samples.

use std::borrow::Cow;

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::{
    Context, Metric, Quantity,
    metric::Shape,
    stored_text::{clean_name, is_invisible},
    unit::Conversion,
};

use super::{
    date::{BadDate, SentDate, read_date},
    json::{Json, Kind},
    point::Point,
    push::SampleSkip,
    sample::{Bucket, Sample, label, measured},
    sleep,
    source::{SentSource, source},
};

/// The longest unit that is looked at, in bytes; the longest real one has 24. A unit is stored with
/// each sample, so that a long one would be multiplied.
const MAX_UNIT: usize = 80;

/// What the points of one metric have in common.
pub(super) struct MetricPoints<'a> {
    pub(super) metric: Metric,
    /// The unit as sent.
    pub(super) unit: Cow<'a, str>,
    /// From that unit; `None` if the metric is not measured in it.
    conversion: Option<Conversion>,
    /// What the name of the metric says beyond the metric.
    label: Option<&'static str>,
    /// The source of the last point, since most points beside one another have the same.
    pub(super) source: Source<'a>,
}

/// How much of a point was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Read {
    /// All that we use.
    Whole,
    /// What can be, beside something that cannot be.
    InPart,
}

/// Who recorded a point.
pub(super) struct Source<'a> {
    sent: Option<Json<'a>>,
    pub(super) name: Cow<'a, str>,
    pub(super) is_oura: bool,
}

impl<'a> Source<'a> {
    pub(super) fn new(sent: Option<Json<'a>>) -> Self {
        let source = source(sent).unwrap_or(SentSource::UNKNOWN);
        Self {
            sent,
            is_oura: source.is_oura(),
            name: source.into_name(),
        }
    }
}

impl<'a> MetricPoints<'a> {
    pub(super) fn new(metric: Metric, name: &str, unit: Cow<'a, str>) -> Self {
        let unit = if unit.chars().any(is_invisible) {
            clean_name(unit)
        } else {
            unit
        };
        let is_short = unit.len() <= MAX_UNIT;
        Self {
            metric,
            conversion: is_short.then(|| Conversion::new(metric, &unit)).flatten(),
            label: (metric == Metric::HeartNotifications)
                .then(|| notification(name))
                .flatten(),
            unit,
            source: Source::new(None),
        }
    }

    /// Reads one point, which is one sample or several. The checks have a fixed order, so that the
    /// reason of a skip does not depend on what else is wrong with the point.
    pub(super) fn read(
        &mut self,
        point: &Point<'a>,
        zone: &TimeZone,
        samples: &mut Vec<Sample<'a>>,
    ) -> Result<Read, SampleSkip> {
        let sent = point.source.or(point.sleep_source).or(point.in_bed_source);
        if self.source.sent != sent {
            self.source = Source::new(sent);
        }
        let is_slept_in_another_bed =
            self.metric == Metric::SleepTotal && sleep::names_another_for_the_bed(point);
        if self.source.is_oura && !is_slept_in_another_bed {
            return Err(SampleSkip::OuraSource);
        }
        let conversion = self.conversion.ok_or(SampleSkip::UnknownUnit)?;
        if self.metric == Metric::SleepTotal {
            if sleep::is_segment(point) {
                let segment = sleep::segment(self, &conversion, point, zone)?;
                samples.push(segment);
                return Ok(Read::Whole);
            }
            if sleep::is_night(point) {
                return sleep::night(self, &conversion, point, zone, samples);
            }
        }
        let (time, until) = times(point.start, point.date, point.end, zone)?;
        if self.metric == Metric::SexualActivity && point.qty.is_none() {
            self.counts(&conversion, point, &time, samples)?;
            return Ok(Read::Whole);
        }
        let sent = self.quantity(point).ok_or(SampleSkip::InvalidSample)?;
        let mut sample = self.sample(&conversion, time, sent)?;
        sample.until = until;
        sample.context =
            (self.metric == Metric::Glucose && is_after_meal(point)).then_some(Context::PostMeal);
        sample.label = self.label_of(point);
        samples.push(sample);
        Ok(Read::Whole)
    }

    /// A sample with what all of them have.
    pub(super) fn sample(
        &self,
        conversion: &Conversion,
        time: SentDate<'a>,
        sent: Quantity,
    ) -> Result<Sample<'a>, SampleSkip> {
        let quantity = conversion.apply(sent).ok_or(SampleSkip::InvalidSample)?;
        Ok(Sample {
            metric: self.metric,
            until: None,
            time,
            sent,
            quantity,
            unit: self.unit.clone(),
            source: self.source.name.clone(),
            context: None,
            label: None,
            bucket: Bucket::OfPush,
            record: None,
        })
    }

    fn quantity(&self, point: &Point<'_>) -> Option<Quantity> {
        let number = |sent| measured(self.metric, sent);
        if self.metric == Metric::HeartNotifications && point.qty.is_none() {
            // Each is one, whether it says so or not.
            return Some(Quantity::Single(1.0));
        }
        match self.metric.row().shape {
            // A point that is a spread of a metric without one counts by its mean.
            Shape::Single => Some(Quantity::Single(number(point.qty.or(point.mean))?)),
            Shape::Pressure => Some(Quantity::Pressure {
                systolic: number(point.systolic)?,
                diastolic: number(point.diastolic)?,
            }),
            Shape::Spread => {
                let mean = number(point.mean.or(point.qty))?;
                let (min, max) = match (point.lowest, point.highest) {
                    (None, None) => (mean, mean),
                    (min, max) => (number(min)?, number(max)?),
                };
                Some(Quantity::Spread { min, mean, max })
            }
        }
    }

    /// The word of a point that is part of what it is.
    fn label_of(&self, point: &Point<'_>) -> Option<String> {
        if self.metric == Metric::InsulinDelivery {
            return label(point.reason);
        }
        if matches!(self.metric, Metric::Handwashing | Metric::Toothbrushing) {
            return label(point.value);
        }
        self.label.map(str::to_owned)
    }

    /// Sexual activity comes as one count for each way of protection; nothing of a way is no
    /// sample.
    fn counts(
        &self,
        conversion: &Conversion,
        point: &Point<'_>,
        time: &SentDate<'a>,
        samples: &mut Vec<Sample<'a>>,
    ) -> Result<(), SampleSkip> {
        let counts = [
            ("Unspecified", point.unspecified),
            ("Protection Used", point.protection_used),
            ("Protection Not Used", point.protection_not_used),
        ];
        let mut found = Vec::new();
        for (label, sent) in counts.into_iter().filter(|(_, sent)| sent.is_some()) {
            let count = measured(self.metric, sent).ok_or(SampleSkip::InvalidSample)?;
            let mut sample = self.sample(conversion, time.clone(), Quantity::Single(count))?;
            sample.label = Some(label.to_owned());
            found.push(sample);
        }
        if found.is_empty() {
            return Err(SampleSkip::InvalidSample);
        }
        samples.extend(found.into_iter().filter(|sample| sample.sent.first() > 0.0));
        Ok(())
    }
}

/// The start of a sample, which is its date where none is sent, and its end if it is later.
pub(super) fn times<'a>(
    start: Option<Json<'a>>,
    date: Option<Json<'a>>,
    end: Option<Json<'a>>,
    zone: &TimeZone,
) -> Result<(SentDate<'a>, Option<Timestamp>), SampleSkip> {
    let readable = start.filter(|start| read_date(*start, zone).is_ok());
    let sent = readable.or(date).or(start);
    let sent = sent.ok_or(SampleSkip::InvalidSample)?;
    let time = read_date(sent, zone).map_err(|bad| match bad {
        BadDate::Unreadable => SampleSkip::InvalidSample,
        BadDate::Implausible => SampleSkip::ImplausibleDate,
    })?;
    let end = end.and_then(|end| read_date(end, zone).ok());
    let until = end.map(|end| end.at).filter(|until| *until > time.at);
    Ok((time, until))
}

/// Which notification a metric is named after.
fn notification(metric: &str) -> Option<&'static str> {
    let name = metric.to_lowercase();
    let named = [
        ("high", "high_heart_rate_notification"),
        ("low", "low_heart_rate_notification"),
        ("irregular", "irregular_heart_rate_notification"),
    ];
    let found = named.iter().find(|(word, _)| name.contains(word));
    found.map(|(_, label)| *label)
}

/// Whether a glucose value is said to have been taken after a meal, by the point itself or by any
/// member of its metadata with "meal" in its name. `HealthKit`'s number for it is 2.
fn is_after_meal(point: &Point<'_>) -> bool {
    let says_after = |value: Json<'_>| {
        let said = match value.kind() {
            Kind::Number => Cow::Borrowed(value.raw()),
            Kind::Text => value.text().unwrap_or_default(),
            Kind::Null | Kind::Bool | Kind::List | Kind::Object => return false,
        };
        let said = said.trim().to_lowercase();
        ["2", "post", "after"]
            .iter()
            .any(|start| said.starts_with(start))
    };
    let metadata = point.metadata.into_iter().flat_map(Json::members);
    let about_meals = metadata.filter(|(name, _)| name.to_lowercase().contains("meal"));
    about_meals
        .map(|(_, value)| value)
        .chain(point.meal_time)
        .any(says_after)
}
