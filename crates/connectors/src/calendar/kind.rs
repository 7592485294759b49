//! What kind of meeting an event is, from who is in it. Addresses are looked at and let go.

use std::collections::BTreeSet;

use super::component::Component;

/// A kind of meeting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MeetingKind {
    /// Two people whose addresses share a domain.
    OneOnOne,
    /// Three or more people whose addresses share a domain.
    Group,
    /// People of several domains, however many.
    External,
    /// The calendar does not say who.
    Unlisted,
}

impl MeetingKind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[Self::OneOnOne, Self::Group, Self::External, Self::Unlisted];

    /// The stored and shown name; never changed or reused.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OneOnOne => "one_on_one",
            Self::Group => "group",
            Self::External => "external",
            Self::Unlisted => "unlisted",
        }
    }
}

/// Where addresses of calendars and rooms end, which are nobody.
const NOBODY: &str = "calendar.google.com";

/// The kind of an event.
pub(super) fn kind_of(event: &Component) -> MeetingKind {
    let attendees = event.all("ATTENDEE").filter(|attendee| {
        let is = |name, value: &str| {
            attendee
                .param(name)
                .is_some_and(|said| said.eq_ignore_ascii_case(value))
        };
        !is("CUTYPE", "ROOM")
            && !is("CUTYPE", "RESOURCE")
            && !is("PARTSTAT", "DECLINED")
            && !is("ROLE", "NON-PARTICIPANT")
    });
    let people: BTreeSet<String> = attendees
        .chain(event.line("ORGANIZER"))
        .map(|line| address(&line.value))
        .filter(|address| !address.ends_with(NOBODY))
        .collect();
    let domains: BTreeSet<&str> = people
        .iter()
        .filter_map(|address| Some(address.rsplit_once('@')?.1))
        .collect();
    match (people.len(), domains.len()) {
        (0 | 1, _) => MeetingKind::Unlisted,
        (_, 2..) => MeetingKind::External,
        (2, _) => MeetingKind::OneOnOne,
        _ => MeetingKind::Group,
    }
}

/// Whether the calendar's owner said no.
pub(super) fn declined_by(event: &Component, owner: Option<&str>) -> bool {
    event.all("ATTENDEE").any(|attendee| {
        owner.is_some_and(|owner| address(&attendee.value) == owner)
            && attendee
                .param("PARTSTAT")
                .is_some_and(|said| said.eq_ignore_ascii_case("DECLINED"))
    })
}

/// An address without `mailto:`, in lower case.
pub(super) fn address(value: &str) -> String {
    let folded = value.trim().to_lowercase();
    match folded.strip_prefix("mailto:") {
        Some(address) => address.to_owned(),
        None => folded,
    }
}
