//! Buckets into which samples were summed up before they were sent: when they begin, and which of
//! them are one bucket.
//!
//! The app joins the names of all sources that have a part in a bucket, so that the name grows
//! during the day, and writes the start of any bucket with the offset that the phone has today.
//! Neither makes it another bucket.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use jiff::{Timestamp, ToSpan, tz::TimeZone};
use vitalog_connectors::hae::{Push, Sample, wall_clock};
use vitalog_core::{Fingerprint, Grain, Metric, Reading, Via, counting::share_a_source};
use vitalog_storage::Record;

use super::group::Group;

/// What buckets have in common that are one where they share a source.
type Slot<'a> = (Metric, Timestamp, Grain, Option<&'a str>);

/// How many days around a bucket's own one that is the same may have been stored: clocks on earth
/// are up to 26 hours apart.
const DAYS_APART: i32 = 2;

/// Puts buckets of a day and more where the clocks of `zone` show the start that was sent, so
/// that they count on the day they name.
pub(super) fn place(push: &mut Push<'_>, of_push: Option<Grain>, zone: &TimeZone) {
    for sample in &mut push.samples {
        let Some(grain) = sample.bucket.grain(of_push) else {
            continue;
        };
        let sent = sample.time.at;
        let at = start(
            sample.metric,
            grain,
            sample.until,
            (sent, &sample.time.text),
            zone,
        );
        sample.time.at = at;
        let moved = sent.duration_until(at);
        sample.until = sample.until.and_then(|until| until.checked_add(moved).ok());
    }
}

/// The start of a bucket: of a day and more it is the one that was written, by the clocks of the
/// account. A night that says when it began began at that instant.
fn start(
    metric: Metric,
    grain: Grain,
    until: Option<Timestamp>,
    (at, text): (Timestamp, &str),
    zone: &TimeZone,
) -> Timestamp {
    let is_night = Metric::SLEEP.contains(&metric) && until.is_some();
    if grain < Grain::Day || is_night {
        return at;
    }
    let written = wall_clock(text).and_then(|wall| zone.to_timestamp(wall).ok());
    written.unwrap_or(at)
}

/// Leaves of a push's samples, in the order sent, the last of each bucket. What was not summed up
/// stays.
pub(super) fn retain_last<'a, T>(
    samples: &mut Vec<T>,
    of_push: Option<Grain>,
    sample: impl Fn(&T) -> &'a Sample<'a>,
) {
    let mut standing: BTreeMap<Slot<'a>, Vec<(usize, &'a Cow<'a, str>)>> = BTreeMap::new();
    let mut replaced = BTreeSet::new();
    for (place, sample) in samples.iter().map(sample).enumerate() {
        if let Some(grain) = sample.bucket.grain(of_push) {
            let slot = (
                sample.metric,
                sample.time.at,
                grain,
                sample.label.as_deref(),
            );
            let of_slot = standing.entry(slot).or_default();
            of_slot.retain(|(before, source)| {
                let stands = !share_a_source(source, &sample.source);
                stands || !replaced.insert(*before)
            });
            of_slot.push((place, &sample.source));
        }
    }
    if !replaced.is_empty() {
        let mut place = 0..;
        samples.retain(|_| place.next().is_none_or(|place| !replaced.contains(&place)));
    }
}

/// The keys of stored buckets in whose place pushed ones stand.
pub(super) fn replaced(
    pushed: &[Reading],
    record: &Record,
    zone: &TimeZone,
) -> Vec<(Metric, Timestamp, Fingerprint)> {
    let mut buckets: BTreeMap<Slot<'_>, Vec<&Reading>> = BTreeMap::new();
    for row in pushed {
        if let Some(slot) = slot(row, zone) {
            buckets.entry(slot).or_default().push(row);
        }
    }
    if buckets.is_empty() {
        return Vec::new();
    }
    let is_replaced = |stored: &&Reading| {
        let same = slot(stored, zone).and_then(|slot| buckets.get(&slot));
        let key = |row: &Reading| (row.at, row.fingerprint);
        same.is_some_and(|same| {
            same.iter().all(|row| key(row) != key(stored))
                && same
                    .iter()
                    .any(|row| share_a_source(&row.source, &stored.source))
        })
    };
    let stored = record.readings.values().flatten().filter(is_replaced);
    stored
        .map(|row| (row.metric, row.at, row.fingerprint))
        .collect()
}

fn slot<'r>(row: &'r Reading, zone: &TimeZone) -> Option<Slot<'r>> {
    let grain = row.grain.filter(|_| row.via == Via::Hae)?;
    let at = start(
        row.metric,
        grain,
        row.until,
        (row.at, &row.recorded_at),
        zone,
    );
    Some((row.metric, at, grain, row.label.as_deref()))
}

/// Groups with those of the days around them on which the same buckets may be stored: as an earlier
/// version put them, or before the account had this zone.
pub(super) fn days_around(groups: &[Group], of_push: Option<Grain>) -> Vec<Group> {
    if of_push.is_none_or(|grain| grain < Grain::Day) {
        return groups.to_vec();
    }
    let around = groups.iter().flat_map(|(metric, day)| {
        (-DAYS_APART..=DAYS_APART).map(|days| (*metric, day.saturating_add(days.days())))
    });
    around.collect()
}
