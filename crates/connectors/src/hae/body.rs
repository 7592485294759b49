//! The envelope of a push.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::{
    data_type::DataType,
    json::{Json, Kind},
    metric_list::MetricList,
    names::Tally,
    push::Push,
    record::Unread,
    walk::Walk,
};

/// Why a body is no push at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// Not JSON in UTF-8.
    #[error("the body is not JSON")]
    NotJson,
    /// JSON, but not the envelope of an export.
    #[error("{0}")]
    WrongShape(&'static str),
    /// More elements than the app ever writes in so many bytes.
    #[error("the body holds more than {most} elements")]
    TooMany {
        /// How many it may hold.
        most: usize,
    },
}

/// The fewest bytes in which the app writes a sample: a date, a number and a source take 57. Each becomes
/// a row of some 700 bytes, so that this bounds the memory that a body takes by its length.
const LEAST_BYTES: usize = 48;
/// So many are taken in any body.
const ALWAYS_TAKEN: usize = 40_000;

/// How many samples a body of that length may hold, or what weighs as much.
fn most_elements(bytes: usize) -> usize {
    (bytes / LEAST_BYTES).max(ALWAYS_TAKEN)
}

/// Reads a push. Wall clocks without an offset are read in `zone`, the account's.
///
/// # Errors
///
/// If the body as a whole is no export. One malformed point, metric or workout is counted in the
/// [`Push`] and never spoils the rest.
pub fn parse<'a>(body: &'a [u8], zone: &TimeZone) -> Result<Push<'a>, Refused> {
    let body = std::str::from_utf8(body).map_err(|_| Refused::NotJson)?;
    let body = body.strip_prefix('\u{FEFF}').unwrap_or(body);
    let json = Json::parse(body).ok_or(Refused::NotJson)?;
    if json.kind() != Kind::Object {
        return Err(Refused::WrongShape(
            "the body is not an object with a member \"data\"",
        ));
    }
    let most = most_elements(body.len());
    let (mut data, mut beside) = (None, Tally::default());
    let mut walk = Walk::new(json);
    walk.enter();
    while let Some(key) = walk.next_key() {
        match key.name().as_ref() {
            "data" => data = Data::read(&mut walk, most, zone),
            name => beside.add(name, elements(walk.value())),
        }
    }
    let data = data.ok_or(Refused::WrongShape("\"data\" is missing or not an object"))?;
    if matches!(data.metrics, Metrics::NoList) {
        return Err(Refused::WrongShape("\"data.metrics\" is not a list"));
    }
    let push = Push::read(data, beside, most, zone);
    if push.is_too_much || push.weight() > most {
        return Err(Refused::TooMany { most });
    }
    Ok(push)
}

/// What stands under `data`. Of members that come twice the last counts, as everywhere in JSON.
#[derive(Debug)]
pub(super) struct Data<'a> {
    pub(super) metrics: Metrics<'a>,
    pub(super) workouts: Option<Json<'a>>,
    /// The lists of the data types that are read, by type.
    pub(super) typed: BTreeMap<DataType, Json<'a>>,
    pub(super) others: Tally,
    /// What is kept of the others.
    pub(super) unread: Unread<'a>,
}

/// The list of metrics.
#[derive(Debug)]
pub(super) enum Metrics<'a> {
    /// It was read.
    Read(Box<MetricList<'a>>),
    /// None is there.
    Absent,
    /// Something else is in its place.
    NoList,
}

impl<'a> Data<'a> {
    /// Takes the value ahead; `None` if it is no object.
    fn read(walk: &mut Walk<'a>, most: usize, zone: &TimeZone) -> Option<Self> {
        if walk.kind() != Kind::Object {
            walk.value();
            return None;
        }
        let mut data = Self {
            metrics: Metrics::Absent,
            workouts: None,
            typed: BTreeMap::new(),
            others: Tally::default(),
            unread: Unread::default(),
        };
        walk.enter();
        while let Some(key) = walk.next_key() {
            match key.name().as_ref() {
                "metrics" => data.metrics = Metrics::read(walk, most, zone),
                "workouts" => data.workouts = Some(walk.value()),
                name => data.add(name, walk.value(), zone),
            }
        }
        Some(data)
    }

    fn add(&mut self, name: &str, value: Json<'a>, zone: &TimeZone) {
        match (DataType::of_key(name), value.kind()) {
            (Some(kind), Kind::List | Kind::Null) => {
                self.typed.insert(kind, value);
            }
            (None, _) | (Some(_), Kind::Bool | Kind::Number | Kind::Text | Kind::Object) => {
                self.others.add(name, elements(value));
                self.unread.add_data(name, value, zone);
            }
        }
    }
}

impl<'a> Metrics<'a> {
    fn read(walk: &mut Walk<'a>, most: usize, zone: &TimeZone) -> Self {
        match walk.kind() {
            Kind::List => Self::Read(Box::new(MetricList::read(walk, most, zone))),
            Kind::Null => {
                walk.value();
                Self::Absent
            }
            Kind::Bool | Kind::Number | Kind::Text | Kind::Object => {
                walk.value();
                Self::NoList
            }
        }
    }
}

/// How many elements a member has that this version does not read: those of a list, otherwise 1;
/// 0 for null.
fn elements(unread: Json<'_>) -> usize {
    match unread.kind() {
        Kind::Null => 0,
        Kind::List => unread.items().count(),
        Kind::Bool | Kind::Number | Kind::Text | Kind::Object => 1,
    }
}

#[cfg(test)]
mod tests;
