//! Times as a person or a model says them.

use jiff::Timestamp;
use vitalog_core::Account;

use crate::ServiceError;

/// The refusal of a text that names no time. It says what the time is, so that "yesterday at
/// 7:30" can be worked out from it.
pub(crate) fn not_a_time(account: &Account, now: Timestamp) -> ServiceError {
    ServiceError::invalid_argument(
        "`timestamp` must be a date and time that exist, as 2026-09-27T07:30 or \
         2026-09-27T07:30:00-07:00.",
    )
    .advise(format!(
        "For the person it is {} now; work the date and the time out from that. Without an offset \
         they are read in the person's time zone.",
        account.zone.to_datetime(now).strftime("%A %Y-%m-%dT%H:%M")
    ))
}
