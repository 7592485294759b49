//! Laws of daily values, over any rows.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date};
use proptest::prelude::*;
use vitalog_core::{
    DailyValue, DayFinder, DayRange, Fingerprint, Grain, Marks, Metric, Quantity, Reading,
    SourcePriority, Superseded, SupersededBy, Teller, Via,
    daily::{daily_values, days_touched, metrics_touched, rows_needed},
    day::day_of,
};

use crate::{
    moments::{day, zone},
    readings::phone,
};

/// Of each rule one, and one that is a fact.
const METRICS: &[Metric] = &[
    Metric::StepCount,
    Metric::Glucose,
    Metric::Protein,
    Metric::RestingHeartRate,
    Metric::SleepNap,
    Metric::SymptomSeverity,
    Metric::SleepCore,
    Metric::SleepRem,
    Metric::SleepTotal,
    Metric::SleepInBed,
];

/// The days around the one on which clocks go back in Berlin.
fn days() -> DayRange {
    DayRange {
        start: day("2026-10-23"),
        end: day("2026-10-27"),
    }
}

fn minute(minute: i64) -> Timestamp {
    days().instants(&zone("Europe/Berlin")).start + SignedDuration::from_mins(minute)
}

fn row() -> impl Strategy<Value = Reading> {
    let time = (0_i64..5 * 24 * 60, prop::option::of(1_i64..600));
    let grains = [Grain::Minute, Grain::Hour, Grain::Day, Grain::Week];
    let grain = prop::option::weighted(0.3, prop::sample::select(grains.to_vec()));
    let metric = prop::sample::select(METRICS.to_vec());
    let source = prop::sample::select(vec!["Watch", "iPhone", "Strava"]);
    let routes = [
        Via::Hae,
        Via::Hae,
        Via::Hae,
        Via::AppleExport,
        Via::Chat,
        Via::Oura,
        Via::Whoop,
    ];
    let said = (
        prop::sample::select(routes.to_vec()),
        prop::bool::weighted(0.1),
    );
    let named = prop::option::weighted(0.3, -2_i64..3);
    (metric, time, 0_u8..20, grain, source, said, named).prop_map(
        |(metric, (from, length), value, grain, source, (via, is_superseded), named)| {
            let value = f64::from(value) + 0.1;
            let source = match via {
                Via::Oura => "Oura",
                Via::Whoop => "WHOOP",
                Via::Hae | Via::AppleExport | Via::Chat | Via::Weather | Via::Calendar => source,
            };
            let superseded = is_superseded.then(|| Superseded {
                at: minute(0),
                by: SupersededBy::Chat,
            });
            Reading {
                day: named.map(|days| day_of(minute(from), &zone("Europe/Berlin")) + days.days()),
                until: length.map(|length| minute(from + length)),
                grain,
                via,
                marks: Marks {
                    missing_since: None,
                    superseded,
                },
                ..phone(metric, minute(from), Quantity::Single(value), source)
            }
        },
    )
}

/// Rows, each with a key of its own.
fn rows() -> impl Strategy<Value = Vec<Reading>> {
    prop::collection::vec(row(), 0..40).prop_map(|mut rows| {
        for (row, number) in rows.iter_mut().zip(0..) {
            row.fingerprint = Fingerprint::new([0, 0, 0, 0, 0, number], 0);
        }
        rows
    })
}

fn values(metric: Metric, day: Date, rows: &[Reading]) -> Vec<DailyValue> {
    let priority = SourcePriority::default();
    daily_values(metric, day, &zone("Europe/Berlin"), rows, &priority)
}

fn all_values(rows: &[Reading]) -> Vec<DailyValue> {
    let days = days().days();
    days.flat_map(|day| {
        METRICS
            .iter()
            .flat_map(move |metric| values(*metric, day, rows))
    })
    .collect()
}

proptest! {
    #[test]
    fn order_of_rows_does_not_matter(
        (rows, shuffled) in rows().prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle())),
    ) {
        prop_assert_eq!(all_values(&rows), all_values(&shuffled));
    }

    #[test]
    fn rows_needed_are_all_that_is_needed(rows in rows()) {
        let zone = zone("Europe/Berlin");
        for day in days().days() {
            for metric in METRICS {
                let needed = rows_needed(*metric, day, &zone);
                let mut some = rows.clone();
                some.retain(|row| {
                    let named = needed.iter().find(|(metric, _)| *metric == row.metric);
                    named.is_some_and(|(_, instants)| instants.contains(&row.at))
                });
                prop_assert_eq!(values(*metric, day, &some), values(*metric, day, &rows));
            }
        }
    }

    #[test]
    fn row_changes_no_other_days_than_it_touches(rows in rows(), added in row()) {
        let zone = zone("Europe/Berlin");
        let mut more = rows.clone();
        more.push(Reading { fingerprint: Fingerprint::BARE, ..added.clone() });
        let touched = days_touched(&added, &mut DayFinder::new(&zone));
        for day in days().days() {
            for metric in METRICS {
                let is_touched = touched.is_some_and(|days| days.contains(day))
                    && metrics_touched(added.metric).contains(metric);
                if !is_touched {
                    prop_assert_eq!(values(*metric, day, &rows), values(*metric, day, &more));
                }
            }
        }
    }

    #[test]
    fn value_that_counts_stands_first_and_each_source_once(rows in rows()) {
        for day in days().days() {
            for metric in METRICS {
                let values = values(*metric, day, &rows);
                let sources: Vec<_> = values.iter().map(|value| value.source.clone()).collect();
                let distinct: BTreeSet<_> = sources.iter().cloned().collect();
                prop_assert!(sources.is_sorted() && distinct.len() == sources.len());
                for value in values {
                    prop_assert_eq!((value.metric, value.day), (*metric, day));
                    prop_assert!(value.n > 0 && value.min <= value.mean() + 1e-9);
                    prop_assert!(value.mean() <= value.max + 1e-9);
                }
            }
        }
    }

    #[test]
    fn all_that_counts_of_facts_is_on_some_day_once(rows in rows()) {
        let mut rows = rows;
        rows.retain(|row| row.metric == Metric::Protein && row.grain.is_none());
        let counting = rows.iter().filter(|row| row.marks.counts());
        let sent: f64 = counting.map(|row| row.quantity.first()).sum();
        let mut days = days();
        days.end = days.end.tomorrow().expect("a day");
        let weighed = days.days().flat_map(|day| values(Metric::Protein, day, &rows));
        let total: f64 = weighed.filter(|value| value.source.is_none()).map(|value| value.sum).sum();
        prop_assert!((total - sent).abs() < 1e-6, "{} of {}", total, sent);
    }

    #[test]
    fn what_a_source_counted_is_conserved_whatever_days_it_is_spread_over(rows in rows()) {
        let mut rows = rows;
        rows.retain(|row| row.metric == Metric::StepCount && row.grain.is_none());
        rows.retain(|row| Teller::from(row) == Teller::Apple);
        let mut days = days();
        days.end = days.end.tomorrow().expect("a day");
        let values: Vec<_> = days.days().flat_map(|day| values(Metric::StepCount, day, &rows)).collect();
        for source in ["Watch", "iPhone", "Strava"] {
            let own = rows.iter().filter(|row| row.source == source && row.marks.counts());
            let own: Vec<f64> = own.map(|row| row.quantity.first()).collect();
            let days = values.iter().filter(|value| value.source.as_deref() == Some(source));
            let (sum, parts) = days.fold((0.0, 0), |(sum, n), day| (sum + day.sum, n + day.n));
            prop_assert!((sum - own.iter().sum::<f64>()).abs() < 1e-6, "{} {}", source, sum);
            // What lasts past midnight has a part on either day.
            let n = u32::try_from(own.len()).expect("few");
            prop_assert!((n..=2 * n).contains(&parts), "{} {}", source, parts);
        }
    }

    #[test]
    fn readings_of_instants_are_conserved_in_number_and_sum(rows in rows()) {
        let mut rows = rows;
        rows.retain(|row| row.metric == Metric::SymptomSeverity && row.grain.is_none());
        rows.retain(|row| row.via == Via::Hae);
        let mut days = days();
        days.end = days.end.tomorrow().expect("a day");
        let values: Vec<_> = days.days().flat_map(|day| values(Metric::SymptomSeverity, day, &rows)).collect();
        for source in ["Watch", "iPhone", "Strava"] {
            let own = rows.iter().filter(|row| row.source == source && row.marks.counts());
            let own: Vec<f64> = own.map(|row| row.quantity.first()).collect();
            let days = values.iter().filter(|value| value.source.as_deref() == Some(source));
            let (sum, n) = days.fold((0.0, 0), |(sum, n), day| (sum + day.sum, n + day.n));
            prop_assert_eq!(u32::try_from(own.len()).expect("few"), n);
            prop_assert!((sum - own.iter().sum::<f64>()).abs() < 1e-6, "{} {}", source, sum);
        }
    }

    #[test]
    fn devices_together_count_at_least_the_first_and_at_most_all(rows in rows()) {
        let mut rows = rows;
        rows.retain(|row| row.metric == Metric::StepCount && row.grain.is_none());
        rows.retain(|row| Teller::from(row) == Teller::Apple);
        for day in days().days() {
            let values = values(Metric::StepCount, day, &rows);
            let Some((weighed, sources)) = values.split_first() else { continue };
            prop_assert_eq!(&weighed.source, &None);
            let all: f64 = sources.iter().map(|value| value.sum).sum();
            prop_assert!(weighed.sum <= all + 1e-6);
            let watch = sources.iter().find(|value| value.source.as_deref() == Some("Watch"));
            prop_assert!(weighed.sum + 1e-6 >= watch.map_or(0.0, |value| value.sum));
        }
    }

    #[test]
    fn value_that_counts_is_made_of_one_teller(rows in rows()) {
        for day in days().days() {
            for metric in [Metric::RestingHeartRate, Metric::SleepNap, Metric::SleepTotal] {
                let Some(weighed) = values(metric, day, &rows).into_iter().next() else { continue };
                let of_one = Teller::ALL.iter().map(|teller| {
                    let own = rows.iter().filter(|row| Teller::from(*row) == *teller);
                    let own: Vec<Reading> = own.cloned().collect();
                    values(metric, day, &own).into_iter().next()
                });
                prop_assert!(of_one.flatten().any(|value| value == weighed) || weighed.source.is_some());
            }
        }
    }
}
