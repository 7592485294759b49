//! Whether what happens by day goes with the night after it: one pair, out of curiosity.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use vitalog_analysis::{
    definitional::is_definitional,
    explore::{Explored, LEAST_DAYS, Refused, explore},
    lag::{Alignment, alignment},
};
use vitalog_core::{Account, DayRange, unit::round_to};

use crate::{
    AnyMetric, Service, ServiceError, WindowRequest, code, day_values::Beside, zone_note::zone_note,
};

/// Days that are looked at unless others are named.
const DEFAULT_DAYS: i32 = 90;
/// Decimals of correlations and probabilities.
const DECIMALS: u8 = 4;
/// A Monday that every day of a record comes after.
const FIRST_MONDAY: Date = jiff::civil::date(1900, 1, 1);

/// Which pair, over which days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DayNightRequest {
    /// What may be the cause.
    pub cause: AnyMetric,
    /// What may be the effect.
    pub effect: AnyMetric,
    /// The days of the effect; without any the last 90.
    pub window: WindowRequest,
}

/// What is said of the pair.
#[derive(Clone, PartialEq, Debug)]
pub struct DayNight {
    /// What may be the cause.
    pub cause: AnyMetric,
    /// What may be the effect.
    pub effect: AnyMetric,
    /// The days looked at.
    pub range: DayRange,
    /// How the two are set side by side.
    pub alignment: Alignment,
    /// What was found, or why nothing is said.
    pub found: Result<Explored, String>,
    /// What a reader should know about the answer.
    pub notes: Vec<String>,
    /// The last day with a value of either.
    pub data_through: Option<Date>,
}

impl Service {
    /// Compares two metrics by day, at the lag that their clocks declare.
    ///
    /// # Errors
    ///
    /// If the pair makes no sense, if the days are no range or too many, or if the record cannot
    /// be read.
    pub async fn day_night(
        &self,
        account: &Account,
        request: &DayNightRequest,
    ) -> Result<DayNight, ServiceError> {
        let DayNightRequest {
            cause,
            effect,
            window,
        } = request;
        let range = window.resolve(account, self.clock.now(), DEFAULT_DAYS)?;
        let alignment = check(cause, effect)?;
        let values = self
            .day_values(
                account,
                BTreeSet::from([cause.stored_as(), effect.stored_as()]),
                range,
                Beside::default(),
            )
            .await?;
        let of = |metric: &AnyMetric| -> BTreeMap<Date, f64> {
            let days = values.of_any(metric, range).into_iter();
            days.map(|(day, value)| (day, value.value)).collect()
        };
        let (causes, effects) = (of(cause), of(effect));
        let links = values.link_notes([cause.stored_as(), effect.stored_as()]);
        let numbered = |values: &BTreeMap<Date, f64>| -> BTreeMap<i32, f64> {
            let days = values.iter();
            days.filter_map(|(day, value)| Some((number(*day)?, *value)))
                .collect()
        };
        let found = explore(&numbered(&causes), &numbered(&effects), alignment.lag);
        Ok(DayNight {
            cause: cause.clone(),
            effect: effect.clone(),
            range,
            alignment,
            found: found.map(rounded).map_err(reason),
            notes: links.into_iter().chain(zone_note(account, [])).collect(),
            data_through: causes.keys().chain(effects.keys()).max().copied(),
        })
    }
}

/// How the two are set side by side, if they may be at all.
fn check(cause: &AnyMetric, effect: &AnyMetric) -> Result<Alignment, ServiceError> {
    let clock = |metric: &AnyMetric| metric.stored_as().row().clock;
    let alignment = alignment(clock(cause), clock(effect)).ok_or_else(|| {
        ServiceError::new(
            code::NOT_AVAILABLE,
            format!(
                "{} is measured in the morning, after the night that {} is of.",
                cause.in_errors(),
                effect.in_errors()
            ),
        )
        .advise("Ask the other way round: the night may go with the morning after it.")
    })?;
    let is_of_table = |metric: &&AnyMetric| matches!(metric, AnyMetric::Known(_));
    let are_of_table = [cause, effect].iter().all(is_of_table);
    if cause == effect || (are_of_table && is_definitional(cause.stored_as(), effect.stored_as())) {
        return Err(ServiceError::new(
            code::NOT_AVAILABLE,
            format!(
                "{} and {} go together by definition: one is made of the other, or both measure \
                 one thing.",
                cause.in_errors(),
                effect.in_errors()
            ),
        )
        .advise("Ask about two things that are measured apart."));
    }
    Ok(alignment)
}

fn number(day: Date) -> Option<i32> {
    let hours = FIRST_MONDAY.duration_until(day).as_hours();
    i32::try_from(hours / 24).ok()
}

fn rounded(found: Explored) -> Explored {
    let round = |value| round_to(value, DECIMALS);
    Explored {
        raw_r: round(found.raw_r),
        r: round(found.r),
        n_effective: round_to(found.n_effective, 1),
        p: round(found.p),
        ..found
    }
}

fn reason(refused: Refused) -> String {
    match refused {
        Refused::TooFewDays { n } => format!(
            "Only {n} days have both, and the effect on the day before; at least {LEAST_DAYS} are \
             needed."
        ),
        Refused::Coarse { n } => format!(
            "On the {n} days that have both, one of the two has too few different values to \
             compare."
        ),
        Refused::NearDuplicate { n, raw_r } => format!(
            "On the {n} days that have both the two are nearly one series (r = {}): they measure \
             the same thing.",
            round_to(raw_r, 2)
        ),
    }
}
