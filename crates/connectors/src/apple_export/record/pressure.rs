//! Blood pressures, which an export tells in halves: all the higher numbers, then all the lower
//! ones, and then both once more under one roof.

use std::{
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    sync::Arc,
};

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use vitalog_core::{Metric, Quantity, unit::to_canonical};

use super::{
    super::{Found, Skip},
    role::Role,
};
use crate::hae::{Bucket, Sample, SentDate};

/// Halves that wait for the other half; a person who measures ten times a day has so many after
/// twenty years. What comes after is told by the correlation, or not.
const MAX_WAITING: usize = 100_000;
/// Halves of one second and source that wait.
const MAX_OF_A_SECOND: usize = 100;
/// Keys of what was told that are remembered, three of each blood pressure.
const MAX_TOLD: usize = 600_000;

/// Which half.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Half {
    Systolic,
    Diastolic,
}

impl Half {
    pub(super) fn of(role: Role) -> Option<Self> {
        if role == Role::Systolic {
            return Some(Self::Systolic);
        }
        (role == Role::Diastolic).then_some(Self::Diastolic)
    }
}

/// A half as it was told.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) half: Half,
    pub(super) number: f64,
    pub(super) unit: Arc<str>,
    pub(super) source: String,
    pub(super) time: SentDate<'static>,
}

type Place = (Timestamp, String);

/// Halves that wait, and whole ones that were told.
#[derive(Debug, Default)]
pub(in crate::apple_export) struct Pressures {
    waiting: HashMap<Place, VecDeque<(u64, Told)>>,
    /// The waiting ones by their place in the file.
    positions: BTreeMap<u64, Place>,
    told: HashSet<[u8; 16]>,
}

impl Pressures {
    /// Takes a half. With its other half it is a sample, if it was not told before.
    pub(super) fn add(&mut self, told: Told, position: u64) -> Result<Found, Skip> {
        let place = (told.time.at, told.source.clone());
        if let Some(others) = self.waiting.get_mut(&place) {
            let other = others.iter().position(|(_, other)| other.half != told.half);
            if let Some((at, other)) = other.and_then(|other| others.remove(other)) {
                if others.is_empty() {
                    self.waiting.remove(&place);
                }
                self.positions.remove(&at);
                return self.tell(&told, &other);
            }
        }
        let of_second = self.waiting.get(&place).map_or(0, VecDeque::len);
        if self.positions.len() >= MAX_WAITING || of_second >= MAX_OF_A_SECOND {
            return Err(Skip::UnpairedHalf);
        }
        self.positions.insert(position, place.clone());
        self.waiting
            .entry(place)
            .or_default()
            .push_back((position, told));
        Ok(Found::ToldElsewhere(Metric::BloodPressure))
    }

    /// Takes both halves, or tells what they are together.
    pub(super) fn tell(&mut self, one: &Told, other: &Told) -> Result<Found, Skip> {
        let (systolic, diastolic) = match one.half {
            Half::Systolic => (one, other),
            Half::Diastolic => (other, one),
        };
        // Of two units the lower number is told in that of the higher one.
        let lower = if systolic.unit == diastolic.unit {
            diastolic.number
        } else {
            in_unit(diastolic.number, &diastolic.unit, &systolic.unit).ok_or(Skip::UnknownUnit)?
        };
        let sent = Quantity::Pressure {
            systolic: systolic.number,
            diastolic: lower,
        };
        let quantity =
            to_canonical(Metric::BloodPressure, sent, &systolic.unit).ok_or(Skip::InvalidSample)?;
        for told in [one, other] {
            self.remember(told.key());
        }
        if !self.remember(key(systolic, sent.numbers())) {
            return Ok(Found::ToldElsewhere(Metric::BloodPressure));
        }
        Ok(Found::Sample(Sample {
            metric: Metric::BloodPressure,
            time: systolic.time.clone(),
            until: None,
            sent,
            quantity,
            unit: systolic.unit.as_ref().to_owned().into(),
            source: systolic.source.clone().into(),
            context: None,
            label: None,
            bucket: Bucket::Never,
            record: None,
        }))
    }

    /// Whether it is new.
    fn remember(&mut self, key: [u8; 16]) -> bool {
        if self.told.len() >= MAX_TOLD {
            // Told twice it is still one fact, to whoever stores it.
            self.told.clear();
        }
        self.told.insert(key)
    }

    /// Where in the file the first half stands that waits.
    pub(in crate::apple_export) fn first_waiting(&self) -> Option<u64> {
        self.positions.keys().next().copied()
    }

    /// Takes a half that waits and was not told in a correlation, in the order of the file. To be
    /// asked at the end of the file.
    pub(in crate::apple_export) fn take_waiting(&mut self) -> Option<Unpaired> {
        loop {
            let told = self.take_first()?;
            if !self.told.contains(&told.key()) {
                return Some(Unpaired {
                    name: match told.half {
                        Half::Systolic => "HKQuantityTypeIdentifierBloodPressureSystolic",
                        Half::Diastolic => "HKQuantityTypeIdentifierBloodPressureDiastolic",
                    },
                    at: told.time.at,
                    number: told.number,
                    unit: told.unit,
                    source: told.source,
                });
            }
        }
    }

    fn take_first(&mut self) -> Option<Told> {
        let (position, place) = self.positions.pop_first()?;
        let halves = self.waiting.get_mut(&place)?;
        let at = halves.iter().position(|(at, _)| *at == position)?;
        let (_, told) = halves.remove(at)?;
        if halves.is_empty() {
            self.waiting.remove(&place);
        }
        Some(told)
    }
}

impl Told {
    fn key(&self) -> [u8; 16] {
        let half = f64::from(u8::from(self.half == Half::Diastolic));
        key(self, [half, self.number].into_iter())
    }
}

/// Stands for a half or a whole, by its second, its source, and numbers.
fn key(told: &Told, numbers: impl Iterator<Item = f64>) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update(told.time.at.as_second().to_le_bytes());
    for number in numbers {
        hash.update(number.to_le_bytes());
    }
    hash.update(told.unit.as_bytes());
    hash.update([0]);
    hash.update(told.source.as_bytes());
    let mut key = [0; 16];
    for (byte, hashed) in key.iter_mut().zip(hash.finalize()) {
        *byte = hashed;
    }
    key
}

/// A half without another.
#[derive(Clone, Debug)]
pub(in crate::apple_export) struct Unpaired {
    pub(in crate::apple_export) name: &'static str,
    pub(in crate::apple_export) at: Timestamp,
    pub(in crate::apple_export) number: f64,
    pub(in crate::apple_export) unit: Arc<str>,
    pub(in crate::apple_export) source: String,
}

/// A pressure of one unit in another.
fn in_unit(number: f64, unit: &str, wanted: &str) -> Option<f64> {
    let accepts = Metric::BloodPressure.row().accepts;
    let of = |unit: &str| {
        let name = vitalog_core::unit::fold_unit(unit);
        accepts.iter().find(|accepted| accepted.name == name)
    };
    Some(of(wanted)?.convert_back(of(unit)?.convert(number)))
}
