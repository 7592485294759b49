//! Vendors that are asked: when, how often, with whose leave, and what becomes of what they say.
//!
//! [`Relay`] is all of it. A connector of `vitalog-connectors` says how to ask a vendor and what its
//! answers mean; here is what holds for every vendor: that its rate limits are kept by all processes
//! together ([`budget`]), that no token is lost ([`keeper`]), that documents become rows
//! ([`apply`]), and that what one way misses (an event, a pass, history) another makes up for.
//!
//! To add a vendor, write its connector. Nothing here knows one from another, but for how often each is
//! asked ([`Cadence`]).

mod allowed;
pub mod apply;
mod backfill;
pub mod budget;
mod cadence;
mod caller;
mod connect;
pub mod connection;
mod disconnect;
mod due;
mod events;
mod held;
pub mod keeper;
mod listing;
mod missing;
mod pass;
mod progress;
mod relay;
mod room;
mod schedule;
pub mod seal;
mod sign_in_end;
mod status;
mod stored;
mod subscriptions;
mod sync_now;

pub use vitalog_connectors::{
    EventRefused, Vendor,
    oura::{answer_challenge, subscription::Subscription},
};

pub use backfill::BackfillReport;
pub use cadence::Cadence;
pub use caller::CallError;
pub use connect::{ConnectError, ConnectStart, Connected};
pub use disconnect::Ended;
pub use due::DueReport;
pub use events::{Accounts, Drained, ReceiveError, Received, queue};
pub use pass::SyncReport;
pub use progress::Fault;
pub use relay::{Relay, RelayError};
pub use room::{ConnectorOf, EachConnector, Endpoints, SignIn, VendorSettings};
pub use schedule::WORK_QUEUE;
pub use status::{EntityStatus, Freshness, SourceStatus, StatusReader};
pub use subscriptions::{SubscriptionCounts, SubscriptionError};
pub use sync_now::SyncNow;
