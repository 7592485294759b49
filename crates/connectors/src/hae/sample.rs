//! A point, read as a sample of a metric.

use std::borrow::Cow;

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::{
    Context, Metric, Quantity,
    metric::Shape,
    reading::UNKNOWN_SOURCE,
    stored_text::{clean_name, is_invisible},
    unit::Conversion,
};

use super::{
    date::{BadDate, SentDate, read_date},
    json::{Json, Kind},
    point::Point,
    push::SampleSkip,
    source::{is_oura, source_name},
};

/// The longest unit that is looked at, in bytes; the longest real one has 24. A unit is stored with
/// each sample, so that a long one would be multiplied.
const MAX_UNIT: usize = 80;

/// A sample that was accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample<'a> {
    /// What is measured.
    pub metric: Metric,
    /// When, in whole seconds, with the time as sent.
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
}

/// What the points of one metric have in common.
pub(super) struct Series<'a> {
    metric: Metric,
    /// The unit as sent.
    unit: Cow<'a, str>,
    /// From that unit; `None` if the metric is not measured in it.
    conversion: Option<Conversion>,
    /// The source of the last point, since most points beside one another have the same.
    source: Source<'a>,
}

/// Who recorded a point.
struct Source<'a> {
    sent: Option<Json<'a>>,
    name: Cow<'a, str>,
    is_oura: bool,
}

impl<'a> Source<'a> {
    fn new(sent: Option<Json<'a>>) -> Self {
        let name = source_name(sent).unwrap_or(Cow::Borrowed(UNKNOWN_SOURCE));
        Self {
            sent,
            is_oura: is_oura(&name),
            name,
        }
    }
}

impl<'a> Series<'a> {
    pub(super) fn new(metric: Metric, unit: Cow<'a, str>) -> Self {
        let unit = if unit.chars().any(is_invisible) {
            clean_name(unit)
        } else {
            unit
        };
        let is_short = unit.len() <= MAX_UNIT;
        Self {
            metric,
            conversion: is_short.then(|| Conversion::new(metric, &unit)).flatten(),
            unit,
            source: Source::new(None),
        }
    }

    /// Reads one point. The checks have a fixed order, so that the reason of a skip does not
    /// depend on what else is wrong with the point.
    pub(super) fn read(
        &mut self,
        point: &Point<'a>,
        zone: &TimeZone,
    ) -> Result<Sample<'a>, SampleSkip> {
        if self.source.sent != point.source {
            self.source = Source::new(point.source);
        }
        if self.source.is_oura {
            return Err(SampleSkip::OuraSource);
        }
        let conversion = self.conversion.as_ref().ok_or(SampleSkip::UnknownUnit)?;
        let date = point.date.ok_or(SampleSkip::InvalidSample)?;
        let time = read_date(date, zone).map_err(|bad| match bad {
            BadDate::Unreadable => SampleSkip::InvalidSample,
            BadDate::Implausible => SampleSkip::ImplausibleDate,
        })?;
        let sent = self.quantity(point).ok_or(SampleSkip::InvalidSample)?;
        let quantity = conversion.apply(sent);
        let until = point
            .end
            .and_then(|end| read_date(end, zone).ok())
            .map(|end| end.at);
        Ok(Sample {
            metric: self.metric,
            until: until.filter(|until| *until > time.at),
            time,
            sent,
            quantity: quantity.ok_or(SampleSkip::InvalidSample)?,
            unit: self.unit.clone(),
            source: self.source.name.clone(),
            context: (self.metric == Metric::Glucose && is_after_meal(point))
                .then_some(Context::PostMeal),
        })
    }

    fn quantity(&self, point: &Point<'_>) -> Option<Quantity> {
        let row = self.metric.row();
        let measured = |sent: Option<Json<'_>>| {
            // Adding zero takes the sign off a zero.
            let number = sent?.number()? + 0.0;
            // A weight below nothing is no measurement; a temperature may be.
            (number >= 0.0 || *row.plausible.start() < 0.0).then_some(number)
        };
        match row.shape {
            Shape::Single | Shape::Spread => Some(Quantity::Single(measured(point.qty)?)),
            Shape::Pressure => Some(Quantity::Pressure {
                systolic: measured(point.systolic)?,
                diastolic: measured(point.diastolic)?,
            }),
        }
    }
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
