//! Which source tells each day, and which of its devices each value.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use vitalog_core::{Account, DailyValue, DayRange, Metric};

use super::{DayRow, Teller, ToldDay, place_of, teller_of};
use crate::{Service, ServiceError, source_values::SourceValues};

/// The days that are told, each by one source.
#[derive(Debug)]
pub(super) struct Choice<'v> {
    /// Ascending.
    pub(super) days: Vec<ToldDay<'v>>,
    /// What of the devices of Apple Health is to be added up without what another source says of
    /// the same time.
    pub(super) blended: Vec<(Metric, Date)>,
}

/// What one source has of one day.
#[derive(Default)]
struct Candidate<'v> {
    values: BTreeMap<Metric, Vec<&'v DailyValue>>,
}

impl<'v> Choice<'v> {
    pub(super) fn of<R: DayRow>(
        account: &Account,
        range: DayRange,
        only: Option<Teller>,
        values: &'v SourceValues,
    ) -> Self {
        let mut candidates: BTreeMap<Date, BTreeMap<Teller, Candidate<'v>>> = BTreeMap::new();
        for (metric, _) in R::PARTS {
            let told = values.of(*metric);
            let start = told.partition_point(|value| value.day < range.start);
            let told = told.get(start..).unwrap_or_default();
            for value in told.iter().take_while(|value| value.day <= range.end) {
                if let Some(source) = value.source.as_deref().and_then(teller_of) {
                    let day = candidates.entry(value.day).or_default();
                    let candidate = day.entry(source).or_default();
                    candidate.values.entry(*metric).or_default().push(value);
                }
            }
        }
        let mut choice = Self {
            days: Vec::with_capacity(candidates.len()),
            blended: Vec::new(),
        };
        for (date, of_day) in &candidates {
            let told = of_day
                .iter()
                .filter(|(source, _)| only.is_none_or(|only| only == **source))
                .filter_map(|(source, candidate)| {
                    let is_little = candidate.tells_little::<R>(*source)?;
                    let place = place_of(*source, &account.sources, candidate.names());
                    Some(((is_little, place), *source, candidate))
                })
                .min_by_key(|(rank, ..)| *rank);
            if let Some((_, source, candidate)) = told {
                choice.tell(account, values, *date, source, candidate, of_day);
            }
        }
        choice
    }

    fn tell(
        &mut self,
        account: &Account,
        values: &'v SourceValues,
        date: Date,
        source: Teller,
        candidate: &Candidate<'v>,
        of_day: &BTreeMap<Teller, Candidate<'v>>,
    ) {
        let night = candidate.night(account);
        let chosen = candidate.values.iter().filter_map(|(metric, told)| {
            if Metric::SLEEP.contains(metric) {
                let of_night = |value: &&&DailyValue| value.source.as_deref() == night;
                return told.iter().find(of_night).copied();
            }
            if let [only] = told.as_slice() {
                return Some(*only);
            }
            if metric.is_summed() {
                let others = of_day.iter().filter(|(other, _)| **other != source);
                let mut others = others.map(|(_, candidate)| candidate);
                if others.any(|other| other.values.contains_key(metric)) {
                    self.blended.push((*metric, date));
                } else if let Some(counting) = values.counting(*metric, date) {
                    return Some(counting);
                }
            }
            first_of(account, told)
        });
        let chosen: Vec<&DailyValue> = chosen.collect();
        self.days.push(ToldDay::new(date, source, chosen));
    }
}

impl<'v> Candidate<'v> {
    /// Whether it tells the day: `false` if it does, `true` if only where no other does.
    fn tells_little<R: DayRow>(&self, source: Teller) -> Option<bool> {
        let metrics = self.values.keys();
        metrics
            .filter_map(|metric| R::tells_little(*metric, source))
            .min()
    }

    fn names(&self) -> BTreeSet<&'v str> {
        let values = self.values.values().flatten();
        values.filter_map(|value| value.source.as_deref()).collect()
    }

    /// The device that tells the night: one with stages, then one that knows of sleep and not only of
    /// the bed, then the one that tells most of it, then the one believed first.
    fn night(&self, account: &Account) -> Option<&'v str> {
        const STAGES: [Metric; 3] = [Metric::SleepCore, Metric::SleepDeep, Metric::SleepRem];
        let mut nights: BTreeMap<&str, (bool, bool, f64)> = BTreeMap::new();
        for metric in Metric::SLEEP {
            for value in self.values.get(metric).into_iter().flatten() {
                let name = value.source.as_deref()?;
                let (has_stages, has_sleep, hours) = nights.entry(name).or_default();
                *has_stages |= STAGES.contains(metric);
                *has_sleep |= *metric == Metric::SleepTotal;
                *hours = hours.max(value.value());
            }
        }
        let mut names: Vec<&str> = nights.keys().copied().collect();
        account.sources.sort(&mut names);
        // Of equals the last is taken, which is then the first.
        names.into_iter().rev().max_by(|a, b| {
            let [(stages_a, sleep_a, hours_a), (stages_b, sleep_b, hours_b)] =
                [nights[a], nights[b]];
            (stages_a, sleep_a)
                .cmp(&(stages_b, sleep_b))
                .then(hours_a.total_cmp(&hours_b))
        })
    }
}

/// The value of the device believed first.
fn first_of<'v>(account: &Account, told: &[&'v DailyValue]) -> Option<&'v DailyValue> {
    let names = told.iter().filter_map(|value| value.source.as_deref());
    let mut names: Vec<&str> = names.collect();
    account.sources.sort(&mut names);
    let first = names.first().copied();
    let is_first = |value: &&&DailyValue| value.source.as_deref() == first;
    told.iter().find(is_first).copied()
}

impl Service {
    /// What the devices of Apple Health add up to on some days, whatever others say of them.
    pub(super) async fn told_apart(
        &self,
        account: &Account,
        wanted: &[(Metric, Date)],
    ) -> Result<BTreeMap<(Metric, Date), DailyValue>, ServiceError> {
        let metrics: BTreeSet<Metric> = wanted.iter().map(|(metric, _)| *metric).collect();
        let metrics: Vec<Metric> = metrics.into_iter().collect();
        let days = wanted.iter().map(|(_, day)| *day);
        let (Some(start), Some(end)) = (days.clone().min(), days.max()) else {
            return Ok(BTreeMap::new());
        };
        let days = DayRange { start, end };
        let rows = self.rows_of(account, &metrics, days).await?;
        let is_apples = |name: &str| teller_of(name) == Some(Teller::Apple);
        let apart = wanted.iter().filter_map(|(metric, day)| {
            let values = rows.values(account, *metric, *day, is_apples);
            let counting = values.into_iter().find(|value| value.source.is_none())?;
            Some(((*metric, *day), counting))
        });
        Ok(apart.collect())
    }
}
