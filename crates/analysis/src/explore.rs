//! Whether two series go together, looked at once and out of curiosity: no tier, and no correction
//! for how many pairs were looked at.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    residuals::{Controls, dot},
    student,
};

/// With fewer days nothing is said.
pub const LEAST_DAYS: usize = 30;
/// With fewer different values a series is too coarse, unless it has two.
const LEAST_VALUES: usize = 5;
/// A series of two values needs so many days of each.
const LEAST_OF_EACH: usize = 8;
/// From this correlation on, two series are one thing measured twice.
const NEAR_DUPLICATE: f64 = 0.9;
/// From so many days on each day of the week stands for itself; below, the weekend does.
const DAYS_FOR_WEEKDAYS: usize = 84;

/// What is said of a pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Explored {
    /// Days on which both are known, and the effect the day before.
    pub n: usize,
    /// Pearson's correlation as it is.
    pub raw_r: f64,
    /// The same of what the controls leave.
    pub r: f64,
    /// Days that are worth as much as `n` that depend on one another.
    pub n_effective: f64,
    /// Controls that were kept.
    pub controls: usize,
    /// The probability of such a correlation where there is none.
    pub p: f64,
}

/// Why nothing is said of a pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Refused {
    /// There are too few days on which both are known.
    TooFewDays {
        /// How many there are.
        n: usize,
    },
    /// One of them hardly changes.
    Coarse {
        /// Days on which both are known.
        n: usize,
    },
    /// They are nearly one series.
    NearDuplicate {
        /// Days on which both are known.
        n: usize,
        /// Their correlation.
        raw_r: f64,
    },
}

/// One day of which all is known.
struct Pair {
    /// The day of the effect.
    day: i32,
    cause: f64,
    effect: f64,
    /// The effect on the day before it.
    before: f64,
}

/// Compares two series by day: `cause` on day D with `effect` on day D + `lag`. A day is any number
/// that grows by one each day, 0 being a Monday.
///
/// # Errors
///
/// Why nothing can be said.
pub fn explore(
    cause: &BTreeMap<i32, f64>,
    effect: &BTreeMap<i32, f64>,
    lag: u8,
) -> Result<Explored, Refused> {
    let lag = i32::from(lag);
    // The effect the day before stands for all that makes one day like the one before it.
    let complete = |(day, cause): (&i32, &f64)| {
        let of = day + lag;
        Some(Pair {
            day: of,
            cause: *cause,
            effect: *effect.get(&of)?,
            before: *effect.get(&(of - 1))?,
        })
    };
    let rows: Vec<Pair> = cause.iter().filter_map(complete).collect();
    let n = rows.len();
    if n < LEAST_DAYS {
        return Err(Refused::TooFewDays { n });
    }
    let causes: Vec<f64> = rows.iter().map(|row| row.cause).collect();
    let effects: Vec<f64> = rows.iter().map(|row| row.effect).collect();
    if is_coarse(&causes) || is_coarse(&effects) {
        return Err(Refused::Coarse { n });
    }
    let intercept = Controls::new(n, &[]);
    let (raw_causes, raw_effects) = (intercept.residuals(&causes), intercept.residuals(&effects));
    let raw_r = correlation(&raw_causes, &raw_effects);
    if raw_r.abs() >= NEAR_DUPLICATE {
        return Err(Refused::NearDuplicate { n, raw_r });
    }
    let controls = Controls::new(n, &columns(&rows));
    let k = controls.count();
    let left_of_causes = controls.residuals(&causes);
    let left_of_effects = controls.residuals(&effects);
    let r = correlation(&left_of_causes, &left_of_effects);
    let days: Vec<i32> = rows.iter().map(|row| row.day).collect();
    let together =
        from_day_to_day(&days, &left_of_causes) * from_day_to_day(&days, &left_of_effects);
    let (least, most) = (count(k + 5), count(n));
    let n_effective = (count(n) * (1.0 - together) / (1.0 + together)).clamp(least, most);
    let df = (n_effective - 2.0 - count(k)).max(1.0);
    let t = r * (df / (1.0 - r * r)).sqrt();
    Ok(Explored {
        n,
        raw_r,
        r,
        n_effective,
        controls: k,
        p: student::two_sided(t, df),
    })
}

/// The trend, the days of the week and the effect the day before.
fn columns(pairs: &[Pair]) -> Vec<Vec<f64>> {
    let flags = |is: &dyn Fn(i32) -> bool| -> Vec<f64> {
        let days = pairs.iter().map(|pair| pair.day.rem_euclid(7));
        days.map(|weekday| if is(weekday) { 1.0 } else { 0.0 })
            .collect()
    };
    let mut columns = vec![
        pairs.iter().map(|pair| f64::from(pair.day)).collect(),
        pairs.iter().map(|pair| pair.before).collect(),
    ];
    if pairs.len() >= DAYS_FOR_WEEKDAYS {
        columns.extend((1..7).map(|day| flags(&|weekday| weekday == day)));
    } else {
        columns.push(flags(&|weekday| weekday >= 5));
    }
    columns
}

fn is_coarse(series: &[f64]) -> bool {
    let values: BTreeSet<u64> = series.iter().map(|value| (value + 0.0).to_bits()).collect();
    if let [first, _] = values.iter().collect::<Vec<_>>().as_slice() {
        let of_first = series
            .iter()
            .filter(|value| (*value + 0.0).to_bits() == **first);
        let of_first = of_first.count();
        return of_first.min(series.len() - of_first) < LEAST_OF_EACH;
    }
    values.len() < LEAST_VALUES
}

/// Pearson's correlation of two series whose mean is 0.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let spread = (dot(a, a) * dot(b, b)).sqrt();
    if spread > 0.0 {
        (dot(a, b) / spread).clamp(-1.0, 1.0)
    } else {
        0.0
    }
}

/// How much a day is like the day before it, where both are there.
fn from_day_to_day(days: &[i32], series: &[f64]) -> f64 {
    let spread = dot(series, series);
    if spread <= 0.0 {
        return 0.0;
    }
    let pairs = days.iter().zip(series);
    let next = days.iter().zip(series).skip(1);
    let following = pairs
        .zip(next)
        .filter(|((day, _), (next, _))| *day + 1 == **next);
    let together: f64 = following.map(|((_, a), (_, b))| a * b).sum();
    (together / spread).clamp(-0.99, 0.99)
}

fn count(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without any pattern, the same each time.
    fn noise(seed: u64, days: i32) -> Vec<f64> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut uniform = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            f64::from(u32::try_from(state >> 40).unwrap()) / f64::from(1_u32 << 24)
        };
        (0..days)
            .map(|_| (0..12).map(|_| uniform()).sum::<f64>() - 6.0)
            .collect()
    }

    fn by_day(values: &[f64]) -> BTreeMap<i32, f64> {
        (0..).zip(values.iter().copied()).collect()
    }

    #[test]
    fn a_planted_effect_of_the_day_before_is_found_at_its_lag() {
        let cause = noise(1, 120);
        let own = noise(2, 120);
        let effect: Vec<f64> = (0..120)
            .map(|day: usize| own[day] + day.checked_sub(1).map_or(0.0, |day| 0.7 * cause[day]))
            .collect();
        let found = explore(&by_day(&cause), &by_day(&effect), 1).unwrap();
        assert!(found.r > 0.35 && found.p < 0.001, "{found:?}");
        assert_eq!(found.n, 119);
        let same_day = explore(&by_day(&cause), &by_day(&effect), 0).unwrap();
        assert!(same_day.p > 0.01, "{same_day:?}");
    }

    #[test]
    fn what_only_the_weekend_does_to_both_is_no_correlation() {
        let weekend = |noise: Vec<f64>| -> Vec<f64> {
            let days = noise.into_iter().enumerate();
            days.map(|(day, noise)| noise + if day % 7 >= 5 { 3.0 } else { 0.0 })
                .collect()
        };
        let (a, b) = (weekend(noise(3, 140)), weekend(noise(4, 140)));
        let found = explore(&by_day(&a), &by_day(&b), 0).unwrap();
        assert!(found.raw_r > 0.4, "{found:?}");
        assert!(found.r.abs() < 0.2 && found.p > 0.05, "{found:?}");
    }

    #[test]
    fn the_partial_correlation_is_that_of_the_closed_form() {
        // One control, the trend, against (r_ab - r_at r_bt) / sqrt((1 - r_at²)(1 - r_bt²)).
        let trend: Vec<f64> = (0..60).map(f64::from).collect();
        let add = |noise: Vec<f64>, share: f64| -> Vec<f64> {
            noise
                .iter()
                .zip(&trend)
                .map(|(noise, day)| noise + share * day)
                .collect()
        };
        let (a, b) = (add(noise(5, 60), 0.05), add(noise(6, 60), -0.03));
        let centred = |series: &[f64]| Controls::new(60, &[]).residuals(series);
        let r = |x: &[f64], y: &[f64]| correlation(&centred(x), &centred(y));
        let (ab, at, bt) = (r(&a, &b), r(&a, &trend), r(&b, &trend));
        let closed = (ab - at * bt) / ((1.0 - at * at) * (1.0 - bt * bt)).sqrt();
        let controls = Controls::new(60, std::slice::from_ref(&trend));
        let partial = correlation(&controls.residuals(&a), &controls.residuals(&b));
        assert!((partial - closed).abs() < 1e-12, "{partial} {closed}");
    }

    #[test]
    fn days_that_depend_on_one_another_are_never_worth_more_than_they_are() {
        let slow = |noise: Vec<f64>| -> Vec<f64> {
            let mut last = 0.0;
            let walk = noise.into_iter().map(|noise| {
                last = 0.9 * last + noise;
                last
            });
            walk.collect()
        };
        let (a, b) = (slow(noise(7, 200)), slow(noise(8, 200)));
        let found = explore(&by_day(&a), &by_day(&b), 0).unwrap();
        assert!(found.n_effective <= 199.0 && found.n == 199, "{found:?}");
    }

    #[test]
    fn pairs_of_which_nothing_can_be_said_have_a_reason() {
        let (a, b) = (noise(9, 40), noise(10, 40));
        let few = by_day(&a[..20]);
        assert!(matches!(
            explore(&few, &by_day(&b), 0),
            Err(Refused::TooFewDays { n: 19 })
        ));
        let constant = by_day(&[1.0; 40]);
        assert_eq!(
            explore(&constant, &by_day(&b), 0),
            Err(Refused::Coarse { n: 39 })
        );
        let flags: Vec<f64> = (0..40)
            .map(|day| f64::from(u8::from(day % 3 == 0)))
            .collect();
        assert!(explore(&by_day(&flags), &by_day(&b), 0).is_ok());
        let rare: Vec<f64> = (0..40)
            .map(|day| f64::from(u8::from(day % 9 == 0)))
            .collect();
        assert_eq!(
            explore(&by_day(&rare), &by_day(&b), 0),
            Err(Refused::Coarse { n: 39 })
        );
        let twice: Vec<f64> = a.iter().map(|value| value * 2.0 + 1.0).collect();
        let refused = explore(&by_day(&a), &by_day(&twice), 0).unwrap_err();
        assert!(
            matches!(refused, Refused::NearDuplicate { n: 39, .. }),
            "{refused:?}"
        );
        let missing = BTreeMap::new();
        assert_eq!(
            explore(&missing, &by_day(&b), 1),
            Err(Refused::TooFewDays { n: 0 })
        );
    }
}
