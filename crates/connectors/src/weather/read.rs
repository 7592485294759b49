//! From columns to one document a day.

use std::{collections::BTreeMap, ops::RangeInclusive};

use jiff::{
    civil::{Date, Time},
    tz::Offset,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use vitalog_core::{Place, quantity::LARGEST};

use super::table::TABLE;
use crate::{Collection, Page, SentDocument, Unreadable};

/// What an answer is not, or what was kept.
pub(super) const EXPECTED: Unreadable = Unreadable {
    expected: "weather by day",
};

/// The longest reason that is passed on.
const LONGEST_REASON: usize = 200;

/// An answer. Members that are not looked at are left out.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    daily_units: Map<String, Value>,
    daily: Map<String, Value>,
    #[serde(default)]
    hourly_units: Map<String, Value>,
    #[serde(default)]
    hourly: Map<String, Value>,
}

/// The weather of a day, as it is kept: what the vendor said of it, and of which place.
#[derive(Serialize, Deserialize)]
pub(super) struct Day {
    time: String,
    latitude: f64,
    longitude: f64,
    /// Columns by their name. One that the vendor has nothing for yet is left out.
    pub(super) values: BTreeMap<String, f64>,
    /// The units of the columns.
    pub(super) units: BTreeMap<String, String>,
}

impl Day {
    pub(super) fn day(&self) -> Option<Date> {
        self.time.parse().ok()
    }

    pub(super) fn place(&self) -> Option<Place> {
        Place::new(self.latitude, self.longitude)
    }
}

/// Reads an answer: one place's, or a list of places' of which the first is meant.
pub(super) fn page(
    collection: &Collection,
    place: Place,
    days: RangeInclusive<Date>,
    body: &[u8],
) -> Result<Page, Unreadable> {
    let value: Value = serde_json::from_slice(body).map_err(|_| EXPECTED)?;
    let value = match value {
        Value::Array(list) => list.into_iter().next().ok_or(EXPECTED)?,
        value @ (Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Object(_)) => value,
    };
    let answer: Answer = serde_json::from_value(value).map_err(|_| EXPECTED)?;
    let times = answer.daily.get("time").and_then(Value::as_array);
    let hours = Hours::of(&answer);
    let mut page = Page::default();
    for (time, place_in_column) in times.ok_or(EXPECTED)?.iter().zip(0..) {
        let Some(time) = time.as_str().and_then(|time| time.parse::<Date>().ok()) else {
            page.unreadable += 1;
            continue;
        };
        if !days.contains(&time) {
            continue;
        }
        let day = day(&answer, &hours, time, place_in_column, place);
        // A day of which nothing is known yet takes the place of none that was told before.
        if day.values.is_empty() {
            continue;
        }
        let body = serde_json::to_string(&day).map_err(|_| EXPECTED)?;
        page.documents.push(document(collection, time, body));
    }
    Ok(page)
}

fn day(answer: &Answer, hours: &Hours<'_>, time: Date, at: usize, place: Place) -> Day {
    let mut values = BTreeMap::new();
    let mut units = BTreeMap::new();
    let unit = |units: &Map<String, Value>, column: &str| {
        let unit = units.get(column).and_then(Value::as_str);
        unit.unwrap_or_default().to_owned()
    };
    for row in TABLE {
        let column = answer.daily.get(row.daily).and_then(Value::as_array);
        let told = column.and_then(|column| column.get(at)?.as_f64());
        let told = told.filter(|value| value.abs() <= LARGEST);
        let mean = || Some((row.hourly?, hours.mean(row.hourly?, time)?));
        let (value, unit) = match told {
            Some(value) => (value, unit(&answer.daily_units, row.daily)),
            None => match mean() {
                Some((hourly, value)) => (value, unit(&answer.hourly_units, hourly)),
                None => continue,
            },
        };
        values.insert(row.daily.to_owned(), value);
        units.insert(row.daily.to_owned(), unit);
    }
    Day {
        time: time.to_string(),
        latitude: place.latitude(),
        longitude: place.longitude(),
        values,
        units,
    }
}

/// The hourly columns, with the places of each day's hours.
struct Hours<'a> {
    columns: &'a Map<String, Value>,
    of_day: BTreeMap<Date, Vec<usize>>,
}

impl<'a> Hours<'a> {
    fn of(answer: &'a Answer) -> Self {
        let mut of_day: BTreeMap<Date, Vec<usize>> = BTreeMap::new();
        let times = answer.hourly.get("time").and_then(Value::as_array);
        for (time, at) in times.into_iter().flatten().zip(0..) {
            let day = time.as_str().and_then(|time| time.get(..10)?.parse().ok());
            if let Some(day) = day {
                of_day.entry(day).or_default().push(at);
            }
        }
        Self {
            columns: &answer.hourly,
            of_day,
        }
    }

    /// The mean over a day of which no hour is missing. Days have 23 or 25 hours where clocks
    /// change.
    fn mean(&self, column: &str, day: Date) -> Option<f64> {
        const FEWEST: usize = 23;
        let column = self.columns.get(column)?.as_array()?;
        let hours = self.of_day.get(&day).filter(|it| it.len() >= FEWEST)?;
        let values: Option<Vec<f64>> = hours.iter().map(|at| column.get(*at)?.as_f64()).collect();
        let values = values?;
        #[expect(clippy::cast_precision_loss, reason = "a day has few hours")]
        let count = values.len() as f64;
        Some(values.iter().sum::<f64>() / count)
    }
}

fn document(collection: &Collection, day: Date, body: String) -> SentDocument {
    let midnight = Offset::UTC.to_timestamp(day.to_datetime(Time::midnight()));
    SentDocument {
        kind: collection.kind,
        id: day.to_string(),
        day,
        first_day: day,
        last_day: day,
        at: midnight.unwrap_or(jiff::Timestamp::UNIX_EPOCH),
        updated_at: None,
        gone: false,
        body,
    }
}

/// Reads a day that was kept.
pub(super) fn kept(collection: &Collection, body: &str) -> Result<SentDocument, Unreadable> {
    let day: Day = serde_json::from_str(body).map_err(|_| EXPECTED)?;
    let day = day.day().ok_or(EXPECTED)?;
    Ok(document(collection, day, body.to_owned()))
}

/// Why a request was refused, from the answer to one with status 400 or 429.
#[must_use]
pub fn read_reason(body: &[u8]) -> Option<String> {
    let answer: Map<String, Value> = serde_json::from_slice(body).ok()?;
    let reason = answer.get("reason")?.as_str()?;
    let refused = answer.get("error") == Some(&Value::Bool(true));
    refused.then(|| reason.chars().take(LONGEST_REASON).collect())
}
