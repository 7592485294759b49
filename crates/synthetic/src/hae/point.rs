//! One point of a metric, in the shape that the metric has.

use serde_json::{Map, Value, json};

use super::{
    Options,
    unit::Unit,
    when::{date, day},
    write::number,
};
use crate::{
    fact::{Fact, FactValue, Meta, Night, Stage},
    measure::{HEART_RATE, SEX},
    time::seconds,
};

/// A fact as a point.
pub(super) fn point(fact: &Fact, options: &Options) -> Value {
    let unit = options.units.of(fact.unit);
    let mut point = Map::new();
    let mut set = |key: &str, value: Value| {
        point.insert(key.to_owned(), value);
    };
    match &fact.value {
        FactValue::Segment(stage) => return segment(fact, *stage, options),
        FactValue::Night(night) => return self::night(fact, night, options),
        FactValue::Single(count) if fact.metric == SEX.name => return sex(fact, *count, options),
        FactValue::Single(value) => {
            set("date", date(fact.start, fact.offset, options).into());
            if let Some(end) = fact.end {
                set("start", date(fact.start, fact.offset, options).into());
                set("end", date(end, fact.offset, options).into());
            }
            if fact.metric == HEART_RATE.name {
                spread(&mut set, unit, [*value; 3]);
            } else {
                set("qty", number(unit.convert(*value)));
            }
        }
        FactValue::Pressure {
            systolic,
            diastolic,
        } => {
            set("date", date(fact.start, fact.offset, options).into());
            set("systolic", number(unit.convert(*systolic)));
            set("diastolic", number(unit.convert(*diastolic)));
        }
        FactValue::Spread { min, avg, max } => {
            set("date", date(fact.start, fact.offset, options).into());
            spread(&mut set, unit, [*min, *avg, *max]);
        }
    }
    if let Some((key, value)) = fact.meta.and_then(beside) {
        set(key, value.into());
    }
    set("source", fact.source.as_ref().into());
    point.into()
}

fn spread(set: &mut impl FnMut(&str, Value), unit: Unit, values: [f64; 3]) {
    for (key, value) in ["Min", "Avg", "Max"].into_iter().zip(values) {
        set(key, number(unit.convert(value)));
    }
}

/// What is said beside a value: the key and the word.
fn beside(meta: Meta) -> Option<(&'static str, &'static str)> {
    match meta {
        Meta::BeforeMeal => Some(("mealTime", "Before Meal")),
        Meta::AfterMeal => Some(("mealTime", "After Meal")),
        Meta::UnspecifiedMeal => Some(("mealTime", "Unspecified")),
        Meta::Bolus => Some(("reason", "Bolus")),
        Meta::Basal => Some(("reason", "Basal")),
        Meta::Complete => Some(("value", "Complete")),
        Meta::Incomplete => Some(("value", "Incomplete")),
        Meta::Sedentary => Some(("context", "Sedentary")),
        Meta::Active => Some(("context", "Active")),
        // The first two are said in the shape; the app says nothing of the last.
        Meta::Protected | Meta::Unprotected | Meta::Entered => None,
    }
}

fn sex(fact: &Fact, count: f64, options: &Options) -> Value {
    let of = |how: Option<Meta>| number(if fact.meta == how { count } else { 0.0 });
    json!({
        "date": date(fact.start, fact.offset, options),
        "Unspecified": of(None),
        "Protection Used": of(Some(Meta::Protected)),
        "Protection Not Used": of(Some(Meta::Unprotected)),
    })
}

fn segment(fact: &Fact, stage: Stage, options: &Options) -> Value {
    let end = fact.end.unwrap_or(fact.start);
    let value = match stage {
        Stage::InBed => "In Bed",
        Stage::Awake => "Awake",
        Stage::Asleep => "Asleep",
        Stage::Core => "Core",
        Stage::Deep => "Deep",
        Stage::Rem => "REM",
    };
    json!({
        "startDate": date(fact.start, fact.offset, options),
        "endDate": date(end, fact.offset, options),
        "qty": number(seconds(fact.start, end) / 3600.0),
        "value": value,
        "source": fact.source,
    })
}

fn night(fact: &Fact, night: &Night, options: &Options) -> Value {
    let end = fact.end.unwrap_or(fact.start);
    let hours = [
        ("totalSleep", night.total()),
        ("asleep", night.asleep),
        ("core", night.core),
        ("deep", night.deep),
        ("rem", night.rem),
        ("awake", night.awake),
        ("inBed", night.in_bed),
    ];
    let mut written = Map::new();
    written.insert("date".to_owned(), day(end, fact.offset, options).into());
    for (key, hours) in hours {
        written.insert(key.to_owned(), number(hours));
    }
    let (bed, up) = night.bed.unwrap_or((fact.start, end));
    let times = [
        ("sleepStart", fact.start),
        ("sleepEnd", end),
        ("inBedStart", bed),
        ("inBedEnd", up),
    ];
    for (key, at) in times {
        written.insert(key.to_owned(), date(at, fact.offset, options).into());
    }
    written.insert("source".to_owned(), fact.source.as_ref().into());
    written.into()
}
