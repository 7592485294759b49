//! The marks of a row.

use vitalog_core::{Marks, Superseded, SupersededBy};

use crate::{error::Failure, item::Item};

const MISSING_SINCE: &str = "missing_since";
pub(super) const SUPERSEDED_AT: &str = "superseded_at";
const SUPERSEDED_BY: &str = "superseded_by";

pub(super) fn encode(marks: Marks, item: &mut Item) {
    if let Some(since) = marks.missing_since {
        item.set_millisecond(MISSING_SINCE, since);
    }
    if let Some(superseded) = marks.superseded {
        item.set_millisecond(SUPERSEDED_AT, superseded.at);
        item.set_text(SUPERSEDED_BY, superseded.by.as_str());
    }
}

pub(super) fn decode(item: &Item) -> Result<Marks, Failure> {
    let at = item.instant_or_none(SUPERSEDED_AT)?;
    let by = item.one_of_or_none(SUPERSEDED_BY, SupersededBy::parse)?;
    Ok(Marks {
        missing_since: item.instant_or_none(MISSING_SINCE)?,
        superseded: at.zip(by).map(|(at, by)| Superseded { at, by }),
    })
}
