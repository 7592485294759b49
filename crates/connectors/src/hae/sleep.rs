//! Sleep, which comes as segments of a stage or as whole nights summed up.

use std::ops::RangeInclusive;

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use vitalog_core::{Metric, Quantity, unit::Conversion};

use super::{
    date::{SentDate, read_date},
    json::Json,
    metric_points::{MetricPoints, Read, Source, times},
    point::Point,
    push::SampleSkip,
    sample::{Bucket, Sample, measured},
};

/// Hours that anything about one night can take; an export once said 8 × 10¹⁴.
const HOURS: RangeInclusive<f64> = 0.0..=24.0;
/// The same between two instants.
const LONGEST: SignedDuration = SignedDuration::from_hours(24);

/// Whether a point is one stretch of one stage.
pub(super) fn is_segment(point: &Point<'_>) -> bool {
    point.start_date.is_some() || point.value.and_then(stage).is_some()
}

/// Whether a point is a night summed up.
pub(super) fn is_night(point: &Point<'_>) -> bool {
    [
        point.sleep_start,
        point.total_sleep,
        point.asleep,
        point.core,
        point.deep,
        point.rem,
        point.in_bed,
    ]
    .iter()
    .any(Option::is_some)
}

/// Whether a point is a night of which one source tells the sleep and another the time in bed, as
/// the app sent it before its version 6.6.2.
pub(super) fn names_another_for_the_bed(point: &Point<'_>) -> bool {
    let sources = point.sleep_source.zip(point.in_bed_source);
    point.source.is_none()
        && is_night(point)
        && !is_segment(point)
        && sources.is_some_and(|(asleep, in_bed)| asleep != in_bed)
}

/// Reads a segment as a sample of its stage.
pub(super) fn segment<'a>(
    of: &MetricPoints<'a>,
    conversion: &Conversion,
    point: &Point<'a>,
    zone: &TimeZone,
) -> Result<Sample<'a>, SampleSkip> {
    let start = point.start_date.or(point.start);
    let end = point.end_date.or(point.end);
    let (time, until) = times(start, point.date, end, zone)?;
    let metric = point
        .value
        .and_then(stage)
        .ok_or(SampleSkip::InvalidSample)?;
    // Its length is told twice; the times are the surer ones.
    let length = until.map(|until| time.at.duration_until(until));
    let sent = match (point.qty, length) {
        (Some(_), _) => measured(metric, point.qty),
        (None, Some(length)) => Some(length.as_secs_f64() / 3600.0),
        (None, None) => None,
    };
    let sent = Quantity::Single(sent.ok_or(SampleSkip::InvalidSample)?);
    let mut sample = of.sample(conversion, time, sent)?;
    let ends_first = end
        .and_then(|end| read_date(end, zone).ok())
        .is_some_and(|end| end.at < sample.time.at);
    let is_long = length.is_some_and(|length| length > LONGEST);
    if ends_first || is_long || !HOURS.contains(&sample.quantity.first()) {
        return Err(SampleSkip::InvalidSample);
    }
    sample.metric = metric;
    sample.until = until;
    sample.bucket = Bucket::Never;
    Ok(sample)
}

/// The metric of a stage, by the app's word, `HealthKit`'s, or one of both without spaces.
fn stage(word: Json<'_>) -> Option<Metric> {
    let word = word.text()?;
    let letters = word.chars().filter(|char| char.is_alphanumeric());
    let folded: String = letters.flat_map(char::to_lowercase).collect();
    let word = folded
        .strip_prefix("hkcategoryvaluesleepanalysis")
        .unwrap_or(&folded);
    Some(match word {
        "inbed" => Metric::SleepInBed,
        "awake" => Metric::SleepAwake,
        "core" | "asleepcore" => Metric::SleepCore,
        "deep" | "asleepdeep" => Metric::SleepDeep,
        "rem" | "asleeprem" => Metric::SleepRem,
        "asleep" | "unspecified" | "asleepunspecified" => Metric::SleepUnspecified,
        _ => return None,
    })
}

/// Reads a night as a sample for each thing that it tells. A duration that no night can have is
/// left out; a night without any other is no night, nor is one with more sleep than a day. Of a
/// night that two sources tell, each tells its own.
pub(super) fn night<'a>(
    of: &MetricPoints<'a>,
    conversion: &Conversion,
    point: &Point<'a>,
    zone: &TimeZone,
    samples: &mut Vec<Sample<'a>>,
) -> Result<Read, SampleSkip> {
    let asleep = span(
        (point.sleep_start, point.sleep_end),
        (point.in_bed_start, point.in_bed_end),
        point.date,
        zone,
    )?;
    let in_bed = span(
        (point.in_bed_start, point.in_bed_end),
        (point.sleep_start, point.sleep_end),
        point.date,
        zone,
    )?;
    let source_in_bed = Source::new(point.source.or(point.in_bed_source).or(point.sleep_source));
    let mut told = Vec::new();
    for (metric, sent) in hours(point) {
        let sent = Quantity::Single(sent);
        let is_in_bed = metric == Metric::SleepInBed;
        let (time, until) = if is_in_bed { &in_bed } else { &asleep };
        let Ok(mut sample) = of.sample(conversion, time.clone(), sent) else {
            continue;
        };
        if !HOURS.contains(&sample.quantity.first()) {
            continue;
        }
        if is_in_bed {
            sample.source.clone_from(&source_in_bed.name);
        }
        sample.metric = metric;
        sample.until = *until;
        sample.bucket = Bucket::Day;
        told.push(sample);
    }
    let in_stages = told.iter().filter(|sample| is_stage(sample.metric));
    let in_stages: f64 = in_stages.map(|sample| sample.quantity.first()).sum();
    if !HOURS.contains(&in_stages) {
        return Err(SampleSkip::InvalidSample);
    }
    // A night of zeros tells nothing and is nothing bad.
    let is_empty = durations(point).all(|sent| sent.number() == Some(0.0));
    if told.is_empty() && !is_empty {
        return Err(SampleSkip::InvalidSample);
    }
    let is_sound = |sent: Json<'_>| {
        let hours = sent.number().map(Quantity::Single);
        let hours = hours.and_then(|hours| conversion.apply(hours));
        hours.is_some_and(|hours| HOURS.contains(&hours.first()))
    };
    let has_told = !told.is_empty();
    told.retain(|sample| {
        if sample.metric == Metric::SleepInBed {
            !source_in_bed.is_oura
        } else {
            !of.source.is_oura
        }
    });
    let is_of_oura = of.source.is_oura || source_in_bed.is_oura;
    if is_of_oura && (told.is_empty() && has_told) {
        return Err(SampleSkip::OuraSource);
    }
    samples.extend(told);
    Ok(if is_of_oura || durations(point).all(is_sound) {
        Read::Whole
    } else {
        Read::InPart
    })
}

/// The durations that are sent of a night.
fn durations<'a>(point: &Point<'a>) -> impl Iterator<Item = Json<'a>> {
    let sent = [
        point.total_sleep,
        point.asleep,
        point.core,
        point.deep,
        point.rem,
        point.awake,
        point.in_bed,
    ];
    sent.into_iter().flatten()
}

/// Whether it is a part of the time asleep.
fn is_stage(metric: Metric) -> bool {
    [
        Metric::SleepCore,
        Metric::SleepDeep,
        Metric::SleepRem,
        Metric::SleepUnspecified,
    ]
    .contains(&metric)
}

/// The time of a night, else of the other thing that is told of it, else its date alone.
fn span<'a>(
    of: (Option<Json<'a>>, Option<Json<'a>>),
    other: (Option<Json<'a>>, Option<Json<'a>>),
    date: Option<Json<'a>>,
    zone: &TimeZone,
) -> Result<(SentDate<'a>, Option<Timestamp>), SampleSkip> {
    let (start, end) = if of.0.is_some() { of } else { other };
    let (time, until) = times(start, date, end, zone)?;
    let is_long = until.is_some_and(|until| time.at.duration_until(until) > LONGEST);
    if is_long {
        return Err(SampleSkip::InvalidSample);
    }
    Ok((time, until))
}

/// What a night tells, as sent. A watch tells nothing of the bed and a plain tracker nothing of
/// stages: there a zero stands for what is not known.
fn hours(point: &Point<'_>) -> Vec<(Metric, f64)> {
    let number = |metric, sent| measured(metric, sent).filter(|hours| *hours < 1e6);
    let unspecified = number(Metric::SleepUnspecified, point.asleep);
    let stages = [
        (Metric::SleepCore, point.core),
        (Metric::SleepDeep, point.deep),
        (Metric::SleepRem, point.rem),
    ]
    .map(|(metric, sent)| (metric, number(metric, sent)));
    let in_stages: f64 = stages.iter().filter_map(|(_, hours)| *hours).sum();
    let sum = in_stages + unspecified.unwrap_or_default();
    let total = number(Metric::SleepTotal, point.total_sleep).filter(|hours| *hours > 0.0);
    let mut told = Vec::new();
    let mut tell = |metric, hours: Option<f64>| told.extend(hours.map(|hours| (metric, hours)));
    tell(Metric::SleepTotal, total.or((sum > 0.0).then_some(sum)));
    for (metric, hours) in stages {
        tell(metric, hours.filter(|_| in_stages > 0.0));
    }
    tell(
        Metric::SleepUnspecified,
        unspecified.filter(|hours| *hours > 0.0),
    );
    let awake = number(Metric::SleepAwake, point.awake);
    tell(
        Metric::SleepAwake,
        awake.filter(|hours| *hours > 0.0 || in_stages > 0.0),
    );
    let in_bed = number(Metric::SleepInBed, point.in_bed);
    tell(Metric::SleepInBed, in_bed.filter(|hours| *hours > 0.0));
    told
}
