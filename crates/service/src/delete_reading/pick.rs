//! Finding the one row that a request means.

use vitalog_core::Account;

use super::{DeleteReading, moment::Moment, row::Row};
use crate::{ServiceError, code};

/// How far a stored value may lie from the one given. Values are shown with at most two decimals
/// and people round to one: half of a tenth, and a little for binary fractions.
const VALUE_TOLERANCE: f64 = 0.051;
/// Rows that an error lists at most.
const LISTED: usize = 10;

/// The one row among `rows` that the request means.
pub(super) fn pick<'r>(
    rows: &[Row<'r>],
    moment: &Moment,
    request: &DeleteReading,
    account: &Account,
) -> Result<Row<'r>, ServiceError> {
    let eligible: Vec<Row<'r>> = rows
        .iter()
        .copied()
        .filter(|row| is_eligible(*row, request.undo))
        .collect();
    let at_time: Vec<Row<'r>> = eligible
        .iter()
        .copied()
        .filter(|row| moment.names(row.at(), account))
        .collect();
    let fitting: Vec<Row<'r>> = at_time
        .iter()
        .copied()
        .filter(|row| {
            let has_value = |value: f64| (row.value() - value).abs() <= VALUE_TOLERANCE;
            request.value.is_none_or(has_value)
        })
        .collect();

    match fitting[..] {
        [] => {
            let error = not_found(&eligible, &at_time, moment, request, account);
            let was_removed =
                |row: &Row<'_>| !row.marks().counts() && moment.names(row.at(), account);
            Err(if !request.undo && rows.iter().any(was_removed) {
                error.also_advise("One at that time was removed already; undo: true restores it.")
            } else {
                error
            })
        }
        [row] => Ok(row),
        _ => request
            .value
            .and_then(|_| any_of_the_same(&fitting))
            .ok_or_else(|| ambiguous(&fitting, moment, request, account)),
    }
}

/// What can be taken out are rows that count; what can be put back are rows from elsewhere with
/// any mark, also one that is only missing so far.
fn is_eligible(row: Row<'_>, undo: bool) -> bool {
    if undo {
        !row.is_from_chat() && row.marks().any()
    } else {
        row.marks().counts()
    }
}

/// Rows that no further argument could tell apart: of one second and value, the one said in chat
/// (the one that answers show), else the last of one app's exact repeats.
#[expect(clippy::float_cmp, reason = "the same stored value, bit for bit")]
fn any_of_the_same<'r>(rows: &[Row<'r>]) -> Option<Row<'r>> {
    let (first, others) = rows.split_first()?;
    let alike = |row: &Row<'_>| row.at() == first.at() && row.value() == first.value();
    if !others.iter().all(alike) {
        return None;
    }
    if let Some(chat) = rows.iter().find(|row| row.is_from_chat()) {
        return Some(*chat);
    }
    let one_app = others.iter().all(|row| row.source() == first.source());
    others.last().copied().filter(|_| one_app)
}

fn ambiguous(
    fitting: &[Row<'_>],
    moment: &Moment,
    request: &DeleteReading,
    account: &Account,
) -> ServiceError {
    let message = format!(
        "{} {}s fit {}; nothing was changed.",
        fitting.len(),
        noun(request),
        moment.describe(account)
    );
    ServiceError::new(code::AMBIGUOUS, message).advise(format!(
        "Give the exact timestamp, or value, of one of them: {}.",
        list(fitting, account)
    ))
}

fn not_found(
    eligible: &[Row<'_>],
    at_time: &[Row<'_>],
    moment: &Moment,
    request: &DeleteReading,
    account: &Account,
) -> ServiceError {
    let with_value = if request.value.is_some() && !at_time.is_empty() {
        " with that value"
    } else {
        ""
    };
    let removed = if request.undo { "removed " } else { "" };
    let message = format!(
        "There is no {removed}{}{with_value} at {}; nothing was changed.",
        noun(request),
        moment.describe(account)
    );

    let advice = if !at_time.is_empty() {
        format!("At that time there are: {}.", list(at_time, account))
    } else if eligible.is_empty() {
        format!("There is no {removed}{} on that day at all.", noun(request))
    } else {
        let mut nearest = eligible.to_vec();
        nearest.sort_by_key(|row| moment.distance(row.at()));
        nearest.truncate(LISTED);
        nearest.sort_by_key(|row| row.at());
        format!("On that day there are: {}.", list(&nearest, account))
    };
    let error = ServiceError::new(code::NOT_FOUND, message).advise(advice);
    if request.undo {
        error.also_advise(
            "A reading that was logged in chat is deleted for good; to have it back, log it again.",
        )
    } else {
        error
    }
}

fn noun(request: &DeleteReading) -> String {
    match request.target {
        super::Target::Reading(metric) => format!("{} reading", metric.slug()),
        super::Target::Workout => "workout".to_owned(),
    }
}

fn list(rows: &[Row<'_>], account: &Account) -> String {
    let mut lines: Vec<String> = rows
        .iter()
        .take(LISTED)
        .map(|row| row.describe(account))
        .collect();
    if rows.len() > LISTED {
        lines.push(format!("and {} more", rows.len() - LISTED));
    }
    lines.join("; ")
}
