//! An export that was found.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::{
    ExportError, Reader,
    archive::{Archive, Entry, Sort},
    date::read_when,
    item::element,
    xml::{Elements, Next, Root, root_of},
};

/// XML files that are looked into, the largest first; an export has two.
const MAX_XML: usize = 50;
/// Elements among which the date of the export is looked for; it is the first.
const HEAD: usize = 5;

/// An Apple Health export: a zip file, its folder, or its XML alone. Nothing of it is unpacked to
/// the disk, and nothing of it is held in memory beyond one element or one file.
#[derive(Clone, Debug)]
pub struct Export {
    archive: Archive,
    /// The data first, then the files beside it by name.
    entries: Vec<Entry>,
    inputs: Vec<Input>,
    made_at: Option<Timestamp>,
}

/// A file of an export that is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Its name, with the folders it is in.
    pub name: String,
    /// Its bytes, when unpacked.
    pub size: u64,
}

impl Export {
    /// Finds the export at a path. The data are the largest XML file whose root says so, whatever
    /// it is called: phones name it in their own language.
    ///
    /// # Errors
    ///
    /// If there is nothing at the path, or no export, or one that was made to do harm.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ExportError> {
        let archive = Archive::open(path.as_ref())?;
        let mut xml: Vec<&Entry> = archive
            .entries
            .iter()
            .filter(|entry| entry.sort == Sort::Xml)
            .collect();
        xml.sort_by(|one, other| other.size.cmp(&one.size).then(one.name.cmp(&other.name)));
        let mut data = None;
        let mut is_cut = archive.is_cut;
        for entry in xml.into_iter().take(MAX_XML) {
            match root_of(archive.read(entry, 0)?) {
                Root::Data => {
                    data = Some(entry.clone());
                    break;
                }
                Root::Cut => is_cut = true,
                Root::Other => {}
            }
        }
        let Some(data) = data else {
            return Err(if is_cut {
                ExportError::Truncated
            } else {
                ExportError::NotAnExport
            });
        };
        let beside = archive
            .entries
            .iter()
            .filter(|entry| entry.sort != Sort::Xml);
        let mut entries: Vec<Entry> = beside.cloned().collect();
        entries.sort_by(|one, other| (one.sort, &one.name).cmp(&(other.sort, &other.name)));
        entries.insert(0, data);
        let inputs = entries.iter().map(|entry| Input {
            name: entry.name.clone(),
            size: entry.size,
        });
        let made_at = entries
            .first()
            .and_then(|data| made_at(archive.read(data, 0).ok()?));
        Ok(Self {
            inputs: inputs.collect(),
            made_at,
            archive,
            entries,
        })
    }

    /// The files that are read, in this order.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The files on the disk that hold the export, in a fixed order: whoever has read all of them
    /// has read all that the export can say.
    #[must_use]
    pub fn on_disk(&self) -> &[PathBuf] {
        &self.archive.on_disk
    }

    /// When the phone wrote it, if it says so.
    #[must_use]
    pub fn made_at(&self) -> Option<Timestamp> {
        self.made_at
    }

    /// Reads it from a [checkpoint](Reader::checkpoint) on; from 0 it is the whole.
    ///
    /// # Errors
    ///
    /// If it cannot be opened any more.
    pub fn read(&self, from: u64) -> Result<Reader, ExportError> {
        Reader::open(self.clone(), from)
    }

    pub(super) fn archive(&self) -> &Archive {
        &self.archive
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

fn made_at(data: impl std::io::Read) -> Option<Timestamp> {
    let mut elements = Elements::at(data, 0);
    for _ in 0..HEAD {
        let Next::Element(element) = elements.next().ok()? else {
            return None;
        };
        let node = element.root();
        if node.name() == element::EXPORT_DATE.as_bytes() {
            return Some(read_when(node.attribute("value")?).ok()?.at);
        }
    }
    None
}
