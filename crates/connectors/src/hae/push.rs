//! What a push holds, once read.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use vitalog_core::Metric;

use super::{
    body::{Data, Metrics, Unread},
    fields::FieldSet,
    json::{Json, Kind, Members},
    metric::MetricEntry,
    names::{NameList, tidy},
    point::Point,
    sample::{Sample, Series},
    walk::Walk,
    workout::{SentWorkout, read_workout},
};

macro_rules! reasons {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// The name in replies.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

reasons! {
    /// Why a sample is not stored.
    SampleSkip {
        /// Its metric is none of ours.
        UnsupportedMetric = "unsupported_metric",
        /// An Oura ring recorded it.
        OuraSource = "oura_source",
        /// Its metric is not measured in that unit.
        UnknownUnit = "unknown_unit",
        /// Its date or number cannot be read.
        InvalidSample = "invalid_sample",
        /// Its date lies in a year that is none of the Gregorian calendar.
        ImplausibleDate = "implausible_date",
        /// Not a sample but a whole entry of the list of metrics that is no metric.
        InvalidMetric = "invalid_metric",
    }
}

reasons! {
    /// Why a workout is not stored.
    WorkoutSkip {
        /// An Oura ring recorded it.
        OuraSource = "oura_source",
        /// It has no name or no time, or ends before it starts.
        InvalidWorkout = "invalid_workout",
    }
}

/// A push, read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Push<'a> {
    /// Whether there was a list of metrics, be it an empty one.
    pub has_metrics: bool,
    /// Every entry of that list that is a metric, known or not.
    pub metrics: Vec<MetricSeen>,
    /// The samples that were accepted, in the order sent.
    pub samples: Vec<Sample<'a>>,
    /// How many were not, by reason.
    pub skipped: BTreeMap<SampleSkip, usize>,
    /// Names of metrics that are none of ours, as sent.
    pub ignored_metrics: NameList,
    /// The names of the members that samples had.
    pub sample_fields: NameList,
    /// The workouts.
    pub workouts: Workouts,
    /// Elements of kinds that are not read, by name.
    pub ignored_data: BTreeMap<String, usize>,
}

/// One entry of the list of metrics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetricSeen {
    /// Its name as sent, tidied.
    pub name: String,
    /// Its unit as sent, tidied.
    pub unit: String,
    /// How many samples it had.
    pub samples: usize,
}

/// The workouts of a push.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Workouts {
    /// How many elements the list had.
    pub received: usize,
    /// Those that were accepted, in the order sent.
    pub accepted: Vec<SentWorkout>,
    /// How many were not, by reason.
    pub skipped: BTreeMap<WorkoutSkip, usize>,
    /// How many there were of each type.
    pub types: BTreeMap<String, usize>,
    /// The names of the members that workouts had.
    pub fields: NameList,
}

impl<'a> Push<'a> {
    pub(super) fn read(data: Data<'a>, beside: Vec<Unread<'a>>, zone: &TimeZone) -> Self {
        let mut push = Self::default();
        if let Metrics::Entries(entries) = data.metrics {
            push.has_metrics = true;
            push.read_metrics(&entries, zone);
        }
        if let Some(workouts) = data.workouts {
            match workouts.kind() {
                Kind::List => push.workouts.read(workouts, zone),
                Kind::Null => {}
                Kind::Bool | Kind::Number | Kind::Text | Kind::Object => push.ignore("workouts", 1),
            }
        }
        for unread in data.others.into_iter().chain(beside) {
            push.ignore(&unread.name, unread.elements);
        }
        push
    }

    fn read_metrics(&mut self, entries: &[Option<MetricEntry<'a>>], zone: &TimeZone) {
        let mut fields = FieldSet::default();
        for entry in entries {
            match entry {
                Some(entry) => self.read_metric(entry, &mut fields, zone),
                None => self.skip(SampleSkip::InvalidMetric, 1),
            }
        }
        self.sample_fields = fields.names();
    }

    fn read_metric(&mut self, entry: &MetricEntry<'a>, fields: &mut FieldSet<'a>, zone: &TimeZone) {
        let name = entry.name.and_then(Json::text).unwrap_or_default();
        let unit = entry.units.and_then(Json::text).unwrap_or_default();
        let metric = Metric::find(&name);
        let mut seen = MetricSeen {
            name: tidy(&name),
            unit: tidy(&unit),
            samples: 0,
        };
        if let Some(points) = entry.points {
            match points.kind() {
                Kind::List => {
                    let series = metric.map(|metric| Series::new(metric, unit));
                    seen.samples = self.read_points(points, series, fields, zone);
                }
                Kind::Null => {}
                Kind::Bool | Kind::Number | Kind::Text | Kind::Object => {
                    self.skip(SampleSkip::InvalidMetric, 1);
                }
            }
        }
        if metric.is_none() {
            self.skip(SampleSkip::UnsupportedMetric, seen.samples);
            if !name.trim().is_empty() {
                self.ignored_metrics.add(&name);
            }
        }
        self.metrics.push(seen);
    }

    /// Reads the points of a metric, which are only counted where there is no series for them.
    fn read_points(
        &mut self,
        points: Json<'a>,
        mut series: Option<Series<'a>>,
        fields: &mut FieldSet<'a>,
        zone: &TimeZone,
    ) -> usize {
        let mut count = 0;
        let mut walk = Walk::new(points);
        walk.enter();
        while walk.next_item() {
            count += 1;
            let point = Point::read(&mut walk, fields);
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

    fn ignore(&mut self, name: &str, elements: usize) {
        if elements > 0 {
            count(&mut self.ignored_data, name, elements);
        }
    }
}

impl Workouts {
    fn read(&mut self, list: Json<'_>, zone: &TimeZone) {
        for element in list.items() {
            self.received += 1;
            let read = if element.kind() == Kind::Object {
                let members = element.members();
                self.note_names(&members);
                read_workout(&members, zone)
            } else {
                Err(WorkoutSkip::InvalidWorkout)
            };
            match read {
                Ok(workout) => self.accepted.push(workout),
                Err(reason) => *self.skipped.entry(reason).or_default() += 1,
            }
        }
    }

    fn note_names(&mut self, members: &Members<'_>) {
        for (name, _) in &members.0 {
            self.fields.add(name);
        }
        let name = members.get("name").and_then(Json::text).unwrap_or_default();
        if !name.trim().is_empty() {
            count(&mut self.types, &name, 1);
        }
    }
}

/// Names that a tally keeps; whoever sends more is not helped by reading them back.
const MAX_TALLY: usize = 100;

fn count(tally: &mut BTreeMap<String, usize>, name: &str, elements: usize) {
    let name = tidy(name);
    let name = if tally.len() < MAX_TALLY || tally.contains_key(&name) {
        name
    } else {
        "…".to_owned()
    };
    *tally.entry(name).or_default() += elements;
}
