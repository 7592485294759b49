//! What is entered or noticed: symptoms, the cycle, notifications about the heart.

use jiff::Timestamp;

use super::tag::Tags;
use crate::event::{CycleEvent, HeartAlert, Symptom};

pub(super) fn symptom(symptom: &Symptom, tags: &mut Tags<'_>) {
    let name: String = symptom.name.split(' ').collect();
    let severity: String = symptom.severity.split(' ').collect();
    category(
        &name,
        symptom.source,
        (symptom.start, symptom.end),
        &format!("HKCategoryValueSeverity{severity}"),
        Some(("HKWasUserEntered", "1")),
        tags,
    );
}

pub(super) fn cycle(event: &CycleEvent, tags: &mut Tags<'_>) {
    let name: String = event.name.split(' ').collect();
    let (name, value) = if name == "MenstrualFlow" {
        let value = format!("HKCategoryValueVaginalBleeding{}", event.value);
        (name, value)
    } else {
        let value = format!("HKCategoryValue{name}{}", event.value);
        (name, value)
    };
    let start = event
        .is_cycle_start
        .then_some(("HKMenstrualCycleStart", "1"));
    category(
        &name,
        event.source,
        (event.start, event.end),
        &value,
        start,
        tags,
    );
}

pub(super) fn alert(alert: &HeartAlert, tags: &mut Tags<'_>) {
    let name = match alert.kind {
        "high_heart_rate_notification" => "HighHeartRateEvent",
        "low_heart_rate_notification" => "LowHeartRateEvent",
        _ => "IrregularHeartRhythmEvent",
    };
    let threshold = format!("{} count/min", alert.threshold);
    category(
        name,
        alert.source,
        (alert.start, alert.end),
        "HKCategoryValueNotApplicable",
        Some(("HKHeartRateEventThreshold", &threshold)),
        tags,
    );
}

fn category(
    name: &str,
    source: &str,
    (start, end): (Timestamp, Timestamp),
    value: &str,
    metadata: Option<(&str, &str)>,
    tags: &mut Tags<'_>,
) {
    tags.open(1, "Record");
    tags.text("type", &format!("HKCategoryTypeIdentifier{name}"));
    tags.text("sourceName", source);
    tags.date("creationDate", end);
    tags.date("startDate", start);
    tags.date("endDate", end);
    tags.text("value", value);
    match metadata {
        Some((key, value)) => {
            tags.end_open();
            tags.metadata(2, key, value);
            tags.close(1, "Record");
        }
        None => tags.end_empty(),
    }
}
