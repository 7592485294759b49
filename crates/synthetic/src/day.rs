//! A day: what the phone knows of it, and what was behind that.

use jiff::{Timestamp, civil::Date};

use crate::{
    event::{CycleEvent, Dose, Ecg, HeartAlert, Mood, Symptom},
    fact::Fact,
    workout::Workout,
};

/// All that the phone knows of a day. What a night leaves behind belongs to the day of waking,
/// also where it was before midnight.
#[derive(Clone, PartialEq, Debug)]
pub struct Day {
    /// The date where the day was spent.
    pub date: Date,
    /// Values of metrics, by time.
    pub facts: Vec<Fact>,
    /// Workouts.
    pub workouts: Vec<Workout>,
    /// Symptoms.
    pub symptoms: Vec<Symptom>,
    /// States of mind.
    pub moods: Vec<Mood>,
    /// Medications.
    pub doses: Vec<Dose>,
    /// Electrocardiograms.
    pub ecgs: Vec<Ecg>,
    /// Cycle tracking.
    pub cycle: Vec<CycleEvent>,
    /// Notifications about the heart.
    pub alerts: Vec<HeartAlert>,
}

impl Day {
    /// What the phone knows of the day at a moment: all that is over by then.
    #[must_use]
    pub fn until(mut self, now: Timestamp) -> Self {
        self.facts
            .retain(|fact| fact.end.unwrap_or(fact.start) <= now);
        self.workouts.retain(|workout| {
            let recovered = workout.recovery.iter().map(|(at, _)| *at).max();
            recovered.unwrap_or(workout.end).max(workout.end) <= now
        });
        self.symptoms.retain(|symptom| symptom.end <= now);
        self.moods.retain(|mood| mood.at <= now);
        self.doses.retain(|dose| dose.at <= now);
        self.ecgs.retain(|ecg| ecg.end <= now);
        self.cycle.retain(|event| event.end <= now);
        self.alerts.retain(|alert| alert.end <= now);
        self
    }

    pub(crate) fn empty(date: Date) -> Self {
        Self {
            date,
            facts: Vec::new(),
            workouts: Vec::new(),
            symptoms: Vec::new(),
            moods: Vec::new(),
            doses: Vec::new(),
            ecgs: Vec::new(),
            cycle: Vec::new(),
            alerts: Vec::new(),
        }
    }
}

/// What was behind a day, which no device knows as such.
#[derive(Clone, PartialEq, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of them may go with any other"
)]
pub struct Truth {
    /// Nothing was recorded: the phone was left at home.
    pub phone_off: bool,
    /// The watch was not worn, nor in the night before.
    pub watch_off: bool,
    /// Away from home, in another time zone.
    pub away: bool,
    /// Ill, from the night before on.
    pub ill: bool,
    /// The next day is free: it is Friday or Saturday.
    pub before_free_day: bool,
    /// Drinks in the evening.
    pub drinks: u32,
    /// A sweet meal after ten in the evening.
    pub late_meal: bool,
    /// Planned minutes of exercise.
    pub exercise_min: f64,
    /// Water drunk, in millilitres.
    pub water_ml: f64,
    /// Hours from falling asleep to waking up in the night before; `None` if it was spent on a
    /// plane.
    pub slept_h: Option<f64>,
    /// Mean heart rate variability (SDNN) of the night before, in milliseconds.
    pub hrv_ms: f64,
    /// Resting heart rate in beats per minute.
    pub resting_bpm: f64,
    /// Weight on waking, in kilograms.
    pub weight_kg: f64,
}
