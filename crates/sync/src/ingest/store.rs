//! Storing what a push holds: read, work out, write, until nobody was faster.

use std::{collections::BTreeSet, time::Duration};

use jiff::{Timestamp, tz::TimeZone};
use vitalog_connectors::hae::Push;
use vitalog_core::{Account, DayRange, Grain, Reading, day::day_of};
use vitalog_storage::Written;

use super::{
    Ingest, IngestError, bucket,
    change::{Outcome, work_out},
    follow,
    group::{Group, GroupDigest, Groups},
    known::{Known, KnownGroup},
    records,
    rows::Rows,
    verdict::{self, Verdict},
    window,
};
use crate::{
    PushHeaders,
    compute::compute,
    daily::{self, Completed},
    row::is_slot,
};

/// How often a change is worked out anew because another process changed the record. Each time
/// someone else got on, so that even ten busy processes seldom need more than a few.
const MAX_ATTEMPTS: u32 = 24;
/// The pause after the first attempt that came too late; later ones are longer.
const FIRST_PAUSE: Duration = Duration::from_millis(2);
/// The longest pause.
const MAX_PAUSE: Duration = Duration::from_millis(100);

impl Ingest {
    /// Stores a push. The caller has the account's turn.
    pub(super) async fn store(
        &self,
        account: &Account,
        headers: &PushHeaders,
        push: &Push<'_>,
        verdict: Verdict,
        now: Timestamp,
    ) -> Result<Outcome, IngestError> {
        let (bucket, judged, zone) = (verdict::bucket(headers), verdict.days(), &account.zone);
        let groups = compute(|| Groups::new(push, bucket, judged, zone));
        let mut known = self.known.take(&account.id, zone);
        let mut pause = FIRST_PAUSE;
        for _ in 0..MAX_ATTEMPTS {
            let selection = Selection::new(&groups, &known, judged, bucket);
            let new_groups: Vec<Group> = selection.new.iter().map(|(group, _)| *group).collect();
            let (rows, rows_by_group, query) = compute(|| {
                let rows = Rows::new(push, &groups, &selection.is_new, bucket, now);
                let rows_by_group = rows.count_by_group(zone);
                let looked_at = bucket::days_around(&new_groups, bucket);
                let mut query = window::query(&looked_at, &rows.workouts, judged, zone);
                query.vendor_records = records::query(push);
                (rows, rows_by_group, query)
            });
            let mut record = self.storage.read_record(&account.id, &query).await?;
            if !known.holds_at(record.revision) && selection.has_known {
                continue;
            }
            let storage = self.storage.as_ref();
            let (counts, put_records) = compute(|| records::work_out(push, &record));
            let gone =
                follow::let_go(storage, &account.id, push, &put_records, &mut record, now).await?;
            let Some(gone) = gone else {
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(MAX_PAUSE);
                continue;
            };
            let gone_from = groups_of(&gone, zone);
            let (mut outcome, mut change) = compute(|| {
                let (mut outcome, mut change) =
                    work_out(rows, &record, &new_groups, judged, zone, now);
                outcome.records = counts;
                outcome.readings.superseded += gone.len();
                change.put_vendor_records = put_records;
                change.put_readings.extend(gone);
                (outcome, change)
            });
            outcome.readings.unchanged += selection.known_rows;
            outcome.surplus += selection.known_surplus;
            let completed = daily::complete(storage, account, &query, &record, &mut change).await?;
            let written = match completed {
                Completed::Stale => Written::Stale,
                Completed::Done if change.is_empty() => Written::Done(record.revision),
                Completed::Done => {
                    storage
                        .write_record(&account.id, record.revision, change)
                        .await?
                }
            };
            let Written::Done(revision) = written else {
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(MAX_PAUSE);
                continue;
            };
            let stored = selection.new.into_iter().map(|(group, digest)| KnownGroup {
                group,
                digest,
                rows: rows_by_group.get(&group).copied().unwrap_or_default(),
                is_whole: is_judged(judged, group) && !outcome.lacking.contains(&group),
            });
            for group in gone_from {
                known.forget(group);
            }
            known.remember(revision, stored);
            self.known.put(&account.id, known);
            return Ok(outcome);
        }
        Err(IngestError::Busy)
    }
}

/// Which groups of a push have to be looked at.
struct Selection {
    new: Vec<(Group, GroupDigest)>,
    /// Whether each group has to be.
    is_new: Vec<bool>,
    /// Whether any has not.
    has_known: bool,
    /// The rows of those that have not.
    known_rows: usize,
    /// Their samples that are repeats beyond number.
    known_surplus: usize,
}

impl Selection {
    fn new(
        groups: &Groups,
        known: &Known,
        judged: Option<DayRange>,
        bucket: Option<Grain>,
    ) -> Self {
        let mut selection = Self {
            new: Vec::new(),
            is_new: Vec::new(),
            has_known: false,
            known_rows: 0,
            known_surplus: 0,
        };
        for ((group, digest), samples) in groups.digests.iter().zip(&groups.samples) {
            let rows = known.rows_of(*group, digest, is_judged(judged, *group));
            selection.is_new.push(rows.is_none());
            match rows {
                Some(rows) => {
                    selection.has_known = true;
                    selection.known_rows += rows;
                    if !is_slot(group.0, bucket) {
                        selection.known_surplus += samples.saturating_sub(rows);
                    }
                }
                None => selection.new.push((*group, *digest)),
            }
        }
        // In this order groups are judged and reported.
        selection.new.sort_unstable();
        selection
    }
}

/// The groups of some rows.
fn groups_of(rows: &[Reading], zone: &TimeZone) -> BTreeSet<Group> {
    let rows = rows.iter();
    rows.map(|row| (row.metric, day_of(row.at, zone))).collect()
}

fn is_judged(judged: Option<DayRange>, (_, day): Group) -> bool {
    judged.is_some_and(|days| days.contains(day))
}
