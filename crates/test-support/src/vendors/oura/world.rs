//! All that the fake knows.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use serde_json::Value;

use super::{
    events::{PendingEvent, Wording},
    subscriptions::Subscription,
    tokens::{Consent, Grants},
};
use crate::vendors::faults::Faults;

/// What is kept of a collection that lists points.
pub(super) const SERIES: [&str; 3] = ["heartrate", "interbeat_interval", "ring_battery_level"];

/// The scope that each collection needs, as the people who use the API report it.
pub(super) const SCOPES: [(&str, &str); 20] = [
    ("personal_info", "personal"),
    ("sleep", "daily"),
    ("daily_sleep", "daily"),
    ("daily_readiness", "daily"),
    ("daily_activity", "daily"),
    ("sleep_time", "daily"),
    ("rest_mode_period", "daily"),
    ("daily_spo2", "spo2"),
    ("daily_stress", "stress"),
    ("daily_resilience", "stress"),
    ("daily_cardiovascular_age", "heart_health"),
    ("vO2_max", "heart_health"),
    ("heartrate", "heartrate"),
    ("interbeat_interval", "heartrate"),
    ("ring_battery_level", "ring_configuration"),
    ("ring_configuration", "ring_configuration"),
    ("workout", "workout"),
    ("session", "session"),
    ("tag", "tag"),
    ("enhanced_tag", "tag"),
];

/// A person who wears a ring.
#[derive(Default)]
pub(super) struct Person {
    /// By collection, as in paths; all but series.
    pub(super) documents: BTreeMap<String, Vec<Value>>,
    /// By collection, then by time and in the order they came.
    series: BTreeMap<String, BTreeMap<(Timestamp, usize), Value>>,
    /// Whether the membership has ended, so that nothing may be read.
    pub(super) lapsed: bool,
}

impl Person {
    /// The documents of a collection, in the order of their days; points in that of their times.
    pub(super) fn sorted(&self, kind: &str) -> Vec<&Value> {
        if SERIES.contains(&kind) {
            return self.points(kind, Timestamp::MIN, Timestamp::MAX).collect();
        }
        let mut documents: Vec<&Value> = self.documents.get(kind).into_iter().flatten().collect();
        documents.sort_by_key(|document| (when(document), id(document)));
        documents
    }

    /// The points from a time until before another.
    pub(super) fn points(
        &self,
        kind: &str,
        start: Timestamp,
        end: Timestamp,
    ) -> impl DoubleEndedIterator<Item = &Value> {
        let series = self.series.get(kind).into_iter();
        series
            .flat_map(move |points| points.range((start, 0)..(end, 0)))
            .map(|(_, point)| point)
    }

    pub(super) fn add(&mut self, kind: &str, document: Value) {
        if !SERIES.contains(&kind) {
            self.documents
                .entry(kind.to_owned())
                .or_default()
                .push(document);
            return;
        }
        let at = when(&document).parse().expect("a time");
        let points = self.series.entry(kind.to_owned()).or_default();
        points.insert((at, points.len()), document);
    }
}

/// The day or time that a document is listed by.
pub(super) fn when(document: &Value) -> &str {
    ["day", "start_day", "timestamp"]
        .into_iter()
        .find_map(|name| document[name].as_str())
        .unwrap_or_default()
}

pub(super) fn id(document: &Value) -> &str {
    document["id"].as_str().unwrap_or_default()
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
    /// Whose data were asked for, if that is known.
    pub person: Option<String>,
    /// What was answered.
    pub status: u16,
    /// When.
    pub at: Timestamp,
}

/// A list that is continued. The place is all that is remembered: what changes in the meantime moves
/// what comes after it.
#[derive(Clone)]
pub(super) struct Continued {
    pub(super) person: String,
    pub(super) kind: String,
    pub(super) query: Vec<(String, String)>,
    pub(super) offset: usize,
}

pub(super) struct World {
    pub(super) now: Timestamp,
    pub(super) people: BTreeMap<String, Person>,
    pub(super) consent: Consent,
    pub(super) grants: Grants,
    pub(super) subscriptions: Vec<Subscription>,
    pub(super) events: Vec<PendingEvent>,
    pub(super) wording: Wording,
    pub(super) faults: Faults,
    pub(super) requests: Vec<Request>,
    pub(super) continued: HashMap<String, Continued>,
    pub(super) page_size: usize,
    /// Requests that the app has in a window of five minutes.
    pub(super) most_requests: usize,
    /// Collections that this app cannot see yet: 404.
    pub(super) unknown: BTreeSet<String>,
    count: u64,
}

impl World {
    pub(super) fn new(now: Timestamp) -> Self {
        Self {
            now,
            people: BTreeMap::new(),
            consent: Consent::default(),
            grants: Grants::default(),
            subscriptions: Vec::new(),
            events: Vec::new(),
            wording: Wording::default(),
            faults: Faults::default(),
            requests: Vec::new(),
            continued: HashMap::new(),
            page_size: 100,
            most_requests: 5000,
            unknown: BTreeSet::new(),
            count: 0,
        }
    }

    /// A word that was never used before.
    pub(super) fn unique(&mut self, prefix: &str) -> String {
        self.count += 1;
        format!("{prefix}-{}", self.count)
    }
}
