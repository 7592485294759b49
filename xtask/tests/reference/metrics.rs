//! `metrics.md`, from the table of metrics.

use vitalog_core::Metric;
use vitalog_core::metric::{DailyRule, Identity, MetricRow};

use crate::{check_page, row};

const HEAD: &str = "\
# Metrics

The name in the first column is what tools take and answers use. Other names that are understood are in the last column; case,
spaces and punctuation do not matter, and HealthKit's identifiers work with or without their prefix. Stored values are in the
unit shown, rounded to the decimals shown; the value and the unit as sent are kept beside them. An account with metric units
sees some in another unit, with its decimals.

";

#[test]
fn metrics_page_is_current() {
    let mut page = HEAD.to_owned();
    let columns = [
        "name",
        "what it is",
        "unit",
        "decimals",
        "metric units",
        "accepted units",
        "a day's value",
    ];
    let columns: Vec<String> = columns
        .into_iter()
        .chain(["told apart by", "also"])
        .map(str::to_owned)
        .collect();
    page += &row(&columns);
    page += &row(&vec!["---".to_owned(); columns.len()]);
    for metric in Metric::ALL {
        page += &row(&describe(metric.row()));
    }
    check_page("metrics.md", "crates/core/src/metric/table.rs", &page);
}

fn describe(metric: &MetricRow) -> Vec<String> {
    let daily = match metric.daily {
        DailyRule::Sum => "sum",
        DailyRule::Mean => "mean",
        DailyRule::Last => "latest",
        DailyRule::Max => "highest",
        DailyRule::Min => "lowest",
        DailyRule::Night => "hours of the night",
    };
    let identity = match metric.identity {
        Identity::Fact => "second, source, value",
        Identity::Slot => "time, source",
    };
    let units: Vec<&str> = metric.accepts.iter().map(|unit| unit.name).collect();
    let metric_units = metric
        .in_metric
        .map(|other| format!("{}, {}", other.unit, other.decimals));
    vec![
        format!("`{}`", metric.slug),
        metric.description.to_owned(),
        metric.unit.to_owned(),
        metric.decimals.to_string(),
        metric_units.unwrap_or_default(),
        units.join(", "),
        daily.to_owned(),
        identity.to_owned(),
        metric.aliases.join(", "),
    ]
}
