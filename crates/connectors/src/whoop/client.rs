//! Requests.

use jiff::{ToSpan, civil::Date};
use url::Url;
use vitalog_core::DayRange;

use super::collections::{BODY, CYCLE, PROFILE, RECOVERY, SLEEP, WORKOUT};
use crate::{Collection, VendorRequest, request::address};

/// The most records a page can have.
const PAGE: &str = "25";
/// Days that are asked for on either side of a window. What a record belongs to is its own local
/// day, up to 14 hours from UTC's, and a night begins on the day before: the vendor chooses by the
/// begin.
const PADDING_DAYS: i32 = 2;

/// A page of a collection.
pub(super) fn list(
    api: &Url,
    collection: &Collection,
    window: DayRange,
    next: Option<&str>,
) -> VendorRequest {
    let path: &[&str] = match collection.kind {
        PROFILE => return VendorRequest::get(address(api, ["v2", "user", "profile", "basic"])),
        BODY => return VendorRequest::get(address(api, ["v2", "user", "measurement", "body"])),
        SLEEP => &["v2", "activity", "sleep"],
        WORKOUT => &["v2", "activity", "workout"],
        kind => &["v2", kind],
    };
    let mut url = address(api, path.iter().copied());
    let start = window.start.saturating_sub(PADDING_DAYS.days());
    // The end is not part of what is asked for.
    let end = window.end.saturating_add((PADDING_DAYS + 1).days());
    url.query_pairs_mut()
        .append_pair("limit", PAGE)
        .append_pair("start", &midnight(start))
        .append_pair("end", &midnight(end));
    if let Some(next) = next {
        url.query_pairs_mut().append_pair("nextToken", next);
    }
    VendorRequest::get(url)
}

/// One record. A recovery has no address of its own: it is its cycle's.
pub(super) fn get(api: &Url, collection: &Collection, id: &str) -> Option<VendorRequest> {
    let path: &[&str] = match collection.kind {
        SLEEP => &["v2", "activity", "sleep", id],
        WORKOUT => &["v2", "activity", "workout", id],
        CYCLE => &["v2", "cycle", id],
        RECOVERY => &["v2", "cycle", id, "recovery"],
        _ => return None,
    };
    Some(VendorRequest::get(address(api, path.iter().copied())))
}

fn midnight(day: Date) -> String {
    format!("{day}T00:00:00.000Z")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::{Auth, Connector, whoop::Whoop};

    fn api() -> Url {
        Url::parse("https://api.prod.whoop.com/developer").unwrap()
    }

    #[test]
    fn a_window_is_asked_for_with_a_margin_and_page_after_page() {
        let window = DayRange {
            start: date(2026, 9, 10),
            end: date(2026, 9, 13),
        };
        let asked = "limit=25&start=2026-09-08T00%3A00%3A00.000Z&end=2026-09-16T00%3A00%3A00.000Z";
        for (kind, next, expected) in [
            ("cycle", None, format!("/v2/cycle?{asked}")),
            ("recovery", None, format!("/v2/recovery?{asked}")),
            ("sleep", None, format!("/v2/activity/sleep?{asked}")),
            (
                "workout",
                Some("a&b="),
                format!("/v2/activity/workout?{asked}&nextToken=a%26b%3D"),
            ),
            ("profile", None, "/v2/user/profile/basic".to_owned()),
            ("body", None, "/v2/user/measurement/body".to_owned()),
        ] {
            let collection = Whoop.collection(kind).unwrap();
            let request = list(&api(), collection, window, next);
            let expected = format!("https://api.prod.whoop.com/developer{expected}");
            assert_eq!(request.url.as_str(), expected);
            assert_eq!(request.auth, Auth::Bearer);
        }
    }

    #[test]
    fn a_recovery_is_asked_for_by_its_cycle() {
        for (kind, expected) in [
            ("cycle", Some("/developer/v2/cycle/7")),
            ("recovery", Some("/developer/v2/cycle/7/recovery")),
            ("sleep", Some("/developer/v2/activity/sleep/7")),
            ("workout", Some("/developer/v2/activity/workout/7")),
            ("profile", None),
            ("body", None),
        ] {
            let collection = Whoop.collection(kind).unwrap();
            let request = get(&api(), collection, "7");
            let path = request.as_ref().map(|request| request.url.path());
            assert_eq!(path, expected, "{kind}");
        }
    }
}
