//! A point, read as a sample of a metric.

use std::borrow::Cow;

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::{
    Context, Metric, Quantity, SentTime, metric::Shape, reading::UNKNOWN_SOURCE, unit::to_canonical,
};

use super::{
    date::{BadDate, read_date},
    json::{Json, Kind},
    point::Point,
    push::SampleSkip,
    source::{is_oura, source_name},
};

/// A sample that was accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample<'a> {
    /// What is measured.
    pub metric: Metric,
    /// When, in whole seconds, with the time as sent.
    pub time: SentTime,
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
    pub(super) metric: Metric,
    /// The unit as sent.
    pub(super) unit: Cow<'a, str>,
    /// Whether the metric can be converted from it.
    pub(super) unit_is_known: bool,
}

impl<'a> Series<'a> {
    /// Reads one point. The checks have a fixed order, so that the reason of a skip does not
    /// depend on what else is wrong with the point.
    pub(super) fn read(
        &self,
        point: &Point<'a>,
        zone: &TimeZone,
    ) -> Result<Sample<'a>, SampleSkip> {
        let source = source_name(point.source).unwrap_or(Cow::Borrowed(UNKNOWN_SOURCE));
        if is_oura(&source) {
            return Err(SampleSkip::OuraSource);
        }
        if !self.unit_is_known {
            return Err(SampleSkip::UnknownUnit);
        }
        let date = point.date.ok_or(SampleSkip::InvalidSample)?;
        let time = read_date(date, zone).map_err(|bad| match bad {
            BadDate::Unreadable => SampleSkip::InvalidSample,
            BadDate::Implausible => SampleSkip::ImplausibleDate,
        })?;
        let sent = self.quantity(point).ok_or(SampleSkip::InvalidSample)?;
        let quantity = to_canonical(self.metric, sent, &self.unit);
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
            source,
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
            Shape::Single => Some(Quantity::Single(measured(point.qty)?)),
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
    let metadata = point.metadata.map(Json::members);
    let about_meals = metadata
        .iter()
        .flat_map(|members| &members.0)
        .filter(|(name, _)| name.to_lowercase().contains("meal"));
    about_meals
        .map(|(_, value)| *value)
        .chain(point.meal_time)
        .any(says_after)
}
