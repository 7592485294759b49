//! The account's links to vendors, as far as an answer has to say something of them. Tokens are
//! kept elsewhere; an answer never sees them.

use serde::Deserialize;
use vitalog_core::Account;
use vitalog_storage::{Record, RecordQuery};

use crate::{ServiceError, Source, code};

/// The kind of the documents of connections; the id is the vendor.
const KIND: &str = "vendor-connection";
/// The vendors whose data days are told by.
const VENDORS: [Source; 2] = [Source::Oura, Source::Whoop];
/// What newer apps write before Oura's scopes.
const SCOPE_PREFIX: &str = "extapi:";

/// What is kept of a connection that an answer reads.
#[derive(Deserialize)]
struct Kept {
    state: State,
    #[serde(default)]
    scopes: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Connected,
    NeedsReconnect,
}

/// The link to one vendor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Link {
    /// There never was one.
    #[default]
    None,
    /// It works; with these scopes, if the vendor named them.
    Works(Option<String>),
    /// The vendor no longer accepts the grant.
    Refused,
}

/// The links of an account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Links {
    oura: Link,
    whoop: Link,
}

impl Links {
    /// Adds to a query what [`Self::of`] reads.
    pub(crate) fn add_to(query: &mut RecordQuery) {
        let ids = VENDORS.map(|vendor| (KIND, vendor.as_str().to_owned()));
        query.documents.extend(ids);
    }

    /// The links from a record that was asked for them.
    pub(crate) fn of(record: &Record) -> Self {
        let link = |vendor: Source| {
            let key = (KIND.to_owned(), vendor.as_str().to_owned());
            let kept = record.documents.get(&key);
            let kept = kept.and_then(|kept| serde_json::from_str::<Kept>(&kept.body).ok());
            match kept {
                None => Link::None,
                Some(kept) if kept.state == State::NeedsReconnect => Link::Refused,
                Some(kept) => Link::Works(kept.scopes),
            }
        };
        Self {
            oura: link(Source::Oura),
            whoop: link(Source::Whoop),
        }
    }

    fn to(&self, vendor: Source) -> &Link {
        match vendor {
            Source::Oura => &self.oura,
            Source::Whoop => &self.whoop,
            Source::Apple => &Link::None,
        }
    }

    /// How to reconnect what no longer brings anything, of the sources asked about.
    pub(crate) fn notes(&self, account: &Account, asked: Option<Source>) -> Vec<String> {
        let refused = asked_about(asked).filter(|vendor| *self.to(*vendor) == Link::Refused);
        refused
            .map(|vendor| {
                let sentence = reconnect(account, vendor);
                format!("{sentence} Until then this is what was recorded before.")
            })
            .collect()
    }

    /// What cannot come in because the person did not allow it, by scope of Oura's.
    pub(crate) fn scope_notes(
        &self,
        account: &Account,
        asked: Option<Source>,
        needed: &[(&str, &str)],
    ) -> Vec<String> {
        let Link::Works(Some(scopes)) = &self.oura else {
            return Vec::new();
        };
        if !asked_about(asked).any(|vendor| vendor == Source::Oura) {
            return Vec::new();
        }
        let lacking = needed.iter().filter(|(scope, _)| !has(scopes, scope));
        lacking
            .map(|(scope, what)| {
                format!(
                    "Oura was connected without the scope {scope}, so {what} cannot come in; \
                     allow it with `vitalog connect oura{}`.",
                    account.id.as_flag()
                )
            })
            .collect()
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
        asked: Option<Source>,
    ) -> Result<(), ServiceError> {
        let vendors: Vec<Source> = asked_about(asked).collect();
        let works = |vendor: &Source| matches!(self.to(*vendor), Link::Works(_));
        if vendors.is_empty() || vendors.iter().any(works) {
            return Ok(());
        }
        let refused = vendors
            .iter()
            .find(|vendor| *self.to(**vendor) == Link::Refused);
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
fn asked_about(asked: Option<Source>) -> impl Iterator<Item = Source> {
    let vendors = VENDORS.into_iter();
    vendors.filter(move |vendor| asked.is_none_or(|asked| asked == *vendor))
}

fn connect(account: &Account, vendor: Source) -> String {
    format!(
        "`vitalog connect {}{}`",
        vendor.as_str(),
        account.id.as_flag()
    )
}

fn reconnect(account: &Account, vendor: Source) -> String {
    format!(
        "{} no longer accepts the connection; reconnect with {}.",
        vendor.title(),
        connect(account, vendor)
    )
}

/// Whether a scope is among those granted. One is also written with more after it (`spo2Daily`).
fn has(granted: &str, scope: &str) -> bool {
    let mut words = granted
        .split([' ', ','])
        .map(|word| word.strip_prefix(SCOPE_PREFIX).unwrap_or(word))
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_none() || words.any(|word| word.starts_with(scope))
}
