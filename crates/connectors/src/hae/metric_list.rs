//! The list of metrics, read entry by entry.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use vitalog_core::Metric;

use super::{
    fields::FieldSet,
    json::{Json, Kind},
    metric::MetricEntry,
    metric_points::{MetricPoints, Read},
    names::{NameList, tidy},
    point::Point,
    push::{MetricSeen, SampleSkip},
    record::Unread,
    sample::Sample,
    source::{SentSource, source},
    walk::Walk,
};

/// Entries whose names are kept; all metrics that the app can send are about 150.
const MAX_SEEN: usize = 300;

/// What the list holds. Only what is accepted takes memory for each element.
#[derive(Debug, Default)]
pub(super) struct MetricList<'a> {
    pub(super) seen: Vec<MetricSeen>,
    pub(super) samples: Vec<Sample<'a>>,
    /// Points that were accepted; one may be no sample or several.
    pub(super) accepted: usize,
    pub(super) skipped: BTreeMap<SampleSkip, usize>,
    pub(super) ignored: NameList,
    pub(super) fields: FieldSet,
    /// Points that are not read, to be kept as they are.
    pub(super) unread: Unread<'a>,
    /// With more samples than that the body is refused, and no more are read.
    most: usize,
}

impl<'a> MetricList<'a> {
    /// Takes the list ahead.
    pub(super) fn read(walk: &mut Walk<'a>, most: usize, zone: &TimeZone) -> Self {
        let mut list = Self {
            most,
            ..Self::default()
        };
        walk.enter();
        while walk.next_item() {
            let mut again = walk.clone();
            let entry = MetricEntry::read(walk);
            if !entry.is_some_and(|entry| list.read_metric(&entry, zone)) {
                list.skip(SampleSkip::InvalidMetric, 1);
                list.unread.add_element("metrics", again.value(), zone);
            }
        }
        list
    }

    /// Says whether it is a metric.
    fn read_metric(&mut self, entry: &MetricEntry<'a>, zone: &TimeZone) -> bool {
        let name = entry.name.and_then(Json::text).unwrap_or_default();
        let unit = entry.units.and_then(Json::text).unwrap_or_default();
        let metric = Metric::find(&name).filter(|metric| metric.row().in_apple_health);
        let is_shown = self.seen.len() < MAX_SEEN;
        let shown_unit = if is_shown { tidy(&unit) } else { String::new() };
        let (mut samples, mut is_metric) = (0, true);
        if let Some(points) = entry.points {
            match points.kind() {
                Kind::List => {
                    let common =
                        metric.map(|metric| MetricPoints::new(metric, &name, unit.clone()));
                    samples = self.read_points(points, common, (&name, &unit), zone);
                }
                Kind::Null => {}
                Kind::Bool | Kind::Number | Kind::Text | Kind::Object => is_metric = false,
            }
        }
        if metric.is_none() {
            self.skip(SampleSkip::UnsupportedMetric, samples);
            if !name.trim().is_empty() {
                self.ignored.add(&name);
            }
        }
        if is_shown {
            self.seen.push(MetricSeen {
                name: tidy(&name),
                unit: shown_unit,
                samples,
            });
        }
        is_metric
    }

    /// Reads the points of a metric. Those that cannot be read, and those of which only a part can,
    /// are kept as they are.
    fn read_points(
        &mut self,
        points: Json<'a>,
        mut common: Option<MetricPoints<'a>>,
        (name, unit): (&str, &str),
        zone: &TimeZone,
    ) -> usize {
        let mut count = 0;
        let mut walk = Walk::inside(points);
        while self.samples.len() <= self.most && walk.next_item() {
            count += 1;
            let mut again = walk.clone();
            let point = Point::read(&mut walk, &mut self.fields);
            let read = common
                .as_mut()
                .map(|common| common.read(&point, zone, &mut self.samples));
            let is_unread = match read {
                None => !is_oura_point(&point),
                Some(Ok(read)) => read == Read::InPart,
                Some(Err(reason)) => reason != SampleSkip::OuraSource,
            };
            if is_unread {
                self.unread.add_point(name, unit, again.value(), zone);
            }
            match read {
                Some(Ok(_)) => self.accepted += 1,
                Some(Err(reason)) => self.skip(reason, 1),
                None => {}
            }
        }
        count
    }

    fn skip(&mut self, reason: SampleSkip, samples: usize) {
        if samples > 0 {
            *self.skipped.entry(reason).or_default() += samples;
        }
    }
}

/// Whether a ring recorded a point that is asked itself.
fn is_oura_point(point: &Point<'_>) -> bool {
    source(point.source).is_some_and(|source| SentSource::is_oura(&source))
}
