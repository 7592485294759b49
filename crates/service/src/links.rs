//! The account's links to vendors, as far as an answer has to say something of them. Tokens are
//! kept elsewhere; an answer never sees them.

use std::collections::BTreeMap;

use vitalog_core::{Account, Metric, Via};
use vitalog_storage::{Record, RecordQuery};
use vitalog_sync::{
    coverage::brings,
    vendor::{
        Vendor,
        connection::{Connection, ConnectionState, KIND, no_longer_accepted},
    },
};

use crate::{ServiceError, Teller, code};

/// The vendors that tell days.
const VENDORS: [Teller; 2] = [Teller::Oura, Teller::Whoop];

/// A collection of a vendor's, by its name, and what it brings.
pub(crate) type Brought = (Teller, &'static str, &'static str);

/// The links of an account, by vendor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Links(BTreeMap<Teller, Connection>);

impl Links {
    /// Adds to a query what [`Self::of`] reads.
    pub(crate) fn add_to(query: &mut RecordQuery) {
        let ids = VENDORS.map(|vendor| (KIND, vendor.as_str().to_owned()));
        query.documents.extend(ids);
    }

    /// The links from a record that was asked for them.
    pub(crate) fn of(record: &Record) -> Self {
        let connections = VENDORS.into_iter().filter_map(|vendor| {
            let key = (KIND.to_owned(), vendor.as_str().to_owned());
            Some((vendor, Connection::of(record.documents.get(&key)?)?))
        });
        Self(connections.collect())
    }

    /// Whether a vendor is, or was, connected.
    pub(crate) fn knows(&self, vendor: Teller) -> bool {
        self.0.contains_key(&vendor)
    }

    fn has(&self, vendor: Teller, state: ConnectionState) -> bool {
        self.0.get(&vendor).is_some_and(|link| link.state == state)
    }

    /// How to reconnect what no longer brings anything, of the sources asked about.
    pub(crate) fn notes(&self, account: &Account, asked: Option<Teller>) -> Vec<String> {
        let refused =
            asked_about(asked).filter(|vendor| self.has(*vendor, ConnectionState::NeedsReconnect));
        refused
            .map(|vendor| {
                let sentence = reconnect(account, vendor);
                format!("{sentence} Until then this is what was recorded before.")
            })
            .collect()
    }

    /// The same for an answer about metrics: of the vendors that bring any of them.
    pub(crate) fn notes_about(
        &self,
        account: &Account,
        metrics: impl IntoIterator<Item = Metric>,
    ) -> Vec<String> {
        let metrics: Vec<Metric> = metrics.into_iter().collect();
        let tells = |vendor: Teller| {
            let via = match vendor {
                Teller::Oura => Via::Oura,
                Teller::Whoop => Via::Whoop,
                Teller::Apple => Via::Hae,
            };
            metrics.iter().any(|metric| brings(via, *metric))
        };
        let telling = VENDORS.into_iter().filter(|vendor| tells(*vendor));
        telling
            .flat_map(|vendor| self.notes(account, Some(vendor)))
            .collect()
    }

    /// What cannot come in because the person did not allow it.
    pub(crate) fn scope_notes(&self, account: &Account, brought: &[Brought]) -> Vec<String> {
        let mut lacking: Vec<(Teller, &str, Vec<&str>)> = Vec::new();
        for (vendor, collection, what) in brought {
            let link = self.0.get(vendor);
            let scope = link.and_then(|link| link.lacks(vendor.as_str(), collection));
            let Some(scope) = scope else {
                continue;
            };
            let mut known = lacking.iter_mut();
            match known.find(|(of, known, _)| (of, *known) == (vendor, scope)) {
                Some((.., all)) => all.push(what),
                None => lacking.push((*vendor, scope, vec![what])),
            }
        }
        let notes = lacking.into_iter().map(|(vendor, scope, what)| {
            format!(
                "{} was connected without the scope {scope}, so {} cannot come in; allow it with {}.",
                vendor.title(),
                what.join(" and "),
                connect(account, vendor)
            )
        });
        notes.collect()
    }

    /// Says that nothing can come in: for a question that has no data at all.
    ///
    /// # Errors
    ///
    /// If none of the vendors asked about is connected. Apple Health is no connection: what it has
    /// is pushed.
    pub(crate) fn require_any(
        &self,
        account: &Account,
        subject: &str,
        asked: Option<Teller>,
    ) -> Result<(), ServiceError> {
        let vendors: Vec<Teller> = asked_about(asked).collect();
        let works = |vendor: &Teller| self.has(*vendor, ConnectionState::Connected);
        if vendors.is_empty() || vendors.iter().any(works) {
            return Ok(());
        }
        let refused = vendors
            .iter()
            .find(|vendor| self.has(**vendor, ConnectionState::NeedsReconnect));
        if let Some(vendor) = refused {
            return Err(
                ServiceError::new(code::NOT_CONNECTED, reconnect(account, *vendor))
                    .advise(format!("No {subject} was recorded before.")),
            );
        }
        let commands: Vec<String> = vendors
            .iter()
            .map(|vendor| connect(account, *vendor))
            .collect();
        let names: Vec<&str> = vendors.iter().map(|vendor| vendor.title()).collect();
        Err(ServiceError::new(
            code::NOT_CONNECTED,
            format!(
                "{} {} not connected, and no {subject} was ever recorded; connect with {}.",
                names.join(" and "),
                if names.len() == 1 { "is" } else { "are" },
                commands.join(" or ")
            ),
        )
        .advise("The person does that on the machine that the server runs on."))
    }
}

/// The vendors that a question is about.
fn asked_about(asked: Option<Teller>) -> impl Iterator<Item = Teller> {
    let vendors = VENDORS.into_iter();
    vendors.filter(move |vendor| asked.is_none_or(|asked| asked == *vendor))
}

fn connect(account: &Account, vendor: Teller) -> String {
    format!(
        "`vitalog connect {}{}`",
        vendor.as_str(),
        account.id.as_flag()
    )
}

fn reconnect(account: &Account, vendor: Teller) -> String {
    let vendor = match vendor {
        Teller::Oura => Vendor::Oura,
        Teller::Whoop => Vendor::Whoop,
        // What it has is pushed, and no connection ends.
        Teller::Apple => return String::new(),
    };
    no_longer_accepted(&account.id, vendor)
}
