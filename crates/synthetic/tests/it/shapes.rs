//! Every shape that a record can have occurs within two years.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, tz::Offset};
use vitalog_synthetic::{Day, Fact, FactValue, Meta, Sport, Stage, measure};

use crate::people::{LIFE, facts, of};

fn any(metric: &str, is: impl Fn(&Fact) -> bool) -> bool {
    of(metric).any(is)
}

fn sources(metric: &str) -> BTreeSet<&'static str> {
    of(metric).map(|fact| fact.source.as_ref()).collect()
}

fn says(metric: &str, meta: Meta) -> bool {
    any(metric, |fact| fact.meta == Some(meta))
}

fn stage(source: &str, stage: Stage) -> bool {
    any("sleep_analysis", |fact| {
        fact.value == FactValue::Segment(stage) && fact.source.contains(source)
    })
}

/// The most days in a row of which `is` is true.
fn longest(is: impl Fn(&Day) -> bool) -> usize {
    let runs = LIFE.chunk_by(|a, b| is(a) == is(b));
    let of_days = runs.filter(|run| is(&run[0])).map(<[Day]>::len);
    of_days.max().unwrap_or_default()
}

fn has(day: &Day, metric: &str) -> bool {
    day.facts.iter().any(|fact| fact.metric == metric)
}

/// Facts of a metric, by second and source, that more than one value shares.
fn share_a_second(metric: &str, alike: bool) -> bool {
    let mut values: BTreeMap<_, Vec<&FactValue>> = BTreeMap::new();
    for fact in of(metric) {
        let key = (fact.start, fact.source.as_ref());
        values.entry(key).or_default().push(&fact.value);
    }
    values
        .values()
        .any(|values| values.windows(2).any(|pair| (pair[0] == pair[1]) == alike))
}

/// Whether watch and phone recorded one time both.
fn overlap(metric: &str) -> bool {
    LIFE.iter().take(30).any(|day| {
        let by = |source: &'static str| {
            let of = day.facts.iter().filter(|fact| fact.metric == metric);
            of.filter(move |fact| fact.source.contains(source))
        };
        by("Watch").any(|watch| {
            by("iPhone")
                .any(|phone| phone.start < watch.end.unwrap() && watch.start < phone.end.unwrap())
        })
    })
}

/// The seconds and apps of a metric.
fn marks(metric: &str) -> BTreeSet<(Timestamp, &'static str)> {
    of(metric)
        .map(|fact| (fact.start, fact.source.as_ref()))
        .collect()
}

fn five_nutrients() -> bool {
    let protein = marks("protein");
    let others = ["dietary_energy", "carbohydrates", "fiber", "total_fat"];
    !protein.is_empty()
        && others
            .iter()
            .all(|metric| protein.is_subset(&marks(metric)))
}

fn fiber_alone() -> bool {
    !marks("fiber").is_subset(&marks("carbohydrates"))
}

fn naps() -> bool {
    any("sleep_analysis", |fact| {
        (12..16).contains(&fact.offset.to_datetime(fact.start).hour())
            && fact.value == FactValue::Segment(Stage::Core)
    })
}

fn offsets() -> BTreeSet<Offset> {
    facts().map(|fact| fact.offset).collect()
}

type Shape = (&'static str, fn() -> bool);

const SHAPES: &[Shape] = &[
    ("five nutrients of one second", five_nutrients),
    ("two values of one second", || {
        share_a_second("carbohydrates", false)
    }),
    ("an exact repeat", || share_a_second("carbohydrates", true)),
    ("fiber without carbohydrates", fiber_alone),
    ("walks that watch and phone both counted", || {
        overlap("step_count")
    }),
    ("ways that both counted", || {
        overlap("walking_running_distance")
    }),
    ("blood pressure", || {
        any("blood_pressure", |fact| {
            matches!(fact.value, FactValue::Pressure { .. })
        })
    }),
    ("glucose before a meal", || {
        says("blood_glucose", Meta::BeforeMeal)
    }),
    ("glucose after a meal", || {
        says("blood_glucose", Meta::AfterMeal)
    }),
    ("glucose at no meal", || {
        says("blood_glucose", Meta::UnspecifiedMeal)
    }),
    ("insulin for a meal", || {
        says("insulin_delivery", Meta::Bolus)
    }),
    ("insulin for the day", || {
        says("insulin_delivery", Meta::Basal)
    }),
    ("hands washed long enough", || {
        says("handwashing", Meta::Complete)
    }),
    ("teeth brushed too shortly", || {
        says("toothbrushing", Meta::Incomplete)
    }),
    ("sex with protection", || {
        says("sexual_activity", Meta::Protected)
    }),
    ("sex without", || says("sexual_activity", Meta::Unprotected)),
    ("a heart at rest", || says("heart_rate", Meta::Sedentary)),
    ("a heart in motion", || says("heart_rate", Meta::Active)),
    ("stages by the watch", || {
        [Stage::Core, Stage::Deep, Stage::Rem, Stage::Awake]
            .into_iter()
            .all(|s| stage("Watch", s))
    }),
    ("sleep without stages by the ring", || {
        stage("Ring", Stage::Asleep)
    }),
    ("no stages by the ring", || !stage("Ring", Stage::Deep)),
    ("in bed by the phone", || stage("iPhone", Stage::InBed)),
    ("naps", naps),
    ("summer, winter and other places", || offsets().len() >= 4),
    ("an offset of no whole hour, or far away", || {
        offsets()
            .iter()
            .any(|offset| !(3600..=7200).contains(&offset.seconds()))
    }),
    ("days of which nothing is known", || {
        longest(|day| day.facts.is_empty()) >= 2
    }),
    ("a day without watch", || {
        longest(|day| has(day, "step_count") && !has(day, "heart_rate")) >= 1
    }),
    ("weeks without scale", || {
        longest(|day| !has(day, "weight_body_mass")) >= 12
    }),
    ("two watches", || {
        let watches = sources("heart_rate");
        watches.len() == 2 && watches.iter().any(|name| name.contains('\u{a0}'))
    }),
    ("the second watch after the first", || {
        let first = of("heart_rate").filter(|fact| fact.source.contains('\u{a0}'));
        let second = of("heart_rate").find(|fact| fact.source.contains("Ultra"));
        first.last().unwrap().start < second.unwrap().start
    }),
    ("no drink, measured", || {
        any("number_of_alcoholic_beverages", |fact| {
            fact.single() == Some(0.0)
        })
    }),
    ("no drink, not measured", || {
        longest(|day| !day.facts.is_empty() && !has(day, "number_of_alcoholic_beverages")) >= 1
    }),
    ("no exercise, measured", || {
        any("apple_exercise_time", |fact| fact.single() == Some(0.0))
    }),
    ("an idle stand hour", || {
        any("apple_stand_hour", |fact| fact.single() == Some(0.0))
    }),
    ("even steps", || {
        any("walking_asymmetry_percentage", |fact| {
            fact.single() == Some(0.0)
        })
    }),
    ("every sport", || {
        [
            Sport::Run,
            Sport::Ride,
            Sport::Swim,
            Sport::Strength,
            Sport::Walk,
        ]
        .iter()
        .all(|sport| {
            LIFE.iter()
                .any(|day| day.workouts.iter().any(|one| one.sport == *sport))
        })
    }),
    ("a route", || {
        LIFE.iter()
            .any(|day| day.workouts.iter().any(|one| one.route.len() > 20))
    }),
    ("symptoms of each severity", || {
        ["Mild", "Moderate", "Severe", "Not Present"]
            .iter()
            .all(|severity| {
                LIFE.iter()
                    .any(|day| day.symptoms.iter().any(|one| one.severity == *severity))
            })
    }),
    ("a mood of exactly nothing", || {
        LIFE.iter().any(|day| {
            day.moods
                .iter()
                .any(|mood| mood.valence == 0.0 && mood.daily)
        })
    }),
    ("a momentary emotion", || {
        LIFE.iter()
            .any(|day| day.moods.iter().any(|mood| !mood.daily))
    }),
    ("doses taken, skipped, passed over, unplanned", || {
        let doses = || LIFE.iter().flat_map(|day| &day.doses);
        ["Taken", "Skipped", "Not Interacted"]
            .iter()
            .all(|status| doses().any(|dose| dose.status == *status))
            && doses().any(|dose| dose.scheduled.is_none())
    }),
    ("electrocardiograms", || {
        LIFE.iter().any(|day| !day.ecgs.is_empty())
    }),
    ("cycles", || {
        let starts = LIFE
            .iter()
            .flat_map(|day| &day.cycle)
            .filter(|one| one.is_cycle_start);
        (23..29).contains(&starts.count())
    }),
    ("a high and a low heart rate notified", || {
        ["high", "low"].iter().all(|which| {
            LIFE.iter()
                .flat_map(|day| &day.alerts)
                .any(|alert| alert.kind.starts_with(which))
        })
    }),
];

#[test]
fn every_shape_occurs() {
    let missing: Vec<_> = SHAPES
        .iter()
        .filter(|(_, occurs)| !occurs())
        .map(|(shape, _)| *shape)
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn everything_that_can_be_measured_is() {
    let measured: BTreeSet<&str> = facts().map(|fact| fact.metric).collect();
    let nutrients = measure::NUTRIENTS.iter().map(|(measure, _)| measure);
    let missing: Vec<&str> = measure::MEASURES
        .iter()
        .chain(nutrients)
        .map(|measure| measure.name)
        .filter(|name| !measured.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn facts_are_whole_and_in_order() {
    for day in LIFE.iter() {
        assert!(
            day.facts.is_sorted_by_key(|fact| fact.start),
            "{}",
            day.date
        );
        for fact in &day.facts {
            assert_eq!(measure::find(fact.metric).unwrap().unit, fact.unit);
            assert!(fact.end.is_none_or(|end| fact.start < end), "{fact:?}");
        }
    }
}

/// What a night leaves is from the evening before on; all else is from the day itself.
#[test]
fn facts_belong_to_their_day() {
    for day in LIFE.iter() {
        for fact in &day.facts {
            let shown = fact.offset.to_datetime(fact.start);
            let in_the_evening_before =
                shown.date() == day.date.yesterday().unwrap() && shown.hour() >= 20;
            assert!(
                shown.date() == day.date || in_the_evening_before,
                "{fact:?}"
            );
        }
    }
}
