//! The switchover from net to total carbohydrates.

use jiff::civil::date;
use vitalog_core::{Switchover, account::DEFAULT_SWITCHOVER};

use crate::moments::{instant, zone};

#[test]
fn default_switchover_is_an_afternoon_in_september() {
    assert_eq!(
        DEFAULT_SWITCHOVER,
        Switchover::At(instant("2026-09-29T15:44:00-07:00"))
    );
}

#[test]
fn sample_at_the_very_instant_is_after_it() {
    let check = |switchover: Switchover, at: &str, is_total: bool| {
        assert_eq!(
            switchover.is_total(instant(at)),
            is_total,
            "{switchover:?} {at}"
        );
    };
    check(DEFAULT_SWITCHOVER, "2026-09-29T22:43:59Z", false);
    check(DEFAULT_SWITCHOVER, "2026-09-29T22:44:00Z", true);
    check(Switchover::Always, "1990-01-01T00:00:00Z", true);
    check(Switchover::Never, "2090-01-01T00:00:00Z", false);
}

#[test]
fn the_local_date_decides_which_days_lie_before_it() {
    let check = |switchover: Switchover, zone_name: &str, day: i8, before: bool| {
        let day = date(2026, 9, day);
        assert_eq!(
            switchover.is_after_day(day, &zone(zone_name)),
            before,
            "{switchover:?} {zone_name} {day}"
        );
    };
    check(DEFAULT_SWITCHOVER, "America/Los_Angeles", 28, true);
    check(DEFAULT_SWITCHOVER, "America/Los_Angeles", 29, false);
    check(DEFAULT_SWITCHOVER, "Europe/Berlin", 29, true);
    check(DEFAULT_SWITCHOVER, "Europe/Berlin", 30, false);
    check(Switchover::Always, "UTC", 1, false);
    check(Switchover::Never, "UTC", 30, true);
}
