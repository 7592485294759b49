//! Reckoning with instants to the second.

use jiff::{SignedDuration, Timestamp};

/// The instant so many seconds later, or earlier if they are negative, to the second.
pub(crate) fn later(at: Timestamp, seconds: f64) -> Timestamp {
    let by = SignedDuration::try_from_secs_f64(seconds.round()).unwrap_or_default();
    at.checked_add(by).unwrap_or(at)
}

/// Seconds from one instant to the next.
pub(crate) fn seconds(from: Timestamp, to: Timestamp) -> f64 {
    from.duration_until(to).as_secs_f64()
}

/// Instants from `from` on, `step` seconds apart, up to and without `to`.
pub(crate) fn steps(from: Timestamp, to: Timestamp, step: f64) -> impl Iterator<Item = Timestamp> {
    std::iter::successors(Some(from), move |at| Some(later(*at, step)))
        .take_while(move |at| *at < to)
}
