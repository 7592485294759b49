//! An element of the list of workouts, of either export version.

use std::borrow::Cow;

use jiff::{SignedDuration, tz::TimeZone};
use vitalog_core::{
    SentTime, interval::workout::LONGEST_S, stored_text::clean_name, unit::round_to,
};

use super::{
    date::read_date,
    json::{Json, Kind, Members},
    push::WorkoutSkip,
    series::{energy_kcal, energy_sum_kcal, heart_rates, usual_source},
    source::{self, SentSource},
};

/// A workout that was accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct SentWorkout {
    /// The identifier the app gave it; version 1 of the export has none.
    pub id: Option<String>,
    /// The kind of exercise, as the phone calls it, which may be in the phone's language.
    pub name: String,
    /// When it began.
    pub start: SentTime,
    /// When it ended: as sent, or the start and the duration.
    pub end: SentTime,
    /// Active time in seconds.
    pub duration_s: f64,
    /// Active energy in kilocalories, one decimal.
    pub active_kcal: Option<f64>,
    /// Mean heart rate in beats per minute.
    pub avg_hr_bpm: Option<u16>,
    /// Highest heart rate in beats per minute.
    pub max_hr_bpm: Option<u16>,
    /// The recording app.
    pub source: String,
}

/// Reads one workout.
pub(super) fn read_workout(
    sent: &Members<'_>,
    zone: &TimeZone,
) -> Result<SentWorkout, WorkoutSkip> {
    let source = source(sent).unwrap_or(SentSource::UNKNOWN);
    if source.is_oura() {
        return Err(WorkoutSkip::OuraSource);
    }
    timed(sent, source.into_name(), zone).ok_or(WorkoutSkip::InvalidWorkout)
}

fn timed(sent: &Members<'_>, source: Cow<'_, str>, zone: &TimeZone) -> Option<SentWorkout> {
    let name = clean_name(sent.get("name")?.text()?);
    if name.is_empty() {
        return None;
    }
    let start = read_date(sent.get("start")?, zone).ok()?.into_time();
    let duration = sent
        .get("duration")
        .and_then(Json::number)
        .filter(|seconds| (0.0..=LONGEST_S).contains(seconds));
    let end = match sent.get("end").and_then(|end| read_date(end, zone).ok()) {
        Some(end) => end.into_time(),
        None => after(&start, duration?)?,
    };
    if end.at < start.at {
        return None;
    }
    let span = start.at.duration_until(end.at).as_secs_f64();
    let duration_s = duration.unwrap_or(span);
    if duration_s > LONGEST_S {
        return None;
    }
    let (avg_hr_bpm, max_hr_bpm) = heart_rate(sent, &end, zone);
    Some(SentWorkout {
        id: sent.get("id").and_then(id),
        name: name.into_owned(),
        duration_s,
        active_kcal: active_kcal(sent).map(|kcal| round_to(kcal, 1)),
        avg_hr_bpm,
        max_hr_bpm,
        source: source.into_owned(),
        start,
        end,
    })
}

fn id(sent: Json<'_>) -> Option<String> {
    let id = match sent.kind() {
        Kind::Text => clean_name(sent.text()?),
        Kind::Number => clean_name(Cow::Borrowed(sent.raw())),
        Kind::Null | Kind::Bool | Kind::List | Kind::Object => return None,
    };
    (!id.is_empty()).then(|| id.into_owned())
}

/// The end of a workout of which only the duration is sent, written as the app writes times.
fn after(start: &SentTime, duration_s: f64) -> Option<SentTime> {
    let duration = SignedDuration::try_from_secs_f64(duration_s.floor()).ok()?;
    let at = start.at.checked_add(duration).ok()?;
    let offset = start.offset.unwrap_or(jiff::tz::Offset::UTC);
    Some(SentTime {
        at,
        offset: start.offset,
        text: offset
            .to_datetime(at)
            .strftime("%Y-%m-%d %H:%M:%S")
            .to_string()
            + &offset_text(start, offset),
    })
}

fn offset_text(start: &SentTime, offset: jiff::tz::Offset) -> String {
    if start.offset.is_none() {
        return "Z".to_owned();
    }
    let minutes = offset.seconds() / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    format!(" {sign}{:02}{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

/// The workout itself seldom says who recorded it; its series do. The active energy is asked
/// first, since it is recorded by what recorded the workout; the route is not asked, since it has
/// no sources.
fn source<'a>(sent: &Members<'a>) -> Option<SentSource<'a>> {
    if let Some(source) = source::source(sent.get("source")) {
        return Some(source);
    }
    let others = sent
        .0
        .iter()
        .filter(|(name, _)| name != "activeEnergy" && name != "route");
    let series = sent
        .get("activeEnergy")
        .into_iter()
        .chain(others.map(|(_, series)| *series));
    series
        .filter(|series| series.kind() == Kind::List)
        .find_map(usual_source)
}

fn active_kcal(sent: &Members<'_>) -> Option<f64> {
    let total = sent.get("activeEnergyBurned").and_then(energy_kcal);
    total.or_else(|| {
        let energy = sent.get("activeEnergy")?;
        match energy.kind() {
            Kind::Object => energy_kcal(energy),
            Kind::List => energy_sum_kcal(energy),
            Kind::Null | Kind::Bool | Kind::Number | Kind::Text => None,
        }
    })
}

/// Mean and highest heart rate, each from the first place that has it.
fn heart_rate(sent: &Members<'_>, end: &SentTime, zone: &TimeZone) -> (Option<u16>, Option<u16>) {
    let [mean_stated, highest_stated] = sent
        .get("heartRate")
        .map(|summary| summary.pick(["avg", "max"]))
        .unwrap_or_default();
    let (mean, highest) = match sent.get("heartRateData") {
        Some(series) => heart_rates(series, end.at, zone),
        None => (None, None),
    };
    let first_of = |places: [Option<Json<'_>>; 2], otherwise: Option<f64>| {
        let stated = places
            .into_iter()
            .flatten()
            .find_map(|place| whole_bpm(quantity(place)?));
        stated.or_else(|| whole_bpm(otherwise?))
    };
    (
        first_of([sent.get("avgHeartRate"), mean_stated], mean),
        first_of([sent.get("maxHeartRate"), highest_stated], highest),
    )
}

/// The number of `{qty, units}`, or a bare one.
fn quantity(sent: Json<'_>) -> Option<f64> {
    sent.number().or_else(|| sent.member("qty")?.number())
}

/// A rate in whole beats; a zero is a missing measurement.
fn whole_bpm(rate: f64) -> Option<u16> {
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
