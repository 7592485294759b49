//! Use cases: the only place where an answer is made.
//!
//! This crate knows how a question about a person's record is answered, how a reading said in a
//! conversation is stored and taken out again, and how accounts and their secrets are kept. It
//! refuses to know who asks: no tool JSON, no HTTP, no terminal. Time, randomness and storage are
//! handed to [`Service::new`].
//!
//! To add a use case, add one file with its request, its answer and one method of [`Service`].
//! Answers hold dates, metrics and numbers; a door converts them to its own wire form.

mod absence;
mod access;
mod account_document;
mod accounts;
mod change_record;
mod coarsening;
mod coverage;
mod daily_rows;
mod daily_values;
mod day_night;
mod day_record;
mod day_values;
mod delete_reading;
mod doors;
mod erase;
mod error;
mod export;
mod health_metrics;
mod journal;
mod links;
mod list_metrics;
mod log_reading;
mod metric_names;
mod metric_series;
mod range;
mod recorded_days;
mod recovery_context;
mod remembered;
mod report;
mod said_time;
mod secrets;
mod service;
mod set_up;
mod shown_time;
mod source_values;
mod sources;
mod streaks;
mod tokens;
mod trends;
mod window;
mod workouts;
mod zone_note;

pub use access::{Access, AccessOutcome, AccessRow};
pub use account_document::switchover_text;
pub use accounts::{AccountChange, PlaceChange};
pub use coarsening::Coarsens;
pub use coverage::{
    Coverage, CoverageRequest, CoverageState, MAX_COVERAGE_METRICS, MAX_GAPS, MAX_GAPS_OF_ALL,
    MetricCoverage,
};
pub use daily_rows::{
    ActivityDay, BodyDay, DailyRows, DailyRowsRequest, DayOverlay, HeartRateDay, OverlayDay,
    ReadinessDay, RecoveryDay, SleepDay, StrainDay, Teller,
};
pub use day_night::{DayNight, DayNightRequest};
pub use day_record::{DayCustom, DayGroup, DayMetric, DayRecord};
pub use day_values::DayValue;
pub use delete_reading::{Affected, DeleteReading, Removal, RemovedRow, Target, no_such_target};
pub use doors::Opened;
pub use erase::{ErasedRows, Erasure};
pub use error::{ServiceError, code};
pub use export::{Cell, ExportError, ExportPart, ExportRequest, ExportSink, ExportTable, Exported};
pub use health_metrics::{
    DaySum, HEALTH_METRICS, HealthDay, HealthMetrics, HealthMetricsRequest, MAX_READINGS,
    MetricReadings, ShownReading, find_health_metric, sum_field,
};
pub use journal::{
    AnyMetric, Combine, CustomDays, CustomMetric, EntryValue, LogEntry, MAX_CUSTOM_METRICS,
    MAX_NAME_CHARS, MAX_UNIT_CHARS, StoredEntry,
};
pub use list_metrics::{ListMetrics, ListedCustom, ListedMetric, MetricList, MetricSource};
pub use log_reading::{LOGGABLE, LogReading, MAX_NOTE_CHARS, StoredReading};
pub use metric_series::{Aggregate, MetricSeries, SeriesPoint, SeriesRequest, SeriesStats};
pub use range::{HEART_RATE_MAX_DAYS, MAX_DAYS, REPORT_MAX_DAYS, RangeRequest};
pub use recorded_days::RecordedDays;
pub use recovery_context::{ContextInput, RecoveryContext};
pub use remembered::Remembered;
pub use report::ReportData;
pub use secrets::{AccountSecrets, SecretKind};
pub use service::Service;
pub use set_up::{AccountDefaults, SetUp};
pub use sources::{
    EntityStatus, Freshness, IfBusy, SourceFault, SourceStatus, SourceSync, SyncAnswer,
    SyncOutcome, SyncStatus, Vendor,
};
pub use streaks::{Goal, MetricStreaks, Streaks, StreaksRequest};
pub use tokens::{MAX_LABEL_CHARS, NewToken, OpenedToken, Scope, TOKEN_PREFIX, Token, TokenKind};
pub use trends::{
    ActivityBrief, CoachingBrief, ComparedPeriods, DailySnapshot, DataFreshness, DataStatus,
    DaySpread, DaysFigure, DaysServed, Direction, EmptyState, FitnessMarker, FoundDay,
    FoundRecords, FreshState, HealthSummary, Highlights, HrvMetric, HrvTrend, LongTermTrend,
    MAX_PERIOD_DAYS, MetricQuery, MetricStats, PERCENTILES, PeriodDifference, PeriodFigures,
    PeriodsRequest, QueriedMetric, QueryDetail, ReadingsSummary, RecordSearch, Recovery,
    SleepBrief, SleepQuality, SleepRecords, SleepSummary, StepsSummary, Tier, TrainingLoad,
    TrendAbout, TrendPeriod, TrendSample, ValueType, Verdict, WeekTrend,
};
pub use vitalog_analysis::{
    baseline::{Band, Baseline},
    explore::Explored,
    lag::Alignment,
};
pub use vitalog_storage::Version;
pub use window::{MAX_WINDOW_DAYS, WindowRequest};
pub use workouts::{MAX_WORKOUTS, ShownWorkout, WorkoutDay, WorkoutsAnswer, WorkoutsRequest};
