//! What the name of an entry means, and what does not fit it.

use vitalog_core::Metric;

use super::{
    Combine, CustomMetric, EntryValue, Journal, LogEntry, MAX_CUSTOM_METRICS, named::Named,
};
use crate::{ServiceError, code};

/// What an entry is stored under, and what of it is new.
pub(super) struct Meaning {
    pub(super) metric: Metric,
    pub(super) fixed: CustomMetric,
    pub(super) is_new: bool,
}

impl Meaning {
    /// What a name means: what its first use fixed, or what this first use fixes.
    pub(super) fn of(
        named: &Named,
        journal: &Journal,
        request: &LogEntry,
        unit: Option<&str>,
    ) -> Result<Meaning, ServiceError> {
        let (fixed, known) = match named {
            Named::Work(metric) => {
                let row = metric.row();
                let fixed = CustomMetric {
                    name: row.slug.to_owned(),
                    combine: Combine::of_rule(row.daily).unwrap_or(Combine::Last),
                    unit: Some(row.unit.to_owned()),
                    is_flag: false,
                };
                (fixed, true)
            }
            Named::Guess { fixed, .. } => {
                let known = journal.find(&fixed.name);
                (known.unwrap_or(fixed).clone(), known.is_some())
            }
            Named::Custom(name) => match journal.find(name) {
                Some(known) => (known.clone(), true),
                None => (first_use(name, request, unit), false),
            },
        };
        check_fixed(&fixed, request, unit)?;
        if !known && journal.metrics.len() >= MAX_CUSTOM_METRICS {
            return Err(ServiceError::new(
            code::CONFLICT,
            format!("There are {MAX_CUSTOM_METRICS} names already, and no more are kept."),
        )
        .advise(
            "Log it under one of them (`list_metrics` with source custom has them), or delete all \
             entries of one that is no longer needed.",
        ));
        }
        let metric = match named {
            Named::Work(metric) => *metric,
            Named::Guess { .. } | Named::Custom(_) => Metric::Custom,
        };
        Ok(Self {
            metric,
            fixed,
            is_new: !known,
        })
    }
}

/// What the first use of a name fixes. A number without a rule stands as it is said: the latest
/// is the day's, which neither adds up nor averages what nobody said to.
fn first_use(name: &str, request: &LogEntry, unit: Option<&str>) -> CustomMetric {
    let is_flag = matches!(request.value, EntryValue::Flag(_));
    let usual = if is_flag { Combine::Any } else { Combine::Last };
    let combine = request.combine.unwrap_or(usual);
    CustomMetric {
        name: name.to_owned(),
        combine,
        unit: unit.map(str::to_owned),
        is_flag: is_flag || combine == Combine::Any,
    }
}

/// Refuses what contradicts what is fixed of a name.
fn check_fixed(
    fixed: &CustomMetric,
    request: &LogEntry,
    unit: Option<&str>,
) -> Result<(), ServiceError> {
    let name = &fixed.name;
    if let Some(combine) = request.combine
        && combine != fixed.combine
    {
        return Err(ServiceError::invalid_argument(format!(
            "`combine` is fixed for this name: it is {}.",
            fixed.combine.as_str()
        ))
        .advise(format!(
            "Leave it out, or log under another name than {name}. Nothing was stored."
        )));
    }
    if let Some(unit) = unit
        && fixed.unit.as_deref() != Some(unit)
    {
        // The unit is the person's own word, so only the advice repeats it.
        let is = match &fixed.unit {
            Some(unit) => format!(
                "{name} is kept in {}",
                serde_json::Value::from(unit.as_str())
            ),
            None => format!("{name} has no unit"),
        };
        return Err(ServiceError::invalid_argument(
            "`unit` is not the one that is fixed for this name.",
        )
        .advise(format!(
            "{is}. Send the value so, or log under another name. Nothing was stored."
        )));
    }
    Ok(())
}

/// Refuses a value that is not of the sort that is fixed, or that cannot be.
pub(super) fn check_value(
    named: &Named,
    fixed: &CustomMetric,
    value: EntryValue,
) -> Result<(), ServiceError> {
    let name = &fixed.name;
    let number = value.number();
    let is_flag = matches!(value, EntryValue::Flag(_));
    if fixed.is_flag {
        let fits = is_flag
            || number.to_bits() == 0.0_f64.to_bits()
            || number.to_bits() == 1.0_f64.to_bits();
        return fits.then_some(()).ok_or_else(|| {
            ServiceError::invalid_argument("`value` must be true or false for this name.").advise(
                format!("{name} is kept as true or false. Nothing was stored."),
            )
        });
    }
    if is_flag {
        return Err(
            ServiceError::invalid_argument("`value` must be a number for this name.")
                .advise(format!("{name} is kept in numbers. Nothing was stored.")),
        );
    }
    let row = named.measured_as().row();
    if row.decimals == 0 && number.fract().abs() > 0.0 {
        return Err(ServiceError::invalid_argument(
            "`value` must be a whole number for this name.",
        )
        .advise(format!(
            "{name} is a count. Nothing was stored. Ask for the value again."
        )));
    }
    if row.plausible.contains(&number) {
        return Ok(());
    }
    Err(ServiceError::invalid_argument(format!(
        "`value` must be from {} to {} for this name.",
        row.plausible.start(),
        row.plausible.end()
    ))
    .advise("Nothing was stored. Ask for the value again."))
}
