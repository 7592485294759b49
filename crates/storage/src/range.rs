//! Ranges as they are looked for: without overlaps, so that each row is found once.

use std::ops::Range;

use jiff::Timestamp;
use vitalog_core::DayRange;

use crate::precision::ceil_second;

/// The seconds that any of the ranges holds, as few ranges as can be, in order.
#[must_use]
pub fn merge_seconds<'a>(
    ranges: impl IntoIterator<Item = &'a Range<Timestamp>>,
) -> Vec<Range<i64>> {
    let mut sorted: Vec<Range<i64>> = ranges
        .into_iter()
        .map(|range| ceil_second(range.start)..ceil_second(range.end))
        .filter(|range| !range.is_empty())
        .collect();
    sorted.sort_by_key(|range| range.start);

    let mut merged: Vec<Range<i64>> = Vec::new();
    for range in sorted {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// The days that any of the ranges holds, as ranges that hold no day twice, in order.
#[must_use]
pub fn merge_days(ranges: impl IntoIterator<Item = DayRange>) -> Vec<DayRange> {
    let mut sorted: Vec<DayRange> = ranges.into_iter().collect();
    sorted.sort_by_key(|range| range.start);

    let mut merged: Vec<DayRange> = Vec::new();
    for range in sorted {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_are_merged_where_they_overlap() {
        type Pairs = &'static [(i8, i8)];
        let cases: [(Pairs, Pairs); 5] = [
            (&[], &[]),
            (&[(1, 1)], &[(1, 1)]),
            (&[(3, 5), (1, 3)], &[(1, 5)]),
            (&[(1, 9), (2, 3), (4, 5)], &[(1, 9)]),
            (&[(7, 9), (1, 3), (2, 4)], &[(1, 4), (7, 9)]),
        ];
        let days = |pairs: Pairs| -> Vec<DayRange> {
            let pairs = pairs.iter();
            pairs
                .map(|(start, end)| DayRange {
                    start: date(2026, 10, *start),
                    end: date(2026, 10, *end),
                })
                .collect()
        };
        for (given, expected) in cases {
            assert_eq!(merge_days(days(given)), days(expected), "{given:?}");
        }
    }

    #[test]
    fn ranges_are_merged_where_they_meet() {
        type Pairs = &'static [(i64, i64)];
        let cases: [(Pairs, Pairs); 6] = [
            (&[], &[]),
            (&[(5, 5), (9, 2)], &[]),
            (&[(1, 3), (3, 5)], &[(1, 5)]),
            (&[(1, 9), (2, 3), (4, 5)], &[(1, 9)]),
            (&[(7, 9), (1, 3), (2, 4)], &[(1, 4), (7, 9)]),
            (&[(-5, -3), (-4, 2)], &[(-5, 2)]),
        ];
        for (given, expected) in cases {
            let given: Vec<Range<Timestamp>> = given
                .iter()
                .map(|(start, end)| {
                    Timestamp::from_second(*start).unwrap()..Timestamp::from_second(*end).unwrap()
                })
                .collect();
            let merged: Vec<(i64, i64)> = merge_seconds(&given)
                .into_iter()
                .map(|range| (range.start, range.end))
                .collect();
            assert_eq!(merged, expected, "{given:?}");
        }
    }
}
