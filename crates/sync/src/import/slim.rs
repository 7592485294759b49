//! Samples that wait for the rest of their time, in a tenth of the bytes of rows.

use std::collections::{HashMap, VecDeque};

use jiff::Timestamp;
use vitalog_connectors::hae::Sample;
use vitalog_core::{
    Context, Fingerprint, Marks, Metric, Quantity, Reading, Via, daily::metrics_touched,
    metric::Shape,
};
use vitalog_storage::SentText;

use crate::{
    key::{sample_fingerprint, slot_fingerprint},
    row::is_slot,
};

/// A sample that waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slim {
    second: i64,
    fingerprint: Fingerprint,
    value: f64,
    sent: f64,
    /// Its end, in seconds after its second; 0 if it has none.
    length: u32,
    /// Its place among the [`Names`].
    name: u32,
    /// Minutes that its clock was ahead of UTC.
    offset: i16,
    pub(super) metric: Metric,
    /// Which element it came in.
    pub(super) element: u8,
}

/// What samples beside one another have in common.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Name {
    source: String,
    unit: String,
    label: Option<String>,
    context: Option<Context>,
    /// The numbers, where they are more than one as sent.
    numbers: Option<(Quantity, Quantity)>,
    slot: Fingerprint,
}

/// Makes samples slim.
#[derive(Default)]
pub(super) struct Slimmer {
    places: HashMap<Shared, u32>,
    /// The last few, the latest first: sources take turns.
    recent: VecDeque<(Name, u32)>,
    made: u32,
    /// Names that whoever gets the samples has not been given.
    pub(super) new_names: Vec<Name>,
}

/// Source, unit, label and context.
type Shared = (String, String, Option<String>, Option<Context>);

/// How many names are looked at before all are.
const RECENT: usize = 6;

impl Slimmer {
    pub(super) fn slim(&mut self, sample: &Sample<'_>, element: u8) -> Slim {
        let one_number = match (sample.quantity, sample.sent) {
            (Quantity::Single(value), Quantity::Single(sent)) => Some((value, sent)),
            (Quantity::Spread { min, mean, max }, Quantity::Single(sent))
                if min.to_bits() == mean.to_bits() && mean.to_bits() == max.to_bits() =>
            {
                Some((mean, sent))
            }
            _ => None,
        };
        let (name, slot) = self.place(sample);
        let name = if one_number.is_some() {
            name
        } else {
            self.add(Name {
                numbers: Some((sample.quantity, sample.sent)),
                ..self::name(sample)
            })
        };
        let (value, sent) = one_number.unwrap_or_default();
        let fingerprint = if is_slot(sample.metric, None) {
            slot
        } else {
            let label = sample.label.as_deref();
            sample_fingerprint(&sample.source, sample.sent, &sample.unit, label)
        };
        let second = sample.time.at.as_second();
        let until = sample.until.map_or(second, Timestamp::as_second);
        let offset = sample.time.offset;
        let minutes = offset.map_or(0, |offset| offset.seconds() / 60);
        Slim {
            second,
            fingerprint,
            value,
            sent,
            length: u32::try_from(until - second).unwrap_or_default(),
            name,
            offset: i16::try_from(minutes).unwrap_or_default(),
            metric: sample.metric,
            element,
        }
    }

    /// The place of what a sample shares with others, mostly with one of the last few; and the key
    /// that it has as a slot.
    fn place(&mut self, sample: &Sample<'_>) -> (u32, Fingerprint) {
        let is_same = |(name, _): &(Name, u32)| {
            name.source == sample.source
                && name.unit == sample.unit
                && name.label == sample.label
                && name.context == sample.context
        };
        if let Some(found) = self.recent.iter().position(is_same) {
            if found > 0 {
                self.recent.swap(0, found);
            }
        } else {
            let name = name(sample);
            let shared = (
                name.source.clone(),
                name.unit.clone(),
                name.label.clone(),
                name.context,
            );
            let place = self.places.get(&shared).copied().unwrap_or_else(|| {
                let place = self.add(name.clone());
                self.places.insert(shared, place);
                place
            });
            self.recent.truncate(RECENT - 1);
            self.recent.push_front((name, place));
        }
        let first = self.recent.front();
        first.map_or((0, Fingerprint::BARE), |(name, place)| (*place, name.slot))
    }

    fn add(&mut self, name: Name) -> u32 {
        self.new_names.push(name);
        self.made += 1;
        self.made - 1
    }
}

fn name(sample: &Sample<'_>) -> Name {
    Name {
        source: sample.source.as_ref().to_owned(),
        unit: sample.unit.as_ref().to_owned(),
        label: sample.label.clone(),
        context: sample.context,
        numbers: None,
        slot: slot_fingerprint(&sample.source, None, sample.label.as_deref()),
    }
}

impl Slim {
    /// What tells it from others; the metrics that are worked out together stand together.
    pub(super) fn order(&self) -> (Metric, i64, Metric, Fingerprint) {
        (self.lead(), self.second, self.metric, self.fingerprint)
    }

    /// The first of the metrics that are worked out with its own.
    pub(super) fn lead(&self) -> Metric {
        let together = metrics_touched(self.metric);
        together.first().copied().unwrap_or(self.metric)
    }

    pub(super) fn at(&self) -> Timestamp {
        Timestamp::from_second(self.second).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The row it is to be.
    pub(super) fn reading(&self, names: &[Name], now: Timestamp) -> Option<Reading> {
        let name = names.get(usize::try_from(self.name).ok()?)?;
        let at = self.at();
        let (quantity, original) = name
            .numbers
            .unwrap_or_else(|| (self.quantity(), Quantity::Single(self.sent)));
        let until = (self.length > 0).then(|| self.second + i64::from(self.length));
        Some(Reading {
            metric: self.metric,
            at,
            fingerprint: self.fingerprint,
            quantity,
            original,
            original_unit: name.unit.clone(),
            source: name.source.clone(),
            via: Via::AppleExport,
            recorded_at: SentText::Usual(i64::from(self.offset)).text(at)?,
            day: None,
            until: until.and_then(|until| Timestamp::from_second(until).ok()),
            grain: None,
            context: name.context,
            label: name.label.clone(),
            note: None,
            ingested_at: now,
            marks: Marks::default(),
        })
    }

    fn quantity(&self) -> Quantity {
        let value = self.value;
        if self.metric.row().shape == Shape::Spread {
            Quantity::Spread {
                min: value,
                mean: value,
                max: value,
            }
        } else {
            Quantity::Single(value)
        }
    }
}
