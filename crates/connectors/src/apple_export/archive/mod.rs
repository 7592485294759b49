//! Where the files of an export are: in a zip file, in a folder, or alone.

mod folder;
mod inflate;
mod name;
mod zip;

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicU64},
};

use super::ExportError;
pub(super) use name::Sort;

/// Files that are looked at; of real exports few have more than some thousand routes.
const MAX_FILES: usize = 200_000;

/// What reads a file.
pub(super) type Input = Box<dyn Read + Send>;

/// A file of an export.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its name, with the folders it is in.
    pub(super) name: String,
    pub(super) sort: Sort,
    /// Its bytes, when unpacked.
    pub(super) size: u64,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    File(PathBuf),
    Zipped(zip::Packed),
}

/// The files of an export.
#[derive(Clone, Debug)]
pub(super) struct Archive {
    /// Those that may say something, in no order.
    pub(super) entries: Vec<Entry>,
    /// The files on the disk.
    pub(super) on_disk: Vec<PathBuf>,
    /// The zip file.
    zip: Option<PathBuf>,
    /// What may still be unpacked of it.
    budget: Arc<AtomicU64>,
    /// Whether the end of the zip file is missing.
    pub(super) is_cut: bool,
}

impl Archive {
    pub(super) fn open(path: &Path) -> Result<Self, ExportError> {
        let failed = |source| ExportError::Open {
            path: path.to_owned(),
            source,
        };
        if path.is_dir() {
            let entries = folder::entries(path, MAX_FILES)?;
            return Ok(Self::of_files(entries));
        }
        let mut file = File::open(path).map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        if zip::is_zip(&mut file).map_err(failed)? {
            let directory = zip::directory(&mut file, size, MAX_FILES)?;
            return Ok(Self {
                entries: directory.entries,
                on_disk: vec![path.to_owned()],
                zip: Some(path.to_owned()),
                budget: Arc::new(AtomicU64::new(inflate::budget(size))),
                is_cut: directory.is_cut,
            });
        }
        Ok(Self::of_files(vec![Entry {
            name: path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            sort: Sort::Xml,
            size,
            place: Place::File(path.to_owned()),
        }]))
    }

    fn of_files(entries: Vec<Entry>) -> Self {
        let on_disk = entries.iter().filter_map(|entry| match &entry.place {
            Place::File(path) => Some(path.clone()),
            Place::Zipped(_) => None,
        });
        let mut on_disk: Vec<_> = on_disk.collect();
        on_disk.sort();
        Self {
            on_disk,
            entries,
            zip: None,
            budget: Arc::default(),
            is_cut: false,
        }
    }

    /// Opens a file from a place of it on.
    pub(super) fn read(&self, entry: &Entry, from: u64) -> Result<Input, ExportError> {
        match (&entry.place, &self.zip) {
            (Place::File(path), _) => {
                let mut file = File::open(path).map_err(|source| ExportError::Open {
                    path: path.clone(),
                    source,
                })?;
                file.seek(SeekFrom::Start(from))?;
                Ok(Box::new(file))
            }
            (Place::Zipped(packed), Some(zip)) => {
                let file = File::open(zip)?;
                let mut input = inflate::unpack(file, packed, Arc::clone(&self.budget))?;
                // There is no way into the middle of what is packed but through it.
                io::copy(&mut input.by_ref().take(from), &mut io::sink())
                    .map_err(ExportError::of_input)?;
                Ok(input)
            }
            (Place::Zipped(_), None) => Err(ExportError::Damaged),
        }
    }
}
