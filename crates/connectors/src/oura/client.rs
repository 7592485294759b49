//! The requests for documents.

use jiff::{ToSpan, civil::Date};
use url::Url;
use vitalog_core::DayRange;

use super::collections::VO2_MAX;
use crate::{Collection, Shape, VendorRequest, request::address};

/// Days asked for before and after a window. The vendor's ends differ between collections: a
/// daily document counts by its time of day, a night asked for by one day does not come at all.
const PADDING_DAYS: i64 = 1;

/// The request for a page. A token is sent without dates: together they are refused.
pub(super) fn list(
    api: &Url,
    collection: &Collection,
    window: DayRange,
    next: Option<&str>,
) -> VendorRequest {
    let mut url = address(api, ["v2", "usercollection", path_of(collection)]);
    if let Some(next) = next {
        url.query_pairs_mut().append_pair("next_token", next);
        return VendorRequest::get(url);
    }
    let before = |days: i64| window.start.saturating_sub(days.days());
    let after = window.end.saturating_add(PADDING_DAYS.days());
    match collection.shape {
        Shape::Dated => {
            // What reaches into the window may have begun long before it.
            let start = before(PADDING_DAYS.max(collection.reach_days.into()));
            url.query_pairs_mut()
                .append_pair("start_date", &start.to_string())
                .append_pair("end_date", &after.to_string());
        }
        Shape::Series => {
            url.query_pairs_mut()
                .append_pair("start_datetime", &hour(before(PADDING_DAYS), 23))
                .append_pair("end_datetime", &hour(after, 1));
        }
        Shape::Undated => {}
    }
    VendorRequest::get(url)
}

/// The request for one document.
pub(super) fn get(api: &Url, collection: &Collection, id: &str) -> Option<VendorRequest> {
    let path = ["v2", "usercollection", path_of(collection)];
    match (collection.shape, collection.webhook) {
        (Shape::Series, _) => None,
        // The profile is a collection of one document, without a list.
        (Shape::Undated, None) => Some(VendorRequest::get(address(api, path))),
        (Shape::Dated | Shape::Undated, _) => Some(VendorRequest::get(address(
            api,
            path.into_iter().chain([id]),
        ))),
    }
}

/// The name in paths: the same as anywhere else, but for one.
fn path_of(collection: &Collection) -> &'static str {
    match collection.kind {
        VO2_MAX => "vO2_max",
        kind => kind,
    }
}

/// A full hour, as series want it: in UTC, with an offset. An hour of padding is enough for these,
/// since both their days and their ends are those of UTC.
fn hour(day: Date, hour: i8) -> String {
    format!("{day}T{hour:02}:00:00+00:00")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::{Auth, Connector, oura::Oura};

    fn api() -> Url {
        Url::parse("https://api.example").unwrap()
    }

    fn window() -> DayRange {
        DayRange {
            start: date(2026, 5, 1),
            end: date(2026, 5, 29),
        }
    }

    #[test]
    fn window_is_padded_and_a_token_is_sent_alone() {
        let check = |kind: &str, next: Option<&str>, expected: &str| {
            let collection = Oura.collection(kind).unwrap();
            let request = list(&api(), collection, window(), next);
            let path = request
                .url
                .as_str()
                .strip_prefix("https://api.example/v2/usercollection/");
            assert_eq!(path.unwrap(), expected);
            assert_eq!(request.auth, Auth::Bearer);
            assert_eq!(request.method, http::Method::GET);
        };
        check(
            "sleep",
            None,
            "sleep?start_date=2026-04-30&end_date=2026-05-30",
        );
        check("sleep", Some("a b"), "sleep?next_token=a+b");
        check(
            "vo2_max",
            None,
            "vO2_max?start_date=2026-04-30&end_date=2026-05-30",
        );
        check(
            "heartrate",
            None,
            "heartrate?start_datetime=2026-04-30T23%3A00%3A00%2B00%3A00\
             &end_datetime=2026-05-30T01%3A00%3A00%2B00%3A00",
        );
        check("heartrate", Some("n"), "heartrate?next_token=n");
        check(
            "rest_mode_period",
            None,
            "rest_mode_period?start_date=2026-01-31&end_date=2026-05-30",
        );
        check("personal_info", None, "personal_info");
        check("ring_configuration", None, "ring_configuration");
        check(
            "ring_configuration",
            Some("n"),
            "ring_configuration?next_token=n",
        );
    }

    #[test]
    fn longest_window_of_a_series_is_within_thirty_days_with_its_padding() {
        for collection in Oura.capabilities().collections {
            if collection.shape == Shape::Series {
                assert!(collection.longest_window_days < 30, "{}", collection.kind);
            }
        }
    }

    #[test]
    fn days_at_the_ends_of_the_calendar_are_asked_for_as_they_are() {
        let all = DayRange {
            start: Date::MIN,
            end: Date::MAX,
        };
        for collection in Oura.capabilities().collections {
            let _ = list(&api(), collection, all, None);
        }
    }

    #[test]
    fn one_document_is_asked_for_by_its_id() {
        let check = |kind: &str, expected: Option<&str>| {
            let collection = Oura.collection(kind).unwrap();
            let request = get(&api(), collection, "a/1");
            let url = request.as_ref().map(|request| request.url.path());
            assert_eq!(url, expected, "{kind}");
        };
        check("sleep", Some("/v2/usercollection/sleep/a%2F1"));
        check("vo2_max", Some("/v2/usercollection/vO2_max/a%2F1"));
        check(
            "ring_configuration",
            Some("/v2/usercollection/ring_configuration/a%2F1"),
        );
        check("personal_info", Some("/v2/usercollection/personal_info"));
        check("heartrate", None);
    }
}
