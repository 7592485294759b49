//! Meetings, added up by day and kind.

use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};

use vitalog_core::DayRange;

use super::{kind::MeetingKind, occurrence::Meeting};

/// The meetings of one kind on one day.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct MeetingTally {
    /// Meetings that began on the day.
    pub meetings: u32,
    /// Minutes of the day spent in them. Time that meetings share counts for the one that began
    /// first, so that the kinds add up to the time that was spent.
    pub minutes: f64,
}

/// Days in their order, each with its kinds; a day without a meeting among days with some has none.
pub type MeetingDays = BTreeMap<Date, BTreeMap<MeetingKind, MeetingTally>>;

/// Adds meetings up by the days of a zone.
pub(super) fn add_up(mut meetings: Vec<Meeting>, zone: &TimeZone) -> MeetingDays {
    // Of those that begin together the longest is first.
    meetings.sort_unstable_by_key(|one| (one.start, std::cmp::Reverse(one.end), one.kind));
    let mut days = MeetingDays::new();
    let mut taken_until = Timestamp::MIN;
    for meeting in meetings {
        let first = zone.to_datetime(meeting.start).date();
        let of_day = days.entry(first).or_default();
        of_day.entry(meeting.kind).or_default().meetings += 1;
        let mut from = meeting.start.max(taken_until);
        while from < meeting.end {
            let day = zone.to_datetime(from).date();
            let end = end_of_part(from, meeting.end, day, zone);
            let minutes = end.duration_since(from).as_secs_f64() / 60.0;
            let of_day = days.entry(day).or_default();
            of_day.entry(meeting.kind).or_default().minutes += minutes;
            from = end;
        }
        taken_until = taken_until.max(meeting.end);
    }
    fill(days)
}

/// The end of the part of a meeting that lies on `day`, on which `from` lies.
fn end_of_part(from: Timestamp, end: Timestamp, day: Date, zone: &TimeZone) -> Timestamp {
    let range = DayRange {
        start: day,
        end: day,
    };
    let of_day = range.instants(zone).end;
    // Where clocks are set back across midnight a day may have a piece after its end.
    if of_day > from { end.min(of_day) } else { end }
}

/// A calendar says of the days between its first and its last meeting that there was none.
fn fill(mut days: MeetingDays) -> MeetingDays {
    let ends = days
        .keys()
        .next()
        .copied()
        .zip(days.keys().next_back().copied());
    if let Some((first, last)) = ends {
        let all = first.series(1.day()).take_while(|day| *day <= last);
        for day in all {
            days.entry(day).or_default();
        }
    }
    days
}
