//! The rules of the budget, as a computation on its state.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::{
    limit::Limit,
    window::{Window, stretch},
};

/// How long the place of a waiting request is kept after it was to ask again.
const GRACE: SignedDuration = SignedDuration::from_secs(15);
/// Requests wait at least so long before they ask again.
const LEAST_WAIT: SignedDuration = SignedDuration::from_millis(50);
/// More than this many do not wait in line; whoever comes later tries its luck.
const LONGEST_LINE: usize = 100;
/// How long a refusal holds that does not say so.
const REFUSED_FOR: SignedDuration = SignedDuration::from_secs(60);

/// What a vendor says holds no longer than this: no limit of a vendor's is of more than a day, and
/// a number beyond it is a fault of theirs, which must not put an account off for years.
const LONGEST_TOLD: SignedDuration = SignedDuration::from_hours(24);
/// So many seconds are no wait but an instant, counted from 1970 as some vendors do.
const LEAST_INSTANT: SignedDuration = SignedDuration::from_hours(20 * 365 * 24);

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lane {
    /// Someone waits for the answer. It may use the whole budget.
    Interactive,
    /// Nobody does. It leaves a part of the budget to those who wait, and waits in line.
    Bulk,
}

/// What the vendor said of its own count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// Requests that it will still take.
    pub remaining: Option<u32>,
    /// In how long it takes more.
    pub reset: Option<SignedDuration>,
    /// Whether it refused this one for having had too many.
    pub refused: bool,
}

/// What became of a wish to send a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acquired {
    /// It may be sent, now.
    Granted,
    /// It may not. It is worth asking again from then on.
    Later(Timestamp),
}

/// What was sent, and who waits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ledger {
    /// By the length of the limit in seconds.
    #[serde(default)]
    windows: BTreeMap<u32, Window>,
    /// Bulk requests in line: whose, and until when (in milliseconds) its place is kept.
    #[serde(default)]
    line: Vec<(String, i64)>,
}

impl Ledger {
    /// Asks for one request. In the bulk lane `who` names the one who asks, the same each time
    /// until it is granted.
    pub fn acquire(&mut self, limits: &[Limit], lane: Lane, who: &str, now: Timestamp) -> Acquired {
        self.tidy(limits, now);
        let ahead = match lane {
            Lane::Interactive => 0,
            Lane::Bulk => {
                let place = self.line.iter().position(|(waiting, _)| waiting == who);
                u32::try_from(place.unwrap_or(self.line.len())).unwrap_or(u32::MAX)
            }
        };
        let needed = |limit: &Limit| match lane {
            Lane::Interactive => 1,
            // Room for those ahead, who may take a moment to ask again, is no room.
            Lane::Bulk => limit.bulk_leaves.saturating_add(ahead).saturating_add(1),
        };
        let is_free = limits
            .iter()
            .all(|limit| self.window(*limit).left(*limit) >= needed(limit));
        if is_free {
            for limit in limits {
                self.window_mut(*limit).count(*limit, now);
            }
            self.line.retain(|(waiting, _)| waiting != who);
            return Acquired::Granted;
        }
        let free = limits
            .iter()
            .map(|limit| self.window(*limit).free_at(*limit, needed(limit), now));
        let again = free.max().unwrap_or(now).max(later(now, LEAST_WAIT));
        if lane == Lane::Bulk {
            self.keep_place(who, later(again, GRACE));
        }
        Acquired::Later(again)
    }

    /// Takes in what the vendor said with an answer. Says whether that changed anything.
    ///
    /// The vendor speaks of the limit that is closest to its end, which is known by the time until
    /// it takes more.
    pub fn hear(&mut self, limits: &[Limit], told: Told, now: Timestamp) -> bool {
        let reset = told
            .reset
            .map(|reset| wait_of(reset, now))
            .filter(|reset| !reset.is_negative() && !reset.is_zero());
        let remaining = if told.refused {
            Some(0)
        } else {
            told.remaining
        };
        let reset = if told.refused {
            Some(reset.unwrap_or(REFUSED_FOR))
        } else {
            reset
        };
        let Some((remaining, reset)) = remaining.zip(reset) else {
            return false;
        };
        self.tidy(limits, now);
        let longest = limits.iter().max_by_key(|limit| limit.seconds);
        let spoken_of = limits
            .iter()
            .filter(|limit| stretch(**limit) >= reset)
            .min_by_key(|limit| limit.seconds);
        spoken_of.or(longest).copied().is_some_and(|limit| {
            self.window_mut(limit)
                .hear(limit, remaining, later(now, reset), now)
        })
    }

    /// Forgets that the vendor refused to take more, so that it is asked once again. Says whether that
    /// changed anything.
    pub fn forget_refusals(&mut self) -> bool {
        let mut changed = false;
        for window in self.windows.values_mut() {
            changed |= window.forget_refusal();
        }
        changed
    }

    /// How many requests a lane may still send, and when there will be one if there is none.
    #[must_use]
    pub fn left(&self, limits: &[Limit], lane: Lane, now: Timestamp) -> (u32, Option<Timestamp>) {
        let mut ledger = self.clone();
        ledger.tidy(limits, now);
        let leaves = |limit: &Limit| match lane {
            Lane::Interactive => 0,
            Lane::Bulk => limit.bulk_leaves,
        };
        let left = limits
            .iter()
            .map(|limit| {
                ledger
                    .window(*limit)
                    .left(*limit)
                    .saturating_sub(leaves(limit))
            })
            .min()
            .unwrap_or(u32::MAX);
        let free = limits.iter().map(|limit| {
            ledger
                .window(*limit)
                .free_at(*limit, leaves(limit).saturating_add(1), now)
        });
        (left, free.max().filter(|_| left == 0))
    }

    fn tidy(&mut self, limits: &[Limit], now: Timestamp) {
        for limit in limits {
            if let Some(window) = self.windows.get_mut(&limit.seconds) {
                window.tidy(*limit, now, LONGEST_TOLD);
            }
        }
        self.line.retain(|(_, until)| *until > now.as_millisecond());
    }

    fn keep_place(&mut self, who: &str, until: Timestamp) {
        let until = until.as_millisecond();
        if let Some((_, kept)) = self.line.iter_mut().find(|(waiting, _)| waiting == who) {
            *kept = until;
        } else if self.line.len() < LONGEST_LINE {
            self.line.push((who.to_owned(), until));
        }
    }

    fn window(&self, limit: Limit) -> Window {
        self.windows
            .get(&limit.seconds)
            .cloned()
            .unwrap_or_default()
    }

    fn window_mut(&mut self, limit: Limit) -> &mut Window {
        self.windows.entry(limit.seconds).or_default()
    }
}

/// How long to wait, of what a vendor says of it.
fn wait_of(told: SignedDuration, now: Timestamp) -> SignedDuration {
    let wait = if told >= LEAST_INSTANT {
        told - now.duration_since(Timestamp::UNIX_EPOCH)
    } else {
        told
    };
    wait.min(LONGEST_TOLD)
}

fn later(at: Timestamp, by: SignedDuration) -> Timestamp {
    at.checked_add(by).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests;
