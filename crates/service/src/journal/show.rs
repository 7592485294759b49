//! An entry as it is answered.

use jiff::civil::Date;
use vitalog_core::{
    Account, Context, DailyValue, DayFinder, Metric, Reading, reading::CHAT_SOURCE, unit::round_to,
};

use super::{Combine, CustomMetric, meaning::Meaning};
use crate::{
    ServiceError,
    shown_time::{local_clock, local_iso},
};

/// The value of an entry.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EntryValue {
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
}

impl EntryValue {
    /// The value of a number as it is stored.
    pub(super) fn of(number: f64, is_flag: bool) -> Self {
        if is_flag {
            Self::Flag(number > 0.0)
        } else {
            Self::Number(number)
        }
    }

    /// The number that is stored for it.
    pub(super) fn number(self) -> f64 {
        match self {
            Self::Number(number) => number,
            Self::Flag(flag) => f64::from(u8::from(flag)),
        }
    }
}

/// An entry as it was stored.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredEntry {
    /// The name that it is kept under.
    pub name: String,
    /// The day that it is of.
    pub date: Date,
    /// The local time, `HH:MM`; none of what is of a whole day.
    pub time: Option<String>,
    /// The value.
    pub value: EntryValue,
    /// The unit, if there is one.
    pub unit: Option<String>,
    /// How the entries of a day become one value.
    pub combine: Combine,
    /// Whether it is a guess.
    pub is_estimate: bool,
    /// Always `claude-log`.
    pub source: &'static str,
    /// What to remember with it.
    pub note: Option<String>,
    /// The exact time in local ISO form with its offset, by which the entry can be deleted.
    pub timestamp: String,
    /// The value of the entry that this one replaced.
    pub replaced: Option<EntryValue>,
    /// What the day comes to.
    pub of_day: EntryValue,
    /// How many entries that is made of.
    pub entries: u32,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
}

impl StoredEntry {
    /// What is answered of an entry; `values` are the daily values of its day, with it.
    pub(super) fn new(
        account: &Account,
        meaning: &Meaning,
        entry: &Reading,
        replaced: Option<&Reading>,
        values: &[DailyValue],
    ) -> Result<Self, ServiceError> {
        let fixed = &meaning.fixed;
        let whose = (meaning.metric == Metric::Custom).then_some(fixed.name.as_str());
        let of_day = values
            .iter()
            .find(|value| value.source.as_deref() == whose)
            .ok_or_else(|| {
                ServiceError::server_fault("The day of the entry could not be summed up.")
            })?;
        let shown = |number: f64| {
            let number = round_to(number, Metric::Custom.row().decimals);
            EntryValue::of(number, fixed.is_flag && fixed.combine == Combine::Any)
        };
        let value = |row: &Reading| EntryValue::of(row.quantity.first(), fixed.is_flag);
        let mut notes = Vec::new();
        if meaning.is_new {
            notes.push(first_use_note(fixed));
        }
        if meaning.metric != Metric::Custom && is_told_by_others(values) {
            notes.push(
                "Another source tells of this day too; the day's value weighs them against one \
             another."
                    .to_owned(),
            );
        }
        Ok(Self {
            name: fixed.name.clone(),
            date: entry.day_in(&mut DayFinder::new(&account.zone)),
            time: entry
                .day
                .is_none()
                .then(|| local_clock(entry.at, &account.zone)),
            value: value(entry),
            unit: fixed.unit.clone(),
            combine: fixed.combine,
            is_estimate: entry.context == Some(Context::Estimate),
            source: CHAT_SOURCE,
            note: entry.note.clone(),
            timestamp: local_iso(entry.at, &account.zone),
            replaced: replaced.map(value),
            of_day: shown(fixed.combine.of(of_day)),
            entries: of_day.n,
            notes,
        })
    }
}

fn is_told_by_others(values: &[DailyValue]) -> bool {
    let mut sources = values.iter().filter_map(|value| value.source.as_deref());
    sources.any(|source| source != CHAT_SOURCE)
}

fn first_use_note(fixed: &CustomMetric) -> String {
    let unit = match &fixed.unit {
        Some(_) => "its unit is the one given",
        None => "it has no unit",
    };
    format!(
        "This is the first entry of {}. From now on {unit}, and the day's value is {}.",
        fixed.name,
        match fixed.combine {
            Combine::Sum => "the sum of its entries",
            Combine::Mean => "the mean of its entries",
            Combine::Last => "its last entry",
            Combine::Any => "whether any entry is true",
        }
    )
}
