//! Workouts, of both styles: totals as attributes, or as statistics of types.

mod name;

use jiff::{SignedDuration, Timestamp, tz::Offset};
use vitalog_core::{
    Metric, Quantity,
    interval::workout::{LONGEST_S, MOST_KCAL},
    stored_text::clean_name,
    unit::{round_to, to_canonical},
};

use super::{
    Skip,
    date::{When, Zones, placed, read_when, sent_date, sent_time, written},
    lines::metadata_entry,
    record::source_name,
    xml::{Node, decode},
};
use crate::hae::{SentDate, SentWorkout};

const ENERGY: &[u8] = b"HKQuantityTypeIdentifierActiveEnergyBurned";
const HEART_RATE: &[u8] = b"HKQuantityTypeIdentifierHeartRate";

/// Reads a workout.
pub(super) fn read_workout(node: Node<'_>, zones: &mut Zones) -> Result<SentWorkout, Skip> {
    let activity = node
        .attribute("workoutActivityType")
        .map(|raw| clean_name(decode(raw)))
        .filter(|activity| !activity.is_empty())
        .ok_or(Skip::InvalidWorkout)?;
    let said = Said::of(node);
    let start_raw = node.attribute("startDate").ok_or(Skip::InvalidWorkout)?;
    let start = read_when(start_raw).map_err(of_workout)?;
    let duration = duration_s(node).filter(|seconds| (0.0..=LONGEST_S).contains(seconds));
    let end_raw = node.attribute("endDate").unwrap_or_default();
    let ended = read_when(end_raw).ok();
    let end = match (ended, duration) {
        (Some(end), _) => end,
        (None, Some(duration)) => after(start, duration).ok_or(Skip::InvalidWorkout)?,
        (None, None) => return Err(Skip::InvalidWorkout),
    };
    if end.at < start.at {
        return Err(Skip::InvalidWorkout);
    }
    let span = start.at.duration_until(end.at).as_secs_f64();
    let duration_s = duration.unwrap_or(span);
    if duration_s > LONGEST_S {
        return Err(Skip::InvalidWorkout);
    }
    let offset = |zones: &mut Zones, at| zones.offset(said.zone?, at);
    let start_offset = offset(zones, start.at);
    let end_offset = offset(zones, end.at);
    let end_raw = ended.map(|_| end_raw);
    Ok(SentWorkout {
        id: None,
        name: name::name(&activity, said.indoors, said.in_open_water),
        start: sent_time(shown(start, Some(start_raw), start_offset)),
        end: sent_time(shown(end, end_raw, end_offset)),
        duration_s,
        active_kcal: active_kcal(node),
        avg_hr_bpm: heart_rate(node, "average"),
        max_hr_bpm: heart_rate(node, "maximum"),
        source: source_name(node.attribute("sourceName").unwrap_or_default()),
    })
}

/// When a workout begins, of one that is not read otherwise.
pub(super) fn start_of(node: Node<'_>) -> Option<Timestamp> {
    Some(read_when(node.attribute("startDate")?).ok()?.at)
}

fn of_workout(skip: Skip) -> Skip {
    if skip == Skip::ImplausibleDate {
        skip
    } else {
        Skip::InvalidWorkout
    }
}

/// A time by the clock of the zone that the workout names, else as written.
fn shown(when: When, raw: Option<&[u8]>, offset: Option<Offset>) -> SentDate<'static> {
    match (offset, raw) {
        (Some(offset), _) if Some(offset) != when.offset => placed(when, offset),
        (_, Some(raw)) => sent_date(when, raw),
        (_, None) => SentDate {
            at: when.at,
            offset: when.offset,
            text: written(when.at, when.offset.unwrap_or(Offset::UTC)).into(),
        },
    }
}

fn after(start: When, duration_s: f64) -> Option<When> {
    let duration = SignedDuration::try_from_secs_f64(duration_s.floor()).ok()?;
    Some(When {
        at: start.at.checked_add(duration).ok()?,
        offset: start.offset,
    })
}

/// What the metadata says of where it was.
#[derive(Clone, Copy, Default)]
struct Said<'b> {
    indoors: Option<bool>,
    in_open_water: Option<bool>,
    zone: Option<&'b [u8]>,
}

impl<'b> Said<'b> {
    fn of(node: Node<'b>) -> Self {
        let mut said = Self::default();
        for (key, value) in node.children().filter_map(metadata_entry) {
            match key {
                b"HKIndoorWorkout" => said.indoors = Some(value == b"1"),
                b"HKSwimmingLocationType" => said.in_open_water = Some(value == b"2"),
                b"HKTimeZone" => said.zone = Some(value),
                _ => {}
            }
        }
        said
    }
}

/// Active time in seconds: without pauses.
fn duration_s(node: Node<'_>) -> Option<f64> {
    let duration = number(node.attribute("duration")?)?;
    let seconds = match decode(node.attribute("durationUnit").unwrap_or(b"min")).as_ref() {
        "s" | "sec" => 1.0,
        "min" => 60.0,
        "hr" | "h" => 3600.0,
        _ => return None,
    };
    // Minutes are written with a few decimals; what a float adds to them is nothing.
    Some(round_to(duration * seconds, 6))
}

/// Active energy: of the statistics, or else what older exports call the total.
fn active_kcal(node: Node<'_>) -> Option<f64> {
    let told = statistic(node, ENERGY, "sum");
    let (raw, unit) = told.or_else(|| {
        Some((
            node.attribute("totalEnergyBurned")?,
            node.attribute("totalEnergyBurnedUnit")?,
        ))
    })?;
    let sent = Quantity::Single(number(raw).filter(|energy| *energy >= 0.0)?);
    let kcal = to_canonical(Metric::ActiveEnergy, sent, &decode(unit))?.first();
    (kcal <= MOST_KCAL).then(|| round_to(kcal, 1))
}

fn heart_rate(node: Node<'_>, of: &str) -> Option<u16> {
    let (raw, unit) = statistic(node, HEART_RATE, of)?;
    let sent = Quantity::Single(number(raw)?);
    let rate = to_canonical(Metric::HeartRate, sent, &decode(unit))?.first();
    let rounded = rate.round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number from 1 to 65,535"
    )]
    (1.0..=f64::from(u16::MAX))
        .contains(&rounded)
        .then_some(rounded as u16)
}

/// A number of the statistics of a type, with its unit.
fn statistic<'b>(node: Node<'b>, of: &[u8], which: &str) -> Option<(&'b [u8], &'b [u8])> {
    let found = node.children().find(|child| {
        child.name() == b"WorkoutStatistics" && child.attribute("type") == Some(of)
    })?;
    Some((found.attribute(which)?, found.attribute("unit")?))
}

fn number(raw: &[u8]) -> Option<f64> {
    let is_written = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    if raw.len() > 64 || !raw.iter().all(is_written) {
        return None;
    }
    let number: f64 = std::str::from_utf8(raw).ok()?.parse().ok()?;
    number.is_finite().then_some(number + 0.0)
}
