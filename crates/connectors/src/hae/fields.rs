//! Which members the points of a push have. Only names, for the log.

use super::names::NameList;

/// The names that points are known to have, the usual ones first.
const KNOWN: &[&str] = &[
    "date",
    "qty",
    "source",
    "start",
    "end",
    "metadata",
    "systolic",
    "diastolic",
    "mealTime",
    "Min",
    "Avg",
    "Max",
    "context",
    "reason",
    "value",
    "startDate",
    "endDate",
    "inBed",
    "inBedStart",
    "inBedEnd",
    "sleepStart",
    "sleepEnd",
    "totalSleep",
    "asleep",
    "core",
    "deep",
    "rem",
    "awake",
];

/// The names of the members that points have: known ones as bits, so that a usual point costs next
/// to nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldSet {
    known: u32,
    others: NameList,
}

impl FieldSet {
    pub(super) fn add(&mut self, name: &str) {
        match KNOWN.iter().position(|known| *known == name) {
            Some(place) => self.known |= 1 << place,
            None => self.others.add(name),
        }
    }

    pub(super) fn names(&self) -> NameList {
        let known = KNOWN
            .iter()
            .enumerate()
            .filter(|(place, _)| self.known >> place & 1 == 1);
        let mut names = NameList::default();
        for (_, name) in known {
            names.add(name);
        }
        for name in self.others.names() {
            names.add(name);
        }
        names
    }
}
