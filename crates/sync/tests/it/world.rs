//! One account in Los Angeles, its storage, and a clock.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp, civil, tz::TimeZone};
use serde_json::{Value, json};
use vitalog_core::{
    Account, AccountId, Metric, Reading, SourcePriority, UnitSystem, Workout, clock::ManualClock,
};
use vitalog_storage::{
    DocumentStore, MemoryStorage, Owner, Record, RecordChange, RecordQuery, RecordStore, Revision,
};
use vitalog_sync::{Ingest, IngestError, PushHeaders};

pub(crate) const ZONE: &str = "America/Los_Angeles";

pub(crate) struct World {
    pub(crate) storage: Arc<MemoryStorage>,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) ingest: Ingest,
    pub(crate) account: Account,
}

pub(crate) fn account(zone: &str, zone_is_set: bool) -> Account {
    Account {
        id: AccountId::first(),
        zone: TimeZone::get(zone).unwrap(),
        zone_is_set,
        units: UnitSystem::Us,
        sources: SourcePriority::default(),
        switchover: None,
        place: None,
    }
}

/// An instant by the wall clock of Los Angeles.
pub(crate) fn at(wall: &str) -> Timestamp {
    let wall: civil::DateTime = wall.parse().unwrap();
    TimeZone::get(ZONE).unwrap().to_timestamp(wall).unwrap()
}

impl World {
    pub(crate) fn new(now: &str) -> Self {
        Self::in_zone(now, account(ZONE, true))
    }

    pub(crate) fn in_zone(now: &str, account: Account) -> Self {
        crate::logs::install();
        let storage = Arc::new(MemoryStorage::default());
        let clock = Arc::new(ManualClock::new(at(now)));
        let ingest = Ingest::new(storage.clone(), clock.clone());
        Self {
            storage,
            clock,
            ingest,
            account,
        }
    }

    pub(crate) fn pass_minutes(&self, minutes: i64) {
        self.clock.advance(SignedDuration::from_mins(minutes));
    }

    pub(crate) async fn push(&self, headers: &PushHeaders, body: &Value) -> Value {
        let body = body.to_string();
        let reply = self
            .ingest
            .ingest(&self.account, headers, body.as_bytes())
            .await
            .unwrap();
        serde_json::to_value(reply).unwrap()
    }

    /// Pushes a body without any header.
    pub(crate) async fn push_plain(&self, body: &Value) -> Value {
        self.push(&PushHeaders::default(), body).await
    }

    pub(crate) async fn push_week(&self, metrics: &Value) -> Value {
        self.push(&period("Previous 7 Days"), &envelope(metrics))
            .await
    }

    pub(crate) async fn push_today(&self, metrics: &Value) -> Value {
        self.push(&period("Today"), &envelope(metrics)).await
    }

    pub(crate) async fn refusal(&self, body: &[u8]) -> IngestError {
        self.ingest
            .ingest(&self.account, &PushHeaders::default(), body)
            .await
            .unwrap_err()
    }

    pub(crate) async fn record(&self) -> Record {
        let ever = Timestamp::MIN..Timestamp::MAX;
        let query = RecordQuery {
            readings: Metric::ALL
                .iter()
                .map(|metric| (*metric, ever.clone()))
                .collect(),
            workouts: vec![ever],
            ..RecordQuery::default()
        };
        self.storage
            .read_record(&self.account.id, &query)
            .await
            .unwrap()
    }

    pub(crate) async fn revision(&self) -> Revision {
        self.record().await.revision
    }

    pub(crate) async fn rows(&self, metric: Metric) -> Vec<Reading> {
        self.record().await.readings.remove(&metric).unwrap()
    }

    pub(crate) async fn workouts(&self) -> Vec<Workout> {
        self.record().await.workouts
    }

    pub(crate) async fn put(&self, change: RecordChange) {
        let revision = self.revision().await;
        self.storage
            .write_record(&self.account.id, revision, change)
            .await
            .unwrap();
    }

    pub(crate) async fn documents(&self, kind: &str) -> Vec<String> {
        let owner = Owner::Account(self.account.id.clone());
        let documents = self.storage.list_documents(&owner, kind).await.unwrap();
        documents.into_iter().map(|document| document.id).collect()
    }

    /// The values that count, and the marks of each row: `40 missing`, `12.5 reconcile`, `7`.
    pub(crate) async fn states(&self, metric: Metric) -> Vec<String> {
        let rows = self.rows(metric).await;
        rows.iter()
            .map(|row| format!("{}{}", row.quantity.first(), state(row.marks)))
            .collect()
    }

    pub(crate) async fn workout_states(&self) -> Vec<String> {
        let rows = self.workouts().await;
        rows.iter()
            .map(|row| format!("{}{}", row.name, state(row.marks)))
            .collect()
    }
}

fn state(marks: vitalog_core::Marks) -> String {
    match (marks.superseded, marks.missing_since) {
        (Some(superseded), _) => format!(" {}", superseded.by.as_str()),
        (None, Some(_)) => " missing".to_owned(),
        (None, None) => String::new(),
    }
}

pub(crate) fn period(name: &str) -> PushHeaders {
    PushHeaders {
        automation_period: Some(name.to_owned()),
        ..PushHeaders::default()
    }
}

pub(crate) fn envelope(metrics: &Value) -> Value {
    json!({"data": {"metrics": metrics, "workouts": []}})
}

pub(crate) fn metric(name: &str, unit: &str, points: &[Value]) -> Value {
    json!({"name": name, "units": unit, "data": points})
}

/// A point as the phone in Los Angeles writes it: `2026-10-10 08:15:00` and its offset.
pub(crate) fn point(wall: &str, value: f64, source: &str) -> Value {
    json!({"date": format!("{wall} -0700"), "qty": value, "source": source})
}

pub(crate) fn protein(points: &[(&str, f64)]) -> Value {
    let points: Vec<_> = points
        .iter()
        .map(|(wall, grams)| point(wall, *grams, "Food"))
        .collect();
    metric("protein", "g", &points)
}

pub(crate) fn weight(points: &[(&str, f64)]) -> Value {
    let points: Vec<_> = points
        .iter()
        .map(|(wall, pounds)| point(wall, *pounds, "Scale"))
        .collect();
    metric("weight_body_mass", "lb", &points)
}

/// The members of a reply that tell what reconciliation did.
pub(crate) fn marks_of(reply: &Value) -> (u64, u64, u64) {
    let count = |name: &str| reply[name].as_u64().unwrap();
    (
        count("marked_missing"),
        count("superseded"),
        count("restored"),
    )
}
