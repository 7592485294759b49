//! What was read and waits to be written.

use std::{borrow::Cow, collections::HashMap};

use jiff::{Timestamp, civil::Date};
use vitalog_connectors::{
    apple_export::{Line, SentFile},
    hae::SentWorkout,
};

use super::{
    ImportSizes,
    feed::Chunk,
    slim::{Name, Slim},
    tally::Tally,
};

/// Workouts that wait at most.
const MOST_WORKOUTS: usize = 20_000;

/// The lines that wait of one vendor record, each with the element to count it by.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) kind: String,
    pub(super) id: String,
    pub(super) day: Date,
    pub(super) texts: Vec<(String, Option<u8>)>,
}

/// What waits.
#[derive(Default)]
pub(super) struct Buffer {
    /// All names so far, by number.
    pub(super) names: Vec<Name>,
    pub(super) elements: Vec<Cow<'static, str>>,
    pub(super) samples: Vec<Slim>,
    pub(super) workouts: Vec<(SentWorkout, u8)>,
    pub(super) documents: Vec<(SentFile, u8)>,
    pub(super) made_at: Option<Timestamp>,
    lines: Vec<Lines>,
    places: HashMap<(String, String), usize>,
    last: usize,
    text: usize,
    /// How many elements have been read.
    pub(super) items: u64,
}

impl Buffer {
    pub(super) fn add(&mut self, chunk: Chunk, tally: &mut Tally) {
        self.names.extend(chunk.names);
        self.elements.extend(chunk.elements);
        self.samples.extend(chunk.samples);
        self.workouts.extend(chunk.workouts);
        self.made_at = self.made_at.or(chunk.made_at);
        self.items += chunk.items;
        chunk.counts.add_to(tally, &self.elements);
        for (document, element) in chunk.documents {
            self.text += document.body.len();
            self.documents.push((document, element));
        }
        for (line, element) in chunk.lines {
            self.add_line(line, element);
        }
    }

    pub(super) fn is_full(&self, sizes: ImportSizes) -> bool {
        self.samples.len() >= sizes.samples || self.workouts.len() >= MOST_WORKOUTS
    }

    pub(super) fn has_much_text(&self, sizes: ImportSizes) -> bool {
        self.text >= sizes.text
    }

    pub(super) fn take_lines(&mut self) -> Vec<Lines> {
        self.places.clear();
        self.text = 0;
        std::mem::take(&mut self.lines)
    }

    fn add_line(&mut self, line: Line, element: Option<u8>) {
        self.text += line.text.len() + size_of::<(String, Option<u8>)>();
        let last = self.lines.get(self.last);
        if last.is_none_or(|last| *last.kind != *line.kind || *last.id != *line.id) {
            let (kind, id) = ((*line.kind).to_owned(), (*line.id).to_owned());
            let key = (kind.clone(), id.clone());
            self.last = *self.places.entry(key).or_insert_with(|| {
                self.lines.push(Lines {
                    kind,
                    id,
                    day: line.day,
                    texts: Vec::new(),
                });
                self.lines.len() - 1
            });
        }
        if let Some(lines) = self.lines.get_mut(self.last) {
            lines.texts.push((line.text, element));
        }
    }
}
