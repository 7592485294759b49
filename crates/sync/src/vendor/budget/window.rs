//! The requests of the stretch of time that one limit looks at.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::limit::Limit;

/// Into so many parts a stretch is cut. Requests of one part are counted together and as if all of
/// them came at its end.
const PARTS: i64 = 60;

/// What was sent lately, and what the vendor said of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Window {
    /// Requests by the number of the part of time that they were sent in.
    #[serde(default)]
    sent: BTreeMap<i64, u32>,
    /// What the vendor has left, and until when (in milliseconds) that holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    told: Option<(u32, i64)>,
    /// When it said so, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heard: Option<i64>,
}

impl Window {
    /// Forgets what no longer counts, and what would count for longer than anything may.
    pub(super) fn tidy(&mut self, limit: Limit, now: Timestamp, longest: SignedDuration) {
        self.sent
            .retain(|part, _| part_stops_counting(*part, limit) > now.as_millisecond());
        let latest = now.checked_add(longest).unwrap_or(Timestamp::MAX);
        let holds = now.as_millisecond() + 1..=latest.as_millisecond();
        // What was heard by a clock that was ahead would hold until then.
        let is_to_come = self.heard.is_some_and(|at| at > now.as_millisecond());
        let told = self.told.filter(|(_, until)| holds.contains(until));
        self.told = told.filter(|_| !is_to_come);
    }

    /// Forgets that the vendor has none left. Says whether it had said so.
    pub(super) fn forget_refusal(&mut self) -> bool {
        let told = self.told.take_if(|(left, _)| *left == 0);
        told.is_some()
    }

    /// How many requests may still be sent, head-room apart.
    pub(super) fn left(&self, limit: Limit) -> u32 {
        let ours = self.ours(limit);
        self.told.map_or(ours, |(left, _)| {
            ours.min(left.saturating_sub(limit.head_room()))
        })
    }

    /// The same, as far as our own requests tell.
    fn ours(&self, limit: Limit) -> u32 {
        let sent = self.sent.values().copied();
        let sent = sent.fold(0_u32, u32::saturating_add);
        limit.usable().saturating_sub(sent)
    }

    /// Counts a request.
    pub(super) fn count(&mut self, limit: Limit, now: Timestamp) {
        let part = now.as_millisecond().div_euclid(part_length(limit));
        *self.sent.entry(part).or_default() += 1;
        if let Some((left, _)) = &mut self.told {
            *left = left.saturating_sub(1);
        }
    }

    /// Notes that the vendor has so many left for so long. Its latest word stands, where it has fewer
    /// left than this window would think by itself; it goes up again too, if requests of others
    /// made it go down. Says whether that is news.
    pub(super) fn hear(
        &mut self,
        limit: Limit,
        left: u32,
        until: Timestamp,
        now: Timestamp,
    ) -> bool {
        if left > 0 && self.told.is_some_and(|(left, _)| left == 0) {
            // It was refused until then; this answer was on its way before.
            return false;
        }
        let thought = self.ours(limit).saturating_add(limit.head_room());
        let told = (left < thought).then(|| (left, until.as_millisecond()));
        let same = told.map(|(left, _)| left) == self.told.map(|(left, _)| left);
        if !same {
            self.told = told;
            self.heard = told.map(|_| now.as_millisecond());
        }
        !same
    }

    /// From when on `needed` requests may be sent, if nothing else is until then. At the latest
    /// that is when all that counts has stopped to.
    pub(super) fn free_at(&self, limit: Limit, needed: u32, now: Timestamp) -> Timestamp {
        let now = now.as_millisecond();
        if self.left(limit) >= needed {
            return at(now);
        }
        let needed = needed.min(limit.usable());
        let mut free = self.ours(limit);
        let mut sent = self.sent.iter();
        let mut when = now;
        while free < needed {
            let Some((part, count)) = sent.next() else {
                break;
            };
            free = free.saturating_add(*count);
            when = part_stops_counting(*part, limit);
        }
        let told = self
            .told
            .filter(|(left, _)| left.saturating_sub(limit.head_room()) < needed);
        at(told.map_or(when, |(_, until)| when.max(until)))
    }
}

/// In milliseconds.
fn length(limit: Limit) -> i64 {
    i64::from(limit.seconds) * 1000
}

fn part_length(limit: Limit) -> i64 {
    (length(limit) / PARTS).max(1)
}

/// When the requests of a part are surely out of the vendor's sight.
fn part_stops_counting(part: i64, limit: Limit) -> i64 {
    (part + 1)
        .saturating_mul(part_length(limit))
        .saturating_add(length(limit))
}

fn at(millisecond: i64) -> Timestamp {
    Timestamp::from_millisecond(millisecond).unwrap_or(Timestamp::MAX)
}

/// How long a limit's stretch is.
pub(super) fn stretch(limit: Limit) -> SignedDuration {
    SignedDuration::from_secs(i64::from(limit.seconds))
}
