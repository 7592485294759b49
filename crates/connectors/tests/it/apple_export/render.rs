//! Items as text that a person can write down.

use std::fmt::Write;

use vitalog_connectors::{
    apple_export::{Found, Item},
    hae::{Sample, SentWorkout},
};
use vitalog_core::Quantity;

fn quantity(quantity: Quantity) -> String {
    match quantity {
        Quantity::Single(value) => value.to_string(),
        Quantity::Pressure {
            systolic,
            diastolic,
        } => format!("{systolic}/{diastolic}"),
        Quantity::Spread { min, mean, max } => {
            let [min, mean, max] = [min, mean, max].map(|number| number.to_string());
            if min == max {
                mean
            } else {
                format!("{min}<{mean}<{max}")
            }
        }
    }
}

fn sample(sample: &Sample<'_>) -> String {
    let row = sample.metric.row();
    let mut text = format!(
        "{} {} {} (sent {} {}) at {}",
        row.slug,
        quantity(sample.quantity),
        row.unit,
        quantity(sample.sent),
        sample.unit,
        sample.time.text,
    );
    let mut add = |what: &str, value: &str| write!(text, " {what} {value}").unwrap();
    if let Some(until) = sample.until {
        add("until", &until.to_string());
    }
    if let Some(context) = sample.context {
        add("context", context.as_str());
    }
    if let Some(label) = &sample.label {
        add("labelled", label);
    }
    add("by", &sample.source);
    text
}

fn workout(workout: &SentWorkout) -> String {
    format!(
        "{} at {} until {}, {} s, {:?} kcal, heart {:?} to {:?}, by {}",
        workout.name,
        workout.start.text,
        workout.end.text,
        workout.duration_s,
        workout.active_kcal,
        workout.avg_hr_bpm,
        workout.max_hr_bpm,
        workout.source
    )
}

/// An item, and under it its lines.
pub(super) fn render(item: &Item) -> Vec<String> {
    let found = match &item.found {
        Found::Sample(found) => sample(found),
        Found::Workout(found) => workout(found),
        Found::Document(file) => {
            // What stands behind the sign is made of the content.
            let id = file.id.split('#').next().unwrap();
            format!("document {} {id} {}", file.kind, file.day)
        }
        Found::Lines => "nothing else".to_owned(),
        Found::ToldElsewhere(metric) => format!("told elsewhere: {}", metric.slug()),
        Found::Skipped(skip) => format!("skipped: {}", skip.as_str()),
    };
    let mut texts = vec![format!("{}: {found}", item.element)];
    texts.extend(
        item.lines
            .iter()
            .map(|line| format!("  {} {} {} {}", line.kind, line.id, line.day, line.text)),
    );
    texts
}

/// All items.
pub(super) fn render_all(items: &[Item]) -> Vec<String> {
    items.iter().flat_map(render).collect()
}
