//! Where a range begins that may be given by its number of days.

use jiff::{ToSpan, civil::Date};

use super::Day;
use crate::ToolError;

/// The first day, and what to say if fewer days are shown than were asked for.
pub(crate) fn first_day(
    start: Option<Day>,
    end: Option<Day>,
    days: Option<i64>,
    max_days: i32,
    today: Date,
) -> Result<(Option<Date>, Option<String>), ToolError> {
    let Some(asked) = days else {
        return Ok((start.map(|day| day.0), None));
    };
    if start.is_some() {
        return Err(ToolError::arguments(
            "`days` and `start_date` both say where the range begins.",
            "Give one of them.",
        ));
    }
    let days = asked.clamp(1, i64::from(max_days));
    let note = (days != asked)
        .then(|| format!("`days` can be from 1 to {max_days} and was {asked}; {days} are shown."));
    let end = end.map_or(today, |day| day.0);
    Ok((Some(end.saturating_sub((days - 1).days())), note))
}
