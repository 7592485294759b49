//! What readings and workouts have in common as rows that a push compares.

use jiff::Timestamp;
use vitalog_core::{Fingerprint, Marks, Reading, Via, Workout};

use super::rows::is_slot;
use crate::key::slot_fingerprint;

/// A row's key within its metric, or among workouts.
pub(super) type Key = (Timestamp, Fingerprint);

pub(super) trait Row: Clone + PartialEq {
    fn key(&self) -> Key;
    fn marks(&self) -> Marks;
    fn set_marks(&mut self, marks: Marks);
    fn ingested_at(&self) -> Timestamp;
    fn set_ingested_at(&mut self, at: Timestamp);

    /// Whether a full re-send speaks about the row: it came by a push, as recorded. A bucket that
    /// was summed up before sending is no sample that such a push could lack.
    fn is_judged(&self) -> bool;

    /// Takes over what the stored row of its key knows and a push may leave out.
    fn take_over(&mut self, _stored: &Self) {}
}

impl Row for Reading {
    fn key(&self) -> Key {
        (self.at, self.fingerprint)
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

    fn is_judged(&self) -> bool {
        self.via == Via::Hae && self.grain.is_none()
    }

    /// A slot that is sent without its end is still as long as it was.
    fn take_over(&mut self, stored: &Self) {
        if self.until.is_some() || stored.until.is_none() || !is_slot(self.metric, self.grain) {
            return;
        }
        // A record that is sent again without its end has none.
        let of_slot = slot_fingerprint(&self.source, self.grain, self.label.as_deref());
        if self.fingerprint == of_slot {
            self.until = stored.until;
        }
    }
}

impl Row for Workout {
    fn key(&self) -> Key {
        (self.start, self.fingerprint)
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

    fn is_judged(&self) -> bool {
        self.via == Via::Hae
    }
}
