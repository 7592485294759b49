//! Everything that a record has of one day.

use std::collections::BTreeMap;

use jiff::civil::Date;
use vitalog_core::{Account, DayRange, Metric, day::day_of, metric::Group};

use crate::{
    CustomMetric, DayValue, Service, ServiceError, ShownWorkout,
    day_values::{Beside, OfDay},
    health_metrics::FoodDays,
    shown_time::zone_name,
    workouts::WorkoutsOfDays,
    zone_note::zone_note,
};

/// One day of a record. What it does not hold was not recorded.
#[derive(Clone, PartialEq, Debug)]
pub struct DayRecord {
    /// The day.
    pub date: Date,
    /// The name of the zone that cuts it.
    pub timezone: String,
    /// Its metrics by section; sections without any are left out.
    pub groups: Vec<DayGroup>,
    /// What the person named, in the order of the names' first use.
    pub custom: Vec<DayCustom>,
    /// The workouts of it, in order of their start.
    pub workouts: Vec<ShownWorkout>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
}

/// The metrics of one section.
#[derive(Clone, PartialEq, Debug)]
pub struct DayGroup {
    /// The section.
    pub group: Group,
    /// Its metrics, in the order of the catalog.
    pub metrics: Vec<DayMetric>,
}

/// What one metric comes to on the day.
#[derive(Clone, PartialEq, Debug)]
pub struct DayMetric {
    /// The metric.
    pub metric: Metric,
    /// The unit that the account sees it in.
    pub unit: &'static str,
    /// The value that counts, overlaps and duplicates weighed against one another.
    pub value: DayValue,
    /// What each source has of it, by name.
    pub by_source: Vec<(String, DayValue)>,
}

/// What a name of the person's own comes to on the day.
#[derive(Clone, PartialEq, Debug)]
pub struct DayCustom {
    /// The name, and what it means.
    pub metric: CustomMetric,
    /// The value by its rule.
    pub value: DayValue,
}

impl DayRecord {
    /// Whether the day has anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.custom.is_empty() && self.workouts.is_empty()
    }
}

impl Service {
    /// Shows one day; without a date the current one.
    ///
    /// # Errors
    ///
    /// If the record cannot be read.
    pub async fn day_record(
        &self,
        account: &Account,
        date: Option<Date>,
    ) -> Result<DayRecord, ServiceError> {
        let date = date.unwrap_or_else(|| day_of(self.clock.now(), &account.zone));
        let day = DayRange {
            start: date,
            end: date,
        };
        let beside = Beside {
            by_source: true,
            workouts: true,
        };
        let all = Metric::ALL.iter().copied();
        let values = self.day_values(account, all, day, beside).await?;
        let record = values.record();

        let mut groups: BTreeMap<Group, Vec<DayMetric>> = BTreeMap::new();
        for metric in Metric::ALL {
            if let Some(of_day) = values.of_day(*metric, date) {
                let shown = DayMetric::new(*metric, of_day, account);
                groups.entry(metric.row().group).or_default().push(shown);
            }
        }
        let mut custom = Vec::new();
        if !values.reduced(Metric::Custom, date).is_empty() {
            for metric in self.custom_metrics(account).await? {
                if let Some(value) = values.custom_of_day(&metric, date) {
                    custom.push(DayCustom { metric, value });
                }
            }
        }
        let workouts = WorkoutsOfDays::of(account, day, &record.workouts);

        let carbs = FoodDays::collect(account, Metric::Carbs, day, record).logged(account);
        let readings = record.readings.values().flatten();
        let sent = readings.map(|row| row.recorded_at.as_str());
        let sent = sent.chain(record.workouts.iter().map(|row| row.recorded_at.as_str()));
        let mut notes = values.link_notes(Metric::ALL.iter().copied());
        notes.extend(carbs.warnings.into_values().flatten());
        notes.extend(carbs.note);
        notes.extend(workouts.hidden_note());
        notes.extend(zone_note(account, sent));
        let workouts: Vec<ShownWorkout> = workouts
            .counting
            .into_iter()
            .map(|(_, row)| ShownWorkout::new(row, &account.zone))
            .collect();
        if groups.is_empty() && custom.is_empty() && workouts.is_empty() {
            notes.push(
                "Nothing was recorded on this day, which is not a day of nothing.".to_owned(),
            );
        }
        let groups = groups.into_iter();
        Ok(DayRecord {
            date,
            timezone: zone_name(&account.zone),
            groups: groups
                .map(|(group, metrics)| DayGroup { group, metrics })
                .collect(),
            custom,
            workouts,
            notes,
        })
    }
}

impl DayMetric {
    fn new(metric: Metric, of_day: OfDay, account: &Account) -> Self {
        Self {
            metric,
            unit: account.units.unit_of(metric),
            value: of_day.counting,
            by_source: of_day.by_source,
        }
    }
}
