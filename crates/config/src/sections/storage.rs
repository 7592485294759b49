//! Where the record is kept.

use std::{fmt, ops::RangeInclusive, path::Path};

use secrecy::{ExposeSecret, SecretString};

use super::key;
use crate::{ConfigError, layers::Layers};

/// From the least that lets a read pass by a slow write, to what a large server allows.
const CONNECTIONS: RangeInclusive<usize> = 2..=500;

/// The settings under `storage`.
#[derive(Clone, Debug)]
pub struct Storage {
    /// Where.
    pub url: StorageUrl,
    /// The key it is encrypted with, if a setting gives it rather than the key file.
    pub key: Option<SecretString>,
    /// The password of a database server's role, if the URL does not hold it.
    pub password: Option<SecretString>,
    /// Connections to a database server at most.
    pub connections: usize,
}

impl Storage {
    pub(crate) fn read(layers: &Layers, data: &Path) -> Result<Self, ConfigError> {
        let own = || StorageUrl::new("sqlite", &data.join("vitalog.db").to_string_lossy());
        Ok(Self {
            url: layers
                .read("storage.url", StorageUrl::parse)?
                .unwrap_or_else(own),
            key: layers.read("storage.key", key)?,
            password: layers.read("storage.password", password)?,
            connections: layers.require("storage.connections", connections)?,
        })
    }
}

/// A storage URL, split at its scheme. Which schemes exist is for the program to know that holds
/// the engines. What follows the scheme may hold a password and is not shown by `Debug`.
#[derive(Clone)]
pub struct StorageUrl {
    scheme: String,
    rest: SecretString,
}

impl StorageUrl {
    /// Reads `SCHEME:REST`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once(':')?;
        let well_formed = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.len() > 1
            && scheme
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
            && !rest.is_empty();
        well_formed.then(|| Self::new(&scheme.to_ascii_lowercase(), rest))
    }

    fn new(scheme: &str, rest: &str) -> Self {
        Self {
            scheme: scheme.to_owned(),
            rest: rest.to_owned().into(),
        }
    }

    /// What picks the engine, in lower case.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// What follows the colon, without the `//` of an authority.
    #[must_use]
    pub fn rest(&self) -> &str {
        let rest = self.rest.expose_secret();
        rest.strip_prefix("//").unwrap_or(rest)
    }

    /// The whole of it.
    #[must_use]
    pub fn to_secret(&self) -> SecretString {
        format!("{}:{}", self.scheme, self.rest.expose_secret()).into()
    }

    /// The URL as it may be shown: what may hold a password is left out.
    #[must_use]
    pub fn shown(&self) -> String {
        let rest = self.rest.expose_secret();
        let rest = rest.split_once('?').map_or(rest, |(place, _)| place);
        match rest.rsplit_once('@') {
            Some((_, place)) => format!("{}://…@{place}", self.scheme),
            None => format!("{}:{rest}", self.scheme),
        }
    }
}

impl fmt::Debug for StorageUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StorageUrl")
            .field("scheme", &self.scheme)
            .finish_non_exhaustive()
    }
}

fn password(text: &str) -> Option<SecretString> {
    (!text.is_empty()).then(|| text.into())
}

fn connections(text: &str) -> Option<usize> {
    text.parse()
        .ok()
        .filter(|connections| CONNECTIONS.contains(connections))
}
