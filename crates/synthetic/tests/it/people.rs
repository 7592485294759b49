//! The people of these tests.

use std::{collections::BTreeMap, sync::LazyLock};

use jiff::{civil::date, tz::TimeZone};
use vitalog_synthetic::{Day, Fact, Person};

/// Two years in a place with summer time.
pub(crate) fn berliner(seed: u64) -> Person {
    let zone = TimeZone::get("Europe/Berlin").unwrap();
    Person::new(seed, zone, date(2026, 11, 30), 730)
}

/// A life that several tests look at, made once.
pub(crate) static LIFE: LazyLock<Vec<Day>> = LazyLock::new(|| {
    let person = berliner(1);
    person.record(person.days()).collect()
});

pub(crate) fn facts() -> impl Iterator<Item = &'static Fact> {
    LIFE.iter().flat_map(|day| &day.facts)
}

/// The facts of that life by metric, by time.
static BY_METRIC: LazyLock<BTreeMap<&str, Vec<&Fact>>> = LazyLock::new(|| {
    let mut by_metric: BTreeMap<&str, Vec<&Fact>> = BTreeMap::new();
    for fact in facts() {
        by_metric.entry(fact.metric).or_default().push(fact);
    }
    by_metric
});

pub(crate) fn of(metric: &str) -> impl Iterator<Item = &'static Fact> {
    BY_METRIC.get(metric).into_iter().flatten().copied()
}
