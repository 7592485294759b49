//! Everything that a collection has in a window.
//!
//! What a list lacks is taken to be gone, so only one that came to its proper end counts: every page
//! was sent with success, each was led to by another token, and the last leads nowhere.

use std::collections::BTreeSet;

use jiff::{ToSpan, civil::Date};
use url::Url;
use vitalog_connectors::{Collection, SentDocument, Shape};
use vitalog_core::DayRange;

use super::caller::{CallError, Caller};

/// More pages than any window has; a vendor whose pages go in circles ends here.
const MOST_PAGES: usize = 2_000;
/// The one status of a page.
const LISTED: u16 = 200;

/// What was listed.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub(super) documents: Vec<SentDocument>,
    /// Elements that cannot be read.
    pub(super) unreadable: usize,
}

/// Lists a window, in as many parts as the vendor needs.
pub(super) async fn list(
    caller: &Caller<'_>,
    api: &Url,
    collection: &'static Collection,
    window: DayRange,
) -> Result<Listed, CallError> {
    let mut listed = Listed::default();
    for part in parts(collection, window) {
        let documents = pages(caller, api, collection, part, &mut listed.unreadable).await?;
        let whole = caller.connector.join(collection, documents);
        listed.documents.extend(whole);
    }
    Ok(listed)
}

/// The documents of all pages of a part, up to the last.
async fn pages(
    caller: &Caller<'_>,
    api: &Url,
    collection: &'static Collection,
    part: DayRange,
    unreadable: &mut usize,
) -> Result<Vec<SentDocument>, CallError> {
    let mut documents = Vec::new();
    let mut led_by: BTreeSet<String> = BTreeSet::new();
    let mut next: Option<String> = None;
    while led_by.len() < MOST_PAGES {
        let connector = caller.connector;
        let request = connector.list(api, collection, part, next.as_deref());
        let reply = caller.call(&request).await?;
        if reply.status != LISTED {
            // Of a single document 404 says that it is gone; of a list it says nothing.
            let status = reply.status;
            return Err(CallError::Refused { status });
        }
        let page = connector.read_page(collection, part, &reply.body);
        let page = page.map_err(|_| CallError::Unreadable)?;
        documents.extend(page.documents);
        *unreadable += usize::try_from(page.unreadable).unwrap_or_default();
        next = page.next;
        let Some(token) = &next else {
            return Ok(documents);
        };
        if !led_by.insert(token.clone()) {
            // The pages go in circles, and nobody knows what is not on them.
            break;
        }
    }
    Err(CallError::Unreadable)
}

/// A window in parts that the vendor takes.
fn parts(collection: &Collection, window: DayRange) -> Vec<DayRange> {
    if collection.shape == Shape::Undated {
        return vec![window];
    }
    let length = i64::from(collection.longest_window_days.max(1));
    let mut parts = Vec::new();
    let mut start: Date = window.start;
    while start <= window.end {
        let end = start.saturating_add((length - 1).days()).min(window.end);
        parts.push(DayRange { start, end });
        match end.tomorrow() {
            Ok(next) => start = next,
            Err(_) => break,
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn window_is_cut_into_parts_without_gap_or_overlap() {
        let collection = |shape, longest_window_days| Collection {
            kind: "sleep",
            scope: None,
            shape,
            longest_window_days,
            webhook: None,
            reach_days: 0,
            routine: true,
        };
        let days = |start: i8, end: i8| DayRange {
            start: date(2026, 5, start),
            end: date(2026, 5, end),
        };
        let check = |shape, longest, expected: &[DayRange]| {
            assert_eq!(parts(&collection(shape, longest), days(1, 9)), expected);
        };
        check(Shape::Dated, 9, &[days(1, 9)]);
        check(Shape::Dated, 4, &[days(1, 4), days(5, 8), days(9, 9)]);
        check(
            Shape::Series,
            0,
            &(1..=9).map(|day| days(day, day)).collect::<Vec<_>>(),
        );
        check(Shape::Undated, 1, &[days(1, 9)]);
    }
}
