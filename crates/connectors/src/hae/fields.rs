//! Which members the points of a push have. Only names, for the log.

use super::{json::Json, names::NameList};

/// The names that points are known to have, as they stand in a body.
const KNOWN: &[&str] = &[
    "\"date\"",
    "\"qty\"",
    "\"source\"",
    "\"start\"",
    "\"end\"",
    "\"metadata\"",
    "\"systolic\"",
    "\"diastolic\"",
    "\"mealTime\"",
    "\"Min\"",
    "\"Avg\"",
    "\"Max\"",
    "\"context\"",
    "\"reason\"",
    "\"value\"",
    "\"startDate\"",
    "\"endDate\"",
    "\"inBed\"",
    "\"inBedStart\"",
    "\"inBedEnd\"",
    "\"sleepStart\"",
    "\"sleepEnd\"",
    "\"totalSleep\"",
    "\"asleep\"",
    "\"core\"",
    "\"deep\"",
    "\"rem\"",
    "\"awake\"",
];

/// The names of one point's members: known ones as bits, so that a usual point costs no memory.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldSet<'a> {
    known: u32,
    others: Vec<Json<'a>>,
}

impl<'a> FieldSet<'a> {
    pub(super) fn add(&mut self, key: Json<'a>) {
        match KNOWN.iter().position(|known| *known == key.raw()) {
            Some(place) => self.known |= 1 << place,
            None if self.others.contains(&key) => {}
            None => self.others.push(key),
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.known |= other.known;
        for key in &other.others {
            // Names beyond what a list shows are not worth the search.
            if self.others.len() < 1000 && !self.others.contains(key) {
                self.others.push(*key);
            }
        }
    }

    pub(super) fn names(&self) -> NameList {
        let known = KNOWN
            .iter()
            .enumerate()
            .filter(|(place, _)| self.known >> place & 1 == 1);
        let mut names = NameList::default();
        for (_, quoted) in known {
            names.add(quoted.trim_matches('"'));
        }
        for key in &self.others {
            names.add(&key.text().unwrap_or_default());
        }
        names
    }
}
