//! Everything that a collection has in a window.

use jiff::{ToSpan, civil::Date};
use url::Url;
use vitalog_connectors::{Collection, SentDocument, Shape};
use vitalog_core::DayRange;

use super::caller::{CallError, Caller};

/// More pages than any window has; a vendor whose pages go in circles ends here.
const MOST_PAGES: usize = 2_000;

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
        let mut documents = Vec::new();
        let mut next: Option<String> = None;
        for _ in 0..MOST_PAGES {
            let request = caller
                .connector
                .list(api, collection, part, next.as_deref());
            let reply = caller.call(&request).await?;
            if reply.status == 404 {
                // An app of an older kind does not have the collection at all.
                break;
            }
            let page = caller.connector.read_page(collection, part, &reply.body);
            let page = page.map_err(|_| CallError::Unreadable)?;
            documents.extend(page.documents);
            listed.unreadable += usize::try_from(page.unreadable).unwrap_or_default();
            let before = next;
            next = page.next;
            if next.is_none() || next == before {
                break;
            }
        }
        let whole = caller.connector.join(collection, documents);
        listed.documents.extend(whole);
    }
    Ok(listed)
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
