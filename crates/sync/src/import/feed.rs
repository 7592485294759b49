//! Reading ahead: a thread of its own turns elements into what waits to be written.

use std::{borrow::Cow, io, thread};

use jiff::Timestamp;
use tokio::sync::mpsc;
use vitalog_connectors::{
    apple_export::{ExportError, Found, Item, Line, SentFile},
    hae::SentWorkout,
};

use super::{
    slim::{Name, Slim, Slimmer},
    tally::Numbered,
};

/// What reads an export.
pub trait Items: Send {
    /// The next element, `None` at the end.
    ///
    /// # Errors
    ///
    /// If the export cannot be read, or not on.
    fn next(&mut self) -> Result<Option<Item>, ExportError>;

    /// How many bytes have been read.
    fn position(&self) -> u64;

    /// When the export was made, once that has been read.
    fn made_at(&self) -> Option<Timestamp>;
}

/// Elements at once.
const ITEMS_AT_ONCE: u64 = 4_000;
/// Bytes of text at once.
const TEXT: usize = 1 << 20;
/// Chunks that may wait.
const CHUNKS: usize = 4;
/// The number of all elements whose names come after so many others.
const LAST_ELEMENT: u8 = u8::MAX;

/// Some elements, in the order of the export.
#[derive(Default)]
pub(super) struct Chunk {
    pub(super) samples: Vec<Slim>,
    pub(super) workouts: Vec<(SentWorkout, u8)>,
    pub(super) documents: Vec<(SentFile, u8)>,
    /// Lines, each with the element to count it by, if that is nothing else.
    pub(super) lines: Vec<(Line, Option<u8>)>,
    /// Names that were not in a chunk before.
    pub(super) names: Vec<Name>,
    /// Elements whose names were not in a chunk before.
    pub(super) elements: Vec<Cow<'static, str>>,
    /// What is certain whatever is stored.
    pub(super) counts: Numbered,
    /// How many elements it holds.
    pub(super) items: u64,
    /// How far the export has been read.
    pub(super) position: u64,
    pub(super) made_at: Option<Timestamp>,
    /// Bytes of text in it.
    text: usize,
}

/// How reading ended.
pub(super) type Fed = Result<Chunk, ExportError>;

/// Starts reading; elements before `skip` are read and left out. Whoever stops listening ends it.
pub(super) fn start(
    open: impl FnOnce() -> Result<Box<dyn Items>, ExportError> + Send + 'static,
    skip: u64,
) -> io::Result<mpsc::Receiver<Fed>> {
    let (sender, receiver) = mpsc::channel(CHUNKS);
    thread::Builder::new()
        .name("import-read".to_owned())
        .spawn(move || {
            if let Err(error) = feed(open, skip, &sender) {
                let _ = sender.blocking_send(Err(error));
            }
        })?;
    Ok(receiver)
}

fn feed(
    open: impl FnOnce() -> Result<Box<dyn Items>, ExportError>,
    skip: u64,
    sender: &mpsc::Sender<Fed>,
) -> Result<(), ExportError> {
    let mut items = open()?;
    let mut feeder = Feeder::default();
    let mut left = skip;
    let mut is_cut = false;
    loop {
        let next = items.next();
        let is_end = matches!(next, Ok(None));
        match next {
            Ok(Some(_)) if left > 0 => {
                left -= 1;
                // Whoever watches sees it go on.
                if !left.is_multiple_of(ITEMS_AT_ONCE) {
                    continue;
                }
            }
            Ok(Some(item)) => {
                feeder.add(item);
                if !feeder.is_full() {
                    continue;
                }
            }
            Ok(None) => {}
            // What was read before stands, and the files beside the data can still be read.
            Err(ExportError::Truncated) if !is_cut => {
                is_cut = true;
                continue;
            }
            Err(error) => {
                let _ = sender.blocking_send(Ok(feeder.take(items.as_ref())));
                return Err(error);
            }
        }
        let chunk = feeder.take(items.as_ref());
        if sender.blocking_send(Ok(chunk)).is_err() {
            return Ok(());
        }
        if is_end && is_cut {
            return Err(ExportError::Truncated);
        }
        if is_end {
            return Ok(());
        }
    }
}

#[derive(Default)]
struct Feeder {
    chunk: Chunk,
    slimmer: Slimmer,
    elements: Vec<Cow<'static, str>>,
    last_element: u8,
}

impl Feeder {
    fn is_full(&self) -> bool {
        self.chunk.items >= ITEMS_AT_ONCE || self.chunk.text >= TEXT
    }

    fn take(&mut self, items: &dyn Items) -> Chunk {
        let mut chunk = std::mem::take(&mut self.chunk);
        chunk.names = std::mem::take(&mut self.slimmer.new_names);
        chunk.position = items.position();
        chunk.made_at = items.made_at();
        chunk
    }

    fn add(&mut self, item: Item) {
        let element = self.number(item.element);
        self.chunk.items += 1;
        let counts = self.chunk.counts.element(element);
        counts.read += 1;
        let mut of_lines = None;
        match item.found {
            Found::Sample(sample) => {
                self.chunk.samples.push(self.slimmer.slim(&sample, element));
                self.chunk.counts.metric(sample.metric).read += 1;
            }
            Found::Workout(workout) => self.chunk.workouts.push((workout, element)),
            Found::Document(document) => {
                self.chunk.text += document.body.len();
                self.chunk.documents.push((document, element));
            }
            Found::Lines if item.lines.is_empty() => counts.unchanged += 1,
            Found::Lines => of_lines = Some(element),
            Found::ToldElsewhere(_) => counts.skip("told_elsewhere"),
            Found::Skipped(why) => counts.skip(why.as_str()),
        }
        for line in item.lines {
            self.chunk.text += line.text.len();
            self.chunk.lines.push((line, of_lines.take()));
        }
    }

    /// The number of a name; mostly it is that of the last.
    fn number(&mut self, name: Cow<'static, str>) -> u8 {
        let last = usize::from(self.last_element);
        if self.elements.get(last) == Some(&name) {
            return self.last_element;
        }
        let known = self.elements.iter().position(|known| *known == name);
        let place = known.unwrap_or_else(|| {
            if self.elements.len() < usize::from(LAST_ELEMENT) {
                self.elements.push(name.clone());
                self.chunk.elements.push(name);
            }
            self.elements.len() - 1
        });
        self.last_element = u8::try_from(place).unwrap_or(LAST_ELEMENT);
        self.last_element
    }
}
