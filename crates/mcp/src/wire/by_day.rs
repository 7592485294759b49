//! One row a day, of what vendors and Apple Health tell.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use vitalog_service::{DailyRows, DailyRowsRequest, Teller};

use super::Range;
use crate::{ToolError, arguments::RangeInput, registry::Call};

/// Which days, and whose.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct RowsInput {
    #[serde(flatten)]
    days: RangeInput,
    /// Only what this source tells. Without it each day is told by the first of the account's
    /// sources that has it, and the row says which.
    source: Option<SourceName>,
}

/// Who tells a day.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub(crate) enum SourceName {
    Oura,
    Whoop,
    Apple,
}

/// The document, which is also a section of the report.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ByDay<T> {
    range: Range,
    /// A row for each day that has data, ascending; null is what its source does not say.
    rows: Vec<T>,
    /// The days of the range without a row.
    days_without_data: Vec<String>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day with a row.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// A value, or null where there is none. Some hosts fail on `null` among the types of a schema, so
/// that it names no type.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct OrNull<T>(pub(crate) Option<T>);

impl RowsInput {
    /// What to ask the service, and what to say if fewer days are shown than were asked for.
    pub(crate) fn request(
        &self,
        call: &Call,
        max_days: i32,
    ) -> Result<(DailyRowsRequest, Option<String>), ToolError> {
        let (range, note) = self.days.up_to(max_days, call)?;
        let source = self.source.map(Teller::from);
        Ok((DailyRowsRequest { range, source }, note))
    }
}

impl From<Teller> for SourceName {
    fn from(source: Teller) -> Self {
        match source {
            Teller::Oura => Self::Oura,
            Teller::Whoop => Self::Whoop,
            Teller::Apple => Self::Apple,
        }
    }
}

impl From<SourceName> for Teller {
    fn from(name: SourceName) -> Self {
        match name {
            SourceName::Oura => Self::Oura,
            SourceName::Whoop => Self::Whoop,
            SourceName::Apple => Self::Apple,
        }
    }
}

impl<T> ByDay<T> {
    /// With one more note.
    pub(crate) fn noting(mut self, note: Option<String>) -> Self {
        self.notes.extend(note);
        self
    }
}

impl<R, T: From<R>> From<DailyRows<R>> for ByDay<T> {
    fn from(answer: DailyRows<R>) -> Self {
        Self {
            range: answer.range.into(),
            rows: answer.rows.into_iter().map(T::from).collect(),
            days_without_data: answer
                .days_without_data
                .iter()
                .map(ToString::to_string)
                .collect(),
            notes: answer.notes,
            data_through: answer.data_through.map(|day| day.to_string()),
        }
    }
}

impl<T> JsonSchema for OrNull<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "OrNull".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({})
    }
}
