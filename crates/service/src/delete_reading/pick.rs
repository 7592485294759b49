//! Finding the one row that a request means.

use std::collections::BTreeSet;

use vitalog_core::{Account, UnitSystem, day::day_of, source_priority::fold_source};
use vitalog_storage::Record;

use super::{DeleteReading, Target, moment::Moment, row::Row};
use crate::{ServiceError, code};

/// How far a stored value may lie from the one given. Values are shown with at most two decimals
/// and people round to one: half of a tenth, and a little for binary fractions.
const VALUE_TOLERANCE: f64 = 0.051;
/// What binary arithmetic adds to the distance of two values: nearer than this is no nearer.
const ARITHMETIC_ERROR: f64 = 1e-9;
/// Rows that an error lists at most.
const LISTED: usize = 10;
/// The same for food, of which answers show sums alone: this list is where one entry is found.
const LISTED_OF_SUMMED: usize = 50;

/// The one row of `record` that the request means.
pub(super) fn pick<'r>(
    record: &'r Record,
    moment: &Moment,
    request: &DeleteReading,
    account: &Account,
) -> Result<Row<'r>, ServiceError> {
    let day = moment.day(account);
    let is_that_day = |row: &Row<'_>| day.contains(day_of(row.at(), &account.zone));
    let mut eligible = if request.undo {
        marked_rows(request, record)
    } else {
        request.target.counting_rows_of(record, &account.zone)
    };
    eligible.retain(is_that_day);
    let at_time: Vec<Row<'r>> = eligible
        .iter()
        .copied()
        .filter(|row| moment.names(row.at(), account))
        .collect();
    let mut fitting = at_time.clone();
    if let Some(source) = request.source.as_deref().map(fold_source) {
        fitting.retain(|row| fold_source(row.source()) == source);
    }
    if let Some(value) = request.value {
        retain_nearest(&mut fitting, value, account.units);
    }

    match fitting[..] {
        [] => {
            let error = not_found(&eligible, &at_time, moment, request, account);
            Err(match why_not(record, &eligible, moment, request, account) {
                Some(reason) => error.also_advise(reason),
                None => error,
            })
        }
        [row] => Ok(row),
        _ => request
            .value
            .and_then(|_| any_of_the_same(&fitting, account.units))
            .ok_or_else(|| ambiguous(&fitting, moment, request, account)),
    }
}

/// Leaves the rows whose shown value is the nearest to the one given, and near enough: what is
/// shown with two decimals can be told from its neighbour by them.
fn retain_nearest(rows: &mut Vec<Row<'_>>, value: f64, units: UnitSystem) {
    let distance = |row: &Row<'_>| (row.value(units) - value).abs();
    let least = rows.iter().map(distance).fold(VALUE_TOLERANCE, f64::min);
    let most = (least + ARITHMETIC_ERROR).min(VALUE_TOLERANCE);
    rows.retain(|row| distance(row) <= most);
}

/// What can be put back: rows from elsewhere with any mark, also one that is only missing so far,
/// but none that its vendor took back.
fn marked_rows<'r>(request: &DeleteReading, record: &'r Record) -> Vec<Row<'r>> {
    let mut rows = request.target.rows_of(record);
    rows.retain(|row| !row.is_from_chat() && row.marks().any() && !row.is_taken_back());
    rows
}

/// What else there is at that time, and why it was not taken.
fn why_not(
    record: &Record,
    eligible: &[Row<'_>],
    moment: &Moment,
    request: &DeleteReading,
    account: &Account,
) -> Option<&'static str> {
    let mut others = request.target.rows_of(record);
    others.retain(|row| moment.names(row.at(), account) && !eligible.contains(row));
    let any = |is_so: fn(&Row<'_>) -> bool| others.iter().any(is_so);
    if any(|row| !row.marks().counts() && !row.is_taken_back()) && !request.undo {
        Some("One at that time was removed already; `undo`: true restores it.")
    } else if any(|row| row.is_taken_back()) {
        Some(
            "One at that time was taken back by the vendor that told it; it comes back only if \
             the vendor tells it again.",
        )
    } else if request.undo || others.is_empty() {
        None
    } else {
        Some(
            "What was sent for that time is a sum, and the single readings it is made of count \
             instead: point at one of them.",
        )
    }
}

/// Rows that no further argument could tell apart: of one second and value, the one said in chat
/// (the one that answers show), else the last of one app's exact repeats.
#[expect(clippy::float_cmp, reason = "the same stored value, bit for bit")]
fn any_of_the_same<'r>(rows: &[Row<'r>], units: UnitSystem) -> Option<Row<'r>> {
    let (first, others) = rows.split_first()?;
    let alike = |row: &Row<'_>| row.at() == first.at() && row.value(units) == first.value(units);
    if !others.iter().all(alike) {
        return None;
    }
    if let Some(chat) = rows.iter().find(|row| row.is_from_chat()) {
        return Some(*chat);
    }
    let app = fold_source(first.source());
    let one_app = others.iter().all(|row| fold_source(row.source()) == app);
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
        "Call again with the {} of the one that is meant: {}.",
        what_tells_apart(fitting, account.units),
        list(fitting, request, account)
    ))
}

/// The arguments that tell rows apart. Rows that none does are taken one at a time, once their
/// value is given.
fn what_tells_apart(rows: &[Row<'_>], units: UnitSystem) -> String {
    let times: BTreeSet<_> = rows.iter().map(|row| row.at()).collect();
    let values: BTreeSet<_> = rows.iter().map(|row| row.value(units).to_bits()).collect();
    let sources: BTreeSet<_> = rows.iter().map(|row| fold_source(row.source())).collect();
    let mut arguments = Vec::new();
    if times.len() > 1 {
        arguments.push("exact `timestamp`");
    }
    if values.len() > 1 || (times.len() == 1 && sources.len() == 1) {
        arguments.push("`value`");
    }
    if sources.len() > 1 {
        arguments.push("`source`");
    }
    arguments.join(" and the ")
}

fn not_found(
    eligible: &[Row<'_>],
    at_time: &[Row<'_>],
    moment: &Moment,
    request: &DeleteReading,
    account: &Account,
) -> ServiceError {
    let with_value = match (&request.value, &request.source) {
        _ if at_time.is_empty() => "",
        (Some(_), Some(_)) => " with that value and source",
        (Some(_), None) => " with that value",
        (None, Some(_)) => " with that source",
        (None, None) => "",
    };
    let removed = if request.undo { "removed " } else { "" };
    let message = format!(
        "There is no {removed}{}{with_value} at {}; nothing was changed.",
        noun(request),
        moment.describe(account)
    );

    let advice = if !at_time.is_empty() && !is_summed(&request.target) {
        format!(
            "At that time there are: {}.",
            list(at_time, request, account)
        )
    } else if eligible.is_empty() {
        format!("There is no {removed}{} on that day at all.", noun(request))
    } else {
        let mut nearest = eligible.to_vec();
        nearest.sort_by_key(|row| moment.distance(row.at()));
        nearest.truncate(listed(request));
        nearest.sort_by_key(|row| row.at());
        format!(
            "On that day there are: {}.",
            list(&nearest, request, account)
        )
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
    match &request.target {
        Target::Reading(metric) => format!("{} reading", metric.slug()),
        // What the person named is their own word: an error's message does not repeat it.
        Target::Custom(_) => "custom reading".to_owned(),
        Target::Workout => "workout".to_owned(),
    }
}

fn listed(request: &DeleteReading) -> usize {
    if is_summed(&request.target) {
        LISTED_OF_SUMMED
    } else {
        LISTED
    }
}

fn is_summed(target: &Target) -> bool {
    match target {
        Target::Reading(metric) => metric.is_summed(),
        Target::Custom(_) | Target::Workout => false,
    }
}

fn list(rows: &[Row<'_>], request: &DeleteReading, account: &Account) -> String {
    let most = listed(request);
    let mut lines: Vec<String> = rows
        .iter()
        .take(most)
        .map(|row| row.describe(account))
        .collect();
    if rows.len() > most {
        lines.push(format!("and {} more", rows.len() - most));
    }
    lines.join("; ")
}
