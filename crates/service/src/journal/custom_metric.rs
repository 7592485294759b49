//! What the names of a journal mean: one document of the account.

use serde::{Deserialize, Serialize};
use vitalog_core::{Account, Reading};
use vitalog_storage::{Document, DocumentWrite, Owner, Record};

use super::{Combine, name};
use crate::{Service, ServiceError};

/// Names that an account has at most.
pub const MAX_CUSTOM_METRICS: usize = 200;

/// The kind of the document.
const KIND: &str = "custom-metric";
/// Its id: all names stand in one, which is read and changed together with the entries.
const ID: &str = "names";

/// The unit that values which are true or false are shown in.
const FLAG_UNIT: &str = "0/1";

/// A name of the person's own, and what its first use fixed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CustomMetric {
    /// The name.
    pub name: String,
    /// How the entries of a day become one value.
    pub combine: Combine,
    /// The unit, if it has one.
    pub unit: Option<String>,
    /// Whether values are true or false, stored as 1 and 0.
    pub is_flag: bool,
}

impl CustomMetric {
    /// The unit as answers show it: nothing for a plain number, and `0/1` for true and false.
    #[must_use]
    pub fn shown_unit(&self) -> &str {
        match &self.unit {
            Some(unit) => unit,
            None if self.is_flag => FLAG_UNIT,
            None => "",
        }
    }
}

/// The names of an account, in the order of their first use.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Journal {
    pub(crate) metrics: Vec<CustomMetric>,
}

/// The stored form. Fields are only ever added, each with a default.
#[derive(Serialize, Deserialize)]
struct Stored {
    metrics: Vec<StoredMetric>,
}

#[derive(Serialize, Deserialize)]
struct StoredMetric {
    name: String,
    combine: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    flag: bool,
}

impl Journal {
    /// The document to read it from.
    pub(crate) fn document() -> (&'static str, String) {
        (KIND, ID.to_owned())
    }

    /// The names of a record that was read with [`Self::document`].
    pub(crate) fn of(record: &Record) -> Result<Self, ServiceError> {
        let key = (KIND.to_owned(), ID.to_owned());
        Self::read(record.documents.get(&key))
    }

    fn read(document: Option<&Document>) -> Result<Self, ServiceError> {
        let Some(document) = document else {
            return Ok(Self::default());
        };
        let stored: Stored = serde_json::from_str(&document.body).map_err(|_| broken())?;
        let metrics = stored.metrics.into_iter().map(|stored| {
            Some(CustomMetric {
                combine: Combine::parse(&stored.combine)?,
                name: stored.name,
                unit: stored.unit,
                is_flag: stored.flag,
            })
        });
        let metrics: Option<Vec<CustomMetric>> = metrics.collect();
        Ok(Self {
            metrics: metrics.ok_or_else(broken)?,
        })
    }

    /// What a folded name means, if it was used before.
    pub(crate) fn find(&self, name: &str) -> Option<&CustomMetric> {
        let mut metrics = self.metrics.iter();
        metrics.find(|metric| name::is_same(&metric.name, name))
    }

    /// The document that says this.
    pub(crate) fn write(&self) -> Result<DocumentWrite, ServiceError> {
        let metrics = self.metrics.iter().map(|metric| StoredMetric {
            name: metric.name.clone(),
            combine: metric.combine.as_str().to_owned(),
            unit: metric.unit.clone(),
            flag: metric.is_flag,
        });
        let stored = Stored {
            metrics: metrics.collect(),
        };
        let body = serde_json::to_string(&stored).map_err(|_| {
            ServiceError::server_fault("The names of the journal could not be written.")
        })?;
        let (kind, id) = Self::document();
        Ok(DocumentWrite {
            kind,
            id,
            body,
            expires_at: None,
        })
    }
}

/// The content is the person's own words, so it is no part of the error.
fn broken() -> ServiceError {
    ServiceError::server_fault("The stored names of the journal are not readable.")
}

/// Whether an entry is one of a name.
pub(crate) fn is_of(reading: &Reading, name: &str) -> bool {
    reading.label.as_deref() == Some(name)
}

impl Service {
    /// The names of the person's own, in the order of their first use.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub async fn custom_metrics(
        &self,
        account: &Account,
    ) -> Result<Vec<CustomMetric>, ServiceError> {
        let owner = Owner::Account(account.id.clone());
        let document = self.storage.get_document(&owner, KIND, ID).await?;
        Ok(Journal::read(document.as_ref())?.metrics)
    }
}
