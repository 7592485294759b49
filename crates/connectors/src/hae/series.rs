//! The series inside a workout.

use std::borrow::Cow;

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::unit::fold_unit;

use super::{
    date::read_date,
    json::{Json, Kind},
    source::source_name,
};

/// Kilojoules in a kilocalorie.
const KJ_PER_KCAL: f64 = 4.184;

/// An energy as `{qty, units}`, in kilocalories. Without a unit that we know it says nothing.
pub(super) fn energy_kcal(sent: Json<'_>) -> Option<f64> {
    let members = sent.members();
    let quantity = members.get("qty")?.number()?;
    let unit = members.get("units")?.text()?;
    let kcal = match fold_unit(&unit).as_str() {
        "kcal" | "cal" | "kilocalories" => quantity,
        "kj" => quantity / KJ_PER_KCAL,
        _ => return None,
    };
    (kcal >= 0.0).then_some(kcal)
}

/// The sum of a series of energies. A point without a number is left out; a point whose unit we do
/// not know makes the sum unknown, since part of a sum is a wrong sum.
pub(super) fn energy_sum_kcal(series: Json<'_>) -> Option<f64> {
    let points = series.items();
    let with_number = points
        .into_iter()
        .filter(|point| point.member("qty").and_then(Json::number).is_some())
        .collect::<Vec<_>>();
    if with_number.is_empty() {
        return None;
    }
    with_number.into_iter().map(energy_kcal).sum()
}

/// The mean of the averages and the highest maximum of a heart-rate series.
///
/// Some exports put the recovery after a workout in this place. A series that only starts when
/// the workout is over says nothing about it and is left out (`fixtures/workouts-v2.json`, third
/// workout).
pub(super) fn heart_rates(
    series: Json<'_>,
    end: Timestamp,
    zone: &TimeZone,
) -> (Option<f64>, Option<f64>) {
    let points: Vec<_> = series.items().into_iter().map(Json::members).collect();
    let times = points
        .iter()
        .filter_map(|point| read_date(point.get("date")?, zone).ok());
    if times
        .map(|time| time.at)
        .min()
        .is_some_and(|start| start >= end)
    {
        return (None, None);
    }
    let numbers = |name: &str| -> Vec<f64> {
        let read = |name: &str, point: &super::json::Members<'_>| point.get(name)?.number();
        let found = points
            .iter()
            .filter_map(|point| read(name, point).or_else(|| read("qty", point)));
        found.filter(|rate| *rate > 0.0).collect()
    };
    let averages = numbers("Avg");
    #[expect(
        clippy::cast_precision_loss,
        reason = "a count of points that fit in memory"
    )]
    let mean = (!averages.is_empty()).then(|| averages.iter().sum::<f64>() / averages.len() as f64);
    (mean, numbers("Max").into_iter().reduce(f64::max))
}

/// The source that most points of a series name; of equals the one named first.
pub(super) fn usual_source(series: Json<'_>) -> Option<Cow<'_, str>> {
    let mut tally: Vec<(Cow<'_, str>, usize)> = Vec::new();
    for point in series.items() {
        if point.kind() != Kind::Object {
            continue;
        }
        let Some(source) = source_name(point.member("source")) else {
            continue;
        };
        match tally.iter_mut().find(|(name, _)| *name == source) {
            Some((_, points)) => *points += 1,
            None => tally.push((source, 1)),
        }
    }
    let most = tally.iter().map(|(_, points)| *points).max()?;
    tally
        .into_iter()
        .find(|(_, points)| *points == most)
        .map(|(name, _)| name)
}
