//! Requests.

use jiff::ToSpan;
use secrecy::ExposeSecret;
use url::Url;
use vitalog_core::DayRange;

use super::{Weather, table::TABLE};
use crate::{Auth, VendorRequest, request::address};

/// How far back forecasts go.
const FORECAST_DAYS: i32 = 90;
/// How far behind the archive is, with some room.
const ARCHIVE_LAG_DAYS: i32 = 7;

/// The daily weather of a window. The archive is asked only for what forecasts do not have, or
/// what it has had for long: of a window over both it leaves the last days open, which a later
/// request fills.
pub(super) fn list(weather: &Weather, api: &Url, window: DayRange) -> VendorRequest {
    let oldest = weather.today.saturating_sub(FORECAST_DAYS.days());
    let settled = weather.today.saturating_sub(ARCHIVE_LAG_DAYS.days());
    let forecast = window.start >= oldest && window.end > settled;
    let mut url = if forecast {
        address(api, ["v1", "forecast"])
    } else {
        address(weather.archive.as_ref().unwrap_or(api), ["v1", "archive"])
    };
    let rows = TABLE.iter().filter(|row| forecast || !row.only_forecast);
    let daily: Vec<&str> = rows.map(|row| row.daily).collect();
    let end = window.end.min(weather.today).max(window.start);
    let mut query = url.query_pairs_mut();
    query
        .append_pair("latitude", &weather.place.latitude().to_string())
        .append_pair("longitude", &weather.place.longitude().to_string())
        // Without a zone the days would be those of Greenwich.
        .append_pair("timezone", &weather.zone)
        .append_pair("start_date", &window.start.to_string())
        .append_pair("end_date", &end.to_string())
        .append_pair("daily", &daily.join(","));
    if forecast {
        // Not every model has the means of a day.
        let hourly: Vec<&str> = TABLE.iter().filter_map(|row| row.hourly).collect();
        query.append_pair("hourly", &hourly.join(","));
    }
    if let Some(key) = &weather.key {
        query.append_pair("apikey", key.expose_secret());
    }
    drop(query);
    VendorRequest {
        auth: Auth::None,
        ..VendorRequest::get(url)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::{Date, date};
    use vitalog_core::Place;

    use super::*;
    use crate::{Connector, weather::API};

    fn asked(weather: &Weather, start: Date, end: Date) -> Url {
        let api = Url::parse(API).unwrap();
        let collection = weather.collection("daily").unwrap();
        let request = weather.list(&api, collection, DayRange { start, end }, None);
        assert_eq!(request.auth, Auth::None);
        request.url
    }

    fn value(url: &Url, name: &str) -> Option<String> {
        let mut pairs = url.query_pairs();
        let found = pairs.find(|(key, _)| key == name)?;
        Some(found.1.into_owned())
    }

    #[test]
    fn a_place_is_sent_to_a_tenth_of_a_degree_unless_it_is_meant_exactly() {
        let place: Place = "52.5163,13.3777".parse().unwrap();
        let today = date(2026, 9, 14);
        for (weather, latitude, longitude) in [
            (Weather::new(place, "Europe/Berlin", today), "52.5", "13.4"),
            (
                Weather::at_exact_place(place, "Europe/Berlin", today),
                "52.5163",
                "13.3777",
            ),
        ] {
            let url = asked(&weather, today, today);
            assert_eq!(value(&url, "latitude").as_deref(), Some(latitude));
            assert_eq!(value(&url, "longitude").as_deref(), Some(longitude));
            assert_eq!(value(&url, "timezone").as_deref(), Some("Europe/Berlin"));
        }
    }

    #[test]
    fn the_archive_has_what_is_old_and_forecasts_what_is_new() {
        let place: Place = "52.5,13.4".parse().unwrap();
        let archive = Url::parse("https://old.example/x").unwrap();
        let weather = Weather::new(place, "UTC", date(2026, 9, 14)).with_archive(archive);
        for (start, end, expected) in [
            (
                date(2026, 9, 10),
                date(2026, 9, 14),
                "https://api.open-meteo.com/v1/forecast",
            ),
            (
                date(2026, 6, 16),
                date(2026, 9, 14),
                "https://api.open-meteo.com/v1/forecast",
            ),
            (
                date(2026, 9, 1),
                date(2026, 9, 7),
                "https://old.example/x/v1/archive",
            ),
            (
                date(2026, 6, 15),
                date(2026, 9, 14),
                "https://old.example/x/v1/archive",
            ),
            (
                date(2025, 1, 1),
                date(2025, 12, 31),
                "https://old.example/x/v1/archive",
            ),
        ] {
            let mut url = asked(&weather, start, end);
            let forecast = expected.ends_with("forecast");
            assert_eq!(value(&url, "start_date"), Some(start.to_string()));
            assert_eq!(value(&url, "hourly").is_some(), forecast);
            let daily = value(&url, "daily").unwrap();
            assert_eq!(daily.contains("uv_index_max"), forecast, "{daily}");
            url.set_query(None);
            assert_eq!(url.as_str(), expected, "{start}..{end}");
        }
    }

    #[test]
    fn nothing_is_asked_of_days_to_come_and_a_key_is_not_printed() {
        let place: Place = "52.5,13.4".parse().unwrap();
        let today = date(2026, 9, 14);
        let weather = Weather::new(place, "UTC", today).with_key("hush".into());
        let url = asked(&weather, date(2026, 9, 12), date(2026, 9, 20));
        assert_eq!(value(&url, "end_date").as_deref(), Some("2026-09-14"));
        assert_eq!(value(&url, "apikey").as_deref(), Some("hush"));
        let printed = format!("{weather:?}");
        assert!(
            !printed.contains("hush") && !printed.contains("52.5"),
            "{printed}"
        );
    }
}
