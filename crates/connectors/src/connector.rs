//! What a vendor's folder has to offer: its [`Connector`].

use http::HeaderMap;
use jiff::Timestamp;
use secrecy::SecretString;
use url::Url;
use vitalog_core::{DayRange, Metric};

use crate::{
    EventRefused, Mapped, Page, Quota, SentDocument, Unreadable, Vendor, VendorEvent, VendorReply,
    VendorRequest,
    document::{UNDATED, latest_versions},
};

/// A vendor's way of telling what it knows: which requests to send, how to read what comes back,
/// and what it means. It sends nothing, keeps nothing and does not know what time it is.
///
/// Documents go the same way for every vendor: the pages of a window are listed, read and
/// [joined](Self::join); new versions are kept beside the old documents of the days around; then
/// all documents of those days are [mapped](Self::map) at once, since one may change what another
/// means.
pub trait Connector: Send + Sync {
    /// Which vendor it is.
    fn vendor(&self) -> Vendor;

    /// What it has, and what it bears.
    fn capabilities(&self) -> &'static Capabilities;

    /// The request for a page of what a collection has in `window`: the first page, or the one
    /// that `next` of the page before leads to. It asks for more than the window where the
    /// vendor's own ends cannot be trusted; [`Self::read_page`] takes that out again.
    fn list(
        &self,
        api: &Url,
        collection: &Collection,
        window: DayRange,
        next: Option<&str>,
    ) -> VendorRequest;

    /// The request for one document, where the vendor offers that. A 404 says that it is gone.
    fn get(&self, api: &Url, collection: &Collection, id: &str) -> Option<VendorRequest>;

    /// Reads the answer to [`Self::list`] that had status 200.
    ///
    /// # Errors
    ///
    /// If it is no page at all. A bad document is only counted.
    fn read_page(
        &self,
        collection: &Collection,
        window: DayRange,
        body: &[u8],
    ) -> Result<Page, Unreadable>;

    /// Reads the answer to [`Self::get`] that had status 200.
    ///
    /// # Errors
    ///
    /// If it is no document of the collection.
    fn read_one(&self, collection: &Collection, body: &[u8]) -> Result<SentDocument, Unreadable>;

    /// Reads a document that was kept.
    ///
    /// # Errors
    ///
    /// If it is no document of the collection.
    fn read_kept(&self, collection: &Collection, body: &str) -> Result<SentDocument, Unreadable>;

    /// Puts the documents of all pages of one window together, once the last page was read. Of a
    /// document that two pages have, the later version stays. A connector with series makes one
    /// document a day of their points.
    fn join(&self, collection: &Collection, documents: Vec<SentDocument>) -> Vec<SentDocument> {
        let _ = collection;
        latest_versions(documents)
    }

    /// Documents that may have changed together with this one: collection and identifier.
    fn along_with(&self, document: &SentDocument) -> Vec<(&'static str, String)> {
        let _ = document;
        Vec::new()
    }

    /// The document that says of which day this one is, where it does not itself: collection and
    /// identifier. Once that one is known, this one is kept under its day and has a say in no other.
    fn follows(&self, document: &SentDocument) -> Option<(&'static str, String)> {
        let _ = document;
        None
    }

    /// Whether a document tells that there was something of its kind on its day, also if it has no
    /// value at all.
    fn tells(&self, document: &SentDocument) -> bool {
        !document.gone
    }

    /// What an answer says about the requests that are left.
    fn read_quota(&self, reply: &VendorReply) -> Option<Quota> {
        Quota::read(&reply.headers)
    }

    /// What the documents of a stretch of days come to. Pure; for a day to be complete, the
    /// documents of the days around it ([`Collection::reach_days`]) are among them.
    fn map(&self, documents: &[SentDocument]) -> Mapped;

    /// The metrics that [`Self::map`] yields; derived from the mapping table.
    fn covers(&self) -> &'static [Metric];

    /// Checks and reads what was posted to the address that receives events. `secret` is what the
    /// vendor signs with: the client secret.
    ///
    /// # Errors
    ///
    /// If it is not from the vendor, is too old, or is no event. A vendor without webhooks refuses
    /// all.
    fn read_event(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        secret: &SecretString,
        now: Timestamp,
    ) -> Result<VendorEvent, EventRefused> {
        let _ = (headers, body, secret, now);
        Err(EventRefused::Unsigned)
    }

    /// The request that ends a grant, by one of its access tokens and the endpoint that issued it. `None`
    /// where the vendor has none, so that the person does it in the vendor's own settings.
    fn revoke(
        &self,
        api: &Url,
        issued_by: &Url,
        access_token: &SecretString,
    ) -> Option<VendorRequest> {
        let _ = (api, issued_by, access_token);
        None
    }

    /// Whether `granted`, the scopes as the vendor wrote them, allow to read a collection. Without
    /// any the vendor did not say, and it is tried.
    fn is_granted(&self, collection: &Collection, granted: &str) -> bool {
        let mut granted = granted
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .peekable();
        match collection.scope {
            Some(scope) if granted.peek().is_some() => granted.any(|word| word == scope),
            _ => true,
        }
    }

    /// The collection of that name.
    fn collection(&self, kind: &str) -> Option<&'static Collection> {
        self.capabilities()
            .collections
            .iter()
            .find(|collection| collection.kind == kind)
    }
}

/// What a vendor has, and what it bears.
#[derive(Debug)]
pub struct Capabilities {
    /// Everything that can be listed.
    pub collections: &'static [Collection],
    /// The scopes to ask for; a person may grant fewer.
    pub scopes: &'static [&'static str],
    /// How many requests the vendor bears from one app. All limits hold at once.
    pub limits: &'static [RateLimit],
    /// How many months of history are brought in when a person connects.
    pub backfill_months: u8,
    /// Whether it tells of changes by webhook.
    pub webhooks: bool,
    /// Whether its authorization endpoint takes a PKCE challenge.
    pub pkce: bool,
    /// The collection whose one document has the vendor's identifier of the person as its own:
    /// events name the person by it.
    pub person: Option<&'static str>,
}

/// A kind of document that a vendor has.
#[derive(Debug)]
pub struct Collection {
    /// Its stored name, which is the vendor's; never changed or reused.
    pub kind: &'static str,
    /// The scope it needs.
    pub scope: Option<&'static str>,
    /// How it is listed.
    pub shape: Shape,
    /// The longest window of one list request, in days.
    pub longest_window_days: u16,
    /// The name it has in events; `None` where the vendor sends none for it.
    pub webhook: Option<&'static str>,
    /// How many days after the day it is kept under a document may still have a say in.
    pub reach_days: u16,
    /// Whether it is listed as a matter of course. What is large and read by no answer is not.
    pub routine: bool,
}

impl Collection {
    /// A document that belongs to no day.
    #[must_use]
    pub fn undated(&self, id: String, body: String) -> SentDocument {
        SentDocument {
            kind: self.kind,
            id,
            day: UNDATED,
            first_day: UNDATED,
            last_day: UNDATED,
            at: Timestamp::UNIX_EPOCH,
            updated_at: None,
            gone: false,
            body,
        }
    }
}

/// How a collection is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Documents with identifiers, each of a day.
    Dated,
    /// Points in time, without identifiers, kept as one document a UTC day. What a window lists is
    /// all there is, so the days of the window are replaced whole, once all its pages were read.
    Series,
    /// A few documents without a day, listed whole.
    Undated,
}

/// So many requests in so much time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimit {
    /// Requests.
    pub requests: u32,
    /// Seconds.
    pub window_s: u32,
}
