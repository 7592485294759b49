//! The dates on which a rule recurs.
//!
//! A rule goes from period to period (day, week, month or year). In each, the days that it allows
//! are those that pass all of its parts; `BYSETPOS` picks from them.

use jiff::{
    ToSpan,
    civil::{Date, DateTime, Weekday},
};

use super::rule::{Day, Frequency, Rule};

/// Wall clock times at which a rule recurs, from `start` on, in order. `start` itself is among
/// them only if it follows the rule. Ends after the last day.
pub(super) fn recurrences(
    rule: &Rule,
    start: DateTime,
    last: Date,
) -> impl Iterator<Item = DateTime> {
    let filter = Filter::new(rule, start.date());
    let mut period = Some(filter.first_period());
    let mut waiting: std::vec::IntoIter<Date> = Vec::new().into_iter();
    std::iter::from_fn(move || {
        loop {
            if let Some(day) = waiting.next() {
                let wall = day.to_datetime(start.time());
                if wall >= start {
                    return Some(wall);
                }
                continue;
            }
            let begin = period.filter(|begin| *begin <= last)?;
            waiting = filter.days_of(begin).into_iter();
            period = filter.next_period(begin);
        }
    })
}

struct Filter {
    rule: Rule,
    start: Date,
}

impl Filter {
    /// The rule with what it leaves unsaid: the start's own weekday, day of the month or of the
    /// year.
    fn new(rule: &Rule, start: Date) -> Self {
        let mut rule = rule.clone();
        let unsaid = rule.weeks.is_empty()
            && rule.year_days.is_empty()
            && rule.month_days.is_empty()
            && rule.days.is_empty();
        if unsaid {
            match rule.frequency {
                Frequency::Daily => {}
                Frequency::Weekly => rule.days.push(Day {
                    nth: None,
                    weekday: start.weekday(),
                }),
                Frequency::Monthly => rule.month_days.push(i16::from(start.day())),
                Frequency::Yearly => {
                    if rule.months.is_empty() {
                        rule.months.push(i16::from(start.month()));
                    }
                    rule.month_days.push(i16::from(start.day()));
                }
            }
        } else if !rule.weeks.is_empty() && rule.days.is_empty() && rule.month_days.is_empty() {
            rule.days.push(Day {
                nth: None,
                weekday: start.weekday(),
            });
        }
        Self { rule, start }
    }

    fn first_period(&self) -> Date {
        let start = self.start;
        match self.rule.frequency {
            Frequency::Daily => start,
            Frequency::Weekly => week_begin(start, self.rule.week_start),
            Frequency::Monthly => start.first_of_month(),
            Frequency::Yearly => start.first_of_year(),
        }
    }

    fn next_period(&self, begin: Date) -> Option<Date> {
        let interval = self.rule.interval;
        let step = match self.rule.frequency {
            Frequency::Daily => interval.days(),
            Frequency::Weekly => interval.weeks(),
            Frequency::Monthly => interval.months(),
            Frequency::Yearly => interval.min(9998).years(),
        };
        begin.checked_add(step).ok()
    }

    /// The days of a period on which the rule recurs, in order.
    fn days_of(&self, begin: Date) -> Vec<Date> {
        let length = match self.rule.frequency {
            Frequency::Daily => 1,
            Frequency::Weekly => 7,
            Frequency::Monthly => i32::from(begin.days_in_month()),
            Frequency::Yearly => i32::from(begin.days_in_year()),
        };
        let days = (0..length).filter_map(|n| begin.checked_add(n.days()).ok());
        let days: Vec<Date> = days.filter(|day| self.allows(*day)).collect();
        if self.rule.positions.is_empty() {
            return days;
        }
        let found = i16::try_from(days.len()).unwrap_or(i16::MAX);
        let kept = days.iter().zip(1_i16..).filter(|&(_, nth)| {
            let positions = &self.rule.positions;
            positions.contains(&nth) || positions.contains(&(nth - found - 1))
        });
        kept.map(|(day, _)| *day).collect()
    }

    fn allows(&self, day: Date) -> bool {
        let rule = &self.rule;
        let month_length = i16::from(day.days_in_month());
        within(&rule.months, i16::from(day.month()), 12)
            && within(&rule.year_days, day.day_of_year(), day.days_in_year())
            && within(&rule.month_days, i16::from(day.day()), month_length)
            && (rule.weeks.is_empty() || self.in_week(day))
            && (rule.days.is_empty() || rule.days.iter().any(|one| self.is_day(*one, day)))
    }

    /// Whether it is in a week of the rule. Weeks are numbered as ISO does, from the rule's own
    /// first weekday.
    fn in_week(&self, day: Date) -> bool {
        // A week belongs to the year of its fourth day.
        let middle = week_begin(day, self.rule.week_start).saturating_add(3.days());
        let number = (middle.day_of_year() - 1) / 7 + 1;
        let last = weeks_of(middle.year(), self.rule.week_start);
        within(&self.rule.weeks, number, last)
    }

    fn is_day(&self, one: Day, day: Date) -> bool {
        if one.weekday != day.weekday() {
            return false;
        }
        let Some(nth) = one.nth else {
            return true;
        };
        let of_year = self.rule.frequency == Frequency::Yearly && self.rule.months.is_empty();
        let (at, length) = if of_year {
            (day.day_of_year(), day.days_in_year())
        } else {
            (i16::from(day.day()), i16::from(day.days_in_month()))
        };
        let from_begin = (at - 1) / 7 + 1;
        let from_end = -((length - at) / 7 + 1);
        nth == from_begin || nth == from_end
    }
}

/// Whether a list is empty or holds a number, counted from the begin or from the end.
fn within(list: &[i16], number: i16, of: i16) -> bool {
    list.is_empty() || list.contains(&number) || list.contains(&(number - of - 1))
}

fn week_begin(day: Date, first: Weekday) -> Date {
    let since = day.weekday().since(first);
    day.saturating_sub(i32::from(since).days())
}

fn weeks_of(year: i16, first: Weekday) -> i16 {
    // 28 December is always in the last week.
    let Ok(late) = Date::new(year, 12, 28) else {
        return 52;
    };
    let middle = week_begin(late, first).saturating_add(3.days());
    (middle.day_of_year() - 1) / 7 + 1
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            rule::read_rule,
            when::{Moment, read_moment},
        },
        *,
    };

    #[test]
    fn rules_recur_as_another_program_worked_out() {
        for line in include_str!("fixtures/rules.txt").lines() {
            if line.starts_with('#') {
                continue;
            }
            let [start, rule, expected] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("three columns: {line}");
            };
            let start = read_moment(start, None).unwrap().wall();
            let read = read_rule(rule).unwrap();
            let last = jiff::civil::date(2030, 12, 31);
            let until = read.until.as_ref().map_or(DateTime::MAX, Moment::wall);
            let found: Vec<String> = recurrences(&read, start, last)
                .take(read.count.map_or(12, |count| count.min(12) as usize))
                .take_while(|wall| *wall <= until && wall.date() <= last)
                .map(|wall| wall.strftime("%Y%m%d").to_string())
                .collect();
            let found = if found.is_empty() {
                "-".to_owned()
            } else {
                found.join(",")
            };
            assert_eq!(found, expected, "{start} {rule}");
        }
    }

    #[test]
    fn a_rule_that_is_not_understood_is_none() {
        for rule in [
            "FREQ=HOURLY",
            "COUNT=3",
            "FREQ=DAILY;INTERVAL=0",
            "FREQ=DAILY;BYHOUR=9,15",
            "FREQ=MONTHLY;BYMONTHDAY=0",
            "FREQ=MONTHLY;BYMONTHDAY=32",
            "FREQ=MONTHLY;BYDAY=M",
            "FREQ=MONTHLY;BYDAY=0MO",
            "FREQ=MONTHLY;BYDAY=\u{e9}MO",
            "FREQ",
            "",
        ] {
            assert!(read_rule(rule).is_none(), "{rule}");
        }
        assert!(read_rule("freq=daily;X-OWN=1;").is_some());
    }
}
