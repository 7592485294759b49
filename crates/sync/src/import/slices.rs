//! Samples in order, cut into slices that are written one by one.

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::{Account, DayFinder, DayRange, Metric};
use vitalog_storage::{RecordQuery, Storage, StorageError};

use super::slim::Slim;

/// Puts samples in order. Of those with one key the last told stays; the others are handed to
/// `on_repeat`.
pub(super) fn sort(samples: &mut Vec<Slim>, mut on_repeat: impl FnMut(&Slim)) {
    // The sort keeps the order of equals, so that the last told comes first.
    samples.reverse();
    samples.sort_by_key(Slim::order);
    let mut last = None;
    samples.retain(|sample| {
        let order = Some(sample.order());
        let is_first = last != order;
        if !is_first {
            on_repeat(sample);
        }
        last = order;
        is_first
    });
}

/// Where to cut sorted samples: the end of each slice. Samples of one second and of metrics that are
/// worked out together stay together.
pub(super) async fn ends(
    samples: &[Slim],
    most_rows: u64,
    storage: &dyn Storage,
    account: &Account,
) -> Result<Vec<usize>, StorageError> {
    let mut ends = Vec::new();
    let mut weight = 0;
    let mut place = 0;
    for run in samples.chunk_by(|a, b| a.lead() == b.lead()) {
        let mut days = DayFinder::new(&account.zone);
        let stored = stored_rows(run, storage, account).await?;
        let mut last_day = None;
        let mut last_second = None;
        for sample in run {
            let day = days.day_of(sample.at());
            if last_day != Some(day) {
                // Everything stored between the last day and this one is read with the slice.
                let from = last_day.unwrap_or(day);
                let between = stored.range(from.min(day)..=day);
                weight += between.map(|(_, rows)| rows).sum::<u64>();
                last_day = Some(day);
            }
            let second = Some(sample.at());
            if weight >= most_rows && last_second != second {
                ends.push(place);
                weight = stored.get(&day).copied().unwrap_or_default();
            }
            last_second = second;
            weight += 1;
            place += 1;
        }
    }
    ends.push(place);
    Ok(ends)
}

/// About how many rows are stored on each of the days of samples: as many as went into their
/// values.
async fn stored_rows(
    run: &[Slim],
    storage: &dyn Storage,
    account: &Account,
) -> Result<BTreeMap<Date, u64>, StorageError> {
    let Some((first, last)) = run.first().zip(run.last()) else {
        return Ok(BTreeMap::new());
    };
    let mut finder = DayFinder::new(&account.zone);
    let days = DayRange {
        start: finder.day_of(first.at()),
        end: finder.day_of(last.at()),
    };
    let metric: Metric = first.lead();
    let query = RecordQuery {
        daily_by_source: vec![(metric, days)],
        ..RecordQuery::default()
    };
    let record = storage.read_record(&account.id, &query).await?;
    let mut rows = BTreeMap::new();
    for value in record.daily_by_source.values().flatten() {
        *rows.entry(value.day).or_default() += u64::from(value.n);
    }
    Ok(rows)
}
