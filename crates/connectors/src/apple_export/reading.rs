//! From an element to an item.

use std::{borrow::Cow, collections::BTreeSet, sync::Arc};

use super::{
    Found, Item, Skip,
    item::element,
    lines::JsonLine,
    other::{correlation_line, instant, item, rings},
    record::{Records, unread},
    workout,
    xml::{Node, decode},
};
use crate::hae::tidy;

/// Different names of unknown elements that are told apart.
const MAX_NAMES: usize = 100;
/// Stands for the rest of them.
const OTHERS: &str = "…";
/// Attributes of unknown elements that may say when they were.
const TIMES: &[&str] = &["startDate", "date", "dateIssued", "receivedDate", "endDate"];

/// Reads elements, and remembers what they have in common.
#[derive(Debug)]
pub(super) struct Reading {
    records: Records,
    names: BTreeSet<String>,
    correlations: Vec<Arc<str>>,
    workouts: Arc<str>,
    clinical: Arc<str>,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            records: Records::default(),
            names: BTreeSet::new(),
            correlations: Vec::new(),
            workouts: element::WORKOUT.into(),
            clinical: element::CLINICAL_RECORD.into(),
        }
    }
}

impl Reading {
    /// Reads an element that begins at a place of the file.
    pub(super) fn read(&mut self, node: Node<'_>, position: u64) -> Item {
        match node.name() {
            b"Record" => self.records.read(node, position),
            b"Correlation" => self.correlation(node),
            b"Workout" => self.workout(node),
            b"ActivitySummary" => rings(node),
            b"ClinicalRecord" => {
                let at = instant(node, &["receivedDate"]);
                let line = unread(node, &self.clinical, at, &mut self.records.stretches);
                let lines = line.into_iter().collect();
                item(element::CLINICAL_RECORD, Found::Lines, lines)
            }
            b"Me" => skipped(element::ME, Skip::Personal),
            b"ExportDate" => skipped(element::EXPORT_DATE, Skip::CountedOnly),
            b"Audiogram" => skipped(element::AUDIOGRAM, Skip::CountedOnly),
            b"VisionPrescription" => skipped(element::VISION_PRESCRIPTION, Skip::CountedOnly),
            _ => self.unknown(node),
        }
    }

    /// An element that was passed over.
    pub(super) fn too_large(&mut self, name: &str) -> Item {
        Item {
            element: self.name(name),
            found: Found::Skipped(Skip::TooLarge),
            lines: Vec::new(),
        }
    }

    /// From where the file has to be read again so that nothing is lost, if that is not just the
    /// next element.
    pub(super) fn waits_from(&self) -> Option<u64> {
        self.records.pressures.first_waiting()
    }

    /// What is left to tell at the end of the file.
    pub(super) fn next_left(&mut self) -> Option<Item> {
        let half = self.records.pressures.take_waiting()?;
        let mut line = JsonLine::new();
        line.instant("at", half.at)
            .text("source", &half.source)
            .number("value", half.number)
            .text("unit", &half.unit);
        let kind = half.name.into();
        let stretches = &mut self.records.stretches;
        let line = stretches.of_day(&kind, Some(half.at), line.finish());
        let found = Found::Skipped(Skip::UnpairedHalf);
        Some(item(
            element::UNPAIRED_HALF,
            found,
            line.into_iter().collect(),
        ))
    }

    fn correlation(&mut self, node: Node<'_>) -> Item {
        let type_name = tidy(&decode(node.attribute("type").unwrap_or_default()));
        let kind = self.correlation_kind(&type_name);
        let line = correlation_line(node, &kind, &mut self.records.stretches);
        let mut lines: Vec<_> = line.into_iter().collect();
        let found = match self.records.pressure(node) {
            Some(Ok(found)) => found,
            Some(Err(skip)) => {
                let at = instant(node, &["startDate", "endDate"]);
                lines = unread(node, &kind, at, &mut self.records.stretches)
                    .into_iter()
                    .collect();
                Found::Skipped(skip)
            }
            // Its records stand on their own beside it.
            None => Found::Lines,
        };
        item(element::CORRELATION, found, lines)
    }

    fn correlation_kind(&mut self, type_name: &str) -> Arc<str> {
        if let Some(kind) = self.correlations.iter().find(|kind| ***kind == *type_name) {
            return Arc::clone(kind);
        }
        let kind: Arc<str> = if self.correlations.len() < MAX_NAMES {
            type_name.into()
        } else {
            OTHERS.into()
        };
        self.correlations.push(Arc::clone(&kind));
        self.correlations.truncate(MAX_NAMES);
        kind
    }

    fn workout(&mut self, node: Node<'_>) -> Item {
        let found = match workout::read_workout(node, self.records.zones()) {
            Ok(workout) => Found::Workout(workout),
            Err(skip) => Found::Skipped(skip),
        };
        let at = workout::start_of(node);
        let line = unread(node, &self.workouts, at, &mut self.records.stretches);
        item(element::WORKOUT, found, line.into_iter().collect())
    }

    fn unknown(&mut self, node: Node<'_>) -> Item {
        let name = self.name(&decode(node.name()));
        let kind = format!("element:{name}").into();
        let at = instant(node, TIMES);
        let line = unread(node, &kind, at, &mut self.records.stretches);
        Item {
            element: name,
            found: Found::Skipped(Skip::UnknownElement),
            lines: line.into_iter().collect(),
        }
    }

    fn name(&mut self, name: &str) -> Cow<'static, str> {
        let name = tidy(name);
        if self.names.contains(&name) {
            return name.into();
        }
        if self.names.len() >= MAX_NAMES {
            return OTHERS.into();
        }
        self.names.insert(name.clone());
        name.into()
    }
}

fn skipped(element: &'static str, why: Skip) -> Item {
    item(element, Found::Skipped(why), Vec::new())
}
