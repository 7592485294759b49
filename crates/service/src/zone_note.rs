//! The note of an answer whose days are probably cut wrongly.

use std::collections::BTreeSet;

use jiff::tz::{Offset, TimeZone};
use vitalog_core::{
    Account,
    sent_time::parse_time,
    zone::{is_utc, offset_text},
};

/// Offsets that the note suggests at most; a traveller has more than help.
const SUGGESTED_OFFSETS: usize = 3;

/// Whether an answer of this account has the note.
pub(crate) fn is_due(account: &Account) -> bool {
    !account.zone_is_set && is_utc(&account.zone)
}

/// What to say if nobody named the account's zone and the machine runs in UTC. `recorded` are
/// times as sent, from which the person's true offset can be guessed.
pub(crate) fn zone_note<'t>(
    account: &Account,
    recorded: impl IntoIterator<Item = &'t str>,
) -> Option<String> {
    if !is_due(account) {
        return None;
    }
    let seen: BTreeSet<Offset> = recorded
        .into_iter()
        .filter_map(|text| parse_time(text, &TimeZone::UTC).ok()?.0.offset)
        .collect();
    let suggestion = if seen.is_empty() || seen.len() > SUGGESTED_OFFSETS {
        String::new()
    } else {
        let offsets: Vec<String> = seen.iter().copied().map(offset_text).collect();
        format!(
            " The readings were sent with the UTC offset {}.",
            offsets.join(", ")
        )
    };
    Some(format!(
        "No time zone is set and the server's machine runs in UTC, so days begin and end at \
         midnight UTC.{suggestion} Set the zone with `vitalog account set{} --timezone NAME`.",
        account.id.as_flag()
    ))
}
