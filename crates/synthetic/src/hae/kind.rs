//! The kinds of data that an automation can send.

use serde_json::Value;

use super::{Options, event, metric::metrics, workout};
use crate::{day::Day, fact::Fact, summary::summarise};

/// One kind of data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Values of metrics.
    Metrics,
    /// Workouts.
    Workouts,
    /// Symptoms.
    Symptoms,
    /// States of mind.
    StateOfMind,
    /// Electrocardiograms.
    Ecg,
    /// Notifications about the heart.
    HeartRateNotifications,
    /// Cycle tracking.
    CycleTracking,
    /// Medications.
    Medications,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Metrics,
        Self::Workouts,
        Self::Symptoms,
        Self::StateOfMind,
        Self::Ecg,
        Self::HeartRateNotifications,
        Self::CycleTracking,
        Self::Medications,
    ];

    /// The key of its list in a body.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Metrics => "metrics",
            Self::Workouts => "workouts",
            Self::Symptoms => "symptoms",
            Self::StateOfMind => "stateOfMind",
            Self::Ecg => "ecg",
            Self::HeartRateNotifications => "heartRateNotifications",
            Self::CycleTracking => "cycleTracking",
            Self::Medications => "medications",
        }
    }

    /// What the days hold of it.
    pub(super) fn of(self, days: &[Day], options: &Options) -> Sent {
        let elements = match self {
            Self::Metrics => return Sent::Facts(facts(days, options)),
            Self::Workouts => each(
                days,
                |day| &day.workouts,
                |one| workout::write(one, options),
            ),
            Self::Symptoms => each(
                days,
                |day| &day.symptoms,
                |one| event::symptom(one, options),
            ),
            Self::StateOfMind => each(days, |day| &day.moods, event::mood),
            Self::Ecg => each(days, |day| &day.ecgs, |one| event::ecg(one, options)),
            Self::HeartRateNotifications => {
                each(days, |day| &day.alerts, |one| event::alert(one, options))
            }
            Self::CycleTracking => each(days, |day| &day.cycle, |one| event::cycle(one, options)),
            Self::Medications => each(days, |day| &day.doses, |one| event::dose(one, options)),
        };
        Sent::Elements(elements)
    }
}

/// What a run sends of one kind.
pub(super) enum Sent {
    /// Values of metrics.
    Facts(Vec<Fact>),
    /// Elements, written.
    Elements(Vec<Value>),
}

impl Sent {
    /// The list of one request of so many.
    pub(super) fn list(&self, part: usize, parts: usize, options: &Options) -> Value {
        match self {
            Self::Facts(facts) => metrics(share(facts, part, parts), options),
            Self::Elements(elements) => share(elements, part, parts).to_vec().into(),
        }
    }
}

fn share<T>(list: &[T], part: usize, parts: usize) -> &[T] {
    &list[list.len() * part / parts..list.len() * (part + 1) / parts]
}

fn facts(days: &[Day], options: &Options) -> Vec<Fact> {
    let facts: Vec<Fact> = days.iter().flat_map(|day| &day.facts).cloned().collect();
    match options.summarised {
        Some(grain) => summarise(&facts, grain),
        None => facts,
    }
}

fn each<'a, T: 'a>(
    days: &'a [Day],
    of: impl Fn(&'a Day) -> &'a Vec<T>,
    write: impl Fn(&T) -> Value,
) -> Vec<Value> {
    days.iter().flat_map(of).map(write).collect()
}
