//! `get_day_overlay`: body, surroundings and work of each day.

use schemars::JsonSchema;
use serde::Serialize;
use vitalog_service::{BodyDay, DayOverlay, OverlayDay};

use crate::{
    ToolError, Toolset,
    arguments::RangeInput,
    registry::{Call, Published},
    wire::{Number, OrNull, Range, SourceName},
};

pub(crate) struct Tool;

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    range: Range,
    /// A row for each day that any layer has something of, ascending.
    rows: Vec<Row>,
    /// The days of the range without a row.
    days_without_data: Vec<String>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day with a row.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// The layers of one day.
#[derive(Serialize, JsonSchema)]
struct Row {
    /// YYYY-MM-DD.
    date: String,
    body: Body,
    environment: Environment,
    work: Work,
}

/// The night that ended on the day, and the day itself: each vendor's own scores, and the rest as one
/// source tells it.
#[derive(Serialize, JsonSchema)]
struct Body {
    /// WHOOP's, 0 to 100.
    recovery_score: OrNull<Number>,
    /// Oura's, 1 to 100.
    readiness_score: OrNull<Number>,
    /// WHOOP's, 0 to 21.
    strain: OrNull<Number>,
    sleep_h: OrNull<Number>,
    resting_hr_bpm: OrNull<Number>,
    hrv_rmssd_ms: OrNull<Number>,
    steps: OrNull<Number>,
    /// Who tells `sleep_h`, `resting_hr_bpm`, `hrv_rmssd_ms` and `steps`.
    source: OrNull<SourceName>,
}

/// The weather at the place that the person set, and how long it was light.
#[derive(Serialize, JsonSchema)]
struct Environment {
    temp_c: OrNull<Number>,
    humidity_pct: OrNull<Number>,
    cloud_cover_pct: OrNull<Number>,
    daylight_h: OrNull<Number>,
}

/// The day's work.
#[derive(Serialize, JsonSchema)]
struct Work {
    meetings: OrNull<Number>,
    meeting_minutes: OrNull<Number>,
    /// From -1 to 1.
    call_sentiment: OrNull<Number>,
    messages_sent: OrNull<Number>,
    issues_opened: OrNull<Number>,
    issues_closed: OrNull<Number>,
}

impl Published for Tool {
    const NAME: &'static str = "get_day_overlay";
    const TITLE: &'static str = "Body, weather and work by day";
    const DESCRIPTION: &'static str = "Three layers of each day on one timeline, for up to 92 days: the body (recovery, \
        readiness, strain, sleep, resting heart rate, HRV, steps), the environment \
        (temperature, humidity, clouds, daylight) and work (meetings and their minutes, \
        sentiment of calls, messages, issues). null was not recorded: by the vendor whose \
        score it is, or by the `source` of the rest. Everything is one \
        number a day: what happened in one meeting or hour is not in it. What a day did \
        shows in the night that ends on the next day.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Relay];
    type Input = RangeInput;
    type Output = Output;

    async fn run(call: Call, input: RangeInput) -> Result<Output, ToolError> {
        let (range, note) = input.request(&call)?;
        let answer = call.service.day_overlay(call.account(), range).await?;
        let mut output = Output::from(answer);
        output.notes.extend(note);
        Ok(output)
    }
}

impl From<DayOverlay> for Output {
    fn from(overlay: DayOverlay) -> Self {
        let without = overlay.days_without_data.iter();
        Self {
            range: overlay.range.into(),
            rows: overlay.rows.into_iter().map(Row::from).collect(),
            days_without_data: without.map(ToString::to_string).collect(),
            notes: overlay.notes,
            data_through: overlay.data_through.map(|day| day.to_string()),
        }
    }
}

impl From<OverlayDay> for Row {
    fn from(day: OverlayDay) -> Self {
        let [temp_c, humidity_pct, cloud_cover_pct, daylight_h] =
            day.environment.map(|value| OrNull(value.map(Number)));
        let [meetings, meeting_minutes, call_sentiment, messages_sent, issues_opened, issues_closed] =
            day.work.map(|value| OrNull(value.map(Number)));
        Self {
            date: day.date.to_string(),
            body: Body::from(day.body.as_ref()),
            environment: Environment {
                temp_c,
                humidity_pct,
                cloud_cover_pct,
                daylight_h,
            },
            work: Work {
                meetings,
                meeting_minutes,
                call_sentiment,
                messages_sent,
                issues_opened,
                issues_closed,
            },
        }
    }
}

impl From<Option<&BodyDay>> for Body {
    fn from(day: Option<&BodyDay>) -> Self {
        let of = |field: fn(&BodyDay) -> Option<f64>| OrNull(day.and_then(field).map(Number));
        Self {
            recovery_score: of(|day| day.recovery_score),
            readiness_score: of(|day| day.readiness_score),
            strain: of(|day| day.strain),
            sleep_h: of(|day| day.sleep_h),
            resting_hr_bpm: of(|day| day.resting_hr_bpm),
            hrv_rmssd_ms: of(|day| day.hrv_rmssd_ms),
            steps: of(|day| day.steps),
            source: OrNull(day.and_then(|day| day.source).map(Into::into)),
        }
    }
}
