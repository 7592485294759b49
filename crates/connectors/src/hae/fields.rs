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

/// Names beyond what a list shows, which are not worth the search.
const MAX_OTHERS: usize = 1000;

/// The names of the members that points have: known ones as bits, so that a usual point costs next
/// to nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldSet<'a> {
    known: u32,
    others: Vec<Json<'a>>,
}

impl<'a> FieldSet<'a> {
    pub(super) fn add(&mut self, key: Json<'a>) {
        match KNOWN.iter().position(|known| *known == key.raw()) {
            Some(place) => self.known |= 1 << place,
            None if self.others.len() >= MAX_OTHERS || self.others.contains(&key) => {}
            None => self.others.push(key),
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
