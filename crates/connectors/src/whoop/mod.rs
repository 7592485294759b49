//! The WHOOP strap. See `README.md` beside this file.

mod client;
mod collections;
mod mapping;
mod model;
pub mod oauth;
mod read;
mod webhook;

use http::HeaderMap;
use jiff::Timestamp;
use secrecy::SecretString;
use url::Url;
use vitalog_core::{DayRange, Metric};

use self::{
    collections::{CYCLE, RECOVERY, SLEEP},
    model::Fields,
};
use crate::{
    Capabilities, Collection, Connector, EventRefused, Mapped, Page, Quota, SentDocument,
    Unreadable, Vendor, VendorEvent, VendorReply, VendorRequest,
};

/// The connector for WHOOP's API, version 2.
#[derive(Clone, Copy, Debug)]
pub struct Whoop;

impl Connector for Whoop {
    fn vendor(&self) -> Vendor {
        Vendor::Whoop
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
        read::document(collection, body)
    }

    /// A sleep that changes changes its recovery, and the day of its cycle; of cycles there are no
    /// events.
    fn along_with(&self, document: &SentDocument) -> Vec<(&'static str, String)> {
        if document.kind != SLEEP {
            return Vec::new();
        }
        let fields = Fields::read(&document.body).ok();
        let cycle = fields.and_then(|fields| fields.id("cycle_id"));
        cycle.map_or_else(Vec::new, |id| vec![(RECOVERY, id.clone()), (CYCLE, id)])
    }

    /// A recovery is of its sleep's day.
    fn follows(&self, document: &SentDocument) -> Option<(&'static str, String)> {
        if document.kind != RECOVERY {
            return None;
        }
        let fields = Fields::read(&document.body).ok()?;
        Some((SLEEP, fields.id("sleep_id")?))
    }

    /// A nap is no night.
    fn tells(&self, document: &SentDocument) -> bool {
        let fields = || Fields::read(&document.body);
        let is_nap = document.kind == SLEEP && fields().is_ok_and(|fields| fields.is_nap());
        !document.gone && !is_nap
    }

    /// Its `Retry-After` is not to be relied on where it also says when the window begins anew.
    fn read_quota(&self, reply: &VendorReply) -> Option<Quota> {
        let quota = Quota::read(&reply.headers)?;
        let retry_after_s = quota.retry_after_s.filter(|_| quota.reset_s.is_none());
        Some(Quota {
            retry_after_s,
            ..quota
        })
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

    fn revoke(&self, api: &Url, _issued_by: &Url, _access: &SecretString) -> Option<VendorRequest> {
        Some(oauth::revoke(api))
    }
}

/// The metrics of the mapping table.
pub(crate) fn covered() -> &'static [Metric] {
    &mapping::COVERED
}
