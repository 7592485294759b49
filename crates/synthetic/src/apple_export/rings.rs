//! A day's rings: what Apple shows, of the watch alone.

use super::{Units, tag::Tags};
use crate::day::Day;

pub(super) fn write(day: &Day, units: Units, tags: &mut Tags<'_>) {
    let sum = |metric: &str| -> f64 {
        let facts = day.facts.iter().filter(|fact| fact.metric == metric);
        let of_watch = facts.filter(|fact| fact.source.contains("Watch"));
        of_watch.filter_map(crate::Fact::single).sum()
    };
    let (unit, factor) = match units {
        Units::Metric => ("kJ", 4.184),
        Units::Us => ("Cal", 1.0),
    };
    tags.open(1, "ActivitySummary");
    tags.text("dateComponents", &day.date.to_string());
    tags.number("activeEnergyBurned", sum("active_energy") * factor);
    tags.number("activeEnergyBurnedGoal", 500.0 * factor);
    tags.text("activeEnergyBurnedUnit", unit);
    tags.number("appleMoveTime", sum("apple_move_time"));
    tags.number("appleMoveTimeGoal", 0.0);
    tags.number("appleExerciseTime", sum("apple_exercise_time"));
    tags.number("appleExerciseTimeGoal", 30.0);
    tags.number("appleStandHours", sum("apple_stand_hour"));
    tags.number("appleStandHoursGoal", 12.0);
    tags.end_empty();
}
