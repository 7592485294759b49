//! The range grammar of prompts: what a person types into one field.

use jiff::{ToSpan, civil::Date};

use crate::arguments::parse_day;

/// The bounds that a text means; `None` is left to the tool.
pub(super) type Bounds = (Option<Date>, Option<Date>);

/// Reads `7d`, `30 days`, one date, or two dates with a space, `to` or `..` between them. Nothing
/// means the tool's own default. Whether two dates make a range is for the tool to say.
pub(super) fn parse(text: &str, today: Date, max_days: i32) -> Option<Bounds> {
    let text = text.trim().to_ascii_lowercase();
    if text.is_empty() {
        return Some((None, None));
    }
    if let Some(digits) = count_of_days(&text) {
        // A count too large for a number is too large for a range.
        let days = digits
            .parse()
            .ok()
            .filter(|days| (1..=max_days).contains(days))?;
        return Some((Some(today.saturating_sub((days - 1).days())), Some(today)));
    }
    let spaced = text.replace("..", " .. ");
    match spaced.split_whitespace().collect::<Vec<_>>().as_slice() {
        [day] => parse_day(day).map(|day| (Some(day), Some(day))),
        [start, end] | [start, "to" | "..", end] => {
            Some((Some(parse_day(start)?), Some(parse_day(end)?)))
        }
        _ => None,
    }
}

/// The grammar, for the error.
pub(super) fn grammar(max_days: i32) -> String {
    format!(
        "`range` takes a number of days from 1 to {max_days} (7d, 30 days), a date (YYYY-MM-DD), \
         or two dates with a space, `to` or `..` between them. Without it, the last 7 days."
    )
}

/// The digits of a count of days, if the text is one.
fn count_of_days(text: &str) -> Option<&str> {
    let number = ["days", "day", "d"]
        .iter()
        .find_map(|unit| text.strip_suffix(unit))?
        .trim_end();
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Date = jiff::civil::date(2026, 10, 7);

    fn check(text: &str, expected: Option<(&str, &str)>) {
        let read = parse(text, TODAY, 92).map(|(start, end)| {
            (
                start.map(|day| day.to_string()),
                end.map(|day| day.to_string()),
            )
        });
        let expected = expected.map(|(start, end)| (Some(start.to_owned()), Some(end.to_owned())));
        assert_eq!(read, expected, "{text:?}");
    }

    #[test]
    fn the_grammar_takes_counts_dates_and_pairs() {
        assert_eq!(parse("  ", TODAY, 92), Some((None, None)));
        check("7d", Some(("2026-10-01", "2026-10-07")));
        check("1 day", Some(("2026-10-07", "2026-10-07")));
        check("30 Days", Some(("2026-09-08", "2026-10-07")));
        check("92d", Some(("2026-07-08", "2026-10-07")));
        check("2026-10-01", Some(("2026-10-01", "2026-10-01")));
        check("2026-10-01 2026-10-03", Some(("2026-10-01", "2026-10-03")));
        check(
            "2026-10-01 to 2026-10-03",
            Some(("2026-10-01", "2026-10-03")),
        );
        check("2026-10-01..2026-10-03", Some(("2026-10-01", "2026-10-03")));
        check(
            "2026-10-01 .. 2026-10-03",
            Some(("2026-10-01", "2026-10-03")),
        );
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "0d",
            "93d",
            "-3d",
            "d",
            "days",
            "99999999999d",
            "7",
            "7w",
            "yesterday",
            "2026-02-30",
            "2026-1-1",
            "2026-10-01 and 2026-10-03",
            "2026-10-01 2026-10-02 2026-10-03",
            "2026-10-01 to",
            "1.5d",
        ] {
            check(text, None);
        }
    }
}
