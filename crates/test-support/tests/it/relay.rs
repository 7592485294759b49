//! What tests of the relay have in common.

use std::sync::Arc;

use jiff::{Timestamp, tz::TimeZone};
use url::Url;
use vitalog_connectors::http::HttpClient;
use vitalog_core::{
    Account, AccountId, Entropy, Metric, Reading, SourcePriority, UnitSystem,
    clock::{CountingEntropy, ManualClock},
};
use vitalog_service::Service;
use vitalog_storage::{MemoryStorage, RecordQuery, RecordStore, Revision, Storage};
use vitalog_sync::vendor::{Relay, VendorSettings, seal::Seal};

/// Storage, a clock and randomness, and who it is all for.
pub(crate) struct Place {
    pub(crate) memory: Arc<MemoryStorage>,
    pub(crate) clock: Arc<ManualClock>,
    entropy: Arc<CountingEntropy>,
    pub(crate) account: Account,
}

impl Place {
    pub(crate) fn new(now: &str) -> Self {
        Self {
            memory: Arc::default(),
            clock: Arc::new(ManualClock::new(now.parse().unwrap())),
            entropy: Arc::default(),
            account: Account {
                id: AccountId::first(),
                zone: TimeZone::get("Europe/Berlin").unwrap(),
                zone_is_set: true,
                units: UnitSystem::Us,
                sources: SourcePriority::default(),
                switchover: None,
                place: None,
            },
        }
    }

    pub(crate) fn relay(&self, settings: VendorSettings) -> Relay {
        self.relay_on(self.memory.clone(), settings)
    }

    /// The relay of a process on other storage.
    pub(crate) fn relay_on(&self, storage: Arc<dyn Storage>, settings: VendorSettings) -> Relay {
        let seal = Arc::new(Seal::new(&"5e".repeat(32).into()).unwrap());
        let entropy: Arc<dyn Entropy> = self.entropy.clone();
        let http = Arc::new(HttpClient::new());
        let clock = self.clock.clone();
        Relay::new(storage, clock, entropy, http, seal, vec![settings])
    }

    /// Who answers from what was stored.
    pub(crate) fn service(&self) -> Service {
        let (clock, entropy) = (self.clock.clone(), self.entropy.clone());
        Service::new(self.memory.clone(), clock, entropy)
    }

    pub(crate) async fn revision(&self) -> Revision {
        let query = RecordQuery::default();
        let record = self.memory.read_record(&self.account.id, &query);
        record.await.unwrap().revision
    }

    /// The rows of a metric that count.
    pub(crate) async fn rows(&self, metric: Metric) -> Vec<Reading> {
        let query = RecordQuery {
            readings: vec![(metric, Timestamp::MIN..Timestamp::MAX)],
            ..RecordQuery::default()
        };
        let record = self.memory.read_record(&self.account.id, &query).await;
        let mut rows = record.unwrap().readings.remove(&metric).unwrap();
        rows.retain(|row| row.marks.counts());
        rows
    }
}

/// Where the browser of a person who signs in ends.
pub(crate) async fn browse(url: &Url) -> String {
    let url = url.to_string();
    tokio::task::spawn_blocking(move || {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false);
        let agent: ureq::Agent = config.build().into();
        let answer = agent.get(&url).call().unwrap();
        answer.headers()["location"].to_str().unwrap().to_owned()
    })
    .await
    .unwrap()
}

pub(crate) fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}
