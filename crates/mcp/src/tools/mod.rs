//! The tools. The list below is the allowlist: what is not in it cannot be reached.

use crate::registry::{Definition, Published};

macro_rules! tools {
    ($($name:ident,)*) => {
        $(mod $name;)*

        /// Every tool, in the order of the catalog.
        pub(crate) fn all() -> Vec<Definition> {
            vec![$({
                debug_assert_eq!(<$name::Tool as Published>::NAME, stringify!($name));
                Definition::of::<$name::Tool>()
            },)*]
        }
    };
}

tools! {
    get_sleep,
    get_heart_rate,
    get_readiness,
    get_activity,
    get_health_metrics,
    get_workouts,
    get_report_data,
    log_reading,
    delete_reading,
    list_metrics,
    get_metric_series,
    get_streaks,
    get_day,
    compare_periods,
    get_coverage,
    get_recovery_context,
    get_recovery,
    get_strain,
    get_day_overlay,
    correlate_day_night,
    get_sync_status,
    sync_now,
    log_entry,
    get_health_summary,
    get_hrv_trend,
    query_metric,
    get_daily_snapshot,
    get_long_term_trend,
    get_coaching_brief,
    search_records,
    get_metric_stats,
}
