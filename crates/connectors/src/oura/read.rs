//! Answers, read into documents.

use jiff::{Timestamp, ToSpan, civil::Date, tz::Offset};
use vitalog_core::DayRange;

use super::{
    collections::{
        DAILY_ACTIVITY, LONGEST_REST_MODE_DAYS, PERSONAL_INFO, REST_MODE_PERIOD, SESSION,
    },
    model::Fields,
    series,
};
use crate::{Collection, Page, SentDocument, Shape, Unreadable, page::read_list};

/// Reads a page and takes out what lies outside of the window.
pub(super) fn page(
    collection: &Collection,
    window: DayRange,
    body: &[u8],
) -> Result<Page, Unreadable> {
    if collection.kind == PERSONAL_INFO {
        return Ok(Page {
            documents: vec![one(collection, body)?],
            ..Page::default()
        });
    }
    let (elements, next) = read_list(body, "data")?;
    let mut page = Page {
        next,
        ..Page::default()
    };
    if collection.shape == Shape::Series {
        let (documents, unreadable) = series::cut(collection, window, &elements);
        page.documents = documents;
        page.unreadable = unreadable;
        return Ok(page);
    }
    for element in elements {
        match document(collection, element.get()) {
            Ok(document) if collection.shape == Shape::Undated || meets(&document, window) => {
                page.documents.push(document);
            }
            Ok(_) => {}
            Err(_) => page.unreadable = page.unreadable.saturating_add(1),
        }
    }
    Ok(page)
}

/// What began before the window may reach into it.
fn meets(document: &SentDocument, window: DayRange) -> bool {
    let last = match document.kind {
        REST_MODE_PERIOD => document.last_day,
        _ => document.day,
    };
    document.day <= window.end && last >= window.start
}

/// Reads the answer to a request for one document.
pub(super) fn one(collection: &Collection, body: &[u8]) -> Result<SentDocument, Unreadable> {
    let body = std::str::from_utf8(body).map_err(|_| NOT_A_DOCUMENT)?;
    document(collection, body.trim())
}

/// Reads a document that was kept.
pub(super) fn kept(collection: &Collection, body: &str) -> Result<SentDocument, Unreadable> {
    match collection.shape {
        Shape::Series => series::kept(collection, body),
        Shape::Dated | Shape::Undated => document(collection, body),
    }
}

const NOT_A_DOCUMENT: Unreadable = Unreadable {
    expected: "a document",
};

fn document(collection: &Collection, body: &str) -> Result<SentDocument, Unreadable> {
    let fields = Fields::read(body)?;
    if collection.shape == Shape::Undated {
        let id = fields.id().ok_or(NOT_A_DOCUMENT)?.to_owned();
        let body = match collection.kind {
            PERSONAL_INFO => fields.without("email"),
            _ => body.to_owned(),
        };
        return Ok(SentDocument {
            updated_at: fields.updated_at(),
            ..collection.undated(id, body)
        });
    }
    let day = fields.day("day").or_else(|| fields.day("start_day"));
    let day = day.ok_or(NOT_A_DOCUMENT)?;
    let (first_day, last_day) = reach(collection, day, &fields);
    Ok(SentDocument {
        kind: collection.kind,
        // The older description gives a cardiovascular age no identifier.
        id: fields.id().map_or_else(|| day.to_string(), str::to_owned),
        day,
        first_day,
        last_day,
        at: began_at(day, &fields),
        updated_at: fields.updated_at(),
        gone: fields.text("type") == Some("deleted"),
        body: body.to_owned(),
    })
}

/// The days that a document may have a say in.
fn reach(collection: &Collection, day: Date, fields: &Fields) -> (Date, Date) {
    let after = |days: i64| day.saturating_add(days.days());
    match collection.kind {
        REST_MODE_PERIOD => {
            let longest = after(LONGEST_REST_MODE_DAYS.into());
            let end = fields.day("end_day").unwrap_or(longest);
            (day, end.clamp(day, longest))
        }
        // Of which day it is, the account's zone decides; and when the day of which steps are a sum
        // begins.
        SESSION | DAILY_ACTIVITY => (after(-1), after(1)),
        _ => (day, day),
    }
}

fn began_at(day: Date, fields: &Fields) -> Timestamp {
    ["bedtime_start", "start_datetime", "timestamp", "start_time"]
        .into_iter()
        .find_map(|name| fields.time(name))
        .map_or_else(|| midnight_utc(day), |time| time.at)
}

/// The first second of a day in UTC: when something happened of which only the day is told.
pub(super) fn midnight_utc(day: Date) -> Timestamp {
    let midnight = day.to_datetime(jiff::civil::Time::midnight());
    Offset::UTC
        .to_timestamp(midnight)
        .unwrap_or(Timestamp::UNIX_EPOCH)
}
