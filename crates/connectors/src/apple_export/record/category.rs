//! The value of a record, by what its type is.

use jiff::{SignedDuration, Timestamp};
use vitalog_core::{Context, Metric, Quantity, unit::to_canonical};

use super::{
    Value,
    fields::{Fields, Said},
    kinds::Kind,
    role::Role,
    symptom::{flow, severity},
};
use crate::apple_export::{Skip, xml::decode};

/// The longest stretch of sleep; what is longer is none.
const LONGEST_SLEEP: SignedDuration = SignedDuration::from_hours(24);
/// The longest text of a number that is looked at.
const MAX_NUMBER: usize = 64;
/// What Apple writes for a share of a hundred, as a part of one.
const PERCENT: &str = "%";

/// Reads the value of a record.
pub(super) fn value(
    kind: &mut Kind,
    fields: &Fields<'_>,
    said: &Said<'_>,
    at: Timestamp,
    end: Option<Timestamp>,
) -> Result<Value, Skip> {
    let word = || decode(fields.value.unwrap_or_default());
    let lasted = at.duration_until(end.unwrap_or(at));
    match kind.role {
        Role::Quantity(metric) => quantity(kind, metric, fields, said),
        Role::Sleep => {
            let metric = stage(&word()).ok_or(Skip::UnknownWord)?;
            let is_sleep = SignedDuration::ZERO <= lasted && lasted <= LONGEST_SLEEP;
            let hours = lasted.as_secs_f64() / 3600.0;
            is_sleep
                .then(|| plain(metric, hours, "hr", None))
                .flatten()
                .ok_or(Skip::InvalidSample)
        }
        Role::StandHour => match word().strip_prefix("HKCategoryValueAppleStandHour") {
            Some("Stood") => counted(Metric::AppleStandHour, None),
            Some("Idle") => Err(Skip::NotHappened),
            _ => Err(Skip::UnknownWord),
        },
        Role::Lasting(metric) => {
            let (length, unit) = if metric == Metric::MindfulMinutes {
                (lasted.as_secs_f64() / 60.0, "min")
            } else {
                (lasted.as_secs_f64(), "s")
            };
            plain(metric, length, unit, None)
                .filter(|_| lasted >= SignedDuration::ZERO)
                .ok_or(Skip::InvalidSample)
        }
        Role::Sex => {
            let label = match said.protection {
                None => "Unspecified",
                Some(b"1") => "Protection Used",
                Some(_) => "Protection Not Used",
            };
            counted(Metric::SexualActivity, Some(label))
        }
        Role::HeartEvent(label) => counted(Metric::HeartNotifications, Some(label)),
        Role::Symptom(label) => {
            let severity = severity(&word()).ok_or(Skip::UnknownWord)?;
            scored(Metric::SymptomSeverity, severity, Some(label))
        }
        Role::Flow => {
            let flow = flow(&word()).ok_or(Skip::UnknownWord)?;
            scored(Metric::MenstrualFlow, flow, None)
        }
        Role::Systolic | Role::Diastolic | Role::Unsupported => Err(Skip::UnsupportedType),
    }
}

fn quantity(
    kind: &mut Kind,
    metric: Metric,
    fields: &Fields<'_>,
    said: &Said<'_>,
) -> Result<Value, Skip> {
    let unit = kind.unit(metric, fields.unit.unwrap_or_default());
    let conversion = unit.conversion.ok_or(Skip::UnknownUnit)?;
    let sent = number(metric, fields.value)?;
    let quantity = conversion
        .apply(Quantity::Single(of_hundred(metric, &unit.text, sent)))
        .ok_or(Skip::InvalidSample)?;
    let context = (metric == Metric::Glucose && said.meal.is_some()).then_some(Context::PostMeal);
    let label = match said.insulin {
        Some(b"1") if metric == Metric::InsulinDelivery => Some("Basal".to_owned()),
        Some(b"2") if metric == Metric::InsulinDelivery => Some("Bolus".to_owned()),
        _ => None,
    };
    Ok(Value {
        metric,
        sent: Quantity::Single(sent),
        quantity,
        unit: unit.text.as_ref().to_owned(),
        label,
        context,
    })
}

/// A percentage is written as a part of one. Where no one has as little as one percent the metric
/// itself sees to it.
fn of_hundred(metric: Metric, unit: &str, sent: f64) -> f64 {
    let row = metric.row();
    let is_part = row.unit == PERCENT && unit == PERCENT && sent <= 1.0;
    if is_part && !row.fraction_means_percent {
        sent * 100.0
    } else {
        sent
    }
}

/// A number that can be a measurement of a metric.
pub(super) fn number(metric: Metric, raw: Option<&[u8]>) -> Result<f64, Skip> {
    let raw = raw.ok_or(Skip::InvalidSample)?;
    let is_written = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    if raw.len() > MAX_NUMBER || !raw.iter().all(is_written) {
        return Err(Skip::InvalidSample);
    }
    let text = std::str::from_utf8(raw).map_err(|_| Skip::InvalidSample)?;
    // Adding zero takes the sign off a zero.
    let number = text.parse::<f64>().map_err(|_| Skip::InvalidSample)? + 0.0;
    let is_possible =
        number.is_finite() && (number >= 0.0 || *metric.row().plausible.start() < 0.0);
    is_possible.then_some(number).ok_or(Skip::InvalidSample)
}

fn plain(metric: Metric, sent: f64, unit: &str, label: Option<&str>) -> Option<Value> {
    let sent = Quantity::Single(sent);
    Some(Value {
        metric,
        sent,
        quantity: to_canonical(metric, sent, unit)?,
        unit: unit.to_owned(),
        label: label.map(str::to_owned),
        context: None,
    })
}

fn counted(metric: Metric, label: Option<&str>) -> Result<Value, Skip> {
    plain(metric, 1.0, "count", label).ok_or(Skip::InvalidSample)
}

fn scored(metric: Metric, score: f64, label: Option<&str>) -> Result<Value, Skip> {
    plain(metric, score, metric.row().unit, label).ok_or(Skip::InvalidSample)
}

/// The metric of a stage of sleep.
fn stage(word: &str) -> Option<Metric> {
    Some(match word.strip_prefix("HKCategoryValueSleepAnalysis")? {
        "InBed" => Metric::SleepInBed,
        "Awake" => Metric::SleepAwake,
        "AsleepCore" => Metric::SleepCore,
        "AsleepDeep" => Metric::SleepDeep,
        "AsleepREM" => Metric::SleepRem,
        "Asleep" | "AsleepUnspecified" => Metric::SleepUnspecified,
        _ => return None,
    })
}
