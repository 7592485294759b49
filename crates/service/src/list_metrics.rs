//! The catalog of metrics: what can be asked about, and what of it was ever recorded.

use vitalog_core::{
    Account, Metric, Via,
    metric::{DailyRule, Direction, Group, Kind},
};
use vitalog_sync::coverage::brings;

use crate::{
    CustomDays, CustomMetric, LOGGABLE, Service, ServiceError, recorded_days::RecordedDays,
};

/// Where readings of a metric can come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricSource {
    /// The Oura ring.
    Oura,
    /// The WHOOP strap.
    Whoop,
    /// Apple Health.
    Apple,
    /// What the person says in chat.
    Ledger,
    /// The weather at the person's place.
    Weather,
    /// The person's calendar.
    Calendar,
    /// Results of laboratories. No metric comes from there so far.
    Labs,
    /// What the person says in chat, under names of their own.
    Custom,
    /// What is worked out from other metrics. No metric comes from there so far.
    Derived,
}

impl MetricSource {
    /// Every source.
    pub const ALL: [Self; 9] = [
        Self::Oura,
        Self::Whoop,
        Self::Apple,
        Self::Ledger,
        Self::Weather,
        Self::Calendar,
        Self::Labs,
        Self::Custom,
        Self::Derived,
    ];

    /// The name in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Oura => "oura",
            Self::Whoop => "whoop",
            Self::Apple => "apple",
            Self::Ledger => "ledger",
            Self::Weather => "weather",
            Self::Calendar => "calendar",
            Self::Labs => "labs",
            Self::Custom => "custom",
            Self::Derived => "derived",
        }
    }

    /// Whether readings of a metric can come from here.
    #[must_use]
    pub fn has(self, metric: Metric) -> bool {
        match self {
            Self::Oura => brings(Via::Oura, metric),
            Self::Whoop => brings(Via::Whoop, metric),
            Self::Apple => brings(Via::Hae, metric),
            Self::Ledger => LOGGABLE.contains(&metric) || Metric::WORK.contains(&metric),
            Self::Weather => brings(Via::Weather, metric),
            Self::Calendar => brings(Via::Calendar, metric),
            Self::Labs | Self::Custom | Self::Derived => false,
        }
    }

    /// Where readings of a metric can come from.
    fn of(metric: Metric) -> Vec<Self> {
        let all = Self::ALL.into_iter();
        all.filter(|source| source.has(metric)).collect()
    }
}

/// Which metrics to list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListMetrics {
    /// Only those that can come from here.
    pub source: Option<MetricSource>,
    /// Only those with all of these words in their names, title, description or group.
    pub query: Option<String>,
}

/// Metrics, those ever recorded first.
#[derive(Clone, PartialEq, Debug)]
pub struct MetricList {
    /// The metrics that were ever recorded, in the order of the catalog.
    pub recorded: Vec<ListedMetric>,
    /// Those that never were.
    pub never_recorded: Vec<ListedMetric>,
    /// What the person named, in the order of the names' first use.
    pub custom: Vec<ListedCustom>,
}

/// A name of the person's own.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedCustom {
    /// The name, and what it means.
    pub metric: CustomMetric,
    /// On which days something was logged under it.
    pub days: Option<CustomDays>,
}

/// One metric.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedMetric {
    /// The metric.
    pub metric: Metric,
    /// The name for people.
    pub label: &'static str,
    /// The unit that the account sees it in.
    pub unit: &'static str,
    /// What its numbers mean.
    pub kind: Kind,
    /// Which way is better.
    pub direction: Direction,
    /// The section it is listed in.
    pub group: Group,
    /// How a day's readings become one value.
    pub daily: DailyRule,
    /// Where readings of it can come from.
    pub sources: Vec<MetricSource>,
    /// Whether there is any reading of it, be it one that gives no day a value.
    pub recorded: bool,
    /// The first and last day with a value.
    pub days: Option<RecordedDays>,
    /// How many days have a value; `None` while that is being counted.
    pub days_with_data: Option<u32>,
    /// What it is.
    pub description: &'static str,
}

impl Service {
    /// Lists metrics.
    ///
    /// # Errors
    ///
    /// If the record cannot be read.
    pub async fn list_metrics(
        &self,
        account: &Account,
        request: &ListMetrics,
    ) -> Result<MetricList, ServiceError> {
        let words = request.query.as_deref().map(folded).unwrap_or_default();
        let words: Vec<&str> = words.split_whitespace().collect();
        let named = request.query.as_deref().and_then(Metric::find);
        let asked: Vec<Metric> = Metric::ALL
            .iter()
            .copied()
            .filter(|metric| *metric != Metric::Custom)
            .filter(|metric| {
                let source = request.source;
                source.is_none_or(|source| source.has(*metric))
            })
            .filter(|metric| named == Some(*metric) || has_words(*metric, &words))
            .collect();
        let recorded = self.recorded_ever(account, &asked).await?;
        let listed = asked.into_iter().map(|metric| {
            let row = metric.row();
            let recorded = recorded.get(&metric);
            ListedMetric {
                metric,
                label: row.title,
                unit: account.units.unit_of(metric),
                kind: row.kind,
                direction: row.direction,
                group: row.group,
                daily: row.daily,
                sources: MetricSource::of(metric),
                recorded: recorded.is_some(),
                days: recorded.and_then(|recorded| recorded.days),
                days_with_data: recorded.map_or(Some(0), |recorded| recorded.count),
                description: row.description,
            }
        });
        let (recorded, never_recorded) = listed.partition(|metric| metric.recorded);
        Ok(MetricList {
            recorded,
            never_recorded,
            custom: self.list_custom(account, request.source, &words).await?,
        })
    }

    async fn list_custom(
        &self,
        account: &Account,
        source: Option<MetricSource>,
        words: &[&str],
    ) -> Result<Vec<ListedCustom>, ServiceError> {
        if source.is_some_and(|source| source != MetricSource::Custom) {
            return Ok(Vec::new());
        }
        let own = self.custom_metrics(account).await?;
        if own.is_empty() {
            return Ok(Vec::new());
        }
        let days = self.custom_days(account).await?;
        let asked = own.into_iter().filter(|metric| {
            let text = folded(&format!("{} {CUSTOM_WORDS}", metric.name));
            words.iter().all(|word| text.contains(word))
        });
        Ok(asked
            .map(|metric| ListedCustom {
                days: days.get(&metric.name).copied(),
                metric,
            })
            .collect())
    }
}

/// What every name of the person's own is found by, besides itself.
const CUSTOM_WORDS: &str = "custom journal";

fn has_words(metric: Metric, words: &[&str]) -> bool {
    let row = metric.row();
    let mut text = vec![row.slug, row.title, row.description, row.group.as_str()];
    text.extend(row.aliases);
    let text = folded(&text.join(" "));
    words.iter().all(|word| text.contains(word))
}

/// Words as they are compared: without letter case, and with `_` and `-` as spaces.
fn folded(text: &str) -> String {
    text.to_lowercase().replace(['_', '-'], " ")
}
