//! From answers to documents.

use jiff::{ToSpan, civil::Date, tz::Offset};
use vitalog_core::DayRange;

use super::{
    collections::{BODY, CYCLE, PROFILE, RECOVERY, SLEEP, WORKOUT},
    model::{Fields, Local},
};
use crate::{Collection, Page, SentDocument, Shape, Unreadable, page::read_list};

/// The one document of body measurements has no identifier.
const BODY_ID: &str = "body";

/// A page of a list, or the one document that stands in its place.
pub(super) fn page(
    collection: &Collection,
    window: DayRange,
    body: &[u8],
) -> Result<Page, Unreadable> {
    if collection.shape == Shape::Undated {
        return Ok(Page {
            documents: vec![one(collection, body)?],
            next: None,
            unreadable: 0,
        });
    }
    let (records, next) = read_list(body, "records")?;
    let mut page = Page {
        next,
        ..Page::default()
    };
    for record in records {
        match document(collection, record.get()) {
            // A recovery does not say its day: the vendor's own choice stands.
            Ok(document) if collection.kind == RECOVERY || window.contains(document.day) => {
                page.documents.push(document);
            }
            Ok(_) => {}
            Err(_) => page.unreadable += 1,
        }
    }
    Ok(page)
}

/// One document.
pub(super) fn one(collection: &Collection, body: &[u8]) -> Result<SentDocument, Unreadable> {
    let body = std::str::from_utf8(body).map_err(|_| EXPECTED)?;
    document(collection, body)
}

const EXPECTED: Unreadable = Unreadable {
    expected: "a record of the collection",
};

/// A record as it is kept.
pub(super) fn document(collection: &Collection, body: &str) -> Result<SentDocument, Unreadable> {
    let fields = Fields::read(body)?;
    let read = match collection.kind {
        PROFILE => profile(collection, &fields),
        BODY => Some(collection.undated(BODY_ID.to_owned(), body.trim().to_owned())),
        _ => dated(collection, &fields, body),
    };
    read.ok_or(EXPECTED)
}

/// Of a profile only the identifier is kept: name and address are no part of a health record.
fn profile(collection: &Collection, fields: &Fields) -> Option<SentDocument> {
    let id = fields.id("user_id")?;
    let number: i64 = id.parse().ok()?;
    let body = format!("{{\"user_id\":{number}}}");
    Some(collection.undated(id, body))
}

fn dated(collection: &Collection, fields: &Fields, body: &str) -> Option<SentDocument> {
    let around = |day: Date, before: i32, after: i32| {
        let first = day.saturating_sub(before.days());
        (day, first, day.saturating_add(after.days()))
    };
    let id = match collection.kind {
        RECOVERY => "cycle_id",
        _ => "id",
    };
    let (at, (day, first_day, last_day)) = match collection.kind {
        // A sleep tells the days of its recovery and its cycle as well.
        SLEEP => {
            let (start, end) = span(fields)?;
            (start.at, around(end.day(), 1, 1))
        }
        // Until its sleep is known: the day on which most of its waking hours are.
        CYCLE => {
            let start = fields.time("start")?;
            (start.at, around(start.day_of_half_a_day_later(), 1, 1))
        }
        // Until its sleep is known: it is made when the person has woken.
        RECOVERY => {
            fields.id("sleep_id")?;
            let made = fields.instant("created_at")?;
            (made, around(Offset::UTC.to_datetime(made).date(), 2, 1))
        }
        WORKOUT => {
            let (start, _) = span(fields)?;
            (start.at, around(start.day(), 0, 0))
        }
        _ => return None,
    };
    Some(SentDocument {
        kind: collection.kind,
        id: fields.id(id)?,
        day,
        first_day,
        last_day,
        at,
        updated_at: fields.instant("updated_at"),
        gone: false,
        body: body.trim().to_owned(),
    })
}

/// The times of what has ended, and not before it began.
fn span(fields: &Fields) -> Option<(Local, Local)> {
    let (start, end) = (fields.time("start")?, fields.time("end")?);
    (end.at >= start.at).then_some((start, end))
}
