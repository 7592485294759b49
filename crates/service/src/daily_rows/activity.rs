//! Activity by day.

use jiff::civil::Date;
use vitalog_core::Metric;

use super::{DayRow, Teller, Tells, ToldDay};
use crate::links::Brought;

/// The activity of a day.
#[derive(Clone, PartialEq, Debug)]
pub struct ActivityDay {
    /// The day.
    pub date: Date,
    /// Oura's score.
    pub activity_score: Option<f64>,
    /// Steps.
    pub steps: Option<f64>,
    /// Energy burned by moving, whole kilocalories.
    pub active_kcal: Option<f64>,
    /// Energy burned in all, whole kilocalories.
    pub total_kcal: Option<f64>,
    /// A walk of as much energy in kilometres, one decimal.
    pub walking_equiv_km: Option<f64>,
    /// Whole minutes of high activity.
    pub high_activity_min: Option<f64>,
    /// Whole minutes of medium activity.
    pub medium_activity_min: Option<f64>,
    /// Whole minutes of low activity.
    pub low_activity_min: Option<f64>,
    /// Hours awake and inactive, two decimals.
    pub sedentary_h: Option<f64>,
    /// Hours not worn, two decimals.
    pub non_wear_h: Option<f64>,
    /// Who tells it.
    pub source: Teller,
}

impl DayRow for ActivityDay {
    const SUBJECT: &'static str = "activity";
    const PARTS: &'static [(Metric, Tells)] = &[
        (Metric::OuraActivityScore, Tells::Day),
        (Metric::StepCount, Tells::Day),
        (Metric::ActiveEnergy, Tells::Day),
        // WHOOP tells nothing else of this: a phone's steps are worth more.
        (Metric::TotalEnergy, Tells::Little),
        (Metric::WalkingEquivalentDistance, Tells::Day),
        (Metric::HighActivityTime, Tells::Day),
        (Metric::MediumActivityTime, Tells::Day),
        (Metric::LowActivityTime, Tells::Day),
        (Metric::SedentaryTime, Tells::Day),
        (Metric::NonWearTime, Tells::Day),
    ];
    const COLLECTIONS: &'static [Brought] = &[(Teller::Oura, "daily_activity", "activity")];
    const DOCUMENTS: &'static [(Teller, &'static [&'static str])] =
        &[(Teller::Oura, &["daily_activity"])];

    fn new(day: &ToldDay<'_>) -> Self {
        let whole = |metric| day.value(metric, 0);
        Self {
            date: day.date,
            activity_score: whole(Metric::OuraActivityScore),
            steps: whole(Metric::StepCount),
            active_kcal: whole(Metric::ActiveEnergy),
            total_kcal: whole(Metric::TotalEnergy),
            walking_equiv_km: day.value(Metric::WalkingEquivalentDistance, 1),
            high_activity_min: whole(Metric::HighActivityTime),
            medium_activity_min: whole(Metric::MediumActivityTime),
            low_activity_min: whole(Metric::LowActivityTime),
            sedentary_h: day.hours(Metric::SedentaryTime, 2),
            non_wear_h: day.hours(Metric::NonWearTime, 2),
            source: day.source,
        }
    }
}
