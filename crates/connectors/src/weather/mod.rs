//! The weather at the place that the person set, from Open-Meteo. See `README.md` beside this file.

mod client;
mod collections;
mod mapping;
mod read;
mod table;

use jiff::civil::Date;
use secrecy::SecretString;
use url::Url;
use vitalog_core::{DayRange, Metric, Place};

pub use read::read_reason;

use crate::{
    Capabilities, Collection, Connector, Mapped, Page, SentDocument, Unreadable, Vendor,
    VendorRequest,
};

/// What stands before the path of forecasts, which also have the last three months.
pub const API: &str = "https://api.open-meteo.com";
/// What stands before the path of the archive, which has everything since 1940 but the last days.
pub const ARCHIVE: &str = "https://archive-api.open-meteo.com";
/// What has to be said where the numbers are shown.
pub const ATTRIBUTION: &str = "Weather data by Open-Meteo.com (CC BY 4.0)";

/// The connector for Open-Meteo, for one place.
#[derive(Clone, Debug)]
pub struct Weather {
    place: Place,
    zone: String,
    today: Date,
    archive: Option<Url>,
    key: Option<SecretString>,
}

impl Weather {
    /// The weather at a place, to a tenth of a degree. `zone` names the zone whose days are
    /// meant, and `today` is its day.
    #[must_use]
    pub fn new(place: Place, zone: &str, today: Date) -> Self {
        Self::at_exact_place(place.coarse(), zone, today)
    }

    /// The same at exactly this place.
    #[must_use]
    pub fn at_exact_place(place: Place, zone: &str, today: Date) -> Self {
        Self {
            place,
            zone: zone.to_owned(),
            today,
            archive: None,
            key: None,
        }
    }

    /// With another host for the archive than for forecasts.
    #[must_use]
    pub fn with_archive(mut self, archive: Url) -> Self {
        self.archive = Some(archive);
        self
    }

    /// With the key of a commercial plan.
    #[must_use]
    pub fn with_key(mut self, key: SecretString) -> Self {
        self.key = Some(key);
        self
    }
}

impl Connector for Weather {
    fn vendor(&self) -> Vendor {
        Vendor::Weather
    }

    fn capabilities(&self) -> &'static Capabilities {
        &collections::CAPABILITIES
    }

    fn list(
        &self,
        api: &Url,
        _collection: &Collection,
        window: DayRange,
        _next: Option<&str>,
    ) -> VendorRequest {
        client::list(self, api, window)
    }

    fn get(&self, _api: &Url, _collection: &Collection, _id: &str) -> Option<VendorRequest> {
        None
    }

    fn read_page(
        &self,
        collection: &Collection,
        window: DayRange,
        body: &[u8],
    ) -> Result<Page, Unreadable> {
        // What is foretold is no record.
        let until = window.end.min(self.today);
        read::page(collection, self.place, window.start..=until, body)
    }

    fn read_one(&self, collection: &Collection, body: &[u8]) -> Result<SentDocument, Unreadable> {
        let body = std::str::from_utf8(body).map_err(|_| read::EXPECTED)?;
        read::kept(collection, body)
    }

    fn read_kept(&self, collection: &Collection, body: &str) -> Result<SentDocument, Unreadable> {
        read::kept(collection, body)
    }

    fn map(&self, documents: &[SentDocument]) -> Mapped {
        mapping::map(documents)
    }

    fn covers(&self) -> &'static [Metric] {
        covered()
    }
}

/// The metrics of the mapping table.
pub(crate) fn covered() -> &'static [Metric] {
    &mapping::COVERED
}
