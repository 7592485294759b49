//! The settings of the phone's automations.

use jiff::civil::{Date, date};
use vitalog_core::{Aggregation, DayRange, Grain, reconcile::Period};

#[test]
fn only_full_periods_are_read_however_they_are_written() {
    let check = |name: &str, period: Option<Period>| {
        assert_eq!(Period::parse(name), period, "{name:?}");
    };
    check("Today", Some(Period::Today));
    check(" TODAY\t", Some(Period::Today));
    check("Previous 7 Days", Some(Period::PreviousSevenDays));
    check("previous_7_days", Some(Period::PreviousSevenDays));
    check("PREVIOUS-7-DAYS", Some(Period::PreviousSevenDays));
    check("previous7days", Some(Period::PreviousSevenDays));
    check("Previous\u{a0}7 Days", Some(Period::PreviousSevenDays));
    check("Default", None);
    check("Since Last Sync", None);
    check("Yesterday", None);
    check("Previous 77 Days", None);
    check("Previous.7.Days", None);
    check("", None);
}

#[test]
fn a_period_covers_only_days_it_holds_in_full() {
    let check = |period: Period, today: Date, start: Date, end: Date| {
        assert_eq!(period.days(today), DayRange { start, end });
    };
    let today = date(2026, 10, 5);
    check(Period::Today, today, today, today);
    check(
        Period::PreviousSevenDays,
        today,
        date(2026, 9, 29),
        date(2026, 10, 4),
    );
    check(Period::PreviousSevenDays, Date::MIN, Date::MIN, Date::MIN);
}

#[test]
fn aggregation_is_read_as_none_a_grain_or_unknown() {
    let check = |setting: &str, expected: Aggregation| {
        let read = Grain::from_aggregation(setting);
        assert_eq!(read, expected, "{setting:?}");
        assert_eq!(read.is_aggregated(), expected != Aggregation::None);
    };
    check("", Aggregation::None);
    check("  ", Aggregation::None);
    check("Default", Aggregation::None);
    check("NONE", Aggregation::None);
    check("Seconds", Aggregation::By(Grain::Second));
    check("minutes", Aggregation::By(Grain::Minute));
    check("Hours", Aggregation::By(Grain::Hour));
    check("Hour", Aggregation::By(Grain::Hour));
    check("DAYS", Aggregation::By(Grain::Day));
    check("Weeks", Aggregation::By(Grain::Week));
    check("Months", Aggregation::By(Grain::Month));
    check(" Years ", Aggregation::By(Grain::Year));
    check("Quarters", Aggregation::Unknown);
    check("Dayss", Aggregation::Unknown);
    assert_eq!(Grain::from_aggregation("Weeks").grain(), Some(Grain::Week));
    assert_eq!(Grain::from_aggregation("Quarters").grain(), None);
    assert_eq!(Grain::from_aggregation("Default").grain(), None);
}
