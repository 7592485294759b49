//! A recurrence rule, as written.

use jiff::civil::Weekday;

use super::when::{Moment, read_moment};

/// How often a rule recurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

/// A weekday, or the n-th of a month or year (from its end, if negative).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Day {
    pub(super) nth: Option<i16>,
    pub(super) weekday: Weekday,
}

/// `RRULE`. Lists that a rule does not have are empty.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) frequency: Frequency,
    pub(super) interval: i32,
    pub(super) count: Option<u32>,
    pub(super) until: Option<Moment>,
    pub(super) week_start: Weekday,
    pub(super) months: Vec<i16>,
    pub(super) weeks: Vec<i16>,
    pub(super) year_days: Vec<i16>,
    pub(super) month_days: Vec<i16>,
    pub(super) days: Vec<Day>,
    pub(super) positions: Vec<i16>,
}

/// Reads a rule; `None` for one that recurs within a day or is not to be understood.
pub(super) fn read_rule(text: &str) -> Option<Rule> {
    let mut frequency = None;
    let mut rule = Rule {
        frequency: Frequency::Daily,
        interval: 1,
        count: None,
        until: None,
        week_start: Weekday::Monday,
        months: Vec::new(),
        weeks: Vec::new(),
        year_days: Vec::new(),
        month_days: Vec::new(),
        days: Vec::new(),
        positions: Vec::new(),
    };
    for part in text.split(';').filter(|part| !part.trim().is_empty()) {
        let (name, value) = part.split_once('=')?;
        let value = value.trim();
        match name.trim().to_ascii_uppercase().as_str() {
            "FREQ" => frequency = Some(read_frequency(value)?),
            // A century apart is as good as never, and keeps dates within their range.
            "INTERVAL" => {
                rule.interval = value.parse().ok().filter(|n| (1..=36_500).contains(n))?;
            }
            "COUNT" => rule.count = Some(value.parse().ok()?),
            "UNTIL" => rule.until = Some(read_moment(value, None)?),
            "WKST" => rule.week_start = read_weekday(value)?,
            "BYMONTH" => rule.months = numbers(value, 12)?,
            "BYWEEKNO" => rule.weeks = numbers(value, 53)?,
            "BYYEARDAY" => rule.year_days = numbers(value, 366)?,
            "BYMONTHDAY" => rule.month_days = numbers(value, 31)?,
            "BYSETPOS" => rule.positions = numbers(value, 366)?,
            "BYDAY" => rule.days = value.split(',').map(read_day).collect::<Option<_>>()?,
            // A part that an application made up changes nothing that others can know.
            name if name.starts_with("X-") => {}
            _ => return None,
        }
    }
    rule.frequency = frequency?;
    Some(rule)
}

fn read_frequency(text: &str) -> Option<Frequency> {
    Some(match text.to_ascii_uppercase().as_str() {
        "DAILY" => Frequency::Daily,
        "WEEKLY" => Frequency::Weekly,
        "MONTHLY" => Frequency::Monthly,
        "YEARLY" => Frequency::Yearly,
        _ => return None,
    })
}

/// Numbers from 1 to `most`, counted from the end where negative.
fn numbers(text: &str, most: i16) -> Option<Vec<i16>> {
    let number = |text: &str| text.trim().parse().ok();
    text.split(',')
        .map(|text| number(text).filter(|n: &i16| *n != 0 && (-most..=most).contains(n)))
        .collect()
}

fn read_day(text: &str) -> Option<Day> {
    let text = text.trim();
    let split = text.len().checked_sub(2)?;
    let (nth, weekday) = (text.get(..split)?, text.get(split..)?);
    let nth = match nth {
        "" => None,
        nth => Some(
            nth.parse()
                .ok()
                .filter(|n| *n != 0 && (-53..=53).contains(n))?,
        ),
    };
    let weekday = read_weekday(weekday)?;
    Some(Day { nth, weekday })
}

fn read_weekday(text: &str) -> Option<Weekday> {
    Some(match text.to_ascii_uppercase().as_str() {
        "MO" => Weekday::Monday,
        "TU" => Weekday::Tuesday,
        "WE" => Weekday::Wednesday,
        "TH" => Weekday::Thursday,
        "FR" => Weekday::Friday,
        "SA" => Weekday::Saturday,
        "SU" => Weekday::Sunday,
        _ => return None,
    })
}
