//! Long windows: any metric over days, years or two periods, from two tiers that nobody sees.
//!
//! The last 30 days come from the readings and all before from the stored daily values; see
//! [`days`]. One unit stands for a metric, and no two metrics are ever put together.

mod about;
mod coaching_brief;
mod compare_periods;
mod daily_snapshot;
mod data_status;
mod days;
mod freshness;
mod health_summary;
mod hrv_trend;
mod long_term_trend;
mod metric_stats;
mod period;
mod query_metric;
mod sample;
mod search_records;
mod sleep_records;
mod value_type;

pub use self::{
    about::TrendAbout,
    coaching_brief::{
        ActivityBrief, CoachingBrief, FitnessMarker, Recovery, SleepBrief, SleepQuality,
        TrainingLoad,
    },
    compare_periods::{
        ComparedPeriods, MAX_PERIOD_DAYS, PeriodDifference, PeriodFigures, PeriodsRequest, Verdict,
    },
    daily_snapshot::{DailySnapshot, Highlights},
    data_status::{DataStatus, EmptyState},
    days::{DaysServed, Tier},
    freshness::{DataFreshness, FreshState},
    health_summary::{HealthSummary, ReadingsSummary, SleepSummary, StepsSummary},
    hrv_trend::{Direction, HrvMetric, HrvTrend, WeekTrend},
    long_term_trend::LongTermTrend,
    metric_stats::{DaySpread, MetricStats, PERCENTILES},
    period::TrendPeriod,
    query_metric::{MetricQuery, QueriedMetric, QueryDetail},
    sample::TrendSample,
    search_records::{FoundDay, FoundRecords, RecordSearch},
    sleep_records::SleepRecords,
    value_type::{DaysFigure, ValueType},
};
use days::RAW_CUTOFF_DAYS;
