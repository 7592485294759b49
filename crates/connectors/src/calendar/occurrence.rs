//! When an event takes place: its own time, those of its rule, those added, without those left out
//! and those replaced.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, ToSpan, civil::DateTime, tz::TimeZone};

use super::{
    event::{Event, NoMeeting},
    kind::MeetingKind,
    recur::recurrences,
    when::{Moment, instant},
    zone::Zones,
};

/// Most occurrences of one event that are looked at: a daily one fills 54 years.
const MOST_OF_ONE: usize = 20_000;
/// Most meetings of a file: thirty on every day of ninety years. A file may be made to hold more.
const MOST: usize = 1_000_000;

/// One meeting that took place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Meeting {
    pub(super) start: Timestamp,
    pub(super) end: Timestamp,
    pub(super) kind: MeetingKind,
}

/// What an event's times are read by.
pub(super) struct Clockwork<'a> {
    pub(super) zones: &'a Zones,
    /// The account's zone.
    pub(super) own: &'a TimeZone,
    /// What begins at or after it has not taken place.
    pub(super) until: Timestamp,
}

/// The meetings among events, and how many others there are of each reason.
pub(super) fn meetings(
    events: Vec<Event>,
    clockwork: &Clockwork<'_>,
) -> (Vec<Meeting>, BTreeMap<NoMeeting, u32>) {
    let mut found = Vec::new();
    let mut others = BTreeMap::new();
    for (whole, replacements) in by_identity(events, clockwork) {
        let replaced: Vec<&Moment> = replacements
            .iter()
            .filter_map(|one| one.replaces.as_ref())
            .collect();
        for event in whole.iter().chain(&replacements) {
            if let Some(doubt) = event.doubt {
                *others.entry(doubt).or_insert(0) += 1;
            }
            let kind = match event.verdict {
                Ok(kind) => kind,
                Err(reason) => {
                    *others.entry(reason).or_insert(0) += 1;
                    continue;
                }
            };
            if found.len() >= MOST {
                *others.entry(NoMeeting::TooMany).or_insert(0) += 1;
                continue;
            }
            let starts = match event.replaces {
                Some(_) => BTreeSet::from_iter(clockwork.instant(&event.start)),
                None => clockwork.starts(event, &replaced),
            };
            for start in starts.into_iter().filter(|start| *start < clockwork.until) {
                if let Ok(end) = start.checked_add(event.length) {
                    found.push(Meeting { start, end, kind });
                }
            }
        }
    }
    (found, others)
}

type Family = (Option<Event>, Vec<Event>);

/// The events by what they have in common, each in its last version. Without an identity an event
/// stands for itself.
fn by_identity(events: Vec<Event>, clockwork: &Clockwork<'_>) -> Vec<Family> {
    let mut families: BTreeMap<(String, usize), BTreeMap<Option<Timestamp>, Event>> =
        BTreeMap::new();
    for (event, place) in events.into_iter().zip(1..) {
        let alone = if event.uid.is_empty() { place } else { 0 };
        let of = event.replaces.as_ref().and_then(|it| clockwork.instant(it));
        let family = families.entry((event.uid.clone(), alone)).or_default();
        match family.get(&of) {
            Some(there) if there.version > event.version => {}
            _ => {
                family.insert(of, event);
            }
        }
    }
    let families = families.into_values();
    families
        .map(|mut family| (family.remove(&None), family.into_values().collect()))
        .collect()
}

impl Clockwork<'_> {
    fn instant(&self, moment: &Moment) -> Option<Timestamp> {
        instant(moment.wall(), &moment.zone(self.zones, self.own))
    }

    /// When an event begins, by all that it says, without what others replace.
    fn starts(&self, event: &Event, replaced: &[&Moment]) -> BTreeSet<Timestamp> {
        let first = event.start.wall();
        let gone = Gone::new(self, event, replaced);
        let own = std::iter::once(first).chain(self.by_rule(event, first));
        let own = own.filter_map(|wall| Some((wall, instant(wall, &event.zone)?)));
        let added = event.added.iter().filter_map(|moment| {
            // A day that is added stands for the event's own time on it.
            let wall = match moment {
                Moment::Day(day) => day.to_datetime(first.time()),
                Moment::Utc(_) | Moment::Local(..) => moment.wall(),
            };
            let zone = match moment {
                Moment::Day(_) => event.zone.clone(),
                Moment::Utc(_) | Moment::Local(..) => moment.zone(self.zones, self.own),
            };
            Some((wall, instant(wall, &zone)?))
        });
        let all = own.chain(added).take(MOST_OF_ONE);
        all.filter(|(wall, at)| !gone.holds(*wall, *at))
            .map(|(_, at)| at)
            .collect()
    }

    fn by_rule<'a>(
        &'a self,
        event: &'a Event,
        first: DateTime,
    ) -> Box<dyn Iterator<Item = DateTime> + 'a> {
        let Some(rule) = &event.rule else {
            return Box::new(std::iter::empty());
        };
        // A zone is at most a day ahead of the instant at which all ends.
        let last = event.zone.to_datetime(self.until).date();
        let last = last.saturating_add(1.day());
        let most = rule.count.map_or(MOST_OF_ONE, |count| count as usize);
        let goes_on = move |wall: &DateTime| match &rule.until {
            None => true,
            Some(Moment::Day(day)) => wall.date() <= *day,
            Some(Moment::Local(until, _)) => wall <= until,
            Some(until @ Moment::Utc(_)) => {
                instant(*wall, &event.zone) <= instant(until.wall(), &TimeZone::UTC)
            }
        };
        let walls = recurrences(rule, first, last).take(most);
        Box::new(walls.take_while(goes_on))
    }
}

/// Occurrences that do not take place as the rule says.
struct Gone {
    at: BTreeSet<Timestamp>,
    on: BTreeSet<jiff::civil::Date>,
}

impl Gone {
    fn new(clockwork: &Clockwork<'_>, event: &Event, replaced: &[&Moment]) -> Self {
        let (days, times): (Vec<&Moment>, Vec<&Moment>) = event
            .left_out
            .iter()
            .chain(replaced.iter().copied())
            .partition(|moment| moment.is_day());
        Self {
            at: times
                .iter()
                .filter_map(|it| clockwork.instant(it))
                .collect(),
            on: days.iter().map(|it| it.wall().date()).collect(),
        }
    }

    fn holds(&self, wall: DateTime, at: Timestamp) -> bool {
        self.at.contains(&at) || self.on.contains(&wall.date())
    }
}
