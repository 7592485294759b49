//! A calendar file: how many meetings a day held, how long, and of what kind. See `README.md`
//! beside this file.
//!
//! Titles, descriptions and places are dropped as the file is taken apart; addresses are counted
//! and let go. Nothing but numbers leaves this folder.

mod component;
mod event;
mod kind;
mod lines;
mod occurrence;
mod recur;
mod rule;
mod sample;
mod tally;
mod when;
mod zone;

use std::collections::BTreeMap;

use jiff::{Timestamp, tz::TimeZone};

pub use event::NoMeeting;
pub use kind::MeetingKind;
pub use sample::{COVERED, MeetingSample};
pub use tally::{MeetingDays, MeetingTally};

use self::{
    component::read_components,
    event::read_event,
    kind::address,
    occurrence::{Clockwork, meetings},
    tally::add_up,
    zone::Zones,
};

/// What a calendar file says.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Calendar {
    /// Meetings by day and kind.
    pub days: MeetingDays,
    /// Events that were read.
    pub events: u32,
    /// Events that are no meetings, or are not understood in full, by reason.
    pub others: BTreeMap<NoMeeting, u32>,
}

/// The file is no calendar, or not a whole one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotACalendar {
    /// It holds none.
    #[error("not a calendar file: it has no BEGIN:VCALENDAR")]
    NoBeginning,
    /// It was cut off, and what would have followed may be of any day: none would be known to have
    /// held no meeting.
    #[error("the calendar file is cut off: it has no END:VCALENDAR. Nothing of it was taken in")]
    NoEnd,
}

/// Reads a calendar file (RFC 5545). `zone` is the account's: days are cut in it, and times that
/// name no zone are its. What begins at or after `until` has not taken place and is left out.
///
/// # Errors
///
/// If the file holds no calendar at all, or one that does not end.
pub fn read_calendar(
    body: &[u8],
    zone: &TimeZone,
    until: Timestamp,
) -> Result<Calendar, NotACalendar> {
    let components = read_components(body);
    if components.calendars == 0 {
        return Err(NotACalendar::NoBeginning);
    }
    if components.ended < components.calendars {
        return Err(NotACalendar::NoEnd);
    }
    let of_file = |name| components.lines.iter().find(|line| line.name == name);
    let own = of_file("X-WR-TIMEZONE").and_then(|line| zone::known(&line.value));
    let own = own.unwrap_or_else(|| zone.clone());
    // Google names a person's calendar by the person's address.
    let owner = of_file("X-WR-CALNAME").map(|line| address(&line.value));
    let owner = owner.filter(|name| name.contains('@'));
    let zones = Zones::read(&components.found);
    let mut read = Calendar::default();
    let mut events = Vec::new();
    for component in components.found.iter().filter(|one| one.kind == "VEVENT") {
        read.events += 1;
        match read_event(component, &zones, &own, owner.as_deref()) {
            Some(event) => events.push(event),
            None => *read.others.entry(NoMeeting::Unreadable).or_insert(0) += 1,
        }
    }
    let clockwork = Clockwork {
        zones: &zones,
        own: &own,
        until,
    };
    let (meetings, others) = meetings(events, &clockwork);
    for (reason, count) in others {
        *read.others.entry(reason).or_insert(0) += count;
    }
    read.days = add_up(meetings, zone);
    Ok(read)
}
