//! What to say while nobody has named the account's time zone.

use std::collections::BTreeSet;

use jiff::tz::Offset;
use vitalog_connectors::hae::Push;
use vitalog_core::{
    Account,
    zone::{is_utc, offset_text},
};

use super::verdict::offsets;

/// Offsets that are named; a traveller's week has two or three.
const MAX_OFFSETS: usize = 4;

/// The note for an account whose zone is the machine's because nobody named one, on a machine that
/// runs in UTC, as servers do: its days are probably cut at the wrong hour.
pub(super) fn note(account: &Account, push: &Push<'_>) -> Option<String> {
    if account.zone_is_set || !is_utc(&account.zone) {
        return None;
    }
    let seen: BTreeSet<Offset> = offsets(push).filter_map(|(_, offset)| offset).collect();
    let seen: Vec<String> = seen
        .into_iter()
        .take(MAX_OFFSETS)
        .map(offset_text)
        .collect();
    let hint = if seen.is_empty() {
        String::new()
    } else {
        format!(
            " The times in this push are written at {}.",
            seen.join(", ")
        )
    };
    Some(format!(
        "No time zone is set and this machine runs in UTC, so days are cut at midnight UTC.{hint} \
         Set the zone with: vitalog account set{} --timezone ZONE",
        account.id.as_flag()
    ))
}
