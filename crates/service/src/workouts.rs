//! Workouts of a range of days, and their daily totals.
//!
//! What several sources recorded of one exercise counts once, by the source that the account believes
//! first; a note says what is hidden. Of one source alone, the same holds for the apps and
//! devices that it has it from.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{civil::Date, tz::TimeZone};
use vitalog_core::{
    Account, DayFinder, DayRange, Workout, named_day::workouts_of, unit::round_to, workouts_once,
};
use vitalog_storage::{Record, RecordQuery};

use crate::{
    RangeRequest, Service, ServiceError, Teller,
    absence::{Absent, AndWorkouts},
    daily_rows::teller_of,
    links::{Brought, Links},
    shown_time::{local_clock, zone_name},
    zone_note::zone_note,
};

/// Workouts that one answer lists at most; the daily totals cover all.
pub const MAX_WORKOUTS: usize = 1000;

/// The collections of Oura's that workouts come from, and what they bring.
const COLLECTIONS: [Brought; 2] = [
    (Teller::Oura, "workout", "workouts"),
    (Teller::Whoop, "workout", "workouts"),
];

/// Sources that the note on hidden workouts names at most.
const MAX_NAMED_SOURCES: usize = 5;

/// Which workouts to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkoutsRequest {
    /// The days.
    pub range: RangeRequest,
    /// Whose; without it those of all sources, each exercise once.
    pub source: Option<Teller>,
}

impl From<RangeRequest> for WorkoutsRequest {
    fn from(range: RangeRequest) -> Self {
        Self {
            range,
            source: None,
        }
    }
}

/// Workouts and their daily totals.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkoutsAnswer {
    /// The days covered.
    pub range: DayRange,
    /// The name of the zone that cuts the days.
    pub timezone: String,
    /// The workouts in order of their start.
    pub workouts: Vec<ShownWorkout>,
    /// Totals of the days with a workout, ascending.
    pub days: Vec<WorkoutDay>,
    /// The days of the range without one.
    pub days_without_workouts: Vec<Date>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with a workout.
    pub data_through: Option<Date>,
}

/// A workout as answers show it.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownWorkout {
    /// The day it is of: the one that its source names, or else the one on which it began.
    pub date: Date,
    /// Local time it began, `HH:MM`.
    pub start: String,
    /// Local time it ended, `HH:MM`.
    pub end: String,
    /// The kind of exercise, as the source calls it (`type` on the wire).
    pub kind: String,
    /// Active minutes, one decimal.
    pub duration_min: f64,
    /// Active energy in whole kilocalories.
    pub active_kcal: Option<f64>,
    /// Mean heart rate.
    pub avg_hr_bpm: Option<u16>,
    /// Highest heart rate.
    pub max_hr_bpm: Option<u16>,
    /// The recording app, or `unknown`.
    pub source: String,
}

/// A day's totals.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkoutDay {
    /// The day.
    pub date: Date,
    /// How many workouts are of it.
    pub workouts: usize,
    /// Their active minutes, one decimal.
    pub duration_min: f64,
    /// Their active energy in whole kilocalories, if any recorded it.
    pub active_kcal: Option<f64>,
}

impl Service {
    /// Shows workouts.
    ///
    /// # Errors
    ///
    /// If the range is not one or too long, if only those of a vendor are asked for that is not
    /// connected and never told of any, or if the record cannot be read.
    pub async fn workouts(
        &self,
        account: &Account,
        request: WorkoutsRequest,
    ) -> Result<WorkoutsAnswer, ServiceError> {
        let range = request.range.resolve(account, self.clock.now())?;
        let mut query = RecordQuery {
            workouts: vec![workouts_of(range, &account.zone)],
            ..RecordQuery::default()
        };
        Links::add_to(&mut query);
        let record = self.storage.read_record(&account.id, &query).await?;
        let of_workouts = AndWorkouts::Of(request.source);
        let absent = self
            .absent(account, range, &record, &BTreeSet::new(), of_workouts)
            .await?;
        workouts_answer(account, range, request.source, &record, &absent)
    }
}

/// The answer from a record that holds at least the workouts that may be of `range`, and the links.
///
/// # Errors
///
/// If only those of a vendor are asked for that is not connected and never told of any.
pub(crate) fn workouts_answer(
    account: &Account,
    range: DayRange,
    source: Option<Teller>,
    record: &Record,
    absent: &Absent,
) -> Result<WorkoutsAnswer, ServiceError> {
    let links = Links::of(record);
    if source.is_some() && absent.has_never_had_workouts() {
        links.require_any(account, "workout", source)?;
    }
    let told = record.workouts.iter().filter(|row| is_of(row, source));
    let of_days = WorkoutsOfDays::of(account, range, told);
    let mut by_day: BTreeMap<Date, Vec<&Workout>> = BTreeMap::new();
    for (date, workout) in &of_days.counting {
        by_day.entry(*date).or_default().push(workout);
    }
    let recorded = record.workouts.iter().map(|row| row.recorded_at.as_str());
    let mut notes = links.notes(account, source);
    let brought = COLLECTIONS.into_iter();
    let brought = brought.filter(|(vendor, ..)| source.is_none_or(|asked| asked == *vendor));
    notes.extend(links.scope_notes(account, &brought.collect::<Vec<_>>()));
    let others = [
        full_note(of_days.counting.len()),
        of_days.hidden_note(),
        zone_note(account, recorded),
        absent.workouts_note(),
    ];
    notes.extend(others.into_iter().flatten());

    Ok(WorkoutsAnswer {
        range,
        timezone: zone_name(&account.zone),
        workouts: of_days
            .counting
            .iter()
            .take(MAX_WORKOUTS)
            .map(|(_, workout)| ShownWorkout::new(workout, &account.zone))
            .collect(),
        days_without_workouts: range
            .days()
            .filter(|date| !by_day.contains_key(date))
            .collect(),
        notes,
        data_through: by_day.keys().next_back().copied(),
        days: by_day
            .into_iter()
            .map(|(date, workouts)| total(date, &workouts))
            .collect(),
    })
}

/// Whether a workout is a source's; everything is that of none.
pub(crate) fn is_of(row: &Workout, source: Option<Teller>) -> bool {
    source.is_none_or(|source| teller_of(&row.source) == Some(source))
}

/// The workouts of some days, each exercise once.
pub(crate) struct WorkoutsOfDays<'r> {
    /// Those that count with their days, by start.
    pub(crate) counting: Vec<(Date, &'r Workout)>,
    /// How many are hidden, by source.
    hidden: BTreeMap<&'r str, usize>,
}

impl<'r> WorkoutsOfDays<'r> {
    /// Those of `range` among workouts of at least these days.
    pub(crate) fn of(
        account: &Account,
        range: DayRange,
        rows: impl IntoIterator<Item = &'r Workout>,
    ) -> Self {
        let once = workouts_once(rows, &account.sources);
        let mut days = DayFinder::new(&account.zone);
        let counting = once.counting.into_iter();
        let counting = counting
            .map(|row| (row.day_in(&mut days), row))
            .filter(|(date, _)| range.contains(*date))
            .collect();
        let mut hidden: BTreeMap<&str, usize> = BTreeMap::new();
        for row in once.hidden {
            if range.contains(row.day_in(&mut days)) {
                *hidden.entry(&row.source).or_default() += 1;
            }
        }
        Self { counting, hidden }
    }

    /// What to say of those that are hidden.
    pub(crate) fn hidden_note(&self) -> Option<String> {
        let all: usize = self.hidden.values().sum();
        let sources = self.hidden.iter().take(MAX_NAMED_SOURCES);
        let mut sources: Vec<String> = sources
            .map(|(source, count)| format!("{count} of {source}"))
            .collect();
        if self.hidden.len() > MAX_NAMED_SOURCES {
            sources.push("others".to_owned());
        }
        let sources = sources.join(", ");
        match all {
            0 => None,
            1 => Some(format!(
                "1 workout is hidden ({sources}): another source recorded the same exercise."
            )),
            _ => Some(format!(
                "{all} workouts are hidden ({sources}): other sources recorded the same exercise."
            )),
        }
    }
}

impl ShownWorkout {
    pub(crate) fn new(workout: &Workout, zone: &TimeZone) -> Self {
        Self {
            date: workout.day_in(&mut DayFinder::new(zone)),
            start: local_clock(workout.start, zone),
            end: local_clock(workout.end, zone),
            kind: workout.name.clone(),
            duration_min: minutes(workout.duration_s),
            active_kcal: workout.active_kcal.map(|kcal| round_to(kcal, 0)),
            avg_hr_bpm: workout.avg_hr_bpm,
            max_hr_bpm: workout.max_hr_bpm,
            source: workout.source.clone(),
        }
    }
}

/// Seconds as minutes with one decimal.
pub(crate) fn minutes(seconds: f64) -> f64 {
    round_to(seconds / 60.0, 1)
}

/// Adds up a day before rounding, so that many short workouts lose nothing.
fn total(date: Date, workouts: &[&Workout]) -> WorkoutDay {
    let recorded: Vec<f64> = workouts.iter().filter_map(|row| row.active_kcal).collect();
    WorkoutDay {
        date,
        workouts: workouts.len(),
        duration_min: minutes(workouts.iter().map(|row| row.duration_s).sum()),
        active_kcal: (!recorded.is_empty()).then(|| round_to(recorded.iter().sum(), 0)),
    }
}

fn full_note(found: usize) -> Option<String> {
    (found > MAX_WORKOUTS).then(|| {
        format!(
            "Only the first {MAX_WORKOUTS} of {found} workouts are listed; ask for fewer days to \
             see the others. The daily totals cover all."
        )
    })
}
