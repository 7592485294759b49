//! What the sender of a push is told.

use std::collections::BTreeMap;

use serde::Serialize;

/// The body of the reply to a push; its members come in this order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PushReply {
    /// Samples that are stored now, whether they were before or not.
    pub accepted: usize,
    /// Samples that are not.
    pub skipped: usize,
    /// Why, with how many of each.
    pub skipped_reasons: BTreeMap<&'static str, usize>,
    /// Rows that are new or changed.
    pub rows_written: usize,
    /// Rows that were stored already, the same.
    pub rows_unchanged: usize,
    /// Whether stored rows were compared with what the push lacks.
    pub reconcile: Reconcile,
    /// Why they were not, where that may surprise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reconcile_note: Option<String>,
    /// Rows newly marked as missing.
    pub marked_missing: usize,
    /// Rows that stopped counting.
    pub superseded: usize,
    /// Marked rows that were sent again and count again.
    pub restored: usize,
    /// Groups of which too much was missing to be true.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reconcile_skipped: Vec<SkippedGroup>,
    /// Names of metrics that are not supported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored_metrics: Vec<String>,
    /// What became of the elements of the other data types.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub records: BTreeMap<&'static str, RecordsReply>,
    /// Elements of kinds that are not read; they are kept as they are.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ignored_data: BTreeMap<String, usize>,
    /// Said while no time zone is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone_note: Option<String>,
    /// The same for workouts, if any were received or there was no list of metrics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workouts: Option<WorkoutsReply>,
}

/// What became of the workouts of a push.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorkoutsReply {
    /// Elements of the list.
    pub received: usize,
    /// Workouts that are stored now.
    pub accepted: usize,
    /// Elements that are not.
    pub skipped: usize,
    /// Why, with how many of each.
    pub skipped_reasons: BTreeMap<&'static str, usize>,
    /// Rows that are new or changed.
    pub rows_written: usize,
    /// Rows that were stored already, the same.
    pub rows_unchanged: usize,
    /// Rows newly marked as missing.
    pub marked_missing: usize,
    /// Rows that stopped counting.
    pub superseded: usize,
    /// Marked rows that were sent again and count again.
    pub restored: usize,
    /// The days covered, if too much was missing to be true.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reconcile_skipped: Vec<SkippedGroup>,
}

/// What became of the elements of one data type.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct RecordsReply {
    /// Elements of the list.
    pub received: usize,
    /// Those that are new or changed.
    pub stored: usize,
    /// Those that were stored already, the same.
    pub unchanged: usize,
    /// Why elements gave no value that they should have, with how many of each. They are kept as
    /// they came, but for those of an Oura ring.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub skipped_reasons: BTreeMap<&'static str, usize>,
}

/// Whether a push was taken for the whole of its days.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reconcile {
    /// It was: what it lacks is gone at the source.
    On,
    /// It was not: it was only stored.
    Off,
}

/// A group of rows that was left alone because more than half of it would newly go missing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SkippedGroup {
    /// The metric, or `workout`.
    pub metric: &'static str,
    /// The day, or `first..last` of several.
    pub day: String,
    /// Rows that would newly have been marked.
    pub missing: usize,
    /// Rows that is a share of.
    pub total: usize,
}
