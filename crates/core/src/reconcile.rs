//! Reconciliation: what a full re-send of a window says about rows it lacks.
//!
//! Nothing is deleted. A stored row that a full re-send lacks is marked missing; if a re-send at
//! least [`CONFIRM_AFTER`] later still lacks it, it is superseded. A group from which more than
//! half would newly go missing is left alone, because a locked phone sends only part of a window.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};

pub use crate::automation::Period;

use crate::Marks;

/// The least time between the re-send that first lacks a row and the one that retires it. Two
/// automations push every few minutes, so one bad push alone never retires anything.
pub const CONFIRM_AFTER: SignedDuration = SignedDuration::from_mins(15);

/// One stored row of a group, after the push was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredRow<K> {
    /// Its key.
    pub key: K,
    /// Its marks.
    pub marks: Marks,
}

/// What a re-send says about one group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GroupPlan<K> {
    /// Too much is missing to be true: nothing is marked and nothing confirmed.
    Skip {
        /// Rows that would newly be marked missing.
        missing: usize,
        /// Rows the share is taken of.
        total: usize,
    },
    /// Marks to set; both lists in key order.
    Mark {
        /// Rows now missing for the first time, or since what is still to come.
        missing: Vec<K>,
        /// Rows that stay missing long enough to stop counting.
        superseded: Vec<K>,
    },
}

/// Judges one group: `stored` are its rows (superseded ones are ignored), `pushed` the keys of
/// the group that the re-send holds.
///
/// A row that is missing already had its turn in the guard when it was marked, so the share is
/// taken of the rows that are pushed or newly missing. A group that lacks nothing gives
/// [`GroupPlan::Mark`] with empty lists.
#[must_use]
pub fn plan_group<K: Copy + Ord>(
    stored: &[StoredRow<K>],
    pushed: &BTreeSet<K>,
    now: Timestamp,
) -> GroupPlan<K> {
    let mut missing = Vec::new();
    let mut marked_ahead = Vec::new();
    let mut superseded = Vec::new();
    let absent = stored
        .iter()
        .filter(|row| row.marks.counts() && !pushed.contains(&row.key));
    for row in absent {
        match row.marks.missing_since {
            None => missing.push(row.key),
            // A clock that was ahead: what it marked would wait until then, and waits from now on.
            Some(since) if since > now => marked_ahead.push(row.key),
            Some(since) if since.duration_until(now) >= CONFIRM_AFTER => superseded.push(row.key),
            Some(_) => {}
        }
    }

    let total = pushed.len() + missing.len();
    if missing.len() * 2 > total {
        return GroupPlan::Skip {
            missing: missing.len(),
            total,
        };
    }
    missing.append(&mut marked_ahead);
    missing.sort_unstable();
    superseded.sort_unstable();
    GroupPlan::Mark {
        missing,
        superseded,
    }
}
