//! The Oura ring. See `README.md` beside this file.

mod client;
mod collections;
mod mapping;
mod model;
pub mod oauth;
mod read;
mod series;
pub mod subscription;
mod webhook;

use http::HeaderMap;
use jiff::Timestamp;
use secrecy::SecretString;
use url::Url;
use vitalog_core::{DayRange, Metric};

pub use webhook::{ChallengeRefused, answer_challenge};

use self::{collections::SLEEP, mapping::sleep::NO_SLEEP, model::Fields};
use crate::{
    Capabilities, Collection, Connector, EventRefused, Mapped, Page, SentDocument, Shape,
    Unreadable, Vendor, VendorEvent, VendorRequest, document::latest_versions,
};

/// The connector for Oura's API, version 2.
#[derive(Clone, Copy, Debug)]
pub struct Oura;

impl Connector for Oura {
    fn vendor(&self) -> Vendor {
        Vendor::Oura
    }

    fn capabilities(&self) -> &'static Capabilities {
        &collections::CAPABILITIES
    }

    fn list(
        &self,
        api: &Url,
        collection: &Collection,
        window: DayRange,
        next: Option<&str>,
    ) -> VendorRequest {
        client::list(api, collection, window, next)
    }

    fn get(&self, api: &Url, collection: &Collection, id: &str) -> Option<VendorRequest> {
        client::get(api, collection, id)
    }

    fn read_page(
        &self,
        collection: &Collection,
        window: DayRange,
        body: &[u8],
    ) -> Result<Page, Unreadable> {
        read::page(collection, window, body)
    }

    fn read_one(&self, collection: &Collection, body: &[u8]) -> Result<SentDocument, Unreadable> {
        read::one(collection, body)
    }

    fn read_kept(&self, collection: &Collection, body: &str) -> Result<SentDocument, Unreadable> {
        read::kept(collection, body)
    }

    fn join(&self, collection: &Collection, documents: Vec<SentDocument>) -> Vec<SentDocument> {
        match collection.shape {
            Shape::Series => series::join(collection, &documents),
            Shape::Dated | Shape::Undated => latest_versions(documents),
        }
    }

    /// What the person said was no sleep is none.
    fn tells(&self, document: &SentDocument) -> bool {
        let fields = || Fields::read(&document.body);
        let is_rest = |fields: Fields| fields.text("type") == Some(NO_SLEEP);
        let is_no_sleep = document.kind == SLEEP && fields().is_ok_and(is_rest);
        !document.gone && !is_no_sleep
    }

    fn map(&self, documents: &[SentDocument]) -> Mapped {
        mapping::map(documents)
    }

    fn covers(&self) -> &'static [Metric] {
        covered()
    }

    fn read_event(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        secret: &SecretString,
        now: Timestamp,
    ) -> Result<VendorEvent, EventRefused> {
        webhook::read_event(headers, body, secret, now)
    }

    fn revoke(&self, _api: &Url, issued_by: &Url, access: &SecretString) -> Option<VendorRequest> {
        oauth::revoke(issued_by, access)
    }

    fn is_granted(&self, collection: &Collection, granted: &str) -> bool {
        oauth::is_granted(collection, granted)
    }
}

/// The metrics of the mapping table.
pub(crate) fn covered() -> &'static [Metric] {
    &mapping::COVERED
}
