//! An invented climate: the same for the same seed, column and time.

use crate::vendors::numbers::Numbers;

/// Columns: name, unit, least and most in tenths.
const COLUMNS: [(&str, &str, i32, i32); 15] = [
    ("temperature_2m_mean", "°C", 50, 200),
    ("temperature_2m_max", "°C", 200, 320),
    ("temperature_2m_min", "°C", -60, 50),
    ("temperature_2m", "°C", 50, 200),
    ("relative_humidity_2m_mean", "%", 300, 990),
    ("relative_humidity_2m", "%", 300, 990),
    ("cloud_cover_mean", "%", 0, 1000),
    ("cloud_cover", "%", 0, 1000),
    ("precipitation_sum", "mm", 0, 300),
    ("sunshine_duration", "s", 0, 500_000),
    ("daylight_duration", "s", 280_000, 600_000),
    ("pressure_msl_mean", "hPa", 9800, 10_400),
    ("pressure_msl", "hPa", 9800, 10_400),
    ("wind_speed_10m_max", "km/h", 20, 700),
    ("uv_index_max", "", 0, 90),
];

/// The unit of a column, if there is one of that name.
pub(super) fn unit(name: &str) -> Option<&'static str> {
    let found = COLUMNS.iter().find(|(known, ..)| *known == name);
    found.map(|(_, unit, ..)| *unit)
}

pub(super) fn value(seed: u64, name: &str, time: &str) -> f64 {
    let found = COLUMNS.iter().find(|(known, ..)| *known == name);
    let (_, _, least, most) = *found.expect("a column");
    let topic = format!("{name} {time}");
    f64::from(Numbers::new(seed, &topic, 0).between(least, most)) / 10.0
}
