//! Nights last as long as the clock says, also where the clock is changed.

use jiff::civil::{Date, date};
use vitalog_synthetic::{Fact, FactValue, Stage};

use crate::people::{LIFE, berliner};

fn seconds(fact: &Fact) -> f64 {
    fact.start.duration_until(fact.end.unwrap()).as_secs_f64()
}

/// The stretches of the night that ends on a day, by the watch and in bed by the phone.
fn night(of: Date) -> (Vec<&'static Fact>, &'static Fact) {
    let day = LIFE.iter().find(|day| day.date == of).unwrap();
    let sleep = || {
        day.facts
            .iter()
            .filter(|fact| fact.metric == "sleep_analysis")
    };
    let in_bed = sleep()
        .find(|fact| fact.value == FactValue::Segment(Stage::InBed))
        .unwrap();
    let by_watch = sleep()
        .filter(|fact| fact.source.contains("Watch") && fact.start < in_bed.end.unwrap())
        .collect();
    (by_watch, in_bed)
}

#[test]
fn stages_follow_one_another_without_a_gap() {
    for of in [date(2026, 2, 3), date(2026, 3, 29), date(2026, 10, 25)] {
        let (stages, in_bed) = night(of);
        for pair in stages.windows(2) {
            assert_eq!(pair[0].end.unwrap(), pair[1].start, "{of}");
        }
        let (first, last) = (stages.first().unwrap(), stages.last().unwrap());
        assert!(in_bed.start <= first.start && last.end <= in_bed.end);
        let slept: f64 = stages.iter().map(|stage| seconds(stage)).sum();
        let lasted = first.start.duration_until(last.end.unwrap()).as_secs_f64();
        assert!((slept - lasted).abs() < 0.5);
    }
}

#[test]
fn night_of_a_clock_change_is_an_hour_off_what_the_clock_shows() {
    let cases = [
        (date(2025, 3, 30), -1.0),
        (date(2025, 10, 26), 1.0),
        (date(2026, 3, 29), -1.0),
        (date(2026, 10, 25), 1.0),
        (date(2026, 3, 28), 0.0),
    ];
    let person = berliner(1);
    for (of, change_h) in cases {
        let (_, in_bed) = night(of);
        let end = in_bed.end.unwrap();
        let at_bed = person.zone().to_datetime(in_bed.start);
        let at_rise = person.zone().to_datetime(end);
        let shown = at_bed.duration_until(at_rise).as_secs_f64();
        let off_h = (seconds(in_bed) - shown) / 3600.0;
        assert!((off_h - change_h).abs() < 1e-9, "{of}: {off_h}");
    }
}
