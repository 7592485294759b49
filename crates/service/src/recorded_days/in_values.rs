//! Days with a value, from the stored daily values.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_core::{Account, DailyValue, DayRange, Metric, Switchover, day::day_of};
use vitalog_storage::{DailyExtent, RecordQuery};
use vitalog_sync::daily::DailyState;

use super::{Recorded, RecordedDays};
use crate::{Service, ServiceError};

/// How many days are looked at first at either end of those that any source tells. There the first
/// and the last value that counts mostly are.
const FIRST_LOOK: i64 = 7;
/// How many times as many are looked at next.
const WIDER: i64 = 16;

const ALWAYS: DayRange = DayRange {
    start: Date::MIN,
    end: Date::MAX,
};

impl Service {
    /// What the record has of those of `metrics` that have a value on any day.
    pub(super) async fn in_stored_values(
        &self,
        account: &Account,
        metrics: &[Metric],
    ) -> Result<BTreeMap<Metric, Recorded>, ServiceError> {
        let extents = self.storage.daily_extents(&account.id, metrics).await?;
        let mut looked_for: BTreeMap<Metric, Look> = extents
            .into_iter()
            .filter_map(|(metric, extent)| Some((metric, Look::new(metric, extent, account)?)))
            .collect();
        let mut recorded = BTreeMap::new();
        let mut width = FIRST_LOOK;
        loop {
            let looks = looked_for.iter();
            let query = RecordQuery {
                daily: looks
                    .flat_map(|(metric, look)| look.at(width).map(|days| (*metric, days)))
                    .collect(),
                documents: vec![DailyState::document()],
                ..RecordQuery::default()
            };
            let record = self.storage.read_record(&account.id, &query).await?;
            if record.revision.0 == 0 {
                return Ok(recorded);
            }
            let state = DailyState::of(&record, account);
            let is_stored =
                |metric: &Metric| matches!(&state, Some(state) if state.has(*metric, ALWAYS));
            let told = |metric: &Metric| !recorded.contains_key(metric);
            let pending = metrics
                .iter()
                .copied()
                .filter(|metric| !is_stored(metric) && told(metric));
            let pending: Vec<Metric> = pending.collect();
            looked_for.retain(|metric, _| is_stored(metric));
            if !pending.is_empty() {
                recorded.extend(self.in_rows(account, &pending).await?);
            }
            looked_for.retain(|metric, look| {
                let values = record.daily.get(metric).map_or(&[][..], Vec::as_slice);
                let found = look.found(values, width);
                recorded.extend(found.map(|found| (*metric, found)));
                found.is_none() && !look.is_whole(width)
            });
            if looked_for.is_empty() {
                return Ok(recorded);
            }
            width *= WIDER;
        }
    }
}

/// Where values of a metric are looked for that count.
struct Look {
    days: DayRange,
    /// How many days of the extent have one; `None` if not all of the extent is looked at.
    count: Option<u32>,
}

impl Look {
    /// `None` if no day can have one.
    fn new(metric: Metric, extent: DailyExtent, account: &Account) -> Option<Self> {
        let days = DayRange {
            start: extent.first,
            end: extent.last,
        };
        let shown = shown_of(metric, days, account)?;
        (extent.days > 0).then_some(Self {
            days: shown,
            count: (shown == days).then_some(extent.days),
        })
    }

    /// The days to look at, at both ends.
    fn at(&self, width: i64) -> impl Iterator<Item = DayRange> + use<> {
        let DayRange { start, end } = self.days;
        if self.is_whole(width) {
            return [Some(self.days), None].into_iter().flatten();
        }
        let near = DayRange {
            start,
            end: start.saturating_add((width - 1).days()),
        };
        let far = DayRange {
            start: end.saturating_sub((width - 1).days()),
            end,
        };
        [Some(near), Some(far)].into_iter().flatten()
    }

    fn is_whole(&self, width: i64) -> bool {
        self.count.is_none() || i64::from(self.days.len()) <= 2 * width
    }

    /// The days with a value, if the first and the last are among the values that were looked at.
    fn found(&self, values: &[DailyValue], width: i64) -> Option<Recorded> {
        let days = DayRange {
            start: values.first()?.day,
            end: values.last()?.day,
        };
        let is_seen = |day: Date, end: Date| {
            let away = (day.duration_until(end).as_hours() / 24).abs();
            away < width
        };
        let has_both = is_seen(days.start, self.days.start) && is_seen(days.end, self.days.end);
        (self.is_whole(width) || has_both).then(|| Recorded {
            days: Some(RecordedDays::of(days)),
            count: self.count.or_else(|| u32::try_from(values.len()).ok()),
        })
    }
}

/// Those of some days with a stored value on which answers show it. Fiber is shown from the day of
/// the switchover on.
fn shown_of(metric: Metric, days: DayRange, account: &Account) -> Option<DayRange> {
    if metric != Metric::Fiber {
        return Some(days);
    }
    let start = match account.switchover() {
        Switchover::At(instant) => days.start.max(day_of(instant, &account.zone)),
        Switchover::Always => days.start,
        Switchover::Never => return None,
    };
    (start <= days.end).then_some(DayRange { start, ..days })
}
