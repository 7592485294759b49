//! The same thing by two ways out of Apple Health is one row.
//!
//! A push and an export write the same sample in different units, at different offsets and with the
//! name of its source spelt in different ways, so that it gets different keys. Of the two the row
//! that is stored keeps its own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use jiff::Timestamp;
use vitalog_core::{Fingerprint, Via};

use super::{Row, Thing};

/// Gives rows whose keys are not stored the keys of stored rows that tell of the same thing, came by
/// one of these routes, and are not told by key. Each stored row is taken once, so that there are as
/// many of one thing as the most that any one way holds. Both lists are in key order, with each key
/// once. Says whether any row has a new key: those of one second may stand in another order then.
pub(crate) fn adopt<R: Row>(rows: &mut [R], stored: &[R], is_other: impl Fn(Via) -> bool) -> bool {
    if !stored.iter().any(|row| is_other(row.via())) {
        return false;
    }
    let mut has_adopted = false;
    let mut ahead = stored;
    let mut start = 0;
    while let Some(first) = rows.get(start) {
        let at = first.key().0;
        let here = rows.get(start..).unwrap_or_default();
        let end = start + here.iter().take_while(|row| row.key().0 == at).count();
        let before = ahead.partition_point(|row| row.key().0 < at);
        ahead = ahead.get(before..).unwrap_or_default();
        let of_second = of_second(ahead, at);
        if let Some(here) = rows.get_mut(start..end)
            && of_second.iter().any(|row| is_other(row.via()))
        {
            has_adopted |= adopt_within_second(here, of_second, &is_other);
        }
        start = end;
    }
    has_adopted
}

fn of_second<R: Row>(rows: &[R], at: Timestamp) -> &[R] {
    let end = rows.iter().take_while(|row| row.key().0 == at).count();
    rows.get(..end).unwrap_or_default()
}

fn adopt_within_second<R: Row>(
    rows: &mut [R],
    stored: &[R],
    is_other: &impl Fn(Via) -> bool,
) -> bool {
    let told: BTreeSet<Fingerprint> = rows.iter().map(|row| row.key().1).collect();
    let mut known = BTreeSet::new();
    let mut free: BTreeMap<Thing, VecDeque<Fingerprint>> = BTreeMap::new();
    let mut vague: BTreeMap<Thing, VecDeque<(Thing, Fingerprint)>> = BTreeMap::new();
    for row in stored {
        let fingerprint = row.key().1;
        if told.contains(&fingerprint) {
            known.insert(fingerprint);
        } else if is_other(row.via())
            && let Some(thing) = row.thing()
        {
            if let Some(without) = row.vague_thing() {
                let vague = vague.entry(without).or_default();
                vague.push_back((thing.clone(), fingerprint));
            }
            free.entry(thing).or_default().push_back(fingerprint);
        }
    }
    if free.is_empty() {
        return false;
    }
    let mut has_adopted = false;
    let mut taken = BTreeSet::new();
    // Who says more chooses first: a row that leaves something out takes what is left.
    for is_vague in [false, true] {
        for row in rows.iter_mut() {
            let fingerprint = row.key().1;
            if known.contains(&fingerprint) || taken.contains(&fingerprint) {
                continue;
            }
            let found = if is_vague {
                find_vague(row, &vague, &taken)
            } else {
                let free = row.thing().and_then(|thing| free.get_mut(&thing));
                free.and_then(VecDeque::pop_front)
            };
            if let Some(found) = found {
                row.set_fingerprint(found);
                taken.insert(found);
                has_adopted = true;
            }
        }
    }
    has_adopted
}

/// The first stored row that tells the same but for what one of the two leaves out.
fn find_vague<R: Row>(
    row: &R,
    vague: &BTreeMap<Thing, VecDeque<(Thing, Fingerprint)>>,
    taken: &BTreeSet<Fingerprint>,
) -> Option<Fingerprint> {
    let (thing, without) = (row.thing()?, row.vague_thing()?);
    let same = vague.get(&without)?.iter();
    let mut free = same.filter(|(_, fingerprint)| !taken.contains(fingerprint));
    let found = free.find(|(stored, _)| thing == without || *stored == without);
    found.map(|(_, fingerprint)| *fingerprint)
}
