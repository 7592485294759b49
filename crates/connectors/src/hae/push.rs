//! What a push holds, once read.

use std::collections::{BTreeMap, BTreeSet};

use jiff::tz::TimeZone;

use super::{
    body::{Data, Metrics},
    data_type::DataType,
    json::{Json, Kind, Members},
    names::{NameList, Tally},
    record::{SentRecord, Unread},
    sample::Sample,
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
        /// Its date or number cannot be read, or no measurement can have the number.
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
        /// It has no name or no time, ends before it starts, or is too long to be one.
        InvalidWorkout = "invalid_workout",
    }
}

/// A push, read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Push<'a> {
    /// Whether there was a list of metrics, be it an empty one.
    pub has_metrics: bool,
    /// The first entries of that list that are metrics, known or not.
    pub metrics: Vec<MetricSeen>,
    /// The samples that were accepted, in the order sent.
    pub samples: Vec<Sample<'a>>,
    /// How many points of metrics were accepted. A night is one point and several samples.
    pub accepted: usize,
    /// How many points were not, by reason.
    pub skipped: BTreeMap<SampleSkip, usize>,
    /// Names of metrics that are none of ours, as sent.
    pub ignored_metrics: NameList,
    /// The names of the members that samples had.
    pub sample_fields: NameList,
    /// The workouts.
    pub workouts: Workouts,
    /// How many elements each of the other data types had that came.
    pub records_received: BTreeMap<DataType, usize>,
    /// How many of them gave no sample for a reason that is not what they say.
    pub records_skipped: BTreeMap<DataType, BTreeMap<SampleSkip, usize>>,
    /// Elements to keep as they are: those of the other data types, and what is not read.
    pub records: Vec<SentRecord<'a>>,
    /// Elements of kinds that are not read, by name.
    pub ignored_data: BTreeMap<String, usize>,
    /// How many of `records` are not read.
    pub(super) unread: usize,
    /// Whether some were not looked at since there are too many.
    pub(super) is_too_much: bool,
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

/// The memory that a kept element takes, in samples, beside that of what it says.
const WEIGHT_OF_RECORD: usize = 3;
/// The same of a workout, which it writes into more than four times as many.
const WEIGHT_OF_WORKOUT: usize = 4;

impl<'a> Push<'a> {
    pub(super) fn read(data: Data<'a>, beside: Tally, most: usize, zone: &TimeZone) -> Self {
        let mut push = Self::default();
        if let Metrics::Read(list) = data.metrics {
            push.has_metrics = true;
            push.metrics = list.seen;
            push.samples = list.samples;
            push.accepted = list.accepted;
            push.skipped = list.skipped;
            push.ignored_metrics = list.ignored;
            push.sample_fields = list.fields.names();
            push.records = list.unread.records;
            push.unread = push.records.len();
        }
        let mut unread = data.unread;
        for (kind, list) in data.typed {
            push.read_records(kind, list, most, zone, &mut unread);
        }
        let mut ignored = data.others;
        if let Some(workouts) = data.workouts {
            match workouts.kind() {
                Kind::List => push.workouts.read(workouts, most, zone, &mut unread),
                Kind::Null => {}
                Kind::Bool | Kind::Number | Kind::Text | Kind::Object => {
                    ignored.add("workouts", 1);
                    unread.add_data("workouts", workouts, zone);
                }
            }
        }
        push.unread += unread.records.len();
        push.records.extend(unread.records);
        for (name, elements) in beside.into_counts() {
            ignored.add(&name, elements);
        }
        push.ignored_data = ignored.into_counts();
        push
    }

    /// What memory is taken for, in samples. Of what is not read few elements are kept anyway.
    pub(super) fn weight(&self) -> usize {
        self.samples.len()
            + WEIGHT_OF_RECORD * self.records.len().saturating_sub(self.unread)
            + WEIGHT_OF_WORKOUT * self.workouts.accepted.len()
    }

    /// What weighs more than `most` samples is refused, and no more is read.
    fn read_records(
        &mut self,
        kind: DataType,
        list: Json<'a>,
        most: usize,
        zone: &TimeZone,
        unread: &mut Unread<'a>,
    ) {
        if list.kind() == Kind::Null {
            return;
        }
        let mut received = 0;
        let mut read = Vec::new();
        for element in list.items() {
            if self.weight() + WEIGHT_OF_RECORD * read.len() > most {
                self.is_too_much = true;
                break;
            }
            received += 1;
            let flaw = match kind.read(element, zone) {
                Ok(element) => {
                    let flaw = element.flaw;
                    read.push(element);
                    flaw
                }
                Err(SampleSkip::OuraSource) => Some(SampleSkip::OuraSource),
                Err(reason) => {
                    unread.add_record(kind, element);
                    Some(reason)
                }
            };
            if let Some(reason) = flaw {
                let skipped = self.records_skipped.entry(kind).or_default();
                *skipped.entry(reason).or_default() += 1;
            }
        }
        // Of several versions of one record the last sent stands.
        let mut names = BTreeSet::new();
        read.reverse();
        read.retain(|element| names.insert(element.record.id.clone()));
        for element in read.into_iter().rev() {
            self.records.push(element.record);
            self.samples.extend(element.sample);
        }
        if received > 0 {
            self.records_received.insert(kind, received);
        }
    }
}

impl Workouts {
    fn read<'a>(&mut self, list: Json<'a>, most: usize, zone: &TimeZone, unread: &mut Unread<'a>) {
        let mut types = Tally::default();
        for element in list.items() {
            if WEIGHT_OF_WORKOUT * self.accepted.len() > most {
                break;
            }
            self.received += 1;
            let read = if element.kind() == Kind::Object {
                let members = Members::of(element);
                self.note_names(&members, &mut types);
                read_workout(&members, zone)
            } else {
                Err(WorkoutSkip::InvalidWorkout)
            };
            match read {
                Ok(workout) => self.accepted.push(workout),
                Err(reason) => {
                    *self.skipped.entry(reason).or_default() += 1;
                    if reason != WorkoutSkip::OuraSource {
                        unread.add_element("workouts", element, zone);
                    }
                }
            }
        }
        self.types = types.into_counts();
    }

    fn note_names(&mut self, members: &Members<'_>, types: &mut Tally) {
        for (name, _) in &members.0 {
            self.fields.add(name);
        }
        let name = members.get("name").and_then(Json::text).unwrap_or_default();
        if !name.trim().is_empty() {
            types.add(&name, 1);
        }
    }
}
