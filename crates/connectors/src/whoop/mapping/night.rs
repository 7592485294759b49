//! Sleeps: the night of each day, and naps.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::{Timestamp, civil::Date};

use super::{
    Read,
    span::{Span, add},
    table::{Of, rows},
};
use crate::{Mapped, whoop::collections::SLEEP};

/// A sleep that has ended.
pub(super) struct Sleep<'r> {
    read: &'r Read,
    pub(super) span: Span,
    /// The local day of waking.
    pub(super) day: Date,
    is_nap: bool,
}

/// The sleeps of a stretch of days.
pub(super) struct Nights<'r> {
    sleeps: Vec<Sleep<'r>>,
    /// The place of the main sleep of each day.
    main: BTreeMap<Date, usize>,
    by_id: BTreeMap<&'r str, usize>,
    /// The place of the sleep that opened each cycle: the first in it that is no nap.
    by_cycle: BTreeMap<String, usize>,
}

impl<'r> Nights<'r> {
    pub(super) fn new(sleeps: &'r [Read], mapped: &mut Mapped) -> Self {
        let mut read = Vec::new();
        for sleep in sleeps {
            match Sleep::new(sleep) {
                Some(sleep) => read.push(sleep),
                None => mapped.unreadable += 1,
            }
        }
        let mut nights = Self {
            main: BTreeMap::new(),
            by_id: read.iter().map(Sleep::id).zip(0..).collect(),
            by_cycle: BTreeMap::new(),
            sleeps: read,
        };
        for (sleep, place) in nights.sleeps.iter().zip(0..) {
            if sleep.is_nap {
                continue;
            }
            let there = nights.main.entry(sleep.day).or_insert(place);
            if sleep.rank() > nights.sleeps[*there].rank() {
                *there = place;
            }
            if let Some(cycle) = sleep.read.fields.id("cycle_id") {
                let there = nights.by_cycle.entry(cycle).or_insert(place);
                if sleep.begin() < nights.sleeps[*there].begin() {
                    *there = place;
                }
            }
        }
        nights
    }

    /// The main sleep of a day gives the night; every other sleep counts among the naps.
    pub(super) fn map(&self, mapped: &mut Mapped) {
        for sleep in &self.sleeps {
            let of: &[Of] = if self.is_main(sleep) {
                &[Of::Night, Of::AnyNight]
            } else {
                &[Of::Nap]
            };
            let rows = rows(SLEEP, of);
            add(mapped, rows, &sleep.read.fields, &sleep.span, sleep.day);
        }
    }

    pub(super) fn is_main(&self, sleep: &Sleep<'_>) -> bool {
        self.main
            .get(&sleep.day)
            .is_some_and(|place| self.sleeps[*place].id() == sleep.id())
    }

    /// The sleep of this identifier.
    pub(super) fn by_id(&self, id: &str) -> Option<&Sleep<'r>> {
        self.by_id.get(id).map(|place| &self.sleeps[*place])
    }

    /// The sleep that opened a cycle.
    pub(super) fn that_opened(&self, cycle: &str) -> Option<&Sleep<'r>> {
        self.by_cycle.get(cycle).map(|place| &self.sleeps[*place])
    }
}

impl<'r> Sleep<'r> {
    fn new(read: &'r Read) -> Option<Self> {
        let span = Span::of(&read.fields)?;
        let day = span.end.as_ref()?.day();
        Some(Self {
            read,
            span,
            day,
            is_nap: read.fields.is_nap(),
        })
    }

    fn id(&self) -> &'r str {
        &self.read.sent.id
    }

    fn begin(&self) -> (Timestamp, &'r str) {
        (self.span.start.at, self.id())
    }

    /// The main sleep of a day ranks highest: the longest that is no nap. Of equals it is the
    /// earlier.
    fn rank(&self) -> impl PartialOrd + use<'_, 'r> {
        (self.span.seconds(), Reverse(self.begin()))
    }
}
