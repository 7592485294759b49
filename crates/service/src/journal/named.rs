//! What the name of an entry means.

use vitalog_core::{Metric, metric::Group};

use super::{Combine, CustomMetric, fold_name};
use crate::{LOGGABLE, ServiceError};

/// What stands behind the name of food that was guessed.
const OF_GUESSES: &str = "_estimate";

/// What an entry is stored as.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Named {
    /// A metric of a working day.
    Work(Metric),
    /// A guess of something eaten. It stands under a name of its own, so that no sum of food that
    /// was recorded has a part of it.
    Guess { food: Metric, fixed: CustomMetric },
    /// A name of the person's own.
    Custom(String),
}

impl Named {
    pub(super) fn resolve(name: &str, is_estimate: bool) -> Result<Self, ServiceError> {
        let name = name.trim();
        if let Some(metric) = Metric::find(name).filter(|metric| *metric != Metric::Custom) {
            return if Metric::WORK.contains(&metric) {
                Ok(Self::Work(metric))
            } else if is_food(metric) && is_estimate {
                Ok(Self::guess(metric))
            } else {
                Err(refuse(metric))
            };
        }
        let folded = fold_name(name)?;
        let food = folded.strip_suffix(OF_GUESSES).and_then(Metric::find);
        Ok(match food.filter(|metric| is_food(*metric)) {
            Some(food) => Self::guess(food),
            None => Self::Custom(folded),
        })
    }

    fn guess(food: Metric) -> Self {
        let row = food.row();
        Self::Guess {
            food,
            fixed: CustomMetric {
                name: format!("{}{OF_GUESSES}", row.slug),
                combine: Combine::Sum,
                unit: Some(row.unit.to_owned()),
                is_flag: false,
            },
        }
    }

    /// The metric that says which values are plausible.
    pub(super) fn measured_as(&self) -> Metric {
        match self {
            Self::Work(metric) | Self::Guess { food: metric, .. } => *metric,
            Self::Custom(_) => Metric::Custom,
        }
    }
}

fn is_food(metric: Metric) -> bool {
    metric.row().group == Group::Nutrition
}

fn refuse(metric: Metric) -> ServiceError {
    let slug = metric.slug();
    let advice = if LOGGABLE.contains(&metric) {
        "Log it with `log_reading`.".to_owned()
    } else if is_food(metric) {
        format!(
            "For a guess, as from a photograph, call again with `estimate` true: it is kept as \
             {slug}{OF_GUESSES}, apart from what was recorded. What was weighed or measured belongs \
             into the person's food app."
        )
    } else {
        format!(
            "It comes from Apple Health or another source. For the person's own account of it \
             choose another name, as my_{slug}."
        )
    };
    ServiceError::invalid_argument(format!(
        "`name` is a name of the metric {slug}, which is not logged here; nothing was stored."
    ))
    .advise(advice)
}
