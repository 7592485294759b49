//! The note of an answer whose days are probably cut wrongly.

use std::collections::BTreeSet;

use jiff::tz::{Offset, TimeZone};
use vitalog_core::{Account, sent_time::parse_time};

/// Names of the zone that a machine has whose clock nobody set up.
const UTC_NAMES: &[&str] = &[
    "UTC",
    "Etc/UTC",
    "UCT",
    "Etc/UCT",
    "Zulu",
    "Etc/Zulu",
    "Universal",
    "Etc/Universal",
];

/// Offsets that the note suggests at most; a traveller has more than help.
const SUGGESTED_OFFSETS: usize = 3;

/// What to say if nobody named the account's zone and the machine runs in UTC. `recorded` are
/// times as sent, from which the person's true offset can be guessed.
pub(crate) fn zone_note<'t>(
    account: &Account,
    recorded: impl IntoIterator<Item = &'t str>,
) -> Option<String> {
    let is_utc = account
        .zone
        .iana_name()
        .is_none_or(|name| UTC_NAMES.contains(&name));
    if account.zone_is_set || !is_utc {
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
         midnight UTC.{suggestion} Set the zone with `vitalog account set --timezone NAME`."
    ))
}

/// An offset as people write it, `-07:00`.
fn offset_text(offset: Offset) -> String {
    let sign = if offset.is_negative() { '-' } else { '+' };
    let minutes = offset.seconds().abs() / 60;
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}
