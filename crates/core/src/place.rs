//! A place on Earth, as coarse as it needs to be.

use std::{fmt, str::FromStr};

/// Steps of a degree that a coarse place is rounded to. A tenth of a degree is at most 11 km:
/// finer than the grid of most weather models, and too coarse to say where somebody lives.
const COARSE_STEPS: f64 = 10.0;

/// A place, in degrees of WGS 84. It is shown by [`fmt::Display`] alone; `Debug` keeps it.
#[derive(Clone, Copy, PartialEq)]
pub struct Place {
    latitude: f64,
    longitude: f64,
}

/// The text is no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a place: write latitude,longitude in degrees, like 52.5,13.4")]
pub struct NotAPlace;

impl Place {
    /// A place; `None` where the numbers are none of Earth's.
    #[must_use]
    pub fn new(latitude: f64, longitude: f64) -> Option<Self> {
        let possible = latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
        // Adding zero takes the sign off a zero.
        possible.then_some(Self {
            latitude: latitude + 0.0,
            longitude: longitude + 0.0,
        })
    }

    /// Degrees north of the equator; south is negative.
    #[must_use]
    pub fn latitude(self) -> f64 {
        self.latitude
    }

    /// Degrees east of Greenwich; west is negative.
    #[must_use]
    pub fn longitude(self) -> f64 {
        self.longitude
    }

    /// The same place to a tenth of a degree.
    #[must_use]
    pub fn coarse(self) -> Self {
        let round = |degrees: f64| (degrees * COARSE_STEPS).round() / COARSE_STEPS + 0.0;
        Self {
            latitude: round(self.latitude),
            longitude: round(self.longitude),
        }
    }
}

impl FromStr for Place {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        let (latitude, longitude) = text.split_once(',').ok_or(NotAPlace)?;
        let degrees = |text: &str| text.trim().parse::<f64>().map_err(|_| NotAPlace);
        Self::new(degrees(latitude)?, degrees(longitude)?).ok_or(NotAPlace)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.latitude, self.longitude)
    }
}

/// Where somebody lives is nobody's business that reads a log.
impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Place(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_and_made_coarse() {
        for (text, coarse) in [
            ("52.5163, 13.3777", Some("52.5,13.4")),
            ("-33.8688,151.2093", Some("-33.9,151.2")),
            ("-0.04,0.04", Some("0,0")),
            ("90,-180", Some("90,-180")),
            ("90.1,0", None),
            ("0,180.5", None),
            ("NaN,0", None),
            ("inf,0", None),
            ("52.5", None),
            ("52.5;13.4", None),
            ("", None),
        ] {
            let read = text.parse::<Place>();
            let shown = read.map(|place| place.coarse().to_string()).ok();
            assert_eq!(shown.as_deref(), coarse, "{text:?}");
        }
    }

    #[test]
    fn a_log_does_not_say_where_somebody_lives() {
        let place = Place::new(52.5163, 13.3777).unwrap();
        assert_eq!(format!("{place:?}"), "Place(…)");
    }
}
