//! Days, written as Health Auto Export pushes them (version 2 of its JSON).
//!
//! This is a second opinion on that form: it shares nothing with the connector that reads it but
//! the facts about the app that both were written from.

mod event;
mod kind;
mod metric;
mod point;
mod unit;
mod when;
mod workout;
mod write;

pub use kind::Kind;
pub use unit::Units;
pub use when::Hours;

use jiff::tz::Offset;
use serde_json::{Map, Value, json};
use vitalog_core::Grain;

use crate::{
    day::Day,
    stream::{Stream, Topic},
};
use kind::Sent;

/// How the phone and its automation are set.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is sent. An automation sends one kind; more than one make a body that none sends, and
    /// that must be read all the same.
    pub kinds: Vec<Kind>,
    /// The phone's preference of units.
    pub units: Units,
    /// The phone's way of telling the time.
    pub hours: Hours,
    /// Whether values are summed up first, and over what.
    pub summarised: Option<Grain>,
    /// What the automation says of the period; the days are chosen by the caller.
    pub period: &'static str,
    /// Over how many requests the run is spread; at least one.
    pub parts: usize,
    /// The number of the run, from which its identifier is drawn.
    pub session: u64,
    /// The offset that all dates are written with; else each has the one it was recorded with.
    pub offset: Option<Offset>,
    /// Voltages of each electrocardiogram, at most; a real one has all 15,360.
    pub voltages: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kinds: vec![Kind::Metrics],
            units: Units::AsKept,
            hours: Hours::TwentyFour,
            summarised: None,
            period: "Previous 7 Days",
            parts: 1,
            session: 1,
            offset: None,
            voltages: 0,
        }
    }
}

/// One request of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Push {
    /// The headers that the app adds, but for secrets.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: String,
}

/// The requests of one run of an automation that holds these days.
#[must_use]
pub fn push(days: &[Day], options: &Options) -> Vec<Push> {
    let parts = options.parts.max(1);
    let kinds: Vec<_> = options
        .kinds
        .iter()
        .map(|kind| (kind.key(), kind.of(days, options)))
        .collect();
    let body = |part| {
        let list = |(key, sent): &(&str, Sent)| {
            let list = sent.list(part, parts, options);
            ((*key).to_owned(), list)
        };
        let data: Map<String, Value> = kinds.iter().map(list).collect();
        json!({ "data": data }).to_string()
    };
    (0..parts)
        .map(|part| Push {
            headers: headers(options),
            body: body(part),
        })
        .collect()
}

fn headers(options: &Options) -> Vec<(&'static str, String)> {
    let aggregation = options
        .summarised
        .map_or_else(|| "Default".to_owned(), when::grain_name);
    let mut run = Stream::of(options.session, Topic::Session, -1);
    vec![
        ("content-type", "application/json".to_owned()),
        ("automation-name", "Santé quotidienne".to_owned()),
        (
            "automation-id",
            "0D7E0C5B-52E8-4C0A-9B0E-6A5A3B1C2D4E".to_owned(),
        ),
        ("automation-aggregation", aggregation),
        ("automation-period", options.period.to_owned()),
        ("session-id", run.identifier()),
    ]
}
