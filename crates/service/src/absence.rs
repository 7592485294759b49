//! What an answer says of something it has nothing of: that it was never recorded, or when it was
//! recorded last. Neither of the two is a zero.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use jiff::{SignedDuration, Timestamp, civil::Date};
use vitalog_core::{Account, DayFinder, DayRange, Metric, counting::parts_that_count};
use vitalog_storage::{Record, RecordQuery};

use crate::{Service, ServiceError, Teller, workouts::is_of};

/// How far from the days asked for is looked, in days, one step after the other; then over all
/// time. What is recorded at all is mostly found at the first step, and a metric that was never
/// recorded has no rows to read. First and last days that storage keeps by metric would save the
/// looking.
const STEPS: [i64; 2] = [92, 3 * 366];

/// When something that is absent from some days was recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recorded {
    /// Never.
    Never,
    /// It was, and none of it counts: taken out, or gone from where it came from.
    Gone,
    /// Before those days, the last time on this one.
    LastOn(Date),
    /// Only after them, the first time on this one.
    FirstOn(Date),
}

/// Whether an answer is also about workouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AndWorkouts {
    /// It is not.
    No,
    /// It is: about those of a source, or all.
    Of(Option<Teller>),
}

/// What is absent from an answer.
#[derive(Debug, Default)]
pub(crate) struct Absent {
    metrics: BTreeMap<Metric, Recorded>,
    workouts: Option<Recorded>,
    /// Whose workouts are asked for, if those of one source are.
    workouts_of: Option<Teller>,
}

impl Absent {
    /// What to say of the metrics.
    pub(crate) fn metrics_note(&self) -> Option<String> {
        let mut elsewhere = Vec::new();
        let mut never = Vec::new();
        let mut gone = Vec::new();
        for (metric, recorded) in &self.metrics {
            let slug = metric.slug();
            match recorded {
                Recorded::Never => never.push(slug),
                Recorded::Gone => gone.push(slug),
                Recorded::LastOn(day) => elsewhere.push(format!("{slug} (last on {day})")),
                Recorded::FirstOn(day) => elsewhere.push(format!("{slug} (first on {day})")),
            }
        }
        let parts = [
            ("Not recorded in these days:", elsewhere.join(", ")),
            ("Taken out or gone from Apple Health:", gone.join(", ")),
            ("Never recorded:", never.join(", ")),
        ];
        let said: Vec<String> = parts
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(what, names)| format!("{what} {names}."))
            .collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// Whether no workout was ever recorded, of those asked for.
    pub(crate) fn has_never_had_workouts(&self) -> bool {
        self.workouts == Some(Recorded::Never)
    }

    /// What to say of workouts.
    pub(crate) fn workouts_note(&self) -> Option<String> {
        let of = self
            .workouts_of
            .map(|source| format!(" of {}", source.title()))
            .unwrap_or_default();
        Some(match self.workouts? {
            Recorded::Never => format!("No workout{of} was ever recorded."),
            Recorded::Gone => {
                format!("Every workout{of} was taken out or is gone from where it came from.")
            }
            Recorded::LastOn(day) => format!(
                "No workout{of} was recorded in these days; the last one before was on {day}."
            ),
            Recorded::FirstOn(day) => {
                format!("No workout{of} was recorded in these days; the first one was on {day}.")
            }
        })
    }
}

impl Service {
    /// Looks for what of `metrics` and of workouts a record of `range` lacks.
    pub(crate) async fn absent(
        &self,
        account: &Account,
        range: DayRange,
        record: &Record,
        metrics: &BTreeSet<Metric>,
        and_workouts: AndWorkouts,
    ) -> Result<Absent, ServiceError> {
        let mut metrics: BTreeMap<Metric, Seen> = metrics
            .iter()
            .map(|metric| (*metric, Seen::default()))
            .collect();
        let (mut workouts, workouts_of) = match and_workouts {
            AndWorkouts::No => (None, None),
            AndWorkouts::Of(source) => (Some(Seen::default()), source),
        };
        let mut days = DayFinder::new(&account.zone);
        let mut look = |record: &Record| {
            for (metric, seen) in &mut metrics {
                let rows = record.readings.get(metric).map_or(&[][..], Vec::as_slice);
                seen.is_stored |= !rows.is_empty();
                for part in parts_that_count(rows, &account.zone) {
                    seen.take(part.row.day_in(&mut days), range);
                }
            }
            if let Some(seen) = &mut workouts {
                for row in record.workouts.iter().filter(|row| is_of(row, workouts_of)) {
                    seen.is_stored = true;
                    if row.marks.counts() {
                        seen.take(row.day_in(&mut days), range);
                    }
                }
            }
            let wanted = metrics.iter().filter(|(_, seen)| seen.is_wanted());
            let wanted: Vec<Metric> = wanted.map(|(metric, _)| *metric).collect();
            (wanted, workouts.is_some_and(Seen::is_wanted))
        };

        let (mut wanted, mut workouts_wanted) = look(record);
        for sides in sides(&range.instants(&account.zone)) {
            if wanted.is_empty() && !workouts_wanted {
                break;
            }
            let query = RecordQuery {
                readings: wanted
                    .iter()
                    .flat_map(|metric| sides.clone().map(|side| (*metric, side)))
                    .collect(),
                workouts: if workouts_wanted {
                    sides.to_vec()
                } else {
                    Vec::new()
                },
                ..RecordQuery::default()
            };
            let record = self.storage.read_record(&account.id, &query).await?;
            (wanted, workouts_wanted) = look(&record);
        }
        Ok(Absent {
            metrics: metrics
                .into_iter()
                .filter_map(|(metric, seen)| Some((metric, seen.recorded()?)))
                .collect(),
            workouts: workouts.and_then(Seen::recorded),
            workouts_of,
        })
    }
}

/// The instants beside `days`, both sides at once, step by step.
fn sides(days: &Range<Timestamp>) -> impl Iterator<Item = [Range<Timestamp>; 2]> {
    let mut near = days.clone();
    let steps = STEPS.map(|days| Some(SignedDuration::from_hours(24 * days)));
    let ends = days.clone();
    steps.into_iter().chain([None]).map(move |away| {
        let before = away.and_then(|away| ends.start.checked_sub(away).ok());
        let after = away.and_then(|away| ends.end.checked_add(away).ok());
        let far = before.unwrap_or(Timestamp::MIN)..after.unwrap_or(Timestamp::MAX);
        let sides = [far.start..near.start, near.end..far.end];
        near = far;
        sides
    })
}

/// Where rows of one sort lie.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Whether there is any row at all, counting or not.
    is_stored: bool,
    last_before: Option<Date>,
    is_within: bool,
    first_after: Option<Date>,
}

impl Seen {
    fn take(&mut self, day: Date, range: DayRange) {
        if day < range.start {
            self.last_before = self.last_before.max(Some(day));
        } else if range.contains(day) {
            self.is_within = true;
        } else {
            self.first_after = Some(self.first_after.map_or(day, |first| first.min(day)));
        }
    }

    fn is_wanted(self) -> bool {
        !self.is_within && self.last_before.is_none()
    }

    fn recorded(self) -> Option<Recorded> {
        if self.is_within {
            return None;
        }
        let before = self.last_before.map(Recorded::LastOn);
        let after = self.first_after.map(Recorded::FirstOn);
        let none = if self.is_stored {
            Recorded::Gone
        } else {
            Recorded::Never
        };
        Some(before.or(after).unwrap_or(none))
    }
}
