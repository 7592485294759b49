//! What is known of the types met so far, so that each is looked up once and not for each record.

use std::{collections::HashMap, sync::Arc};

use jiff::{
    Timestamp,
    civil::{Date, Time},
    tz::Offset,
};
use vitalog_core::{Metric, reading::UNKNOWN_SOURCE, stored_text::clean_name, unit::Conversion};

use super::{
    super::{
        Line,
        date::utc_day,
        lines::{JsonLine, Stretches, device, without_address},
        xml::decode,
    },
    fields::Fields,
    role::Role,
};
use crate::hae::tidy;

/// Types that are told apart; Apple has 200. What comes after counts as one.
const MAX_KINDS: usize = 1_000;
/// Makers of records of one type that are kept at hand.
const MAX_MAKERS: usize = 16;
/// Units of one type that are kept at hand.
const MAX_UNITS: usize = 16;
/// The longest unit that is looked at, in bytes; the longest real one has 24.
const MAX_UNIT: usize = 80;
/// The longest text that is remembered, in bytes. What is longer is no type, no unit and no maker
/// of more than one record, and a file may hold a million of them.
const MAX_REMEMBERED: usize = 512;

/// The types met so far.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    places: HashMap<Box<[u8]>, usize>,
    met: Vec<Kind>,
    /// The type of the last record, since those of a type stand together.
    last: (Vec<u8>, usize),
}

/// One type.
#[derive(Debug)]
pub(super) struct Kind {
    /// Its name, as lines are kept under.
    pub(super) name: Arc<str>,
    pub(super) role: Role,
    units: Vec<Unit>,
    makers: Vec<Maker>,
}

/// A unit as written, and the way from it.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    raw: Box<[u8]>,
    pub(super) text: Arc<str>,
    pub(super) conversion: Option<Conversion>,
}

/// Who made a record: the app, its version, the device, the zone it was in.
#[derive(Debug)]
struct Maker {
    source: Box<[u8]>,
    version: Box<[u8]>,
    device: Box<[u8]>,
    zone: Box<[u8]>,
    /// The name of the app.
    name: String,
    /// The year whose line was told last, as instants.
    told: Option<(Timestamp, Timestamp)>,
}

impl Kinds {
    pub(super) fn of(&mut self, raw: &[u8]) -> &mut Kind {
        let raw = start_of(raw);
        let place = if self.last.0 == raw && !self.met.is_empty() {
            self.last.1
        } else {
            let place = self.place(raw);
            self.last.0.clear();
            self.last.0.extend_from_slice(raw);
            self.last.1 = place;
            place
        };
        &mut self.met[place]
    }

    fn place(&mut self, raw: &[u8]) -> usize {
        if let Some(place) = self.places.get(raw) {
            return *place;
        }
        if self.met.len() > MAX_KINDS {
            return MAX_KINDS;
        }
        let is_last = self.met.len() == MAX_KINDS;
        let name = if is_last {
            "…".into()
        } else {
            tidy(&decode(raw))
        };
        self.met.push(Kind {
            role: Role::of(&name),
            name: name.into(),
            units: Vec::new(),
            makers: Vec::new(),
        });
        let place = self.met.len() - 1;
        if !is_last {
            self.places.insert(raw.into(), place);
        }
        place
    }
}

impl Kind {
    /// The unit of a value of a metric.
    pub(super) fn unit(&mut self, metric: Metric, raw: &[u8]) -> &Unit {
        let raw = start_of(raw);
        if let Some(place) = self.units.iter().position(|unit| *unit.raw == *raw) {
            return &self.units[place];
        }
        if self.units.len() >= MAX_UNITS {
            self.units.clear();
        }
        let text = clean_name(decode(raw)).into_owned();
        let is_short = text.len() <= MAX_UNIT;
        self.units.push(Unit {
            raw: raw.into(),
            conversion: is_short.then(|| Conversion::new(metric, &text)).flatten(),
            text: text.into(),
        });
        &self.units[self.units.len() - 1]
    }

    /// The app that made a record, and the line that says by what it was made, if that was not told
    /// of the year.
    pub(super) fn maker(
        &mut self,
        fields: &Fields<'_>,
        zone: &[u8],
        at: Timestamp,
        stretches: &mut Stretches,
    ) -> (String, Option<Line>) {
        let device = without_address(fields.device);
        let parts = [fields.source, fields.version, device, zone];
        if parts.iter().any(|part| part.len() > MAX_REMEMBERED) {
            let maker = Maker::new(fields, device, zone);
            let line = stretches.of_year(&self.name, at, maker.line());
            return (maker.name, line);
        }
        let known = self.makers.iter().position(|maker| {
            *maker.device == *device
                && *maker.version == *fields.version
                && *maker.source == *fields.source
                && *maker.zone == *zone
        });
        let place = known.unwrap_or_else(|| {
            if self.makers.len() >= MAX_MAKERS {
                self.makers.remove(0);
            }
            self.makers.push(Maker::new(fields, device, zone));
            self.makers.len() - 1
        });
        let maker = &mut self.makers[place];
        let is_told = maker
            .told
            .is_some_and(|(start, end)| start <= at && at < end);
        let line = if is_told || !maker.is_telling() {
            None
        } else {
            maker.told = Some(year_of(at));
            stretches.of_year(&self.name, at, maker.line())
        };
        (maker.name.clone(), line)
    }
}

impl Maker {
    fn new(fields: &Fields<'_>, device: &[u8], zone: &[u8]) -> Self {
        Self {
            source: fields.source.into(),
            version: fields.version.into(),
            device: device.into(),
            zone: zone.into(),
            name: source_name(fields.source),
            told: None,
        }
    }

    /// Whether it says more than the source, which rows have.
    fn is_telling(&self) -> bool {
        !self.version.is_empty() || !self.device.is_empty() || !self.zone.is_empty()
    }

    fn line(&self) -> String {
        let mut line = JsonLine::new();
        line.text("source", &self.name);
        if !self.version.is_empty() {
            line.text("sourceVersion", &decode(&self.version));
        }
        if !self.device.is_empty() {
            line.text("device", &device(&self.device));
        }
        if !self.zone.is_empty() {
            line.text("HKTimeZone", &decode(&self.zone));
        }
        line.finish()
    }
}

/// As much of a text as is remembered.
fn start_of(raw: &[u8]) -> &[u8] {
    raw.get(..MAX_REMEMBERED).unwrap_or(raw)
}

/// The name of the app or device that recorded something.
pub(in crate::apple_export) fn source_name(raw: &[u8]) -> String {
    let name = clean_name(decode(raw));
    if name.is_empty() {
        UNKNOWN_SOURCE.to_owned()
    } else {
        name.into_owned()
    }
}

fn year_of(at: Timestamp) -> (Timestamp, Timestamp) {
    let year = utc_day(at).year();
    let start = |year: i16| {
        let first = Date::new(year, 1, 1).ok()?.to_datetime(Time::midnight());
        Offset::UTC.to_timestamp(first).ok()
    };
    (
        start(year).unwrap_or(Timestamp::MIN),
        start(year.saturating_add(1)).unwrap_or(Timestamp::MAX),
    )
}
