//! Everything but metrics and workouts.

use serde_json::{Map, Value, json};

use super::{
    Options,
    when::{date, epoch},
    write::number,
};
use crate::event::{CycleEvent, Dose, Ecg, HeartAlert, Mood, Symptom};

pub(super) fn symptom(symptom: &Symptom, options: &Options) -> Value {
    json!({
        "start": date(symptom.start, symptom.offset, options),
        "end": date(symptom.end, symptom.offset, options),
        "name": symptom.name,
        "severity": symptom.severity,
        "userEntered": true,
        "source": symptom.source,
    })
}

/// Alone among the kinds it has ISO dates.
pub(super) fn mood(mood: &Mood) -> Value {
    json!({
        "id": mood.id,
        "start": mood.at.to_string(),
        "end": mood.at.to_string(),
        "kind": if mood.daily { "daily_mood" } else { "momentary_emotion" },
        "labels": mood.labels,
        "associations": mood.associations,
        "valence": number(mood.valence),
        "valenceClassification": mood.classification(),
        "metadata": {},
    })
}

pub(super) fn dose(dose: &Dose, options: &Options) -> Value {
    let mut written = Map::new();
    let mut set = |key: &str, value: Value| {
        written.insert(key.to_owned(), value);
    };
    set("displayText", dose.name.into());
    if let Some(nickname) = dose.nickname {
        set("nickname", nickname.into());
    }
    let at = date(dose.at, dose.offset, options);
    set("start", at.clone().into());
    set("end", at.into());
    if let Some(scheduled) = dose.scheduled {
        set(
            "scheduledDate",
            date(scheduled, dose.offset, options).into(),
        );
    }
    set("status", dose.status.into());
    set("isArchived", false.into());
    // The app says 1 also of what was skipped.
    set("dosage", 1.into());
    set("codings", json!([]));
    written.into()
}

pub(super) fn ecg(ecg: &Ecg, options: &Options) -> Value {
    let voltages: Vec<Value> = (0..options.voltages.min(ecg.measurements))
        .map(|measurement| {
            json!({
                "date": epoch(ecg.start, f64::from(measurement) / ecg.sampling_hz),
                "voltage": number(ecg.voltage(measurement)),
                "units": "mcV",
            })
        })
        .collect();
    json!({
        "start": date(ecg.start, ecg.offset, options),
        "end": date(ecg.end, ecg.offset, options),
        "classification": ecg.classification,
        "severity": "None",
        "averageHeartRate": number(ecg.average_heart_rate),
        "numberOfVoltageMeasurements": ecg.measurements,
        "samplingFrequency": number(ecg.sampling_hz),
        "source": ecg.source,
        "voltageMeasurements": voltages,
    })
}

pub(super) fn cycle(event: &CycleEvent, options: &Options) -> Value {
    json!({
        "start": date(event.start, event.offset, options),
        "end": date(event.end, event.offset, options),
        "name": event.name,
        "value": event.value,
        "isCycleStart": event.is_cycle_start,
        "userEntered": true,
        "source": event.source,
    })
}

pub(super) fn alert(alert: &HeartAlert, options: &Options) -> Value {
    let beat = |(at, beats): &(jiff::Timestamp, f64)| {
        json!({
            "date": epoch(*at, 0.0),
            "qty": number(*beats),
            "units": "count/min",
            "source": { "name": alert.source, "identifier": "com.apple.health.EXAMPLE" },
        })
    };
    json!({
        "heartNotification": alert.kind,
        "threshold": number(alert.threshold),
        "start": date(alert.start, alert.offset, options),
        "end": date(alert.end, alert.offset, options),
        "heartRateData": alert.beats.iter().map(beat).collect::<Vec<Value>>(),
    })
}
