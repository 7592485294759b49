//! Zones: by their name where it is a known one, else by the definition in the file.

use std::collections::HashMap;

use jiff::{
    civil::DateTime,
    tz::{Offset, TimeZone},
};

use super::{
    component::Component,
    rule::read_rule,
    when::{read_line, read_offset},
};

/// The zones that a file names, by the name it gives them.
#[derive(Default)]
pub(super) struct Zones(HashMap<String, TimeZone>);

impl Zones {
    /// Learns the definitions of a file.
    pub(super) fn read(components: &[Component]) -> Self {
        let mut zones = HashMap::new();
        for definition in components.iter().filter(|one| one.kind == "VTIMEZONE") {
            let Some(name) = definition.value("TZID") else {
                continue;
            };
            let known = known(name).or_else(|| known(definition.value("X-LIC-LOCATION")?));
            if let Some(zone) = known.or_else(|| defined(definition)) {
                zones.insert(name.to_owned(), zone);
            }
        }
        Self(zones)
    }

    /// The zone of this name, if it is known or defined.
    pub(super) fn get(&self, name: &str) -> Option<TimeZone> {
        self.0.get(name).cloned().or_else(|| known(name))
    }
}

/// A zone of the time zone database. Some programs put a path of their own before its name, as in
/// `/freeassociation.sourceforge.net/Europe/Berlin`: the longest end that is a name counts.
pub(super) fn known(name: &str) -> Option<TimeZone> {
    let mut rest = name.trim();
    loop {
        if let Ok(zone) = TimeZone::get(rest) {
            return Some(zone);
        }
        rest = rest.split_once('/')?.1;
    }
}

/// A zone as the file defines it: Outlook's "Customized Time Zone" is in no database. What counts
/// are the offsets of the definition in force last and the days on which they change, so that it
/// is right for as long as the rules of the zone last.
fn defined(definition: &Component) -> Option<TimeZone> {
    let mut standard: Option<Observance> = None;
    let mut summer: Option<Observance> = None;
    for part in &definition.parts {
        let Some(observance) = Observance::read(part) else {
            continue;
        };
        let place = match part.kind.as_str() {
            "STANDARD" => &mut standard,
            "DAYLIGHT" => &mut summer,
            _ => continue,
        };
        if place
            .as_ref()
            .is_none_or(|there| there.from <= observance.from)
        {
            *place = Some(observance);
        }
    }
    let standard = standard?;
    let text = match summer.filter(|summer| standard.changes() && summer.changes()) {
        None => posix_name("STD", standard.offset),
        Some(summer) => format!(
            "{}{},{},{}",
            posix_name("STD", standard.offset),
            posix_name("DST", summer.offset),
            summer.posix_day()?,
            standard.posix_day()?
        ),
    };
    TimeZone::posix(&text).ok()
}

/// One half of a zone's year.
struct Observance {
    offset: Offset,
    /// When it began first.
    from: DateTime,
    rule: Option<super::rule::Rule>,
}

impl Observance {
    fn read(part: &Component) -> Option<Self> {
        let offset = read_offset(part.value("TZOFFSETTO")?)?;
        let start = part.line("DTSTART")?;
        // Outlook lets its zones begin in 1601, which is before any event that is looked at.
        let from = read_line(start).map_or(DateTime::MIN, |moment| moment.wall());
        let hour = start.value.split_once('T').map_or("", |(_, time)| time);
        let time = super::when::read_moment(&format!("20000101T{hour}"), None)?;
        let rule = part.value("RRULE").and_then(read_rule);
        Some(Self {
            offset,
            from: from.date().to_datetime(time.wall().time()),
            rule,
        })
    }

    /// Whether it comes again every year, without an end.
    fn changes(&self) -> bool {
        self.rule
            .as_ref()
            .is_some_and(|rule| rule.until.is_none() && rule.count.is_none())
    }

    /// The day and time of its beginning in the words of POSIX, `M3.5.0/02:00:00`: month, week of
    /// the month (5 is the last), weekday from Sunday.
    fn posix_day(&self) -> Option<String> {
        let rule = self.rule.as_ref()?;
        let [month] = rule.months[..] else {
            return None;
        };
        let day = rule.days.first()?;
        let week = match day.nth {
            Some(-1) => 5,
            Some(nth) => nth,
            // "The Sunday on or after the 8th" is the second one.
            None => rule
                .month_days
                .iter()
                .min()
                .map(|first| (first - 1) / 7 + 1)?,
        };
        let weekday = day.weekday.to_sunday_zero_offset();
        let time = self.from.time();
        Some(format!("M{month}.{week}.{weekday}/{time}"))
    }
}

/// A name with its offset the way POSIX writes it: what is added to get to UTC.
fn posix_name(name: &str, offset: Offset) -> String {
    let seconds = -offset.seconds();
    let sign = if seconds < 0 { "-" } else { "" };
    let seconds = seconds.abs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{name}{sign}{hours:02}:{minutes:02}:{:02}", seconds % 60)
}
