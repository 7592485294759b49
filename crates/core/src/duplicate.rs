//! The duplicate rule: one reading typed in chat and sent by the phone counts once.

use crate::Reading;

/// Positions in `readings` (of one metric, that count) that are hidden behind a chat reading.
///
/// A chat and a non-chat reading within 15 minutes and 5 % of the larger absolute value (both
/// numbers of a blood pressure) are one. Pairs are made closest in time first; each reading pairs
/// at most once. The non-chat reading of a pair is hidden.
#[must_use]
pub fn hidden_behind_chat(readings: &[&Reading]) -> Vec<usize> {
    unimplemented!("{}", readings.len())
}
