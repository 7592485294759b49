//! Apple Health's own export, from its elements to rows.
//!
//! A thread reads ahead. What it reads waits in little memory until there is much of it, is put in
//! order, and is written slice by slice, each slice with its daily values as one change. What is
//! stored already, by whichever way it came, is left as it is. After each buffer it is noted how far
//! the import has come, so that one that was broken off goes on from there; whatever it had written
//! beyond that it finds and leaves.

mod buffer;
mod digest;
mod feed;
mod file;
mod kept;
mod note;
mod slices;
mod slim;
mod tally;
mod write;

use std::{io, sync::Arc, time::Duration};

use jiff::Timestamp;
use vitalog_connectors::apple_export::ExportError;
use vitalog_core::{Account, Clock};
use vitalog_storage::{Storage, StorageError};

use self::{buffer::Buffer, note::Note, tally::Numbered, write::Writer};
use crate::compute::compute;

pub use digest::digest;
pub use feed::Items;
pub use tally::{ImportCounts, Tally};

/// How often a change is worked out anew because somebody else changed the record.
const MAX_ATTEMPTS: u32 = 60;
/// The pause in between.
const PAUSE: Duration = Duration::from_millis(20);

/// Takes in exports.
#[derive(Clone)]
pub struct AppleImport {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    sizes: ImportSizes,
}

/// How much of an export is held in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImportSizes {
    /// Samples that wait at most. The usual number takes 25 MB and is all of most metrics, so that what
    /// several devices recorded meets there, although an export lists one device after the other.
    pub samples: usize,
    /// Rows that are held at once: those to write, and those that are stored over the same time.
    pub rows: u64,
    /// Bytes of lines and documents that wait at most.
    pub text: usize,
}

impl Default for ImportSizes {
    fn default() -> Self {
        Self {
            samples: 1 << 19,
            rows: 24_000,
            text: 12 << 20,
        }
    }
}

/// How far an import has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportProgress {
    /// So many bytes of what is on the disk are looked at, to see whether it is known.
    Hashing {
        /// So many.
        done: u64,
        /// Of so many.
        total: u64,
    },
    /// So many bytes of the export, unpacked, are read.
    Reading {
        /// So many.
        done: u64,
        /// Of so many.
        total: u64,
    },
}

/// What an import came to.
#[derive(Clone, PartialEq, Debug)]
pub struct ImportReport {
    /// What became of each sort of element and of each metric.
    pub tally: Tally,
    /// Whether the same export was taken in before, so that nothing was read.
    pub was_known: bool,
    /// Whether the export ends in the middle. What it holds was taken in.
    pub is_partial: bool,
    /// When the export was made.
    pub made_at: Option<Timestamp>,
}

/// An export was not taken in.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It cannot be read.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// What is on disk cannot be read.
    #[error("the export cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Others kept changing the record.
    #[error("the record is busy; try again, and the import goes on where it was")]
    Busy,
    /// Storage failed. What was written before stands.
    #[error("the export could not be stored")]
    Storage(#[from] StorageError),
}

impl AppleImport {
    /// An import into `storage`, told the time by `clock`.
    #[must_use]
    pub fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>) -> Self {
        Self {
            storage,
            clock,
            sizes: ImportSizes::default(),
        }
    }

    /// The same with other sizes, which change nothing in what is stored.
    #[must_use]
    pub fn holding(self, sizes: ImportSizes) -> Self {
        Self { sizes, ..self }
    }

    /// Takes in what an export holds, as `open` reads it from the start. Its digest tells it from
    /// others: one that was taken in before is not opened. `on_read` is told how many bytes of it have
    /// been read.
    ///
    /// # Errors
    ///
    /// If it cannot be read or stored. What was stored by then stands, and the same import again goes
    /// on with the rest.
    pub async fn import(
        &self,
        account: &Account,
        digest: &str,
        open: impl FnOnce() -> Result<Box<dyn Items>, ExportError> + Send + 'static,
        on_read: impl FnMut(u64) + Send,
    ) -> Result<ImportReport, ImportError> {
        let storage = self.storage.as_ref();
        let mut note = Note::read(storage, &account.id, digest).await?;
        if note.is_done {
            note.tally.seen_again();
            return Ok(report(note, true));
        }
        let read = self.read(account, digest, open, &mut note, on_read);
        match read.await {
            Ok(()) => {}
            Err(ImportError::Export(ExportError::Truncated)) => note.is_partial = true,
            Err(error) => return Err(error),
        }
        note.is_done = true;
        note.write(storage, &account.id, digest).await?;
        Ok(report(note, false))
    }

    async fn read(
        &self,
        account: &Account,
        digest: &str,
        open: impl FnOnce() -> Result<Box<dyn Items>, ExportError> + Send + 'static,
        note: &mut Note,
        mut on_read: impl FnMut(u64) + Send,
    ) -> Result<(), ImportError> {
        let mut chunks = feed::start(open, note.items)?;
        let mut buffer = Buffer::default();
        buffer.items = note.items;
        buffer.made_at = note.made_at();
        let mut failed = None;
        while let Some(chunk) = chunks.recv().await {
            match chunk {
                Ok(chunk) => {
                    on_read(chunk.position);
                    buffer.add(chunk, &mut note.tally);
                }
                // What was read before is written first.
                Err(error) => failed = Some(error),
            }
            if buffer.is_full(self.sizes) {
                self.empty(account, &mut buffer, note).await?;
                note.write(self.storage.as_ref(), &account.id, digest)
                    .await?;
            } else if buffer.has_much_text(self.sizes) {
                let writer = self.writer(account, &buffer);
                write_text(writer, &mut buffer, note).await?;
            }
        }
        self.empty(account, &mut buffer, note).await?;
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    fn writer<'a>(&'a self, account: &'a Account, buffer: &Buffer) -> Writer<'a> {
        Writer {
            storage: self.storage.as_ref(),
            account,
            now: whole_second(self.clock.now()),
            made_at: buffer.made_at,
        }
    }

    /// Writes all that waits.
    async fn empty(
        &self,
        account: &Account,
        buffer: &mut Buffer,
        note: &mut Note,
    ) -> Result<(), ImportError> {
        let writer = self.writer(account, buffer);
        write_text(writer, buffer, note).await?;
        let mut counts = Numbered::default();
        compute(|| {
            slices::sort(&mut buffer.samples, |repeat| {
                counts.element(repeat.element).skip(write::REPEATED);
                counts.metric(repeat.metric).skip(write::REPEATED);
            });
        });
        let storage = self.storage.as_ref();
        let ends = slices::ends(&buffer.samples, self.sizes.rows, storage, account).await?;
        let mut start = 0;
        for end in ends {
            let slice = buffer.samples.get(start..end).unwrap_or_default();
            if !slice.is_empty() {
                counts.add(&writer.samples(slice, &buffer.names).await?);
            }
            start = end;
        }
        buffer.samples.clear();
        if !buffer.workouts.is_empty() {
            counts.add(&writer.workouts(&buffer.workouts).await?);
            buffer.workouts.clear();
        }
        counts.add_to(&mut note.tally, &buffer.elements);
        note.items = buffer.items;
        note.made_at = buffer.made_at.map(Timestamp::as_second);
        Ok(())
    }
}

async fn write_text(
    writer: Writer<'_>,
    buffer: &mut Buffer,
    note: &mut Note,
) -> Result<(), ImportError> {
    let mut counts = writer.lines(buffer.take_lines()).await?;
    if !buffer.documents.is_empty() {
        counts.add(&writer.documents(&buffer.documents).await?);
        buffer.documents.clear();
    }
    counts.add_to(&mut note.tally, &buffer.elements);
    Ok(())
}

fn report(note: Note, was_known: bool) -> ImportReport {
    ImportReport {
        made_at: note.made_at(),
        is_partial: note.is_partial,
        tally: note.tally,
        was_known,
    }
}

/// Rows are stamped with whole seconds, so that every engine gives back what it was given.
fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
