//! Vendors: their words in, our words out.
//!
//! This crate knows the forms in which apps and vendors send health data, and turns them into
//! samples and intervals of `vitalog-core`. It refuses to know where rows are kept, which of them
//! were seen before, and what time it is: a vendor's document and the account's time zone go in,
//! samples come out, and whatever could not be read is counted with a reason.
//!
//! A vendor is one folder, with its quirks in a README beside the code and the payloads that
//! show them in `fixtures/`. There are two kinds: [`hae`] is sent to us, and the rest are asked.
//! What is asked implements [`Connector`], whose methods make requests and read answers as
//! values; the sending is done by whoever is an [`Http`](http::Http).

pub mod apple_export;
pub mod calendar;
mod connector;
mod document;
pub mod hae;
pub mod http;
mod mapped;
pub mod oauth2;
pub mod oura;
pub mod page;
mod quota;
pub mod request;
mod vendor;
pub mod weather;
pub mod webhook;
pub mod whoop;

pub use connector::{Capabilities, Collection, Connector, RateLimit, Shape};
pub use document::{Page, SentDocument, UNDATED, Unreadable};
pub use mapped::{Mapped, MappedSample, MappedWorkout};
pub use quota::Quota;
pub use request::{Auth, RequestBody, VendorReply, VendorRequest};
pub use vendor::Vendor;
pub use webhook::{EventAction, EventRefused, TOLERANCE, VendorEvent};
