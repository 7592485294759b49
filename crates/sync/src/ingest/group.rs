//! The samples of a push by metric and day, and what tells such a group from another.

use std::collections::BTreeMap;

use jiff::{civil::Date, tz::TimeZone};
use sha2::{Digest, Sha256};
use vitalog_connectors::hae::{Bucket, Push, Sample};
use vitalog_core::{DayFinder, DayRange, Grain, Metric, Quantity};

/// The samples of one metric and day.
pub(super) type Group = (Metric, Date);

/// What becomes rows of a group's samples, their order included.
pub(super) type GroupDigest = [u8; 32];

/// The groups of a push.
#[derive(Debug)]
pub(super) struct Groups {
    /// Each group once. A metric that has samples has one for each day that is judged, too.
    pub(super) digests: Vec<(Group, GroupDigest)>,
    /// How many samples each of them has.
    pub(super) samples: Vec<usize>,
    /// The place in that list of each sample's group, in the order of the push.
    pub(super) of_sample: Vec<usize>,
}

impl Groups {
    pub(super) fn new(
        push: &Push<'_>,
        bucket: Option<Grain>,
        judged: Option<DayRange>,
        zone: &TimeZone,
    ) -> Self {
        let mut groups = Collector::new(bucket);
        let mut finder = DayFinder::new(zone);
        let mut of_sample = Vec::with_capacity(push.samples.len());
        for sample in &push.samples {
            let place = groups.place((sample.metric, finder.day_of(sample.time.at)));
            groups.add(place, sample);
            of_sample.push(place);
        }
        groups.add_days(judged);
        let mut samples = vec![0; groups.contents.len()];
        for place in &of_sample {
            if let Some(count) = samples.get_mut(*place) {
                *count += 1;
            }
        }
        let digests = groups.contents.into_iter();
        Self {
            digests: digests
                .map(|(group, content)| (group, Sha256::digest(content.bytes).into()))
                .collect(),
            samples,
            of_sample,
        }
    }
}

/// The groups in the making.
struct Collector<'a> {
    bucket: Option<Grain>,
    contents: Vec<(Group, Content<'a>)>,
    places: BTreeMap<Group, usize>,
    last: usize,
}

impl<'a> Collector<'a> {
    fn new(bucket: Option<Grain>) -> Self {
        Self {
            bucket,
            contents: Vec::new(),
            places: BTreeMap::new(),
            last: 0,
        }
    }

    fn place(&mut self, group: Group) -> usize {
        // Samples beside one another are mostly of one group.
        if self
            .contents
            .get(self.last)
            .is_none_or(|(last, _)| *last != group)
        {
            self.last = *self.places.entry(group).or_insert_with(|| {
                self.contents.push((group, Content::new(self.bucket)));
                self.contents.len() - 1
            });
        }
        self.last
    }

    fn add(&mut self, place: usize, sample: &'a Sample<'_>) {
        if let Some((_, content)) = self.contents.get_mut(place) {
            content.add(sample);
        }
    }

    fn add_days(&mut self, days: Option<DayRange>) {
        let mut metrics: Vec<Metric> = self.places.keys().map(|(metric, _)| *metric).collect();
        metrics.dedup();
        for metric in metrics {
            for day in days.into_iter().flat_map(DayRange::days) {
                self.place((metric, day));
            }
        }
    }
}

/// Samples as bytes: different ones never give the same.
struct Content<'a> {
    bytes: Vec<u8>,
    /// The source and unit of the last sample, mostly those of the next.
    names: Option<(&'a str, &'a str)>,
}

impl<'a> Content<'a> {
    fn new(bucket: Option<Grain>) -> Self {
        let mut content = Self {
            bytes: Vec::new(),
            names: None,
        };
        content.add_text(bucket.map_or("", Grain::as_str));
        content
    }

    fn add(&mut self, sample: &'a Sample<'_>) {
        let names = (sample.source.as_ref(), sample.unit.as_ref());
        let are_other = self.names != Some(names);
        self.bytes.push(u8::from(are_other));
        if are_other {
            self.names = Some(names);
            self.add_text(names.0);
            self.add_text(names.1);
        }
        self.add_bytes(&sample.time.at.as_second().to_le_bytes());
        self.add_text(&sample.time.text);
        match sample.sent {
            Quantity::Single(value) => self.add_numbers(&[value]),
            Quantity::Pressure {
                systolic,
                diastolic,
            } => self.add_numbers(&[systolic, diastolic]),
            Quantity::Spread { min, mean, max } => self.add_numbers(&[min, mean, max]),
        }
        self.bytes.push(u8::from(sample.until.is_some()));
        if let Some(until) = sample.until {
            self.add_bytes(&until.as_second().to_le_bytes());
        }
        self.add_text(sample.context.map_or("", |context| context.as_str()));
        self.bytes.push(u8::from(sample.label.is_some()));
        self.add_text(sample.label.as_deref().unwrap_or_default());
        self.bytes.push(u8::from(sample.record.is_some()));
        self.add_text(sample.record.as_deref().unwrap_or_default());
        self.bytes.push(match sample.bucket {
            Bucket::OfPush => 0,
            Bucket::Never => 1,
            Bucket::Day => 2,
        });
    }

    fn add_text(&mut self, text: &str) {
        self.add_bytes(&text.len().to_le_bytes());
        self.add_bytes(text.as_bytes());
    }

    fn add_numbers(&mut self, numbers: &[f64]) {
        self.add_bytes(&numbers.len().to_le_bytes());
        for number in numbers {
            self.add_bytes(&number.to_bits().to_le_bytes());
        }
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
}
