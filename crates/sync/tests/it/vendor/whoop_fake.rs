//! A vendor in memory that speaks as WHOOP does, and relays that ask it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use async_trait::async_trait;
use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, Method};
use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use sha2::Sha256;
use url::Url;
use vitalog_connectors::{
    RequestBody, Vendor, VendorReply, VendorRequest,
    http::{Http, HttpError},
    oauth2::ClientApp,
    whoop::{Whoop, oauth},
};
use vitalog_core::{
    Account, AccountId, Metric, Reading, UnitSystem,
    clock::{CountingEntropy, ManualClock},
};
use vitalog_storage::{MemoryStorage, RecordQuery, RecordStore, Revision, Storage, StorageError};
use vitalog_sync::vendor::{
    Accounts, ConnectorOf, Endpoints, Received, Relay, SignIn, VendorSettings, seal::Seal,
};

pub(super) const PERSON: i64 = 1_000_001;
const SECRET: &str = "app-secret";
/// A byte of the key that tokens are sealed with.
pub(super) const KEY: &str = "5e";

/// What the vendor has, by collection and id.
#[derive(Default)]
pub(super) struct FakeWhoop {
    records: Mutex<BTreeMap<(&'static str, String), Value>>,
    /// The paths that were asked for.
    asked: Mutex<Vec<String>>,
    /// Answers to paths that hold a text.
    pub(super) faults: Mutex<Vec<(&'static str, u16)>>,
    /// The same, of lists whose pages have nothing and lead to themselves.
    pub(super) circles: Mutex<Vec<&'static str>>,
    /// Who signs in, if it is not the usual person.
    pub(super) person: Mutex<Option<i64>>,
    traces: AtomicU32,
}

/// A night, with the cycle that it opens and the recovery that it gives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Night {
    /// The day of waking.
    pub(super) day: Date,
    /// Minutes asleep; awake another half hour.
    pub(super) minutes: i64,
    pub(super) recovery: i64,
    pub(super) strain: f64,
    /// Hours from UTC.
    pub(super) offset: i64,
    /// Grows with each change.
    pub(super) version: i64,
}

impl Night {
    pub(super) fn of(day: Date) -> Self {
        Self {
            day,
            minutes: 420 + i64::from(day.day()),
            recovery: 30 + i64::from(day.day()),
            strain: 10.5,
            offset: 2,
            version: 0,
        }
    }

    pub(super) fn id(self) -> String {
        format!(
            "4f9213d2-0c1d-4c6d-b680-{}",
            self.day.strftime("%Y%m%d0000")
        )
    }

    pub(super) fn cycle(self) -> i64 {
        self.day.strftime("%Y%m%d").to_string().parse().unwrap()
    }

    /// It begins at eleven in the evening, where the person is.
    fn start(self) -> Timestamp {
        let midnight = self.day.in_tz("UTC").unwrap().timestamp();
        midnight - SignedDuration::from_hours(1 + self.offset)
    }

    fn end(self) -> Timestamp {
        self.start() + SignedDuration::from_mins(self.minutes + 30)
    }

    fn updated(self) -> String {
        text(self.end() + SignedDuration::from_mins(10 + self.version))
    }
}

fn text(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string()
}

impl FakeWhoop {
    pub(super) fn put(&self, night: Night) {
        let (id, cycle) = (night.id(), night.cycle());
        let offset = format!("{:+03}:00", night.offset);
        let sleep = json!({
            "id": id, "cycle_id": cycle, "user_id": PERSON,
            "created_at": text(night.end()), "updated_at": night.updated(),
            "start": text(night.start()), "end": text(night.end()),
            "timezone_offset": offset, "nap": false, "score_state": "SCORED",
            "score": {
                "stage_summary": {
                    "total_in_bed_time_milli": (night.minutes + 30) * 60_000,
                    "total_awake_time_milli": 30 * 60_000,
                    "total_no_data_time_milli": 0,
                    "total_light_sleep_time_milli": (night.minutes - 180) * 60_000,
                    "total_slow_wave_sleep_time_milli": 90 * 60_000,
                    "total_rem_sleep_time_milli": 90 * 60_000,
                    "sleep_cycle_count": 4, "disturbance_count": 9,
                },
                "sleep_needed": {
                    "baseline_milli": 27_900_000, "need_from_sleep_debt_milli": 0,
                    "need_from_recent_strain_milli": 0, "need_from_recent_nap_milli": 0,
                },
                "respiratory_rate": 15.3, "sleep_performance_percentage": 90.0,
                "sleep_efficiency_percentage": 94.6,
            },
        });
        let recovery = json!({
            "cycle_id": cycle, "sleep_id": id, "user_id": PERSON,
            "created_at": text(night.end()), "updated_at": night.updated(),
            "score_state": "SCORED",
            "score": {
                "user_calibrating": false, "recovery_score": night.recovery,
                "resting_heart_rate": 52, "hrv_rmssd_milli": 58.4,
                "spo2_percentage": 96.1, "skin_temp_celsius": 33.9,
            },
        });
        let next = night.start() + SignedDuration::from_hours(24);
        let whole = json!({
            "id": cycle, "user_id": PERSON,
            "created_at": text(night.start()), "updated_at": night.updated(),
            "start": text(night.start()), "end": text(next), "timezone_offset": offset,
            "score_state": "SCORED",
            "score": {
                "strain": night.strain, "kilojoule": 8000.0,
                "average_heart_rate": 66, "max_heart_rate": 150,
            },
        });
        let mut records = self.records.lock().unwrap();
        records.insert(("sleep", id), sleep);
        records.insert(("recovery", cycle.to_string()), recovery);
        records.insert(("cycle", cycle.to_string()), whole);
    }

    /// As the vendor does it: a recovery goes with its sleep.
    pub(super) fn delete(&self, night: Night) {
        let mut records = self.records.lock().unwrap();
        records.remove(&("sleep", night.id()));
        records.remove(&("recovery", night.cycle().to_string()));
    }

    /// How many requests were made since the last time.
    pub(super) fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }

    /// A signed delivery at an instant.
    pub(super) fn event(&self, kind: &str, id: &str, now: Timestamp) -> (HeaderMap, Vec<u8>) {
        let trace = self.traces.fetch_add(1, Ordering::SeqCst);
        let trace = format!("trace-{trace}");
        self.event_of(PERSON, kind, id, &trace, now)
    }

    #[expect(clippy::unused_self, reason = "it is the vendor who signs")]
    pub(super) fn event_of(
        &self,
        person: i64,
        kind: &str,
        id: &str,
        trace: &str,
        now: Timestamp,
    ) -> (HeaderMap, Vec<u8>) {
        let body = json!({"user_id": person, "id": id, "type": kind, "trace_id": trace});
        let body = body.to_string().into_bytes();
        let time = now.as_millisecond().to_string();
        let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
        mac.update(time.as_bytes());
        mac.update(&body);
        let signature = BASE64.encode(mac.finalize().into_bytes());
        let mut headers = HeaderMap::new();
        headers.insert("x-whoop-signature", signature.parse().unwrap());
        headers.insert("x-whoop-signature-timestamp", time.parse().unwrap());
        (headers, body)
    }

    fn answer(&self, request: &VendorRequest) -> (u16, Value) {
        let path = request.url.path().to_owned();
        let asked = request
            .url
            .query()
            .map_or_else(|| path.clone(), |query| format!("{path}?{query}"));
        self.asked.lock().unwrap().push(asked.clone());
        let faults = self.faults.lock().unwrap().clone();
        if let Some((_, status)) = faults.iter().find(|(part, _)| asked.contains(part)) {
            return (*status, json!({}));
        }
        let circles = self.circles.lock().unwrap().clone();
        if circles.iter().any(|part| asked.contains(part)) {
            return (200, json!({"records": [], "next_token": "again"}));
        }
        if request.method == Method::POST {
            let RequestBody::Form(fields) = &request.body else {
                return (400, json!({}));
            };
            let code = fields.iter().find(|(name, _)| *name == "code");
            let code = code.map_or("", |(_, code)| code.expose_secret());
            let token = json!({
                "access_token": format!("access {code}"), "refresh_token": "refresh", "expires_in": 3600,
                "scope": "offline read:recovery read:cycles read:sleep read:workout read:profile \
                          read:body_measurement",
            });
            return (200, token);
        }
        let parts: Vec<&str> = path
            .trim_start_matches("/developer/v2/")
            .split('/')
            .collect();
        let found = |kind: &'static str, id: &str| {
            let records = self.records.lock().unwrap();
            let found = records.get(&(kind, id.to_owned())).cloned();
            found.map_or((404, json!({})), |found| (200, found))
        };
        match parts.as_slice() {
            ["user", "profile", "basic"] => {
                let person = self.person.lock().unwrap().unwrap_or(PERSON);
                (200, json!({"user_id": person, "email": "a@b.example"}))
            }
            ["user", "measurement", "body"] => {
                (200, json!({"height_meter": 1.8, "weight_kilogram": 80.0}))
            }
            ["activity", "sleep"] => (200, self.page("sleep", "start", &request.url)),
            ["activity", "workout"] => (200, self.page("workout", "start", &request.url)),
            ["cycle"] => (200, self.page("cycle", "start", &request.url)),
            ["recovery"] => (200, self.page("recovery", "created_at", &request.url)),
            ["activity", "sleep", id] => found("sleep", id),
            ["activity", "workout", id] => found("workout", id),
            ["cycle", id] => found("cycle", id),
            ["cycle", id, "recovery"] => found("recovery", id),
            _ => (404, json!({})),
        }
    }

    /// A page, the latest first.
    fn page(&self, kind: &'static str, time: &str, url: &Url) -> Value {
        let query: BTreeMap<_, _> = url.query_pairs().into_owned().collect();
        let limit: usize = query["limit"].parse().unwrap();
        assert!(limit <= 25, "the vendor allows no more");
        let skipped: usize = query
            .get("nextToken")
            .map_or(0, |token| token.parse().unwrap());
        let records = self.records.lock().unwrap();
        let mut of_kind: Vec<&Value> = records
            .iter()
            .filter(|((of, _), _)| *of == kind)
            .map(|(_, record)| record)
            .filter(|record| {
                let at = record[time].as_str().unwrap();
                query["start"].as_str() <= at && at < query["end"].as_str()
            })
            .collect();
        of_kind.sort_by_key(|record| record[time].as_str().unwrap().to_owned());
        of_kind.reverse();
        let next = skipped + limit;
        let next = (next < of_kind.len()).then(|| next.to_string());
        let page: Vec<_> = of_kind.into_iter().skip(skipped).take(limit).collect();
        json!({"records": page, "next_token": next})
    }
}

#[async_trait]
impl Http for FakeWhoop {
    async fn send(
        &self,
        request: &VendorRequest,
        _bearer: Option<&SecretString>,
    ) -> Result<VendorReply, HttpError> {
        let (status, body) = self.answer(request);
        if status == 0 {
            return Err(HttpError::Unreachable);
        }
        Ok(VendorReply {
            status,
            headers: HeaderMap::new(),
            body: body.to_string().into_bytes(),
        })
    }
}

/// A person with a strap, and the relay that copies what it tells.
pub(super) struct World {
    pub(super) memory: Arc<MemoryStorage>,
    pub(super) clock: Arc<ManualClock>,
    pub(super) whoop: Arc<FakeWhoop>,
    pub(super) account: Account,
    pub(super) relay: Relay,
}

pub(super) fn account(name: &str) -> Account {
    Account {
        id: AccountId::new(name).unwrap(),
        zone: TimeZone::get("Europe/Berlin").unwrap(),
        zone_is_set: true,
        units: UnitSystem::Us,
        sources: vitalog_core::SourcePriority::default(),
        switchover: None,
        place: None,
    }
}

impl World {
    /// A person who has connected, and nothing is copied yet; it is noon of 6 May.
    pub(super) async fn connected() -> Self {
        let world = Self::new();
        let start = world
            .relay
            .connect_url(&world.account.id, Vendor::Whoop, false);
        let state = start.await.unwrap().state;
        let answer = format!("https://vitalog.example/connect/whoop/callback?code=c&state={state}");
        world.relay.finish_connect(&answer).await.unwrap();
        world
            .relay
            .welcome(&world.account, Vendor::Whoop)
            .await
            .unwrap();
        world.whoop.asked();
        world
    }

    pub(super) fn new() -> Self {
        let memory = Arc::new(MemoryStorage::default());
        let clock = Arc::new(ManualClock::new("2026-05-06T10:00:00Z".parse().unwrap()));
        let whoop = Arc::new(FakeWhoop::default());
        let relay = relay_on(memory.clone(), clock.clone(), whoop.clone(), KEY);
        Self {
            memory,
            clock,
            whoop,
            account: account("me"),
            relay,
        }
    }

    /// The relay of another process, on other storage in front of the same.
    pub(super) fn relay_on(&self, storage: Arc<dyn Storage>) -> Relay {
        relay_on(storage, self.clock.clone(), self.whoop.clone(), KEY)
    }

    /// The relay of a process that has another key, of which this is a byte.
    pub(super) fn relay_with_key(&self, key: &str) -> Relay {
        let memory = self.memory.clone();
        relay_on(memory, self.clock.clone(), self.whoop.clone(), key)
    }

    pub(super) fn now(&self) -> Timestamp {
        use vitalog_core::Clock;
        self.clock.now()
    }

    pub(super) fn pass_minutes(&self, minutes: i64) {
        self.clock.advance(SignedDuration::from_mins(minutes));
    }

    pub(super) async fn revision(&self) -> Revision {
        let query = RecordQuery::default();
        let record = self.memory.read_record(&self.account.id, &query).await;
        record.unwrap().revision
    }

    /// All rows of a metric.
    pub(super) async fn rows(&self, metric: Metric) -> Vec<Reading> {
        let query = RecordQuery {
            readings: vec![(metric, Timestamp::MIN..Timestamp::MAX)],
            ..RecordQuery::default()
        };
        let record = self.memory.read_record(&self.account.id, &query).await;
        record.unwrap().readings.remove(&metric).unwrap()
    }

    /// The values of a metric that count, with the day that the vendor named: `05-06 7.1`.
    pub(super) async fn values(&self, metric: Metric) -> Vec<String> {
        let rows = self.rows(metric).await;
        let mut values: Vec<_> = rows
            .iter()
            .filter(|row| row.marks.counts())
            .map(|row| {
                let day = row.day.map(|day| day.strftime("%m-%d").to_string());
                format!("{} {}", day.unwrap_or_default(), row.quantity.first())
            })
            .collect();
        values.sort();
        values
    }

    /// Everything that counts, whenever it was stored: for comparing one way with another.
    pub(super) async fn truth(&self) -> Vec<String> {
        let mut truth = Vec::new();
        let metrics: BTreeSet<Metric> = Metric::ALL.iter().copied().collect();
        for metric in metrics {
            for value in self.values(metric).await {
                truth.push(format!("{} {value}", metric.slug()));
            }
        }
        truth
    }

    pub(super) async fn send(&self, kind: &str, id: &str) -> Received {
        let (headers, body) = self.whoop.event(kind, id, self.now());
        let received = self.relay.receive_webhook(Vendor::Whoop, &headers, &body);
        received.await.unwrap()
    }
}

#[async_trait]
impl Accounts for World {
    async fn account(&self, id: &AccountId) -> Result<Option<Account>, StorageError> {
        Ok((*id == self.account.id).then(|| self.account.clone()))
    }

    async fn accounts(&self) -> Result<Vec<Account>, StorageError> {
        Ok(vec![self.account.clone()])
    }
}

pub(super) fn relay_on(
    storage: Arc<dyn Storage>,
    clock: Arc<ManualClock>,
    whoop: Arc<dyn Http>,
    key: &str,
) -> Relay {
    let url = |url: &str| Url::parse(url).unwrap();
    let settings = VendorSettings {
        connector: ConnectorOf::All(Arc::new(Whoop)),
        api_url: url("https://whoop.example/developer"),
        sign_in: Some(SignIn {
            client: ClientApp {
                id: "app".to_owned(),
                secret: SECRET.into(),
                redirect_uri: "https://vitalog.example/connect/whoop/callback".to_owned(),
            },
            endpoints: Endpoints {
                authorize_url: url("https://whoop.example/oauth/auth"),
                token_url: url("https://whoop.example/oauth/token"),
            },
            legacy: None,
            refresh_scope: Some(oauth::REFRESH_SCOPE),
        }),
    };
    let seal = Arc::new(Seal::new(&key.repeat(32).into()).unwrap());
    let entropy = Arc::new(CountingEntropy::new());
    Relay::new(storage, clock, entropy, whoop, seal, vec![settings])
}
