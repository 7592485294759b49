//! `get_report_data`: all that a report page shows, in one answer.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::json;
use vitalog_service::{RangeRequest, ReportData, ServiceError};

use super::{get_activity, get_health_metrics, get_readiness, get_sleep, get_workouts};
use crate::{
    ToolError, Toolset,
    arguments::Day,
    registry::{Call, Published, Stamp},
    schema,
    wire::{Range, ByDay},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    /// The first day, YYYY-MM-DD. Without it, six days before `end_date`.
    start_date: Option<Day>,
    /// The last day, YYYY-MM-DD. Without it, today.
    end_date: Option<Day>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    range: Range,
    /// The zone that cuts the days.
    timezone: String,
    health: Section<get_health_metrics::Output>,
    sleep: Section<ByDay<get_sleep::Row>>,
    activity: Section<ByDay<get_activity::Row>>,
    readiness: Section<ByDay<get_readiness::Row>>,
    workouts: Section<get_workouts::Output>,
    /// The last day that any section has data of.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

impl Published for Tool {
    const NAME: &'static str = "get_report_data";
    const TITLE: &'static str = "Report page data";
    const DESCRIPTION: &'static str = "Everything a report page shows of up to 366 days in one \
        call, for a page that draws it. In a conversation use the single tools instead: they \
        answer the same and are shorter. Each section is the document of its own tool for the \
        same days: `health` is `get_health_metrics` of all metrics, `sleep`, `activity`, \
        `readiness` and `workouts` are `get_sleep`, `get_activity`, `get_readiness` and \
        `get_workouts`. A section that fails holds an `error` in its place, and the others are complete.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Record];
    const STAMPS: &'static [Stamp] = &[Stamp::Carbs, Stamp::BodyUnits];
    const CAP: usize = 1_500_000;
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let range = RangeRequest::for_report(
            input.start_date.map(|day| day.0),
            input.end_date.map(|day| day.0),
        );
        let report = call.service.report(call.account(), range).await?;
        let failed = report.failed_sections();
        if !failed.is_empty() {
            tracing::info!(
                account.id = %call.account().id,
                report.failed_sections = failed.join(","),
                "report without all of its sections",
            );
        }
        Ok(report.into())
    }
}

impl From<ReportData> for Output {
    fn from(report: ReportData) -> Self {
        Self {
            range: report.range.into(),
            timezone: report.timezone,
            health: Section::of(report.health),
            sleep: Section::of(report.sleep),
            activity: Section::of(report.activity),
            readiness: Section::of(report.readiness),
            workouts: Section::of(report.workouts),
            data_through: report.data_through.map(|day| day.to_string()),
        }
    }
}

/// A section: a tool's own document, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Section<T> {
    Filled(T),
    Failed { error: ToolError },
}

impl<T> Section<T> {
    fn of<A: Into<T>>(answer: Result<A, ServiceError>) -> Self {
        match answer {
            Ok(answer) => Self::Filled(answer.into()),
            Err(error) => Self::Failed { error: error.into() },
        }
    }
}

/// The document's own schema with nothing required and `error` among its members: a choice of two
/// schemas says the same in a form that some hosts do not read.
impl<T: JsonSchema> JsonSchema for Section<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("SectionOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        schema.remove("required");
        if let Some(properties) = schema.ensure_object().entry("properties").or_insert(json!({})).as_object_mut() {
            properties.insert("error".to_owned(), schema::error());
        }
        schema
    }
}
