//! One row a day of what vendors and Apple Health tell: sleep, heart rate, readiness, activity.
//!
//! A day is told by one source and never by a blend of two: by the one asked for, or else by the
//! first that the account believes and that has something of the day. What that source does not
//! say is `None`, also where another would. A vendor's score is only ever that vendor's.

mod activity;
mod choice;
mod heart_rate;
mod overlay;
mod readiness;
mod recorded;
mod recovery;
mod sleep;
mod strain;
mod teller;
mod told_day;
mod without_values;

use std::collections::BTreeMap;

use jiff::civil::Date;
pub use vitalog_core::Teller;
use vitalog_core::{Account, DayRange, Metric};
use vitalog_storage::{Record, RecordQuery};

pub(crate) use self::teller::{place_of, teller_of};
pub use self::{
    activity::ActivityDay,
    heart_rate::HeartRateDay,
    overlay::{BodyDay, DayOverlay, OverlayDay},
    readiness::ReadinessDay,
    recovery::RecoveryDay,
    sleep::SleepDay,
    strain::StrainDay,
};
use self::{choice::Choice, told_day::ToldDay};
use crate::{
    RangeRequest, Service, ServiceError,
    links::{Brought, Links},
    source_values::{SourceValues, add_source_values},
    zone_note::zone_note,
};

/// What to show of which days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyRowsRequest {
    /// The days.
    pub range: RangeRequest,
    /// Whose rows; without it the account's order of sources decides for each day.
    pub source: Option<Teller>,
}

/// One row for each day that has any.
#[derive(Clone, PartialEq, Debug)]
pub struct DailyRows<R> {
    /// The days covered.
    pub range: DayRange,
    /// The rows, ascending.
    pub rows: Vec<R>,
    /// The days of the range without one.
    pub days_without_data: Vec<Date>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with a row.
    pub data_through: Option<Date>,
}

/// What a metric says of whether there is a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tells {
    /// A source that has it tells the day.
    Day,
    /// A source that has it tells the day if no other does.
    Little,
    /// The same if it is a vendor, and of Apple Health nothing.
    LittleOfVendors,
    /// The same if it is Oura, and of the others nothing.
    LittleOfOura,
    /// It stands in a row and makes none.
    Nothing,
}

/// A kind of row.
pub(crate) trait DayRow: Sized {
    /// What the rows are about, as in "no … was recorded".
    const SUBJECT: &'static str;
    /// What they are made of, and what that says of whether there is a row.
    const PARTS: &'static [(Metric, Tells)];
    /// The collections that it comes from, and what they bring.
    const COLLECTIONS: &'static [Brought];

    /// The collections of which any document makes a row, also one without a value.
    const DOCUMENTS: &'static [(Teller, &'static [&'static str])] = &[];

    /// The row of a day.
    fn new(day: &ToldDay<'_>) -> Self;

    /// What they are made of.
    fn metrics() -> Vec<Metric> {
        Self::PARTS.iter().map(|(metric, _)| *metric).collect()
    }

    /// Whether a value makes its source the one that tells the day: `false` if it does, `true` if
    /// only where no other does.
    fn tells_little(metric: Metric, source: Teller) -> Option<bool> {
        let mut parts = Self::PARTS.iter();
        let (_, tells) = parts.find(|(part, _)| *part == metric)?;
        let is_little = match tells {
            Tells::Day => return Some(false),
            Tells::Little => true,
            Tells::LittleOfVendors => source != Teller::Apple,
            Tells::LittleOfOura => source == Teller::Oura,
            Tells::Nothing => false,
        };
        is_little.then_some(true)
    }
}

/// Adds to a query what [`Service::rows_from`] takes out of a record.
pub(crate) fn add_rows(query: &mut RecordQuery, metrics: &[Metric], range: DayRange) {
    add_source_values(query, metrics, range);
    Links::add_to(query);
}

impl Service {
    /// Shows nights.
    ///
    /// # Errors
    ///
    /// If the range is not one or too long, if there is no connection and nothing was ever
    /// recorded, or if the record cannot be read.
    pub async fn sleep(
        &self,
        account: &Account,
        request: DailyRowsRequest,
    ) -> Result<DailyRows<SleepDay>, ServiceError> {
        self.daily_rows(account, request).await
    }

    /// Shows the heart rate by day.
    ///
    /// # Errors
    ///
    /// As [`Self::sleep`].
    pub async fn heart_rate(
        &self,
        account: &Account,
        request: DailyRowsRequest,
    ) -> Result<DailyRows<HeartRateDay>, ServiceError> {
        self.daily_rows(account, request).await
    }

    /// Shows readiness by day.
    ///
    /// # Errors
    ///
    /// As [`Self::sleep`].
    pub async fn readiness(
        &self,
        account: &Account,
        request: DailyRowsRequest,
    ) -> Result<DailyRows<ReadinessDay>, ServiceError> {
        self.daily_rows(account, request).await
    }

    /// Shows activity by day.
    ///
    /// # Errors
    ///
    /// As [`Self::sleep`].
    pub async fn activity(
        &self,
        account: &Account,
        request: DailyRowsRequest,
    ) -> Result<DailyRows<ActivityDay>, ServiceError> {
        self.daily_rows(account, request).await
    }

    async fn daily_rows<R: DayRow>(
        &self,
        account: &Account,
        request: DailyRowsRequest,
    ) -> Result<DailyRows<R>, ServiceError> {
        let range = request.range.resolve(account, self.clock.now())?;
        let metrics = R::metrics();
        let mut query = RecordQuery::default();
        add_rows(&mut query, &metrics, range);
        let mut record = self.storage.read_record(&account.id, &query).await?;
        let values = self
            .source_values(account, &metrics, range, &mut record)
            .await?;
        self.rows_from(account, range, request.source, &values, &record)
            .await
    }

    /// The answer from a record that was asked for [`add_rows`] of at least what a row is made of.
    pub(crate) async fn rows_from<R: DayRow>(
        &self,
        account: &Account,
        range: DayRange,
        source: Option<Teller>,
        values: &SourceValues,
        record: &Record,
    ) -> Result<DailyRows<R>, ServiceError> {
        let links = Links::of(record);
        let mut choice = Choice::of::<R>(account, range, source, values);
        self.add_days_without_values::<R>(account, range, source, &links, &mut choice)
            .await?;
        let apart = self.told_apart(account, &choice.blended).await?;
        let rows: BTreeMap<Date, R> = choice
            .days
            .iter()
            .map(|day| (day.date, R::new(&day.with(&apart))))
            .collect();

        let mut notes = links.notes(account, source);
        let has_gaps = rows.len() < range.days().count();
        let is_wanted = |vendor: Teller| {
            let tells = choice.days.iter().any(|day| day.source == vendor);
            source.map_or(tells || has_gaps, |asked| asked == vendor)
        };
        let brought = R::COLLECTIONS.iter().copied();
        let brought: Vec<Brought> = brought.filter(|(vendor, ..)| is_wanted(*vendor)).collect();
        notes.extend(links.scope_notes(account, &brought));
        if rows.is_empty() {
            let recorded = self.recorded::<R>(account, range, source, record).await?;
            notes.extend(recorded.note(account, R::SUBJECT, source, &links)?);
        }
        notes.extend(zone_note(account, []));
        Ok(DailyRows {
            range,
            days_without_data: range
                .days()
                .filter(|date| !rows.contains_key(date))
                .collect(),
            notes,
            data_through: rows.keys().next_back().copied(),
            rows: rows.into_values().collect(),
        })
    }
}
