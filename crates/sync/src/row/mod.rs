//! What readings and workouts have in common as rows that are compared with stored ones.

mod adopt;
mod compare;

use jiff::Timestamp;
use vitalog_core::{
    Fingerprint, Grain, Marks, Metric, Reading, Via, Workout, counting::fold_sources,
    metric::Identity, reading::UNKNOWN_SOURCE,
};

use crate::key::slot_fingerprint;

pub(crate) use adopt::adopt;
pub(crate) use compare::{Compared, Outcome, Stored, compare, outcome};

/// A row's key within its metric, or among workouts.
pub(crate) type Key = (Timestamp, Fingerprint);

/// What is the same of two rows of one second that tell of the same thing, whatever differs between
/// the forms in which it came.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Thing {
    source: String,
    label: Option<String>,
    numbers: Vec<u64>,
    end: Option<Timestamp>,
}

pub(crate) trait Row: Clone + PartialEq {
    fn key(&self) -> Key;
    fn set_fingerprint(&mut self, fingerprint: Fingerprint);
    fn marks(&self) -> Marks;
    fn set_marks(&mut self, marks: Marks);
    fn ingested_at(&self) -> Timestamp;
    fn set_ingested_at(&mut self, at: Timestamp);
    fn via(&self) -> Via;

    /// What it tells of. `None` where no other form of it comes: a sum that an app made.
    fn thing(&self) -> Option<Thing>;

    /// The same without what one of the ways may leave out. Two are the same where one of them leaves
    /// it out.
    fn vague_thing(&self) -> Option<Thing>;

    /// Whether a full re-send speaks about the row: Apple Health told it, as recorded. A bucket that
    /// was summed up before sending is no sample that such a push could lack, nor is what the phone
    /// leaves out of pushes.
    fn is_judged(&self) -> bool;

    /// Whether it says no other number than the stored row of its key.
    fn says_no_other(&self, stored: &Self) -> bool;

    /// Takes over what the stored row of its key knows: what this one leaves out; and of a thing
    /// that came before by another way how it was told, unless this is news.
    fn take_over(&mut self, stored: &Self);
}

/// Whether a sample is the latest word on its time and not one fact among others: what was summed
/// up always is.
pub(crate) fn is_slot(metric: Metric, grain: Option<Grain>) -> bool {
    grain.is_some() || metric.row().identity == Identity::Slot
}

impl Row for Reading {
    fn key(&self) -> Key {
        (self.at, self.fingerprint)
    }

    fn set_fingerprint(&mut self, fingerprint: Fingerprint) {
        self.fingerprint = fingerprint;
    }

    fn marks(&self) -> Marks {
        self.marks
    }

    fn set_marks(&mut self, marks: Marks) {
        self.marks = marks;
    }

    fn ingested_at(&self) -> Timestamp {
        self.ingested_at
    }

    fn set_ingested_at(&mut self, at: Timestamp) {
        self.ingested_at = at;
    }

    fn via(&self) -> Via {
        self.via
    }

    fn thing(&self) -> Option<Thing> {
        if self.grain.is_some() {
            return None;
        }
        let numbers = if is_slot(self.metric, None) {
            Vec::new()
        } else {
            // A blood pressure and a spread never share a metric. Adding zero takes a sign off.
            let numbers = self.quantity.numbers();
            numbers.map(|number| (number + 0.0).to_bits()).collect()
        };
        Some(Thing {
            source: fold_sources(&self.source),
            label: self.label.as_deref().map(fold_label),
            numbers,
            end: None,
        })
    }

    /// An export does not say whether washing hands was completed.
    fn vague_thing(&self) -> Option<Thing> {
        let thing = self.thing()?;
        Some(Thing {
            label: None,
            ..thing
        })
    }

    fn is_judged(&self) -> bool {
        self.via.is_from_apple_health() && self.grain.is_none() && !is_left_out(&self.source)
    }

    fn says_no_other(&self, stored: &Self) -> bool {
        self.quantity == stored.quantity
    }

    fn take_over(&mut self, stored: &Self) {
        // A slot that is sent without its end is still as long as it was.
        // But a record that is sent again without its end has none.
        let of_slot = || slot_fingerprint(&self.source, self.grain, self.label.as_deref());
        if self.until.is_none()
            && stored.until.is_some()
            && is_slot(self.metric, self.grain)
            && self.fingerprint == of_slot()
        {
            self.until = stored.until;
        }
        let came_by_push = self.via == Via::Hae && stored.via == Via::Hae;
        if came_by_push {
            return;
        }
        if self.quantity == stored.quantity {
            *self = Self {
                until: stored.until.or(self.until),
                ingested_at: self.ingested_at,
                marks: self.marks,
                ..stored.clone()
            };
        } else {
            // The key is made of the source as it was spelt.
            self.source.clone_from(&stored.source);
            self.label.clone_from(&stored.label);
            self.until = self.until.or(stored.until);
        }
    }
}

impl Row for Workout {
    fn key(&self) -> Key {
        (self.start, self.fingerprint)
    }

    fn set_fingerprint(&mut self, fingerprint: Fingerprint) {
        self.fingerprint = fingerprint;
    }

    fn marks(&self) -> Marks {
        self.marks
    }

    fn set_marks(&mut self, marks: Marks) {
        self.marks = marks;
    }

    fn ingested_at(&self) -> Timestamp {
        self.ingested_at
    }

    fn set_ingested_at(&mut self, at: Timestamp) {
        self.ingested_at = at;
    }

    fn via(&self) -> Via {
        self.via
    }

    /// The name is no part of it: a push has it in the phone's language.
    fn thing(&self) -> Option<Thing> {
        Some(Thing {
            source: fold_sources(&self.source),
            label: None,
            numbers: Vec::new(),
            end: Some(self.end),
        })
    }

    /// A push seldom says who recorded a workout.
    fn vague_thing(&self) -> Option<Thing> {
        let thing = self.thing()?;
        let source = UNKNOWN_SOURCE.to_owned();
        Some(Thing { source, ..thing })
    }

    fn is_judged(&self) -> bool {
        self.via.is_from_apple_health() && !is_left_out(&self.source)
    }

    fn says_no_other(&self, _stored: &Self) -> bool {
        // What is known of a workout is only ever added to by another way.
        true
    }

    fn take_over(&mut self, stored: &Self) {
        let came_by_push = self.via == Via::Hae && stored.via == Via::Hae;
        if came_by_push {
            self.learn(stored);
            return;
        }
        let mut known = stored.clone();
        known.learn(self);
        known.ingested_at = self.ingested_at;
        known.marks = self.marks;
        *self = known;
    }
}

/// What a row of a workout can learn from another of the same.
trait Learn {
    /// Takes what it does not know itself.
    fn learn(&mut self, other: &Self);
}

impl Learn for Workout {
    fn learn(&mut self, other: &Self) {
        self.active_kcal = self.active_kcal.or(other.active_kcal);
        self.avg_hr_bpm = self.avg_hr_bpm.or(other.avg_hr_bpm);
        self.max_hr_bpm = self.max_hr_bpm.or(other.max_hr_bpm);
        if self.source_id.is_none() {
            self.source_id.clone_from(&other.source_id);
        }
        if self.source == UNKNOWN_SOURCE {
            self.source.clone_from(&other.source);
        }
    }
}

/// The word in the sources of what the phone's pushes are taken without (see `connectors::hae`).
const LEFT_OUT: &str = "oura";

fn is_left_out(source: &str) -> bool {
    let mut words = source.as_bytes().windows(LEFT_OUT.len());
    words.any(|word| word.eq_ignore_ascii_case(LEFT_OUT.as_bytes()))
}

/// A label without what differs between the ways in which it comes.
fn fold_label(label: &str) -> String {
    let letters = label.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
