//! All that the fake knows.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use serde_json::{Value, json};

use super::{
    events::PendingEvent,
    tokens::{Consent, Grants},
};
use crate::vendors::faults::Faults;

/// The collections that are listed, with the scopes they need.
pub(super) const COLLECTIONS: [(&str, &str); 4] = [
    ("cycle", "read:cycles"),
    ("recovery", "read:recovery"),
    ("sleep", "read:sleep"),
    ("workout", "read:workout"),
];

/// A person who wears a strap.
#[derive(Default)]
pub(super) struct Person {
    /// By collection and identifier, scored whether they are yet or not.
    pub(super) records: BTreeMap<(String, String), Value>,
    /// Those of which the score is not told yet.
    pub(super) pending: BTreeSet<(String, String)>,
}

impl Person {
    pub(super) fn get(&self, kind: &str, id: &str) -> Option<&Value> {
        self.records.get(&(kind.to_owned(), id.to_owned()))
    }

    /// A record as it is shown: without its score while that is pending.
    pub(super) fn shown(&self, kind: &str, id: &str) -> Option<Value> {
        let mut record = self.get(kind, id)?.clone();
        if self.pending.contains(&(kind.to_owned(), id.to_owned())) {
            record["score_state"] = json!("PENDING_SCORE");
            record.as_object_mut().expect("a record").remove("score");
        }
        Some(record)
    }

    /// When what a record tells of began and ended; that of a recovery is its sleep's.
    pub(super) fn span(&self, kind: &str, record: &Value) -> (Timestamp, Option<Timestamp>) {
        if kind == "recovery" {
            let sleep = record["sleep_id"].as_str().unwrap_or_default();
            return match self.get("sleep", sleep) {
                Some(sleep) => self.span("sleep", sleep),
                None => (instant(&record["created_at"]), None),
            };
        }
        let end = record.get("end").filter(|end| !end.is_null());
        (instant(&record["start"]), end.map(instant))
    }

    /// The identifiers of the recovery and the cycle of a sleep.
    pub(super) fn cycle_of(&self, sleep: &str) -> Option<String> {
        Some(id("cycle_id", self.get("sleep", sleep)?))
    }
}

pub(super) fn instant(text: &Value) -> Timestamp {
    let text = text.as_str().expect("a time");
    text.parse().expect("a time with its offset")
}

/// An instant as the vendor writes it.
pub(super) fn written(at: Timestamp) -> String {
    let wall = jiff::tz::Offset::UTC.to_datetime(at);
    wall.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string()
}

/// A member that identifies, as text.
pub(super) fn id(name: &str, record: &Value) -> String {
    match record[name].as_str() {
        Some(text) => text.to_owned(),
        None => record[name].to_string(),
    }
}

/// The identifier of a record.
pub(super) fn id_of(kind: &str, record: &Value) -> String {
    let name = if kind == "recovery" { "cycle_id" } else { "id" };
    id(name, record)
}

/// A request that was answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The method.
    pub method: String,
    /// The path.
    pub path: String,
    /// The query, decoded.
    pub query: Vec<(String, String)>,
    /// What was answered.
    pub status: u16,
    /// When.
    pub at: Timestamp,
}

/// A list that is continued. The place is all that is remembered: what changes in the meantime moves
/// what comes after it.
#[derive(Clone)]
pub(super) struct Continued {
    pub(super) person: i64,
    pub(super) kind: String,
    pub(super) offset: usize,
}

/// What happens after a page of a list was answered.
type Change = Box<dyn FnOnce(&mut World) + Send>;

pub(super) struct World {
    pub(super) now: Timestamp,
    pub(super) people: BTreeMap<i64, Person>,
    pub(super) consent: Consent,
    pub(super) grants: Grants,
    pub(super) events: Vec<PendingEvent>,
    pub(super) webhook_url: Option<String>,
    pub(super) faults: Faults,
    pub(super) requests: Vec<Request>,
    pub(super) continued: HashMap<String, Continued>,
    /// Requests that the app has in a minute and in a day.
    pub(super) limits: [usize; 2],
    /// What happens after so many more pages.
    pub(super) changes: Vec<(usize, Change)>,
    count: u64,
}

impl World {
    pub(super) fn new(now: Timestamp) -> Self {
        Self {
            now,
            people: BTreeMap::new(),
            consent: Consent::default(),
            grants: Grants::default(),
            events: Vec::new(),
            webhook_url: None,
            faults: Faults::default(),
            requests: Vec::new(),
            continued: HashMap::new(),
            limits: [100, 10_000],
            changes: Vec::new(),
            count: 0,
        }
    }

    /// A text that no other has.
    pub(super) fn unique(&mut self, of: &str) -> String {
        self.count += 1;
        format!("{of}-{}", self.count)
    }

    pub(super) fn person(&mut self, person: i64) -> &mut Person {
        self.people
            .get_mut(&person)
            .expect("a person that was added")
    }

    /// Puts a record in its place, as changed now, and notes the event of it.
    pub(super) fn put(&mut self, person: i64, kind: &str, mut record: Value) {
        let now = written(self.now);
        let id = id_of(kind, &record);
        let there = self.person(person).get(kind, &id);
        let created = there.map_or_else(|| json!(now), |there| there["created_at"].clone());
        record["user_id"] = json!(person);
        record["created_at"] = created;
        record["updated_at"] = json!(now);
        let place = (kind.to_owned(), id);
        self.person(person).records.insert(place, record.clone());
        self.note(person, kind, "updated", &record);
    }

    /// Takes a record away; with a sleep its recovery goes as well.
    pub(super) fn delete(&mut self, person: i64, kind: &str, id: &str) {
        let cycle = self.person(person).cycle_of(id);
        let place = (kind.to_owned(), id.to_owned());
        let gone = self.person(person).records.remove(&place);
        let gone = gone.expect("a record that was there");
        self.note(person, kind, "deleted", &gone);
        if let ("sleep", Some(cycle)) = (kind, cycle) {
            let records = &mut self.person(person).records;
            let recovery = ("recovery".to_owned(), cycle);
            if records
                .get(&recovery)
                .is_some_and(|it| it["sleep_id"] == id)
            {
                let gone = records.remove(&recovery).expect("it is there");
                self.note(person, "recovery", "deleted", &gone);
            }
        }
    }

    /// Lets what waits for this page happen.
    pub(super) fn after_page(&mut self) {
        for (left, _) in &mut self.changes {
            *left = left.saturating_sub(1);
        }
        let (due, waiting) = std::mem::take(&mut self.changes)
            .into_iter()
            .partition(|(left, _)| *left == 0);
        self.changes = waiting;
        let due: Vec<(usize, Change)> = due;
        for (_, change) in due {
            change(self);
        }
    }
}
