//! Metrics by name, those of the table and those that the person named.

use vitalog_core::{Account, Metric, metric::DailyRule};

use super::{Combine, CustomMetric, Journal, fold_name};
use crate::{Service, ServiceError, metric_names};

/// A metric of the table, or one that the person named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyMetric {
    /// One of the table.
    Known(Metric),
    /// One of the person's own.
    Custom(CustomMetric),
}

impl From<Metric> for AnyMetric {
    fn from(metric: Metric) -> Self {
        Self::Known(metric)
    }
}

impl AnyMetric {
    /// The name that it is asked for by.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::Known(metric) => metric.slug(),
            Self::Custom(custom) => &custom.name,
        }
    }

    /// The name for people.
    #[must_use]
    pub fn label(&self) -> &str {
        match self {
            Self::Known(metric) => metric.row().title,
            Self::Custom(custom) => &custom.name,
        }
    }

    /// The unit that the account sees it in.
    #[must_use]
    pub fn unit(&self, account: &Account) -> &str {
        match self {
            Self::Known(metric) => account.units.unit_of(*metric),
            Self::Custom(custom) => custom.shown_unit(),
        }
    }

    /// What it is called in the message of an error, which may be logged: the person's own names
    /// are their words.
    pub(crate) fn in_errors(&self) -> &'static str {
        match self {
            Self::Known(metric) => metric.slug(),
            Self::Custom(_) => "what the person named",
        }
    }

    /// The metric of the store.
    pub(crate) fn stored_as(&self) -> Metric {
        match self {
            Self::Known(metric) => *metric,
            Self::Custom(_) => Metric::Custom,
        }
    }

    /// Whether what is recorded of it in a day adds up.
    pub(crate) fn adds_up(&self) -> bool {
        match self {
            Self::Known(metric) => metric.is_summed(),
            Self::Custom(custom) => custom.combine == Combine::Sum,
        }
    }

    /// Whether it is the hours of a night.
    pub(crate) fn is_night(&self) -> bool {
        self.stored_as().row().daily == DailyRule::Night
    }
}

impl Service {
    /// The metric that goes by a name, as [`Metric::find`] knows them, or that the person named so.
    /// `argument` is what an error calls it.
    ///
    /// # Errors
    ///
    /// If there is none; the advice offers those with names like it.
    pub async fn find_any_metric(
        &self,
        account: &Account,
        argument: &str,
        name: &str,
    ) -> Result<AnyMetric, ServiceError> {
        let message = format!("`{argument}` is the name of no metric.");
        let mut found = self.find_any(&message, account, &[name]).await?;
        found
            .pop()
            .ok_or_else(|| ServiceError::invalid_argument(format!("`{argument}` is missing.")))
    }

    /// The metrics that go by some names, each once, in the order given.
    ///
    /// # Errors
    ///
    /// If one of them is not known; all that are not are answered together.
    pub async fn find_any_metrics<T: AsRef<str> + Sync>(
        &self,
        account: &Account,
        names: &[T],
    ) -> Result<Vec<AnyMetric>, ServiceError> {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        self.find_any("`metrics` has a name of no metric.", account, &names)
            .await
    }

    async fn find_any(
        &self,
        message: &str,
        account: &Account,
        names: &[&str],
    ) -> Result<Vec<AnyMetric>, ServiceError> {
        let of_table = |name: &&str| metric_names::find(name);
        // Most questions are about the table alone, and read nothing here.
        let journal = if names.iter().all(|name| of_table(name).is_some()) {
            Journal::default()
        } else {
            Journal {
                metrics: self.custom_metrics(account).await?,
            }
        };
        let mut found: Vec<AnyMetric> = Vec::new();
        let mut missed = Vec::new();
        for name in names {
            let known = of_table(name).map(AnyMetric::Known).or_else(|| {
                let custom = journal.find(&fold_name(name).ok()?)?;
                Some(AnyMetric::Custom(custom.clone()))
            });
            match known {
                Some(metric) if found.contains(&metric) => {}
                Some(metric) => found.push(metric),
                None => missed.push(*name),
            }
        }
        if missed.is_empty() {
            return Ok(found);
        }
        let own: Vec<&str> = journal
            .metrics
            .iter()
            .map(|own| own.name.as_str())
            .collect();
        Err(metric_names::unknown(message, &missed, &own))
    }
}
