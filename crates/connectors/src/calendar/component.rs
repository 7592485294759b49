//! Components: events and definitions of time zones, each with its own properties.

use super::lines::{Line, content_lines};

/// What stands between a `BEGIN` and its `END`.
pub(super) struct Component {
    /// In upper case: `VEVENT`, `VTIMEZONE`.
    pub(super) kind: String,
    /// Its own properties, not those of the components within.
    pub(super) lines: Vec<Line>,
    /// The components within: alarms of an event, observances of a time zone.
    pub(super) parts: Vec<Component>,
}

impl Component {
    /// The first property of this name.
    pub(super) fn line(&self, name: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.name == name)
    }

    /// The value of the first property of this name.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.line(name).map(|line| line.value.as_str())
    }

    /// Whether the property of this name has this value, in any letter case.
    pub(super) fn says(&self, name: &str, value: &str) -> bool {
        self.value(name)
            .is_some_and(|said| said.eq_ignore_ascii_case(value))
    }

    /// Every property of this name.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Line> {
        self.lines.iter().filter(move |line| line.name == name)
    }
}

/// How deep components are looked into: an alarm in an event in a calendar is three.
const DEEPEST: usize = 8;

/// The events and time zones of a file, how many calendars it holds and how many of them end; the
/// calendar's own properties are among `lines`.
#[derive(Default)]
pub(super) struct Components {
    pub(super) calendars: usize,
    pub(super) ended: usize,
    pub(super) lines: Vec<Line>,
    pub(super) found: Vec<Component>,
}

/// Properties that are looked at. All others, titles and places among them, are dropped here.
const KEPT: &[&str] = &[
    "ATTENDEE",
    "DTEND",
    "DTSTAMP",
    "DTSTART",
    "DURATION",
    "EXDATE",
    "ORGANIZER",
    "RDATE",
    "RECURRENCE-ID",
    "RRULE",
    "SEQUENCE",
    "STATUS",
    "TRANSP",
    "TZID",
    "TZOFFSETTO",
    "UID",
    "X-LIC-LOCATION",
    "X-MICROSOFT-CDO-BUSYSTATUS",
    "X-WR-CALNAME",
    "X-WR-TIMEZONE",
];

/// Takes a file apart. A component that does not end is left out.
pub(super) fn read_components(body: &[u8]) -> Components {
    let mut read = Components::default();
    let mut open: Vec<Component> = Vec::new();
    // Depth of components within the deepest that is looked into.
    let mut beyond = 0_usize;
    for line in content_lines(body) {
        match line.name.as_str() {
            "BEGIN" if open.len() == DEEPEST => beyond += 1,
            "END" if beyond > 0 => beyond -= 1,
            "BEGIN" => {
                let kind = line.value.to_ascii_uppercase();
                if kind == "VCALENDAR" {
                    read.calendars += 1;
                } else {
                    open.push(Component {
                        kind,
                        lines: Vec::new(),
                        parts: Vec::new(),
                    });
                }
            }
            "END" if line.value.eq_ignore_ascii_case("VCALENDAR") => {
                read.ended += 1;
                open.clear();
            }
            "END" => match (open.pop(), open.last_mut()) {
                (Some(part), Some(whole)) => whole.parts.push(part),
                (Some(component), None) => read.found.push(component),
                (None, _) => {}
            },
            name if beyond == 0 && KEPT.contains(&name) => match open.last_mut() {
                Some(component) => component.lines.push(line),
                None => read.lines.push(line),
            },
            _ => {}
        }
    }
    read
}
