//! Body, surroundings and work of each day, side by side.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use vitalog_core::{Account, DayRange, Metric, unit::round_to};
use vitalog_storage::RecordQuery;

use super::{DayRow, Teller, Tells, ToldDay, add_rows, choice::Choice};
use crate::{
    RangeRequest, Service, ServiceError,
    links::{Brought, Links},
    source_values::SourceValues,
    zone_note::zone_note,
};

/// What is one vendor's own, in the order of the fields: shown whoever tells the rest.
const OWN: [(Metric, u8); 3] = [
    (Metric::WhoopRecoveryScore, 0),
    (Metric::OuraReadinessScore, 0),
    (Metric::WhoopStrain, 1),
];
/// Surroundings, in the order of the fields.
const ENVIRONMENT: [(Metric, u8); 4] = [
    (Metric::OutdoorTemperature, 1),
    (Metric::OutdoorHumidity, 0),
    (Metric::CloudCover, 0),
    (Metric::DaylightDuration, 2),
];
/// Work, in the order of the fields.
const WORK: [(Metric, u8); 6] = [
    (Metric::Meetings, 0),
    (Metric::MeetingMinutes, 0),
    (Metric::CallSentiment, 2),
    (Metric::MessagesSent, 0),
    (Metric::IssuesOpened, 0),
    (Metric::IssuesClosed, 0),
];
/// What goes before what.
const ALIGNMENT: &str = "A day's strain, steps, surroundings and work come before the night that \
                         ends on the next day: set them beside sleep, HRV and recovery of the \
                         next day's row.";

/// The layers of a range of days.
#[derive(Clone, PartialEq, Debug)]
pub struct DayOverlay {
    /// The days covered.
    pub range: DayRange,
    /// The days that any layer has something of, ascending.
    pub rows: Vec<OverlayDay>,
    /// The others.
    pub days_without_data: Vec<Date>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with a row.
    pub data_through: Option<Date>,
}

/// The layers of one day.
#[derive(Clone, PartialEq, Debug)]
pub struct OverlayDay {
    /// The day.
    pub date: Date,
    /// The body: each vendor's own scores, and the rest as one source tells it.
    pub body: Option<BodyDay>,
    /// Mean temperature in degrees Celsius, humidity and cloud cover in percent, hours of daylight.
    pub environment: [Option<f64>; 4],
    /// Meetings, their minutes, sentiment of calls, messages sent, issues opened and closed.
    pub work: [Option<f64>; 6],
}

/// The body of a day: of the night that ended on it, and of the day itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BodyDay {
    /// WHOOP's recovery.
    pub recovery_score: Option<f64>,
    /// Oura's readiness.
    pub readiness_score: Option<f64>,
    /// WHOOP's strain.
    pub strain: Option<f64>,
    /// Hours asleep.
    pub sleep_h: Option<f64>,
    /// Resting heart rate.
    pub resting_hr_bpm: Option<f64>,
    /// Heart rate variability (RMSSD).
    pub hrv_rmssd_ms: Option<f64>,
    /// Steps.
    pub steps: Option<f64>,
    /// Who tells all but the scores; nobody where there is nothing else.
    pub source: Option<Teller>,
}

/// What several sources tell of a day, as one of them does.
struct SharedDay {
    date: Date,
    body: BodyDay,
}

impl DayRow for SharedDay {
    const SUBJECT: &'static str = "body";
    const PARTS: &'static [(Metric, Tells)] = &[
        (Metric::SleepTotal, Tells::Day),
        (Metric::RestingHeartRate, Tells::Day),
        (Metric::HrvRmssd, Tells::Day),
        (Metric::StepCount, Tells::Little),
    ];
    const COLLECTIONS: &'static [Brought] = &[
        (Teller::Whoop, "recovery", "`recovery_score`"),
        (Teller::Oura, "daily_readiness", "`readiness_score`"),
        (Teller::Whoop, "cycle", "`strain`"),
        (Teller::Oura, "sleep", "Oura's nights"),
        (Teller::Whoop, "sleep", "WHOOP's nights"),
        (Teller::Oura, "daily_activity", "Oura's steps"),
    ];

    fn new(day: &ToldDay<'_>) -> Self {
        let body = BodyDay {
            sleep_h: day.value(Metric::SleepTotal, 2),
            resting_hr_bpm: day.value(Metric::RestingHeartRate, 0),
            hrv_rmssd_ms: day.value(Metric::HrvRmssd, 1),
            steps: day.value(Metric::StepCount, 0),
            source: Some(day.source),
            ..BodyDay::default()
        };
        Self {
            date: day.date,
            body,
        }
    }
}

impl Service {
    /// Shows body, surroundings and work side by side.
    ///
    /// # Errors
    ///
    /// If the range is not one or too long, or the record cannot be read.
    pub async fn day_overlay(
        &self,
        account: &Account,
        range: RangeRequest,
    ) -> Result<DayOverlay, ServiceError> {
        let range = range.resolve(account, self.clock.now())?;
        let mut metrics = SharedDay::metrics();
        metrics.extend(OWN.map(|(metric, _)| metric));
        metrics.extend(ENVIRONMENT.map(|(metric, _)| metric));
        metrics.extend(WORK.map(|(metric, _)| metric));
        let mut query = RecordQuery::default();
        add_rows(&mut query, &metrics, range);
        let mut record = self.storage.read_record(&account.id, &query).await?;
        let values = self
            .source_values(account, &metrics, range, &mut record)
            .await?;
        let choice = Choice::of::<SharedDay>(account, range, None, &values);
        let apart = self.told_apart(account, &choice.blended).await?;
        let mut bodies: BTreeMap<Date, BodyDay> = choice
            .days
            .iter()
            .map(|day| SharedDay::new(&day.with(&apart)))
            .map(|shared| (shared.date, shared.body))
            .collect();
        for (date, [recovery, readiness, strain]) in layer(&values, OWN) {
            let body = bodies.entry(date).or_default();
            (body.recovery_score, body.readiness_score) = (recovery, readiness);
            body.strain = strain;
        }

        let environment = layer(&values, ENVIRONMENT);
        let work = layer(&values, WORK);
        let told = bodies.keys().chain(environment.keys()).chain(work.keys());
        let told: BTreeSet<Date> = told.copied().collect();
        let rows: Vec<OverlayDay> = told
            .iter()
            .map(|date| OverlayDay {
                date: *date,
                body: bodies.remove(date),
                environment: environment.get(date).copied().unwrap_or_default(),
                work: work.get(date).copied().unwrap_or_default(),
            })
            .collect();
        let links = Links::of(&record);
        let mut notes = links.notes(account, None);
        notes.extend(links.scope_notes(account, SharedDay::COLLECTIONS));
        notes.push(if rows.is_empty() {
            "Nothing was recorded in these days, which is not zero.".to_owned()
        } else {
            ALIGNMENT.to_owned()
        });
        notes.extend(zone_note(account, []));
        Ok(DayOverlay {
            range,
            days_without_data: range.days().filter(|date| !told.contains(date)).collect(),
            data_through: told.last().copied(),
            rows,
            notes,
        })
    }
}

/// One layer by day.
fn layer<const N: usize>(
    values: &SourceValues,
    metrics: [(Metric, u8); N],
) -> BTreeMap<Date, [Option<f64>; N]> {
    let mut days: BTreeMap<Date, [Option<f64>; N]> = BTreeMap::new();
    for (place, (metric, decimals)) in metrics.into_iter().enumerate() {
        for value in values.of(metric) {
            let day = days.entry(value.day).or_insert([None; N]);
            let counting = values.counting(metric, value.day).unwrap_or(value);
            // Of several sources of one measurement the first by name stands.
            day[place].get_or_insert(round_to(counting.value(), decimals));
        }
    }
    days
}
