//! What the phone makes of several values.

use jiff::{Timestamp, tz::offset};
use vitalog_core::Grain;
use vitalog_synthetic::{Fact, FactValue, summarise};

use crate::people::LIFE;

fn steps(source: &'static str, start: &str, end: &str, value: f64) -> Fact {
    Fact {
        metric: "step_count",
        unit: "count",
        start: start.parse::<Timestamp>().unwrap(),
        end: Some(end.parse::<Timestamp>().unwrap()),
        offset: offset(0),
        value: FactValue::Single(value),
        source: source.into(),
        meta: None,
    }
}

#[test]
fn the_watch_stands_whole_and_others_add_what_it_left() {
    let watch = steps(
        "Watch",
        "2026-05-01T10:10:00Z",
        "2026-05-01T10:20:00Z",
        100.0,
    );
    let phone = |start: &str, end: &str| steps("iPhone", start, end, 60.0);
    let cases = [
        (phone("2026-05-01T10:10:00Z", "2026-05-01T10:20:00Z"), 100.0),
        (phone("2026-05-01T10:15:00Z", "2026-05-01T10:25:00Z"), 130.0),
        (phone("2026-05-01T10:05:00Z", "2026-05-01T10:25:00Z"), 130.0),
        (phone("2026-05-01T10:30:00Z", "2026-05-01T10:40:00Z"), 160.0),
    ];
    for (phone, sum) in cases {
        let day = summarise(&[phone.clone(), watch.clone()], Grain::Day);
        assert_eq!(day.len(), 1);
        assert!((day[0].single().unwrap() - sum).abs() < 1e-9, "{phone:?}");
        assert_eq!(day[0].start.to_string(), "2026-05-01T00:00:00Z");
    }
}

#[test]
fn an_interval_is_shared_between_hours() {
    let walk = steps(
        "Watch",
        "2026-05-01T10:45:00Z",
        "2026-05-01T11:15:00Z",
        300.0,
    );
    let hours = summarise(&[walk], Grain::Hour);
    let values: Vec<_> = hours.iter().filter_map(Fact::single).collect();
    assert_eq!(values, [150.0, 150.0]);
}

#[test]
fn day_on_which_clocks_change_is_one() {
    let day = LIFE
        .iter()
        .find(|day| day.date.to_string() == "2026-03-29")
        .unwrap();
    let hearts = summarise(&day.facts, Grain::Day);
    let hearts: Vec<_> = hearts
        .iter()
        .filter(|fact| fact.metric == "heart_rate")
        .collect();
    assert_eq!(hearts.len(), 1);
    let FactValue::Spread { min, avg, max } = hearts[0].value else {
        panic!()
    };
    assert!(min < avg && avg < max);
}

#[test]
fn nights_are_told_once_for_each_source() {
    let day = LIFE
        .iter()
        .find(|day| day.date.to_string() == "2026-03-29")
        .unwrap();
    let nights: Vec<_> = summarise(&day.facts, Grain::Day)
        .into_iter()
        .filter_map(|fact| Some((fact.source.to_string(), fact.value.night()?.clone())))
        .filter(|(_, night)| night.bed.is_some())
        .collect();
    let [(ring, without), (watch, with)] = nights.as_slice() else {
        panic!("{nights:?}")
    };
    assert!(ring.contains("Ring") && without.asleep > 4.0 && without.deep == 0.0);
    assert!(watch.contains("Watch") && with.asleep == 0.0 && with.deep > 0.5);
    assert!(with.total() + with.awake <= with.in_bed);
}
