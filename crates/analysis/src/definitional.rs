//! Pairs that go together because of how they are made.

use vitalog_core::Metric;

/// Metrics of which each has a part in another's formula, or is the same thing in other words.
const TOGETHER: &[&[Metric]] = &[
    &[
        Metric::SleepTotal,
        Metric::SleepCore,
        Metric::SleepDeep,
        Metric::SleepRem,
        Metric::SleepUnspecified,
        Metric::SleepAwake,
        Metric::SleepInBed,
        Metric::SleepEfficiency,
        Metric::SleepLatency,
        Metric::SleepCycles,
        Metric::Bedtime,
        Metric::WakeTime,
        Metric::OuraSleepScore,
        Metric::WhoopSleepPerformance,
    ],
    &[
        Metric::OuraReadinessScore,
        Metric::OuraSleepScore,
        Metric::SleepTotal,
        Metric::HrvRmssd,
        Metric::RestingHeartRate,
        Metric::SleepLowestHeartRate,
        Metric::OuraTemperatureDeviation,
        Metric::OuraTemperatureTrendDeviation,
    ],
    &[
        Metric::WhoopRecoveryScore,
        Metric::HrvRmssd,
        Metric::RestingHeartRate,
        Metric::RespiratoryRate,
        Metric::WhoopSleepPerformance,
    ],
    &[
        Metric::OuraActivityScore,
        Metric::StepCount,
        Metric::WalkingRunningDistance,
        Metric::WalkingEquivalentDistance,
        Metric::ActiveEnergy,
        Metric::TotalEnergy,
        Metric::WhoopEnergy,
        Metric::WhoopStrain,
        Metric::WhoopAverageHeartRate,
        Metric::WhoopMaxHeartRate,
        Metric::HighActivityTime,
        Metric::MediumActivityTime,
        Metric::LowActivityTime,
        Metric::SedentaryTime,
        Metric::RestingTime,
        Metric::NonWearTime,
    ],
    &[
        Metric::RestingHeartRate,
        Metric::SleepHeartRate,
        Metric::SleepLowestHeartRate,
        Metric::HeartRateAsleep,
        Metric::HeartRate,
        Metric::HeartRateAwake,
    ],
    &[
        Metric::Calories,
        Metric::Protein,
        Metric::Carbs,
        Metric::Fiber,
        Metric::Fat,
    ],
    &[
        Metric::Weight,
        Metric::BodyMassIndex,
        Metric::BodyFat,
        Metric::LeanMass,
    ],
    &[
        Metric::OutdoorTemperature,
        Metric::OutdoorTemperatureMax,
        Metric::OutdoorTemperatureMin,
    ],
    &[Metric::Meetings, Metric::MeetingMinutes],
    &[Metric::HrvRmssd, Metric::HrvSdnn],
];

/// Whether two metrics go together by definition. It says nothing of one day's value beside the
/// next day's.
///
/// ```
/// use vitalog_analysis::definitional::is_definitional;
/// use vitalog_core::Metric;
/// assert!(is_definitional(Metric::SleepTotal, Metric::SleepRem));
/// assert!(!is_definitional(Metric::StepCount, Metric::SleepRem));
/// ```
#[must_use]
pub fn is_definitional(a: Metric, b: Metric) -> bool {
    let both = |together: &&[Metric]| together.contains(&a) && together.contains(&b);
    a == b || TOGETHER.iter().any(both)
}
