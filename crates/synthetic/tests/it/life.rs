//! The same seed gives the same life.

use jiff::{Timestamp, ToSpan, civil::date, tz::TimeZone};
use sha2::{Digest, Sha256};
use vitalog_synthetic::{
    Day, Density, Fact, Person,
    hae::{Kind, Options, push},
};

use crate::people::berliner;

/// 200 days, and one of them under close watch.
fn digest(seed: u64) -> String {
    let zone = TimeZone::get("America/New_York").unwrap();
    let person = Person::new(seed, zone, date(2026, 6, 30), 200);
    let mut hash = Sha256::new();
    let mut days: Vec<Day> = person.record(person.days()).collect();
    days.push(person.with_density(Density::Dense).day(date(2026, 6, 16)));
    for fact in days.iter().flat_map(|day| &day.facts) {
        hash.update(line(fact));
    }
    let options = Options {
        kinds: Kind::ALL
            .into_iter()
            .filter(|kind| *kind != Kind::Metrics)
            .collect(),
        ..Options::default()
    };
    hash.update(&push(&days, &options)[0].body);
    hex::encode(hash.finalize())
}

/// All of a fact, in words that no crate can change.
fn line(fact: &Fact) -> String {
    let Fact {
        metric,
        unit,
        start,
        end,
        offset,
        value,
        source,
        meta,
    } = fact;
    let (start, end) = (start.as_second(), end.map(Timestamp::as_second));
    format!(
        "{metric} {unit} {start} {end:?} {} {value:?} {source} {meta:?}\n",
        offset.seconds()
    )
}

/// Whoever changes this changes every demonstration and every expectation drawn from a person.
#[test]
fn seed_gives_one_life_for_ever() {
    assert_eq!(
        digest(7),
        "0aec863b77309bc527175bec81d7603d581cd64df90b206387661b2460e5ddbe"
    );
}

#[test]
fn seeds_give_different_lives() {
    assert_ne!(digest(7), digest(8));
}

#[test]
fn days_do_not_depend_on_the_order_in_which_they_are_made() {
    let person = berliner(3);
    let mut dates: Vec<_> = person.days().days().take(60).collect();
    let forward: Vec<_> = dates.iter().map(|date| person.day(*date)).collect();
    dates.reverse();
    let mut backward: Vec<_> = dates.iter().map(|date| person.day(*date)).collect();
    backward.reverse();
    assert_eq!(forward, backward);
}

#[test]
fn longer_life_has_the_same_past() {
    let zone = TimeZone::get("Europe/Berlin").unwrap();
    let last = date(2026, 5, 31);
    let short = Person::new(5, zone.clone(), last, 120);
    let long = Person::new(5, zone, last.saturating_add(250.days()), 370);
    for date in short.days().days() {
        assert_eq!(short.day(date), long.day(date), "{date}");
    }
}

#[test]
fn outside_of_the_record_nothing_is_known() {
    let person = berliner(1);
    for date in [
        person.days().start.yesterday(),
        person.days().end.tomorrow(),
    ] {
        let day = person.day(date.unwrap());
        assert!(day.facts.is_empty() && day.workouts.is_empty());
    }
}

#[test]
fn at_any_moment_of_a_day_the_phone_knows_what_is_over_by_then() {
    let person = berliner(1);
    let ends = |day: &Day| {
        let mut ends: Vec<Timestamp> = day
            .facts
            .iter()
            .map(|fact| fact.end.unwrap_or(fact.start))
            .collect();
        let workouts = day.workouts.iter();
        ends.extend(workouts.map(|one| one.recovery.last().map_or(one.end, |(at, _)| *at)));
        ends.extend(day.symptoms.iter().map(|one| one.end));
        ends.extend(day.moods.iter().map(|one| one.at));
        ends.extend(day.doses.iter().map(|one| one.at));
        ends.extend(day.ecgs.iter().map(|one| one.end));
        ends.extend(day.cycle.iter().map(|one| one.end));
        ends.extend(day.alerts.iter().map(|one| one.end));
        ends
    };
    for date in person.days().days().skip(300).take(60) {
        let day = person.day(date);
        let all = ends(&day);
        for hour in [0, 7, 12, 19, 24, 30] {
            let midnight = person.zone().to_timestamp(date.into()).unwrap();
            let now = midnight + hour.hours();
            let over = all.iter().filter(|end| **end <= now).count();
            let known = ends(&day.clone().until(now));
            assert_eq!(known.len(), over, "{date} {hour}");
            assert!(known.iter().all(|end| *end <= now), "{date} {hour}");
        }
    }
}

#[test]
fn ten_years_end_where_they_should() {
    let person = Person::new(1, TimeZone::UTC, date(2026, 11, 30), 3653);
    assert_eq!(person.days().start, date(2016, 11, 30));
    assert!(!person.day(date(2026, 11, 29)).facts.is_empty());
}

#[test]
fn density_is_what_it_says() {
    let light = berliner(2);
    let dense = berliner(2).with_density(Density::Dense);
    let count = |person: &Person| {
        let days = person.record(person.days()).skip(10).take(14);
        days.map(|day| day.facts.len()).sum::<usize>() / 14
    };
    assert!((500..1000).contains(&count(&light)), "{}", count(&light));
    assert!((2200..4500).contains(&count(&dense)), "{}", count(&dense));
}
