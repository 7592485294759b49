//! The series inside a workout.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::{interval::workout::MOST_KCAL, unit::fold_unit};

use super::{
    date::read_date,
    json::Json,
    source::{SentSource, source},
};

/// Kilojoules in a kilocalorie.
const KJ_PER_KCAL: f64 = 4.184;

/// An energy as `{qty, units}`, in kilocalories. Without a unit that we know it says nothing, nor
/// does one that no workout can take.
pub(super) fn energy_kcal(sent: Json<'_>) -> Option<f64> {
    let [quantity, unit] = sent.pick(["qty", "units"]);
    kcal(quantity?.number()?, unit).filter(|kcal| *kcal <= MOST_KCAL)
}

/// The sum of a series of energies. A point without a number is left out; a point whose unit we do
/// not know makes the sum unknown, since part of a sum is a wrong sum.
pub(super) fn energy_sum_kcal(series: Json<'_>) -> Option<f64> {
    let mut sum = None;
    for point in series.items() {
        let [quantity, unit] = point.pick(["qty", "units"]);
        if let Some(quantity) = quantity.and_then(Json::number) {
            sum = Some(sum.unwrap_or(0.0) + kcal(quantity, unit)?);
        }
    }
    sum.filter(|kcal| *kcal <= MOST_KCAL)
}

fn kcal(quantity: f64, unit: Option<Json<'_>>) -> Option<f64> {
    let kcal = match fold_unit(&unit?.text()?).as_str() {
        "kcal" | "cal" | "kilocalories" => quantity,
        "kj" => quantity / KJ_PER_KCAL,
        _ => return None,
    };
    (kcal >= 0.0).then_some(kcal)
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
    let mut begins: Option<Timestamp> = None;
    let (mut sum, mut averages) = (0.0, 0.0);
    let mut highest: Option<f64> = None;
    for point in series.items() {
        let [date, quantity, average, most] = point.pick(["date", "qty", "Avg", "Max"]);
        if let Some(date) = date.and_then(|date| read_date(date, zone).ok()) {
            begins = Some(begins.map_or(date.at, |first| first.min(date.at)));
        }
        // Beats per minute; a zero is a missing measurement.
        let rate = |stated: Option<Json<'_>>| {
            let stated = stated.and_then(Json::number);
            let rate = stated.or_else(|| quantity?.number());
            rate.filter(|rate| *rate > 0.0)
        };
        if let Some(average) = rate(average) {
            sum += average;
            averages += 1.0;
        }
        if let Some(most) = rate(most) {
            highest = Some(highest.map_or(most, |highest| highest.max(most)));
        }
    }
    if begins.is_some_and(|begins| begins >= end) {
        return (None, None);
    }
    ((averages > 0.0).then(|| sum / averages), highest)
}

/// The source that most points of a series name; of equals the one named first.
pub(super) fn usual_source(series: Json<'_>) -> Option<SentSource<'_>> {
    let mut tally: BTreeMap<SentSource<'_>, (usize, Reverse<usize>)> = BTreeMap::new();
    for (place, point) in series.items().enumerate() {
        if let Some(source) = source(point.member("source")) {
            tally.entry(source).or_insert((0, Reverse(place))).0 += 1;
        }
    }
    let most = tally.into_iter().max_by_key(|(_, points)| *points)?;
    Some(most.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual_name(series: Json<'_>) -> Option<String> {
        usual_source(series).map(|source| source.into_name().into_owned())
    }

    fn series(sources: impl Iterator<Item = String>) -> String {
        let points: Vec<String> = sources
            .map(|source| format!(r#"{{"source":"{source}"}}"#))
            .collect();
        format!("[{}]", points.join(","))
    }

    #[test]
    fn usual_source_is_the_most_frequent_and_of_equals_the_first() {
        for (sources, expected) in [
            (vec!["b", "a"], Some("b")),
            (vec!["b", "a", "a"], Some("a")),
            (vec!["c", "a", "b", "b", "a"], Some("a")),
            (vec!["", " "], None),
            (vec![], None),
        ] {
            let text = series(sources.iter().map(ToString::to_string));
            let series = Json::parse(&text).unwrap();
            assert_eq!(usual_name(series).as_deref(), expected, "{sources:?}");
        }
        let odd = Json::parse(r#"[1,"a",null,{"source":"Watch"},[{"source":"x"}]]"#).unwrap();
        assert_eq!(usual_name(odd).as_deref(), Some("Watch"));
    }

    #[test]
    fn usual_source_of_twenty_thousand_is_found() {
        let sources = (0..20_000).chain([777]).map(|number| format!("{number}"));
        let text = series(sources);
        let series = Json::parse(&text).unwrap();
        assert_eq!(usual_name(series).as_deref(), Some("777"));
    }

    #[test]
    fn energy_that_no_workout_takes_says_nothing() {
        for (series, expected) in [
            (r#"[{"qty":1e6,"units":"kcal"}]"#, Some(1e6)),
            (
                r#"[{"qty":1e6,"units":"kcal"},{"qty":1,"units":"kcal"}]"#,
                None,
            ),
            (
                r#"[{"qty":1e308,"units":"kcal"},{"qty":1e308,"units":"kcal"}]"#,
                None,
            ),
            (
                r#"[{"qty":5,"units":"kcal"},{"qty":-5,"units":"kcal"}]"#,
                None,
            ),
            (r#"[{"qty":5,"units":"kcal"},{"qty":null},7]"#, Some(5.0)),
            ("[]", None),
        ] {
            let series = Json::parse(series).unwrap();
            assert_eq!(energy_sum_kcal(series), expected, "{series:?}");
        }
        let one = Json::parse(r#"{"qty":1e7,"units":"kJ"}"#).unwrap();
        assert_eq!(energy_kcal(one), None);
    }
}
