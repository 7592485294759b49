//! How one is today, beside what is usual.

use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date};
use vitalog_analysis::baseline::{Band, Baseline};
use vitalog_core::{Account, DailyValue, DayRange, Metric, day::day_of, unit::round_to};
use vitalog_storage::RecordQuery;

use crate::{
    Service, ServiceError, Teller,
    daily_rows::{place_of, teller_of},
    links::{Brought, Links},
    source_values::{SourceValues, add_source_values},
    zone_note::zone_note,
};

/// Days before the one asked about that say what is usual.
const BASELINE_DAYS: i64 = 28;
/// Decimals of a z score.
const Z_DECIMALS: u8 = 2;

/// What is looked at: the metric, how many days before the day asked about it is of, and its
/// decimals.
const INPUTS: [(Metric, i64, u8); 8] = [
    (Metric::WhoopRecoveryScore, 0, 0),
    (Metric::OuraReadinessScore, 0, 0),
    (Metric::HrvRmssd, 0, 1),
    (Metric::HrvSdnn, 0, 1),
    (Metric::RestingHeartRate, 0, 0),
    (Metric::SleepTotal, 0, 2),
    (Metric::RespiratoryRate, 0, 1),
    // Yesterday's strain is what today recovers from.
    (Metric::WhoopStrain, 1, 1),
];

/// What they come from.
const COLLECTIONS: [Brought; 5] = [
    (Teller::Whoop, "recovery", "WHOOP's recovery"),
    (Teller::Oura, "daily_readiness", "Oura's readiness"),
    (Teller::Oura, "sleep", "Oura's nights"),
    (Teller::Whoop, "sleep", "WHOOP's nights"),
    (Teller::Whoop, "cycle", "WHOOP's strain"),
];

/// How one is on a day.
#[derive(Clone, PartialEq, Debug)]
pub struct RecoveryContext {
    /// The day.
    pub date: Date,
    /// What is known of it, each by one source.
    pub inputs: Vec<ContextInput>,
    /// What is not.
    pub missing: Vec<Metric>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day that a value is of.
    pub data_through: Option<Date>,
}

/// One value beside what is usual.
#[derive(Clone, PartialEq, Debug)]
pub struct ContextInput {
    /// What was measured.
    pub metric: Metric,
    /// The day it is of.
    pub date: Date,
    /// The value.
    pub value: f64,
    /// Who tells it, and what is usual.
    pub source: Teller,
    /// The 28 days before it, by the same source; `None` with fewer than 14 values.
    pub baseline: Option<Baseline>,
    /// How many standard deviations the value is from the mean.
    pub z: Option<f64>,
    /// How unusual that is.
    pub band: Option<Band>,
}

impl Service {
    /// Shows how one is on a day; without a date the current one.
    ///
    /// # Errors
    ///
    /// If the record cannot be read.
    pub async fn recovery_context(
        &self,
        account: &Account,
        date: Option<Date>,
    ) -> Result<RecoveryContext, ServiceError> {
        let date = date.unwrap_or_else(|| day_of(self.clock.now(), &account.zone));
        let days = DayRange {
            start: date.saturating_sub((BASELINE_DAYS + 1).days()),
            end: date,
        };
        let metrics = INPUTS.map(|(metric, ..)| metric);
        let mut query = RecordQuery::default();
        add_source_values(&mut query, &metrics, days);
        Links::add_to(&mut query);
        let mut record = self.storage.read_record(&account.id, &query).await?;
        let values = self
            .source_values(account, &metrics, days, &mut record)
            .await?;
        let links = Links::of(&record);
        let mut notes = links.notes(account, None);
        notes.extend(links.scope_notes(account, &COLLECTIONS));
        let mut context = RecoveryContext {
            date,
            inputs: Vec::new(),
            missing: Vec::new(),
            notes,
            data_through: None,
        };
        for (metric, before, decimals) in INPUTS {
            let of = date.saturating_sub(before.days());
            match input(account, &values, metric, of, decimals) {
                Some(input) => context.inputs.push(input),
                None => context.missing.push(metric),
            }
        }
        let days = context.inputs.iter().map(|input| input.date);
        context.data_through = days.max();
        if context.inputs.is_empty() {
            context.notes.push(
                "Nothing that tells how recovered one is was recorded on this day yet, which says \
                 nothing of recovery."
                    .to_owned(),
            );
        }
        context.notes.extend(zone_note(account, []));
        Ok(context)
    }
}

/// A value of the source that is believed first of those that have one, and its own usual.
fn input(
    account: &Account,
    values: &SourceValues,
    metric: Metric,
    date: Date,
    decimals: u8,
) -> Option<ContextInput> {
    let mut names: BTreeMap<&str, Vec<&DailyValue>> = BTreeMap::new();
    for value in values.of(metric) {
        if let Some(name) = value.source.as_deref() {
            names.entry(name).or_default().push(value);
        }
    }
    let mut of_day: Vec<&str> = names
        .iter()
        .filter(|(_, values)| values.iter().any(|value| value.day == date))
        .map(|(name, _)| *name)
        .collect();
    account.sources.sort(&mut of_day);
    let told = of_day
        .into_iter()
        .filter_map(|name| Some((teller_of(name)?, name)));
    let (source, name) =
        told.min_by_key(|(source, name)| place_of(*source, &account.sources, [*name]))?;
    let own = names.get(name)?;
    let value = own.iter().find(|value| value.day == date)?.value();
    let start = date.saturating_sub(BASELINE_DAYS.days());
    let before = own
        .iter()
        .filter(|value| start <= value.day && value.day < date)
        .map(|value| value.value());
    let baseline = Baseline::of(&before.collect::<Vec<f64>>());
    let z = baseline.and_then(|baseline| baseline.z(value));
    let round = |value: f64| round_to(value, decimals);
    Some(ContextInput {
        metric,
        date,
        value: round(value),
        source,
        baseline: baseline.map(|usual| Baseline {
            mean: round_to(usual.mean, decimals + 1),
            sd: round_to(usual.sd, decimals + 2),
            n: usual.n,
        }),
        z: z.map(|z| round_to(z, Z_DECIMALS)),
        band: z.map(Band::of),
    })
}
