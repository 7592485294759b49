//! What a type of Apple Health is among our metrics.

use vitalog_core::Metric;

use super::symptom::symptom;

const QUANTITY: &str = "HKQuantityTypeIdentifier";
const CATEGORY: &str = "HKCategoryTypeIdentifier";

/// What records of a type come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::apple_export) enum Role {
    /// A number with a unit.
    Quantity(Metric),
    /// The higher number of a blood pressure.
    Systolic,
    /// The lower number of a blood pressure.
    Diastolic,
    /// A stretch of a night, in the stage that its value says.
    Sleep,
    /// An hour with a minute on one's feet, or without.
    StandHour,
    /// What counts by how long it lasted.
    Lasting(Metric),
    /// Sex, with the word for protection in its metadata.
    Sex,
    /// The strength of a flow.
    Flow,
    /// A symptom of this name.
    Symptom(&'static str),
    /// A notification about the heart.
    HeartEvent(&'static str),
    /// None of ours.
    Unsupported,
}

impl Role {
    pub(in crate::apple_export) fn of(identifier: &str) -> Self {
        if let Some(name) = identifier.strip_prefix(QUANTITY) {
            return Self::of_quantity(name);
        }
        if let Some(name) = identifier.strip_prefix(CATEGORY) {
            return Self::of_category(name);
        }
        Self::of_quantity(identifier.strip_prefix("HKDataType").unwrap_or_default())
    }

    fn of_quantity(name: &str) -> Self {
        match name {
            "BloodPressureSystolic" => return Self::Systolic,
            "BloodPressureDiastolic" => return Self::Diastolic,
            // Vendors tell it too, and the phone that pushes does not.
            "HeartRateVariabilityRMSSD" => return Self::Quantity(Metric::HrvRmssd),
            _ => {}
        }
        let metric = Metric::find(name).filter(|metric| metric.row().in_apple_health);
        metric
            .filter(|metric| !is_of_category(*metric))
            .map_or(Self::Unsupported, Self::Quantity)
    }

    fn of_category(name: &str) -> Self {
        match name {
            "SleepAnalysis" => Self::Sleep,
            "AppleStandHour" => Self::StandHour,
            "MindfulSession" => Self::Lasting(Metric::MindfulMinutes),
            "HandwashingEvent" => Self::Lasting(Metric::Handwashing),
            "ToothbrushingEvent" => Self::Lasting(Metric::Toothbrushing),
            "SexualActivity" => Self::Sex,
            "MenstrualFlow" => Self::Flow,
            "HighHeartRateEvent" => Self::HeartEvent("high_heart_rate_notification"),
            "LowHeartRateEvent" => Self::HeartEvent("low_heart_rate_notification"),
            "IrregularHeartRhythmEvent" => Self::HeartEvent("irregular_heart_rate_notification"),
            _ => symptom(name).map_or(Self::Unsupported, Self::Symptom),
        }
    }
}

/// Metrics that only categories and other elements tell, so that a quantity that happens to have
/// such a name is none of ours.
fn is_of_category(metric: Metric) -> bool {
    Metric::SLEEP.contains(&metric)
        || matches!(
            metric,
            Metric::BloodPressure
                | Metric::AppleStandHour
                | Metric::MindfulMinutes
                | Metric::Handwashing
                | Metric::Toothbrushing
                | Metric::SexualActivity
                | Metric::MenstrualFlow
                | Metric::SymptomSeverity
                | Metric::MoodValence
                | Metric::HeartNotifications
                | Metric::EcgHeartRate
                | Metric::MedicationDosesTaken
        )
}
