//! Exports into memory, beside pushes.

mod convergence;
mod engine;
mod examples;
mod killed;
mod life;
mod oracle;
mod routes;

use std::sync::atomic::{AtomicU64, Ordering};

use jiff::{Timestamp, tz::Offset};
use vitalog_connectors::{
    apple_export::{ExportError, Found, Item, Line},
    hae::{Bucket, Sample, SentDate, SentWorkout},
};
use vitalog_core::{Metric, Quantity, SentTime, unit::to_canonical};
use vitalog_sync::import::{AppleImport, ImportError, ImportReport, Items};

use crate::world::World;

/// Elements as if a file had them.
pub(crate) struct Told {
    pub(crate) items: Vec<Item>,
    pub(crate) made_at: Option<Timestamp>,
    pub(crate) end: Option<ExportError>,
    given: usize,
}

impl Told {
    pub(crate) fn new(items: Vec<Item>) -> Self {
        Self {
            items,
            made_at: None,
            end: None,
            given: 0,
        }
    }

    pub(crate) fn made(self, at: Timestamp) -> Self {
        Self {
            made_at: Some(at),
            ..self
        }
    }
}

impl Items for Told {
    fn next(&mut self) -> Result<Option<Item>, ExportError> {
        let next = self.items.get(self.given).cloned();
        self.given += 1;
        if next.is_none()
            && let Some(end) = self.end.take()
        {
            return Err(end);
        }
        Ok(next)
    }

    fn position(&self) -> u64 {
        self.given as u64
    }

    fn made_at(&self) -> Option<Timestamp> {
        self.made_at
    }
}

/// Another name for each export, so that none is known.
static EXPORTS: AtomicU64 = AtomicU64::new(0);

impl World {
    pub(crate) async fn import(&self, told: Told) -> ImportReport {
        let digest = EXPORTS.fetch_add(1, Ordering::Relaxed).to_string();
        self.import_as(&digest, told).await.unwrap()
    }

    pub(crate) async fn import_as(
        &self,
        digest: &str,
        told: Told,
    ) -> Result<ImportReport, ImportError> {
        let import = AppleImport::new(self.storage.clone(), self.clock.clone());
        let open = move || Ok(Box::new(told) as Box<dyn Items>);
        import.import(&self.account, digest, open, |_| {}).await
    }
}

/// The time of `2026-10-10 08:15:00 -0700`.
pub(crate) fn time(text: &str) -> (Timestamp, Offset) {
    let at: Timestamp = jiff::fmt::strtime::parse("%Y-%m-%d %H:%M:%S %z", text)
        .and_then(|parsed| parsed.to_timestamp())
        .unwrap();
    let parsed = jiff::fmt::strtime::parse("%Y-%m-%d %H:%M:%S %z", text).unwrap();
    (at, parsed.offset().unwrap())
}

pub(crate) fn sample(metric: Metric, start: &str, value: f64, unit: &str, source: &str) -> Item {
    let (at, offset) = time(start);
    let sent = Quantity::Single(value);
    Item {
        element: "Record".into(),
        found: Found::Sample(Sample {
            metric,
            time: SentDate {
                at,
                offset: Some(offset),
                text: start.to_owned().into(),
            },
            until: None,
            sent,
            quantity: to_canonical(metric, sent, unit).unwrap(),
            unit: unit.to_owned().into(),
            source: source.to_owned().into(),
            context: None,
            label: None,
            bucket: Bucket::Never,
            record: None,
        }),
        lines: Vec::new(),
    }
}

pub(crate) fn until(mut item: Item, end: &str) -> Item {
    if let Found::Sample(sample) = &mut item.found {
        sample.until = Some(time(end).0);
    }
    item
}

pub(crate) fn labelled(mut item: Item, label: &str) -> Item {
    if let Found::Sample(sample) = &mut item.found {
        sample.label = Some(label.to_owned());
    }
    item
}

pub(crate) fn with_line(mut item: Item, id: &str, text: &str) -> Item {
    item.lines.push(Line {
        kind: "Record".into(),
        id: id.into(),
        day: jiff::civil::date(2026, 10, 10),
        text: text.to_owned(),
    });
    item
}

pub(crate) fn workout(name: &str, start: &str, end: &str, source: &str) -> Item {
    let sent = |text: &str| {
        let (at, offset) = time(text);
        SentTime {
            at,
            offset: Some(offset),
            text: text.to_owned(),
        }
    };
    Item {
        element: "Workout".into(),
        found: Found::Workout(SentWorkout {
            id: None,
            name: name.to_owned(),
            start: sent(start),
            end: sent(end),
            duration_s: 1890.4,
            active_kcal: Some(300.0),
            avg_hr_bpm: None,
            max_hr_bpm: None,
            source: source.to_owned(),
        }),
        lines: Vec::new(),
    }
}
