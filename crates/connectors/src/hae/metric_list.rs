//! The list of metrics, read entry by entry.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use vitalog_core::Metric;

use super::{
    fields::FieldSet,
    json::{Json, Kind},
    metric::MetricEntry,
    names::{NameList, tidy},
    point::Point,
    push::{MetricSeen, SampleSkip},
    sample::{Sample, Series},
    walk::Walk,
};

/// Entries whose names are kept; all metrics that the app can send are about 150.
const MAX_SEEN: usize = 300;

/// What the list holds. Only what is accepted takes memory for each element.
#[derive(Debug, Default)]
pub(super) struct MetricList<'a> {
    pub(super) seen: Vec<MetricSeen>,
    pub(super) samples: Vec<Sample<'a>>,
    pub(super) skipped: BTreeMap<SampleSkip, usize>,
    pub(super) ignored: NameList,
    pub(super) fields: FieldSet,
}

impl<'a> MetricList<'a> {
    /// Takes the list ahead.
    pub(super) fn read(walk: &mut Walk<'a>, zone: &TimeZone) -> Self {
        let mut list = Self::default();
        walk.enter();
        while walk.next_item() {
            match MetricEntry::read(walk) {
                Some(entry) => list.read_metric(&entry, zone),
                None => list.skip(SampleSkip::InvalidMetric, 1),
            }
        }
        list
    }

    fn read_metric(&mut self, entry: &MetricEntry<'a>, zone: &TimeZone) {
        let name = entry.name.and_then(Json::text).unwrap_or_default();
        let unit = entry.units.and_then(Json::text).unwrap_or_default();
        let metric = Metric::find(&name);
        let is_shown = self.seen.len() < MAX_SEEN;
        let shown_unit = if is_shown { tidy(&unit) } else { String::new() };
        let mut samples = 0;
        if let Some(points) = entry.points {
            match points.kind() {
                Kind::List => {
                    let series = metric.map(|metric| Series::new(metric, unit));
                    samples = self.read_points(points, series, zone);
                }
                Kind::Null => {}
                Kind::Bool | Kind::Number | Kind::Text | Kind::Object => {
                    self.skip(SampleSkip::InvalidMetric, 1);
                }
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
    }

    /// Reads the points of a metric, which are only counted where there is no series for them.
    fn read_points(
        &mut self,
        points: Json<'a>,
        mut series: Option<Series<'a>>,
        zone: &TimeZone,
    ) -> usize {
        let mut count = 0;
        let mut walk = Walk::inside(points);
        while walk.next_item() {
            count += 1;
            let point = Point::read(&mut walk, &mut self.fields);
            match series.as_mut().map(|series| series.read(&point, zone)) {
                Some(Ok(sample)) => self.samples.push(sample),
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
