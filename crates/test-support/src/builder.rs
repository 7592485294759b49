//! How a test's application differs from the usual one.

use std::{collections::BTreeMap, io, path::Path, sync::Arc};

use jiff::Timestamp;
use vitalog_config::{Settings, Sources};
use vitalog_core::clock::{CountingEntropy, ManualClock};
use vitalog_mcp::{Mcp, McpOptions, Toolsets};
use vitalog_server::{App, router};
use vitalog_service::{AccountDefaults, Service};
use vitalog_storage::{MemoryStorage, Storage};
use vitalog_sync::Ingest;

use crate::{Engine, Kept, TestApp};

/// The zone of the seed's owner, which its examples are written in.
const ZONE: &str = "America/Los_Angeles";
/// A Monday, noon in [`ZONE`], a week after the default net-carbs switchover.
const NOW: &str = "2026-10-05T12:00:00-07:00";

/// How a test's application differs from the usual one.
pub struct TestAppBuilder {
    zone: Option<&'static str>,
    now: Timestamp,
    variables: BTreeMap<String, String>,
    storage: Option<Arc<dyn Storage>>,
}

/// A test asks faster than any person; one about limits sets them.
const NO_LIMITS: [&str; 3] = [
    "VITALOG_LIMITS__PER_MINUTE",
    "VITALOG_LIMITS__PER_DAY",
    "VITALOG_LIMITS__ANONYMOUS_PER_MINUTE",
];

impl Default for TestAppBuilder {
    fn default() -> Self {
        let no_limits = NO_LIMITS.map(|variable| (variable.to_owned(), "0".to_owned()));
        Self {
            zone: Some(ZONE),
            now: NOW.parse().expect("a time"),
            variables: BTreeMap::from(no_limits),
            storage: None,
        }
    }
}

impl TestAppBuilder {
    /// Another zone for the account.
    #[must_use]
    pub fn zone(mut self, zone: &'static str) -> Self {
        self.zone = Some(zone);
        self
    }

    /// No zone set, on a machine that runs in UTC.
    #[must_use]
    pub fn zone_unset(mut self) -> Self {
        self.zone = None;
        self
    }

    /// Another time now, as RFC 3339.
    #[must_use]
    pub fn at(mut self, now: &str) -> Self {
        self.now = now.parse().expect("a time with its offset");
        self
    }

    /// A setting, by its variable.
    #[must_use]
    pub fn set(mut self, variable: &str, value: &str) -> Self {
        self.variables.insert(variable.to_owned(), value.to_owned());
        self
    }

    /// Another storage.
    #[must_use]
    pub fn storage(mut self, storage: Arc<dyn Storage>) -> Self {
        self.storage = Some(storage);
        self
    }

    /// Storage in memory in every run, for a test in which time does not pass by itself: nothing
    /// that answers over a network could do so in time.
    #[must_use]
    pub fn in_memory(self) -> Self {
        self.storage(Arc::new(MemoryStorage::default()))
    }

    /// Starts the application with its first account.
    pub async fn start(self) -> TestApp {
        let no_file = |_: &Path| Err(io::Error::from(io::ErrorKind::NotFound));
        let sources = Sources {
            flags: Vec::new(),
            env: self.variables,
            file: None,
            read_secret: &no_file,
        };
        let settings =
            Settings::load(Path::new("/nowhere"), &sources, false).expect("settings of a test");
        assert!(settings.warnings.is_empty(), "{:?}", settings.warnings);

        let (storage, kept): (_, Kept) = match self.storage {
            Some(storage) => (storage, Box::new(())),
            None => Engine::of_this_run().storage().await,
        };
        let clock = Arc::new(ManualClock::new(self.now));
        let service = Service::new(
            storage.clone(),
            clock.clone(),
            Arc::new(CountingEntropy::new()),
        );
        let account = service
            .set_up(AccountDefaults {
                zone: self.zone.unwrap_or("UTC").to_owned(),
                zone_is_set: self.zone.is_some(),
                switchover: settings.account.net_carbs_switchover,
            })
            .await
            .expect("the first account")
            .account;
        let secrets = service.secrets(&account.id).await.expect("its secrets");

        let ingest = Ingest::new(storage.clone(), clock.clone());
        let mcp = Mcp::new(service.clone(), McpOptions::new(clock.clone()));
        let app = App::new(
            service.clone(),
            ingest,
            mcp,
            &settings,
            Toolsets::HTTP_DEFAULT,
        );
        TestApp {
            router: router(app.clone()),
            app,
            service,
            storage,
            _kept: kept,
            clock,
            account,
            secrets,
        }
    }
}
