//! What an import came to, element by element and metric by metric.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Deserialize, Serialize};
use vitalog_core::Metric;

use crate::row::Outcome;

/// What became of elements of one sort, or of values of one metric.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ImportCounts {
    /// In the export.
    pub read: u64,
    /// Not known before.
    pub new: u64,
    /// Known before, with something else to say.
    pub changed: u64,
    /// Known before.
    pub unchanged: u64,
    /// Not taken.
    pub skipped: u64,
    /// Why not, with how many.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub why: BTreeMap<String, u64>,
}

impl ImportCounts {
    pub(super) fn add_outcome(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::New => self.new += 1,
            Outcome::Changed | Outcome::Restored => self.changed += 1,
            Outcome::Unchanged => self.unchanged += 1,
        }
    }

    pub(super) fn skip(&mut self, why: &str) {
        self.skipped += 1;
        match self.why.get_mut(why) {
            Some(count) => *count += 1,
            None => {
                self.why.insert(why.to_owned(), 1);
            }
        }
    }

    /// Adds what others came to.
    pub fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.new += other.new;
        self.changed += other.changed;
        self.unchanged += other.unchanged;
        self.skipped += other.skipped;
        for (why, count) in &other.why {
            *self.why.entry(why.clone()).or_default() += count;
        }
    }

    /// The same elements, all of them known.
    fn seen_again(&mut self) {
        self.unchanged += self.new + self.changed;
        self.new = 0;
        self.changed = 0;
    }
}

/// Counts in the making.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// By the name of the element.
    pub by_element: BTreeMap<String, ImportCounts>,
    /// By the slug of the metric.
    pub by_metric: BTreeMap<String, ImportCounts>,
}

impl Tally {
    pub(super) fn element(&mut self, name: &str) -> &mut ImportCounts {
        if !self.by_element.contains_key(name) {
            self.by_element
                .insert(name.to_owned(), ImportCounts::default());
        }
        self.by_element.entry(name.to_owned()).or_default()
    }

    pub(super) fn metric(&mut self, metric: Metric) -> &mut ImportCounts {
        self.by_metric.entry(metric.slug().to_owned()).or_default()
    }

    /// Adds what another export came to.
    pub fn add(&mut self, other: &Self) {
        for (name, counts) in &other.by_element {
            self.element(name).add(counts);
        }
        for (slug, counts) in &other.by_metric {
            let sum = self.by_metric.entry(slug.clone()).or_default();
            sum.add(counts);
        }
    }

    /// What the same export comes to once more.
    pub(super) fn seen_again(&mut self) {
        let elements = self.by_element.values_mut();
        for counts in elements.chain(self.by_metric.values_mut()) {
            counts.seen_again();
        }
    }
}

/// Counts by number instead of by name, for what is counted millions of times.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbered {
    elements: Vec<ImportCounts>,
    metrics: BTreeMap<Metric, ImportCounts>,
}

impl Numbered {
    pub(super) fn element(&mut self, number: u8) -> &mut ImportCounts {
        let place = usize::from(number);
        if self.elements.len() <= place {
            self.elements.resize(place + 1, ImportCounts::default());
        }
        &mut self.elements[place]
    }

    pub(super) fn metric(&mut self, metric: Metric) -> &mut ImportCounts {
        self.metrics.entry(metric).or_default()
    }

    pub(super) fn add_outcome(&mut self, metric: Metric, element: u8, outcome: Outcome) {
        self.metric(metric).add_outcome(outcome);
        self.element(element).add_outcome(outcome);
    }

    pub(super) fn add(&mut self, other: &Self) {
        for (number, counts) in (0..=u8::MAX).zip(&other.elements) {
            self.element(number).add(counts);
        }
        for (metric, counts) in &other.metrics {
            self.metric(*metric).add(counts);
        }
    }

    pub(super) fn add_to(&self, tally: &mut Tally, names: &[Cow<'static, str>]) {
        for (counts, name) in self.elements.iter().zip(names) {
            if *counts != ImportCounts::default() {
                tally.element(name).add(counts);
            }
        }
        for (metric, counts) in &self.metrics {
            tally.metric(*metric).add(counts);
        }
    }
}
