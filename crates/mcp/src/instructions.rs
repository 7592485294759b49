//! What a client is told once, before any tool.
//!
//! The same for every account, so that it may be cached by anyone; what is the account's own is
//! stamped on the catalog. Some hosts cut it at 2,000 characters, so it stays below that and the
//! rules that prevent wrong answers stand first.

/// The orientation that `initialize` and `server/discover` carry.
pub(crate) const INSTRUCTIONS: &str = "\
Vitalog is one person's health record. The person's name is withheld: do not ask for it or \
guess it.

Reading answers
- A value that is absent or null was not recorded: it is not zero. A day without data is not a day \
of nothing.
- `dataThrough` is the last day a result is about, not when it was worked out. Do not set two \
results side by side as of one moment unless their `dataThrough` agree.
- Days are cut in the account's time zone, named in each tool's description. A night belongs to \
the day of waking.
- `carbs_g` is net carbs. From the account's switchover on, recorded carbohydrates are totals, and \
the fiber of the same app and second is subtracted; before it they are already net. \
`total_carbs_g` and `fiber_g` count from the switchover only. A day is never below 0; read its \
warnings.
- Each value stands with its unit, or its field ends in it: glucose mg/dL, ketones mmol/L, g, \
kcal. Scores run from 1 to 100.
- [TRUNCATED]: narrow the question.
- Pass notes and warnings on to the person.

Which tool
- `get_sleep`, `get_heart_rate`, `get_readiness`, `get_activity`: by day. \
`get_recovery`, `get_strain`: WHOOP.
- `get_health_metrics`: body, blood pressure, glucose, ketones, food. `get_workouts`: exercise. \
`get_report_data`: for a report page.
- `get_day`: one day. `get_metric_series`: any metric over time, `list_metrics` its keys. \
`get_coverage`: missing days. `compare_periods`: before and after. `get_streaks`: runs of days. If \
listed, `query_metric`, `get_long_term_trend`: years.
- `log_reading`: when the person reports a glucose or ketone reading they measured. Say what was \
stored.
- `delete_reading`: to take out a wrong reading or workout, or restore it. Name the row and ask \
first. One from Apple Health: delete it there first; one logged in chat is gone for good.

Corrections in Apple Health arrive by themselves: what is edited or deleted there stops counting \
after two syncs 15 minutes apart.

Say \"goes with\", not \"causes\". Nothing here replaces a physician.";

#[cfg(test)]
mod tests {
    use super::INSTRUCTIONS;

    #[test]
    fn instructions_fit_where_hosts_cut_them() {
        assert!(
            INSTRUCTIONS.chars().count() <= 2_000,
            "{}",
            INSTRUCTIONS.chars().count()
        );
        assert!(INSTRUCTIONS.is_ascii(), "a byte is a character");
    }
}
