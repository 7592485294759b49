//! An event: what of it bears on meetings.

use jiff::{SignedDuration, tz::TimeZone};

use super::{
    component::Component,
    kind::{MeetingKind, declined_by, kind_of},
    rule::{Rule, read_rule},
    when::{Moment, instant, read_duration, read_line, read_list},
    zone::Zones,
};

/// Why an event is no meeting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NoMeeting {
    /// It is about days, or goes on for one or longer.
    AllDay,
    /// It was called off.
    Cancelled,
    /// The person is free, or out of office, as the calendar says.
    Free,
    /// The calendar's owner said no.
    Declined,
    /// It ends as it begins: a reminder.
    NoTime,
    /// Its times cannot be read, or lie in no year that a health record can hold.
    Unreadable,
    /// It recurs by a rule that is not understood; its first time counts.
    UnknownRule,
    /// It names a zone that is not known; its times are read as the account's.
    UnknownZone,
    /// It comes after more meetings than any life holds.
    TooMany,
}

impl NoMeeting {
    /// Whether the event counts all the same, though it is not understood in full.
    #[must_use]
    pub fn counts(self) -> bool {
        matches!(self, Self::UnknownRule | Self::UnknownZone)
    }

    /// The name in a summary.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AllDay => "all_day",
            Self::Cancelled => "cancelled",
            Self::Free => "free",
            Self::Declined => "declined",
            Self::NoTime => "no_time",
            Self::Unreadable => "unreadable",
            Self::UnknownRule => "unknown_rule",
            Self::UnknownZone => "unknown_zone",
            Self::TooMany => "too_many",
        }
    }
}

/// An event, or one occurrence of it that differs from the others.
pub(super) struct Event {
    /// What its occurrences have in common.
    pub(super) uid: String,
    /// The occurrence that it replaces.
    pub(super) replaces: Option<Moment>,
    /// Of two versions the later one counts.
    pub(super) version: (u64, String),
    pub(super) start: Moment,
    pub(super) zone: TimeZone,
    pub(super) length: SignedDuration,
    pub(super) rule: Option<Rule>,
    pub(super) added: Vec<Moment>,
    pub(super) left_out: Vec<Moment>,
    pub(super) verdict: Result<MeetingKind, NoMeeting>,
    /// What could not be understood and does not stop it from counting.
    pub(super) doubt: Option<NoMeeting>,
}

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Reads an event; `None` if it has no time that can be read.
pub(super) fn read_event(
    component: &Component,
    zones: &Zones,
    own: &TimeZone,
    owner: Option<&str>,
) -> Option<Event> {
    let start = read_line(component.line("DTSTART")?)?;
    let zone = start.zone(zones, own);
    let length = length(component, &start, zones, own)?;
    let rule = component.value("RRULE").map(read_rule);
    let unknown_zone = matches!(&start, Moment::Local(_, Some(name)) if zones.get(name).is_none());
    let doubt = match (&rule, unknown_zone) {
        (_, true) => Some(NoMeeting::UnknownZone),
        (Some(None), false) => Some(NoMeeting::UnknownRule),
        (Some(Some(_)) | None, false) => None,
    };
    let number = |name| component.value(name).and_then(|text| text.parse().ok());
    let text = |name| component.value(name).unwrap_or_default().to_owned();
    Some(Event {
        uid: text("UID"),
        replaces: component.line("RECURRENCE-ID").and_then(read_line),
        version: (number("SEQUENCE").unwrap_or(0), text("DTSTAMP")),
        verdict: verdict(component, &start, length, owner),
        start,
        zone,
        length,
        rule: rule.flatten(),
        added: component.all("RDATE").flat_map(read_list).collect(),
        left_out: component.all("EXDATE").flat_map(read_list).collect(),
        doubt,
    })
}

/// From `DTEND`, else `DURATION`; without either a day lasts a day, and a time nothing.
fn length(
    component: &Component,
    start: &Moment,
    zones: &Zones,
    own: &TimeZone,
) -> Option<SignedDuration> {
    if let Some(end) = component.line("DTEND") {
        let end = read_line(end)?;
        let at = |moment: &Moment| instant(moment.wall(), &moment.zone(zones, own));
        return Some(at(&end)?.duration_since(at(start)?));
    }
    match component.value("DURATION") {
        Some(text) => read_duration(text),
        None if start.is_day() => Some(DAY),
        None => Some(SignedDuration::ZERO),
    }
}

fn verdict(
    component: &Component,
    start: &Moment,
    length: SignedDuration,
    owner: Option<&str>,
) -> Result<MeetingKind, NoMeeting> {
    let busy = |status| component.says("X-MICROSOFT-CDO-BUSYSTATUS", status);
    if component.says("STATUS", "CANCELLED") {
        Err(NoMeeting::Cancelled)
    } else if start.is_day() || length >= DAY {
        Err(NoMeeting::AllDay)
    } else if component.says("TRANSP", "TRANSPARENT") || busy("FREE") || busy("OOF") {
        Err(NoMeeting::Free)
    } else if declined_by(component, owner) {
        Err(NoMeeting::Declined)
    } else if length <= SignedDuration::ZERO {
        Err(NoMeeting::NoTime)
    } else {
        Ok(kind_of(component))
    }
}
