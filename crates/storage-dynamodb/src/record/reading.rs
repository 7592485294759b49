//! A reading as an item, with the attributes of the record's first table and some more.

use vitalog_core::{Context, Fingerprint, Metric, Quantity, Reading, Via, reading::Grain};
use vitalog_storage::precision::floor_second;

use super::marks;
use crate::{error::Failure, item::Item, keys, keys::Key, time::parse_instant};
use vitalog_core::AccountId;

/// The attributes of a quantity: of the value in the metric's unit, and of the value as sent.
struct Names {
    value: &'static str,
    systolic: &'static str,
    diastolic: &'static str,
    lowest: &'static str,
    highest: &'static str,
}

const STORED: Names = Names {
    value: "value",
    systolic: "systolic",
    diastolic: "diastolic",
    lowest: "lowest",
    highest: "highest",
};

const ORIGINAL: Names = Names {
    value: "original_value",
    systolic: "original_systolic",
    diastolic: "original_diastolic",
    lowest: "original_lowest",
    highest: "original_highest",
};

pub(super) fn key(account: &AccountId, reading: &Reading) -> Key {
    Key {
        partition: keys::readings(account, reading.metric),
        sort: keys::row(floor_second(reading.at), reading.fingerprint),
    }
}

/// The item of a reading, without its key.
pub(super) fn encode(reading: &Reading) -> Item {
    let mut item = Item::default();
    encode_quantity(reading.quantity, &STORED, &mut item);
    encode_quantity(reading.original, &ORIGINAL, &mut item);
    item.set_text("unit", reading.metric.row().unit);
    item.set_text("original_unit", &reading.original_unit);
    item.set_text("source", &reading.source);
    item.set_text("via", reading.via.as_str());
    item.set_text("recorded_at", &reading.recorded_at);
    item.set_millisecond("ingested_at", reading.ingested_at);
    if let Some(day) = reading.day {
        item.set_day("day", day);
    }
    if let Some(until) = reading.until {
        item.set_second("until", floor_second(until));
    }
    let grain = reading.grain.map(Grain::as_str);
    let context = reading.context.map(Context::as_str);
    let texts = [
        ("grain", grain),
        ("context", context),
        ("label", reading.label.as_deref()),
        ("note", reading.note.as_deref()),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            item.set_text(name, text);
        }
    }
    marks::encode(reading.marks, &mut item);
    item
}

pub(super) fn decode(item: &Item, metric: Metric) -> Result<Reading, Failure> {
    let (at, fingerprint) = row_key(item)?;
    Ok(Reading {
        metric,
        at,
        fingerprint,
        quantity: decode_quantity(item, &STORED)?,
        original: decode_quantity(item, &ORIGINAL)?,
        original_unit: item.text("original_unit")?.to_owned(),
        source: item.text("source")?.to_owned(),
        via: item.one_of("via", Via::parse)?,
        recorded_at: item.text("recorded_at")?.to_owned(),
        day: item.day_or_none("day")?,
        until: item.instant_or_none("until")?,
        grain: item.one_of_or_none("grain", Grain::parse)?,
        context: item.one_of_or_none("context", Context::parse)?,
        label: item.text_or_none("label")?.map(str::to_owned),
        note: item.text_or_none("note")?.map(str::to_owned),
        ingested_at: item.instant("ingested_at")?,
        marks: marks::decode(item)?,
    })
}

/// The second and the fingerprint of a row's sort key.
pub(super) fn row_key(item: &Item) -> Result<(jiff::Timestamp, Fingerprint), Failure> {
    let sort = item.sort()?;
    let end = sort.find('Z').map_or(sort.len(), |place| place + 1);
    let (second, fingerprint) = sort.split_at(end);
    let at = parse_instant(second);
    at.zip(fingerprint.parse().ok())
        .ok_or(Failure::NotUnderstood(keys::SORT))
}

fn encode_quantity(quantity: Quantity, names: &Names, item: &mut Item) {
    match quantity {
        Quantity::Single(value) => item.set_number(names.value, value),
        Quantity::Pressure {
            systolic,
            diastolic,
        } => {
            item.set_number(names.systolic, systolic);
            item.set_number(names.diastolic, diastolic);
        }
        Quantity::Spread { min, mean, max } => {
            item.set_number(names.lowest, min);
            item.set_number(names.value, mean);
            item.set_number(names.highest, max);
        }
    }
}

fn decode_quantity(item: &Item, names: &Names) -> Result<Quantity, Failure> {
    if item.has(names.systolic) {
        return Ok(Quantity::Pressure {
            systolic: item.number(names.systolic)?,
            diastolic: item.number(names.diastolic)?,
        });
    }
    let value = item.number(names.value)?;
    if item.has(names.lowest) {
        return Ok(Quantity::Spread {
            min: item.number(names.lowest)?,
            mean: value,
            max: item.number(names.highest)?,
        });
    }
    Ok(Quantity::Single(value))
}
