//! What every backend keeps of an instant and of a number.
//!
//! Backends share these functions so that a row reads back the same whichever of them holds it.

use jiff::{Span, Timestamp, civil::Date};
use vitalog_core::{DailyValue, Marks, Quantity, Reading, Superseded, Workout};

use crate::{RecordChange, VendorRecord};

const EPOCH: Date = Date::constant(1970, 1, 1);

/// The whole second that `at` lies in, counted from 1970. Rows are keyed by it.
#[must_use]
pub fn floor_second(at: Timestamp) -> i64 {
    // jiff gives both parts the sign of the instant; before 1970 a fraction lies under its second.
    at.as_second() - i64::from(at.subsec_nanosecond() < 0)
}

/// The first whole second that is not before `at`. A range from `a` to `b` holds the rows whose
/// seconds are from `ceil_second(a)` up to, but not including, `ceil_second(b)`.
#[must_use]
pub fn ceil_second(at: Timestamp) -> i64 {
    at.as_second() + i64::from(at.subsec_nanosecond() > 0)
}

/// The whole millisecond that `at` lies in, counted from 1970.
#[must_use]
pub fn floor_millisecond(at: Timestamp) -> i64 {
    let rest = at.subsec_nanosecond() % 1_000_000;
    at.as_millisecond() - i64::from(rest < 0)
}

/// The first whole millisecond that is not before `at`.
#[must_use]
pub fn ceil_millisecond(at: Timestamp) -> i64 {
    let rest = at.subsec_nanosecond() % 1_000_000;
    at.as_millisecond() + i64::from(rest > 0)
}

/// The days from the first of January 1970 to a day.
#[must_use]
pub fn day_number(day: Date) -> i32 {
    let days = EPOCH.duration_until(day).as_hours() / 24;
    // A calendar of 20,000 years has fewer days than any i32 counts.
    i32::try_from(days).unwrap_or(i32::MAX)
}

/// Reads [`day_number`] back; `None` for a number that no day has.
#[must_use]
pub fn numbered_day(number: i32) -> Option<Date> {
    let days = Span::new().try_days(number).ok()?;
    EPOCH.checked_add(days).ok()
}

/// A reading as it will be read back: seconds and milliseconds cut, no negative zero.
#[must_use]
pub fn stored_reading(mut stored: Reading) -> Reading {
    stored.at = cut_to_second(stored.at);
    stored.until = stored.until.map(cut_to_second);
    stored.quantity = stored.quantity.map(without_negative_zero);
    stored.original = stored.original.map(without_negative_zero);
    stored.ingested_at = cut_to_millisecond(stored.ingested_at);
    stored.marks = stored_marks(stored.marks);
    stored
}

/// A workout as it will be read back: seconds and milliseconds cut, no negative zero.
#[must_use]
pub fn stored_workout(mut stored: Workout) -> Workout {
    stored.start = cut_to_second(stored.start);
    stored.end = cut_to_second(stored.end);
    stored.duration_s = without_negative_zero(stored.duration_s);
    stored.active_kcal = stored.active_kcal.map(without_negative_zero);
    stored.ingested_at = cut_to_millisecond(stored.ingested_at);
    stored.marks = stored_marks(stored.marks);
    stored
}

/// A vendor record as it will be read back: milliseconds cut.
#[must_use]
pub fn stored_vendor_record(mut stored: VendorRecord) -> VendorRecord {
    stored.at = stored.at.map(cut_to_millisecond);
    stored
}

/// A daily value as it will be read back: no negative zero.
#[must_use]
pub fn stored_daily_value(mut stored: DailyValue) -> DailyValue {
    let numbers = [
        &mut stored.sum,
        &mut stored.min,
        &mut stored.max,
        &mut stored.first,
        &mut stored.last,
    ];
    for number in numbers.into_iter().chain(&mut stored.diastolic) {
        *number = without_negative_zero(*number);
    }
    stored
}

/// Whether every number of a change is finite; a change with another one is refused.
#[must_use]
pub fn is_finite(change: &RecordChange) -> bool {
    let readings = change.put_readings.iter();
    let quantities = readings.flat_map(|reading| [reading.quantity, reading.original]);
    let workouts = change.put_workouts.iter();
    let measures = workouts.flat_map(|workout| [Some(workout.duration_s), workout.active_kcal]);
    let daily = change.put_daily.iter().flat_map(|days| &days.values);
    let daily = daily.flat_map(|day| {
        let numbers = [day.sum, day.min, day.max, day.first, day.last];
        numbers.into_iter().chain(day.diastolic)
    });
    quantities
        .flat_map(Quantity::numbers)
        .chain(measures.flatten())
        .chain(daily)
        .all(f64::is_finite)
}

/// The number itself, or 0 for -0: two of the engines we store in do not tell them apart.
#[must_use]
pub fn without_negative_zero(number: f64) -> f64 {
    number + 0.0
}

fn stored_marks(marks: Marks) -> Marks {
    Marks {
        missing_since: marks.missing_since.map(cut_to_millisecond),
        superseded: marks.superseded.map(|superseded| Superseded {
            at: cut_to_millisecond(superseded.at),
            by: superseded.by,
        }),
    }
}

/// An instant that is kept in whole seconds, as it will be read back.
#[must_use]
pub fn cut_to_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(floor_second(at)).unwrap_or(Timestamp::MIN)
}

/// An instant that is kept in whole milliseconds, as it will be read back.
#[must_use]
pub fn cut_to_millisecond(at: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(floor_millisecond(at)).unwrap_or(Timestamp::MIN)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn fractions_are_cut_towards_the_past() {
        let cases = [
            // nanoseconds from 1970, floor s, ceil s, floor ms, ceil ms
            (1_500_000_000_i128, 1, 2, 1_500, 1_500),
            (2_000_000_000, 2, 2, 2_000, 2_000),
            (1, 0, 1, 0, 1),
            (0, 0, 0, 0, 0),
            (-1, -1, 0, -1, 0),
            (-1_000_000_000, -1, -1, -1_000, -1_000),
            (-1_000_000_001, -2, -1, -1_001, -1_000),
            (-1_500_000, -1, 0, -2, -1),
        ];
        for (nanoseconds, floor, ceil, milliseconds, ceil_milliseconds) in cases {
            let at = Timestamp::from_nanosecond(nanoseconds).unwrap();
            assert_eq!(floor_second(at), floor, "{at}");
            assert_eq!(ceil_second(at), ceil, "{at}");
            assert_eq!(floor_millisecond(at), milliseconds, "{at}");
            assert_eq!(ceil_millisecond(at), ceil_milliseconds, "{at}");
        }
    }

    #[test]
    fn days_are_numbered_from_1970() {
        let cases = [
            (date(1970, 1, 1), 0),
            (date(1969, 12, 31), -1),
            (date(2000, 3, 1), 11_017),
            (Date::MIN, -4_371_587),
            (Date::MAX, 2_932_896),
        ];
        for (day, number) in cases {
            assert_eq!(day_number(day), number, "{day}");
            assert_eq!(numbered_day(number), Some(day), "{number}");
        }
        assert_eq!(numbered_day(2_932_897), None);
        assert_eq!(numbered_day(i32::MAX), None);
    }

    #[test]
    fn negative_zero_becomes_zero_and_nothing_else_changes() {
        assert!(without_negative_zero(-0.0).is_sign_positive());
        for number in [-1.5, f64::MAX, f64::MIN_POSITIVE, 5e-324, 0.1] {
            assert_eq!(without_negative_zero(number).to_bits(), number.to_bits());
        }
    }

    #[test]
    fn quantities_of_several_numbers_lose_every_negative_zero() {
        let pressure = Quantity::Pressure {
            systolic: -0.0,
            diastolic: -0.0,
        };
        let spread = Quantity::Spread {
            min: -0.0,
            mean: -0.0,
            max: -0.0,
        };
        for (quantity, numbers) in [(pressure, 2), (spread, 3)] {
            let stored = quantity.map(without_negative_zero).numbers();
            assert_eq!(stored.filter(|n| n.is_sign_positive()).count(), numbers);
        }
    }
}
