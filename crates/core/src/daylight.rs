//! How long it is light, from the date and the place alone.

use std::f64::consts::TAU;

use jiff::civil::Date;

use crate::Place;

/// The height of the sun's middle at sunrise, in degrees: the air lifts its picture by 34′, and
/// the upper edge, which is what rises, is 16′ above the middle.
const SUNRISE_HEIGHT: f64 = -0.833;
/// Degrees that the Earth turns in an hour.
const DEGREES_AN_HOUR: f64 = 15.0;
/// The hour of the day in whose middle the sun is highest.
const NOON: f64 = 12.0;

/// Hours from sunrise to sunset on this date: 0 in polar night, 24 on a polar day. Good to about
/// two minutes, but within a degree of where the sun grazes the horizon all day.
///
/// ```
/// use jiff::civil::date;
/// use vitalog_core::{Place, daylight::daylight_hours};
///
/// let berlin = Place::new(52.5, 13.4).unwrap();
/// let hours = daylight_hours(date(2026, 6, 21), berlin);
/// assert!((16.7..16.9).contains(&hours));
/// ```
#[must_use]
pub fn daylight_hours(date: Date, place: Place) -> f64 {
    let latitude = place.latitude().to_radians();
    let declination = declination(date, place.longitude());
    // The sunrise equation, with the divisor on the other side: at a pole it is zero.
    let height = SUNRISE_HEIGHT.to_radians().sin() - latitude.sin() * declination.sin();
    let reach = latitude.cos() * declination.cos();
    if height >= reach {
        return 0.0;
    }
    if height <= -reach {
        return 24.0;
    }
    2.0 * (height / reach).acos().to_degrees() / DEGREES_AN_HOUR
}

/// The sun's declination at the place's noon, in radians: the Fourier series of the NOAA solar
/// calculator.
fn declination(date: Date, longitude: f64) -> f64 {
    let days = f64::from(date.day_of_year() - 1);
    let utc_hour_of_noon = NOON - longitude / DEGREES_AN_HOUR;
    let year = f64::from(date.days_in_year());
    let angle = TAU / year * (days + (utc_hour_of_noon - NOON) / 24.0);
    0.006_918 - 0.399_912 * angle.cos() + 0.070_257 * angle.sin() - 0.006_758 * (2.0 * angle).cos()
        + 0.000_907 * (2.0 * angle).sin()
        - 0.002_697 * (3.0 * angle).cos()
        + 0.001_48 * (3.0 * angle).sin()
}

#[cfg(test)]
mod tests {
    use jiff::{ToSpan, civil::date};

    use super::*;

    fn at(latitude: f64, longitude: f64, date: Date) -> f64 {
        daylight_hours(date, Place::new(latitude, longitude).unwrap())
    }

    #[test]
    fn the_days_of_known_places_are_as_long_as_known() {
        let june = date(2026, 6, 21);
        let december = date(2026, 12, 21);
        // Berlin, Los Angeles, the equator, Tromsø, Sydney.
        for (latitude, longitude, in_june, in_december) in [
            (52.52, 13.42, 16.8, 7.65),
            (34.05, -118.24, 14.4, 9.9),
            (0.0, 0.0, 12.1, 12.1),
            (69.65, 18.96, 24.0, 0.0),
            (-33.87, 151.21, 9.9, 14.4),
        ] {
            for (day, expected) in [(june, in_june), (december, in_december)] {
                let hours = at(latitude, longitude, day);
                let off = (hours - expected).abs();
                assert!(off <= 0.1, "{latitude} on {day}: {hours}, not {expected}");
            }
        }
    }

    #[test]
    fn the_equinox_is_a_little_longer_than_half_a_day_everywhere() {
        for latitude in [-60.0, -33.0, 0.0, 33.0, 60.0] {
            let hours = at(latitude, 0.0, date(2026, 3, 20));
            assert!((12.0..12.4).contains(&hours), "{latitude}: {hours}");
        }
    }

    #[test]
    fn poles_have_all_of_a_day_or_nothing_and_no_date_is_without_an_answer() {
        let mut day = date(2024, 1, 1);
        while day <= date(2026, 12, 31) {
            for latitude in [-90.0, 90.0] {
                let hours = at(latitude, 0.0, day);
                assert!([0.0, 24.0].contains(&hours), "{latitude} on {day}: {hours}");
            }
            let mut last = at(-66.0, 0.0, day);
            for latitude in -65..=66 {
                let hours = at(f64::from(latitude), 0.0, day);
                assert!((0.0..=24.0).contains(&hours));
                assert!((hours - last).abs() < 5.0, "{latitude} on {day}");
                last = hours;
            }
            day = day.saturating_add(1.day());
        }
    }
}
