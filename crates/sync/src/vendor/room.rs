//! The vendors that are set up.

use std::{fmt, sync::Arc};

use jiff::civil::Date;
use url::Url;
use vitalog_connectors::{Capabilities, Connector, Vendor, oauth2::ClientApp};
use vitalog_core::Account;

use super::budget::{Budget, Limit};

/// Of so many requests bulk work leaves the rest to those who wait, in tenths of the shortest
/// limit: of WHOOP's 100 a minute, 30.
const LEFT_OF_SHORTEST: u32 = 3;
/// The same of longer limits, of which nobody waits for the whole: of 10,000 a day, 2,000.
const LEFT_OF_LONGER: u32 = 2;

/// A vendor, as it is set up.
#[derive(Clone, Debug)]
pub struct VendorSettings {
    /// Who knows how to ask it.
    pub connector: ConnectorOf,
    /// What stands before the paths of its API.
    pub api_url: Url,
    /// How people connect; `None` if it needs no leave of theirs.
    pub sign_in: Option<SignIn>,
}

/// The connector of an account.
#[derive(Clone)]
pub enum ConnectorOf {
    /// All accounts have the same.
    All(Arc<dyn Connector>),
    /// Each account has its own, which also depends on the day.
    Each {
        /// The vendor of all of them.
        vendor: Vendor,
        /// What all of them have.
        capabilities: &'static Capabilities,
        /// Makes one; `None` for an account that has none.
        make: Arc<EachConnector>,
    },
}

/// Makes the connector of an account on a day.
pub type EachConnector = dyn Fn(&Account, Date) -> Option<Arc<dyn Connector>> + Send + Sync;

impl ConnectorOf {
    /// The vendor.
    #[must_use]
    pub fn vendor(&self) -> Vendor {
        match self {
            Self::All(connector) => connector.vendor(),
            Self::Each { vendor, .. } => *vendor,
        }
    }

    pub(super) fn capabilities(&self) -> &'static Capabilities {
        match self {
            Self::All(connector) => connector.capabilities(),
            Self::Each { capabilities, .. } => capabilities,
        }
    }

    pub(super) fn of(&self, account: &Account, today: Date) -> Option<Arc<dyn Connector>> {
        match self {
            Self::All(connector) => Some(Arc::clone(connector)),
            Self::Each { make, .. } => make(account, today),
        }
    }
}

impl fmt::Debug for ConnectorOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ConnectorOf").field(&self.vendor()).finish()
    }
}

/// How people let an app read what a vendor has of them.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// The app.
    pub client: ClientApp,
    /// Where people go, and where codes are traded.
    pub endpoints: Endpoints,
    /// The same for apps that were made long ago.
    pub legacy: Option<Endpoints>,
    /// The scope that a refresh has to name, where the vendor wants one.
    pub refresh_scope: Option<&'static str>,
}

/// The two addresses of an authorization server.
#[derive(Clone, Debug)]
pub struct Endpoints {
    /// Where people go.
    pub authorize_url: Url,
    /// Where codes and refresh tokens are traded.
    pub token_url: Url,
}

/// A vendor with its budget.
pub(super) struct Room {
    pub(super) settings: VendorSettings,
    pub(super) budget: Budget,
}

/// The limits of a connector, with what bulk work leaves.
pub(super) fn limits(capabilities: &Capabilities) -> Vec<Limit> {
    let limits = capabilities.limits;
    let shortest = limits.iter().map(|limit| limit.window_s).min();
    let limits = limits.iter().map(|limit| {
        let tenths = if Some(limit.window_s) == shortest {
            LEFT_OF_SHORTEST
        } else {
            LEFT_OF_LONGER
        };
        Limit {
            seconds: limit.window_s,
            requests: limit.requests,
            bulk_leaves: limit.requests / 10 * tenths,
        }
    });
    limits.collect()
}
