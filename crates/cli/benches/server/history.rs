//! A year of history of each vendor that people connect: how long it takes to come in, without the time
//! that the vendor takes to answer.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use secrecy::SecretString;
use serde_json::Value;
use tokio::runtime::Runtime;
use url::Url;
use vitalog_connectors::{
    Connector, Vendor, VendorReply, VendorRequest,
    http::{Http, HttpClient, HttpError},
    oauth2::ClientApp,
    oura::Oura,
    whoop::{Whoop, oauth},
};
use vitalog_core::{
    Account, AccountId, Metric, Reading, SourcePriority, UnitSystem,
    clock::{CountingEntropy, ManualClock},
};
use vitalog_storage::{RecordQuery, Storage};
use vitalog_storage_sqlite::SqliteStorage;
use vitalog_sync::vendor::{ConnectorOf, Endpoints, Relay, SignIn, VendorSettings, seal::Seal};
use vitalog_test_support::vendors::{
    oura::{self, FakeOura, Portal},
    whoop::{self, FakeWhoop},
};

use crate::{
    figures::{ms, print_budget, print_table, thousands},
    plain_table::PlainTable,
};

const NOW: &str = "2026-10-05T12:00:00Z";
const FIRST: &str = "2025-10-06";
const DAYS: u32 = 365;
const MONTHS: u8 = 12;
const ZONE: &str = "Europe/Berlin";
const PERSON: i64 = 1_000_001;
const ROBIN: &str = "robin";
/// Both clocks go on by so much with each request, so that the vendor's limits hold nobody up.
const STEP: SignedDuration = SignedDuration::from_secs(2);

pub(crate) fn run() {
    let runtime = Runtime::new().unwrap();
    let measured = runtime.block_on(async { [of_oura().await, of_whoop().await] });
    let mut lines = Vec::new();
    for year in measured {
        print_budget(
            &format!(
                "a year of history from {}, without the vendor's time",
                year.vendor.source()
            ),
            "≤ 5 s",
            &format!("{:.1} s", year.ours.as_secs_f64()),
            &format!(
                "its answers parsed and its rows put into a plain table: {:.2} s",
                year.floor_ms / 1000.0
            ),
        );
        lines.push(vec![
            year.vendor.source().to_owned(),
            thousands(f64::from(u32::try_from(year.answers).unwrap())),
            format!("{:.1} MB", year.megabytes),
            thousands(f64::from(u32::try_from(year.rows).unwrap())),
            format!("{:.1} s", year.ours.as_secs_f64()),
            format!("{:.1} s", year.waited.as_secs_f64()),
            format!("{:.2} s", year.floor_ms / 1000.0),
        ]);
    }
    let heads = [
        "vendor",
        "answers",
        "size",
        "rows",
        "ours",
        "vendor's own",
        "floor",
    ];
    print_table("history", &heads, &lines);
}

/// What a year came to.
struct Year {
    vendor: Vendor,
    answers: usize,
    megabytes: f64,
    rows: usize,
    ours: Duration,
    waited: Duration,
    floor_ms: f64,
}

/// The vendor, whose answers are kept, and the time that they took.
struct Timed {
    client: HttpClient,
    step: Box<dyn Fn() + Send + Sync>,
    seen: Mutex<(Duration, Vec<Vec<u8>>)>,
}

#[async_trait]
impl Http for Timed {
    async fn send(
        &self,
        request: &VendorRequest,
        bearer: Option<&SecretString>,
    ) -> Result<VendorReply, HttpError> {
        let asked = Instant::now();
        let reply = self.client.send(request, bearer).await;
        (self.step)();
        let mut seen = self.seen.lock().unwrap();
        if let Ok(reply) = &reply {
            seen.1.push(reply.body.clone());
        }
        seen.0 += asked.elapsed();
        reply
    }
}

async fn of_oura() -> Year {
    let fake = Arc::new(FakeOura::start(NOW).await);
    fake.add_person(ROBIN);
    fake.live(
        ROBIN,
        &oura::Life::new(9, ZONE, FIRST, DAYS).with_workouts(),
    );
    fake.consent(oura::Consent {
        person: ROBIN.to_owned(),
        ..oura::Consent::default()
    });
    let client = ClientApp {
        id: fake.client_id().to_owned(),
        secret: fake.client_secret().into(),
        redirect_uri: "http://localhost:8787/callback".to_owned(),
    };
    let addresses = [
        fake.url(),
        fake.authorize_url(Portal::Current),
        fake.token_url(Portal::Current),
    ];
    measure(Arc::new(Oura), client, addresses, None, move || {
        fake.wait(STEP);
    })
    .await
}

async fn of_whoop() -> Year {
    let fake = Arc::new(FakeWhoop::start(NOW).await);
    fake.add_person(PERSON);
    fake.live(PERSON, &whoop::Life::new(9, FIRST, DAYS));
    let client = ClientApp {
        id: fake.client_id().to_owned(),
        secret: fake.client_secret().into(),
        redirect_uri: "https://vitalog.example/connect/whoop/callback".to_owned(),
    };
    let addresses = [fake.url(), fake.authorize_url(), fake.token_url()];
    let scope = Some(oauth::REFRESH_SCOPE);
    measure(Arc::new(Whoop), client, addresses, scope, move || {
        fake.wait(STEP);
    })
    .await
}

/// Brings a year in, from nothing.
async fn measure(
    connector: Arc<dyn Connector>,
    client: ClientApp,
    addresses: [String; 3],
    refresh_scope: Option<&'static str>,
    wait: impl Fn() + Send + Sync + 'static,
) -> Year {
    let vendor = connector.vendor();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vitalog.db");
    let storage: Arc<dyn Storage> =
        Arc::new(SqliteStorage::open(&path, &"6b".repeat(32).into()).unwrap());
    let clock = Arc::new(ManualClock::new(NOW.parse().unwrap()));
    let ours = clock.clone();
    let http = Arc::new(Timed {
        client: HttpClient::new(),
        step: Box::new(move || {
            wait();
            ours.advance(STEP);
        }),
        seen: Mutex::default(),
    });
    let [api_url, authorize_url, token_url] = addresses.map(|url| Url::parse(&url).unwrap());
    let settings = VendorSettings {
        connector: ConnectorOf::All(connector),
        api_url,
        sign_in: Some(SignIn {
            client,
            endpoints: Endpoints {
                authorize_url,
                token_url,
            },
            legacy: None,
            refresh_scope,
        }),
    };
    let seal = Arc::new(Seal::new(&"5e".repeat(32).into()).unwrap());
    let entropy = Arc::new(CountingEntropy::new());
    let vendors = vec![settings];
    let relay = Relay::new(storage.clone(), clock, entropy, http.clone(), seal, vendors);
    let account = person();
    connect(&relay, &account, vendor).await;
    let begun = relay.begin_backfill(&account, vendor, Some(MONTHS)).await;
    begun.unwrap();
    *http.seen.lock().unwrap() = (Duration::ZERO, Vec::new());

    let started = Instant::now();
    let done = relay.backfill(&account, vendor, |_| true).await;
    let took = started.elapsed();
    let report = done.unwrap().unwrap();
    assert!(
        report.put_off.is_none() && report.share >= 1.0,
        "{report:?}"
    );
    let (waited, bodies) = std::mem::take(&mut *http.seen.lock().unwrap());
    let readings = all_readings(storage.as_ref(), &account).await;
    let (_, floor_ms) = ms(|| {
        for body in &bodies {
            serde_json::from_slice::<Value>(body).unwrap();
        }
        PlainTable::new(folder.path(), &readings)
    });
    #[expect(clippy::cast_precision_loss, reason = "some megabytes")]
    let megabytes = bodies.iter().map(Vec::len).sum::<usize>() as f64 / 1e6;
    Year {
        vendor,
        answers: bodies.len(),
        megabytes,
        rows: readings.len(),
        ours: took.saturating_sub(waited),
        waited,
        floor_ms,
    }
}

fn person() -> Account {
    Account {
        id: AccountId::first(),
        zone: TimeZone::get(ZONE).unwrap(),
        zone_is_set: true,
        units: UnitSystem::Us,
        sources: SourcePriority::default(),
        switchover: None,
        place: None,
    }
}

/// Signs the person in, as a browser would.
async fn connect(relay: &Relay, account: &Account, vendor: Vendor) {
    let start = relay.connect_url(&account.id, vendor, false).await;
    let url = start.unwrap().url.to_string();
    let back = tokio::task::spawn_blocking(move || {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false);
        let agent: ureq::Agent = config.build().into();
        let answer = agent.get(&url).call().unwrap();
        answer.headers()["location"].to_str().unwrap().to_owned()
    });
    relay.finish_connect(&back.await.unwrap()).await.unwrap();
    relay.welcome(account, vendor).await.unwrap();
}

async fn all_readings(storage: &dyn Storage, account: &Account) -> Vec<Reading> {
    let always = Timestamp::MIN..Timestamp::MAX;
    let metrics = Metric::ALL.iter();
    let query = RecordQuery {
        readings: metrics.map(|metric| (*metric, always.clone())).collect(),
        ..RecordQuery::default()
    };
    let record = storage.read_record(&account.id, &query).await.unwrap();
    record.readings.into_values().flatten().collect()
}
