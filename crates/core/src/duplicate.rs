//! The duplicate rule: one reading typed in chat and sent by the phone counts once.

use std::{cmp::Ordering, collections::BTreeSet};

use jiff::SignedDuration;

use crate::{Quantity, Reading, Via};

/// The furthest apart in time that two readings can be one: people type a value some minutes after
/// the device took it.
pub const SAME_WITHIN: SignedDuration = SignedDuration::from_mins(15);
/// The furthest apart in value, as a share of the larger one: people round what they type.
pub const SAME_WITHIN_SHARE: f64 = 0.05;

/// What binary arithmetic adds to a difference of decimal numbers, as a share of the larger one.
const ARITHMETIC_ERROR: f64 = 1e-12;

/// Positions in `readings` (of one metric, that count) that are hidden behind a chat reading, in
/// ascending order.
///
/// A chat and a non-chat reading within 15 minutes and 5 % of the larger absolute value (both
/// numbers of a blood pressure) are one; both limits are included. Pairs are made closest in time
/// first, then closest in value, then in key order; each reading pairs at most once. The non-chat
/// reading of a pair is hidden. Readings of a metric whose day is a sum are never hidden.
#[must_use]
pub fn hidden_behind_chat(readings: &[&Reading]) -> Vec<usize> {
    let mut others: Vec<usize> = (0..readings.len())
        .filter(|position| readings[*position].via != Via::Chat)
        .collect();
    others.sort_by_key(|position| readings[*position].at);

    let mut pairs: Vec<Pair> = Vec::new();
    for (position, reading) in readings.iter().enumerate() {
        if reading.via != Via::Chat || reading.metric.is_summed() {
            continue;
        }
        let first = others
            .partition_point(|other| readings[*other].at.duration_until(reading.at) > SAME_WITHIN);
        let near = others[first..]
            .iter()
            .take_while(|other| reading.at.duration_until(readings[**other].at) <= SAME_WITHIN);
        pairs.extend(near.filter_map(|other| Pair::of(readings, position, *other)));
    }
    pairs.sort_by(|a, b| a.compare(b, readings));

    let mut taken = BTreeSet::new();
    let mut hidden = BTreeSet::new();
    for pair in pairs {
        if !taken.contains(&pair.chat) && !hidden.contains(&pair.other) {
            taken.insert(pair.chat);
            hidden.insert(pair.other);
        }
    }
    hidden.into_iter().collect()
}

/// A chat reading and another one that may be the same.
struct Pair {
    chat: usize,
    other: usize,
    apart: SignedDuration,
    difference: f64,
}

impl Pair {
    /// The two as a pair, if their values agree.
    fn of(readings: &[&Reading], chat: usize, other: usize) -> Option<Self> {
        let (a, b) = (readings[chat], readings[other]);
        if a.metric != b.metric {
            return None;
        }
        Some(Self {
            chat,
            other,
            apart: a.at.duration_until(b.at).abs(),
            difference: agreeing_difference(a.quantity, b.quantity)?,
        })
    }

    fn compare(&self, other: &Self, readings: &[&Reading]) -> Ordering {
        let key = |position: usize| (readings[position].at, readings[position].fingerprint);
        self.apart
            .cmp(&other.apart)
            .then(self.difference.total_cmp(&other.difference))
            .then_with(|| key(self.chat).cmp(&key(other.chat)))
            .then_with(|| key(self.other).cmp(&key(other.other)))
    }
}

/// How far apart two quantities are, if that is near enough for them to be one reading.
fn agreeing_difference(a: Quantity, b: Quantity) -> Option<f64> {
    match (a, b) {
        (Quantity::Single(a), Quantity::Single(b)) => agreeing_values(a, b),
        (
            Quantity::Pressure {
                systolic: a_systolic,
                diastolic: a_diastolic,
            },
            Quantity::Pressure {
                systolic: b_systolic,
                diastolic: b_diastolic,
            },
        ) => Some(
            agreeing_values(a_systolic, b_systolic)? + agreeing_values(a_diastolic, b_diastolic)?,
        ),
        // No metric with a spread is logged in chat, and of one metric all have one shape.
        (
            Quantity::Single(_) | Quantity::Pressure { .. } | Quantity::Spread { .. },
            Quantity::Single(_) | Quantity::Pressure { .. } | Quantity::Spread { .. },
        ) => None,
    }
}

fn agreeing_values(a: f64, b: f64) -> Option<f64> {
    let larger = a.abs().max(b.abs());
    let difference = (a - b).abs();
    (difference <= larger * (SAME_WITHIN_SHARE + ARITHMETIC_ERROR)).then_some(difference)
}
