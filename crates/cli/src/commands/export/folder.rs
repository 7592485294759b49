//! An export into a folder: a file for each part, and a manifest that counts them.
//!
//! The folder has another name until all of it is there, so that what bears its name is whole.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};
use vitalog_service::{Cell, ExportPart, ExportSink};

use super::form::{Form, RowWriter};
use crate::{data_folder, failure::Failure};

/// What stands in a folder that is not finished, so that the next export knows it for one of ours.
const UNFINISHED: &str = "UNFINISHED";

/// A file that was written.
pub(super) struct Written {
    pub(super) part: ExportPart,
    /// Its name within the folder.
    pub(super) name: String,
    pub(super) rows: u64,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// The folder that is being filled.
pub(super) struct Folder {
    /// Where it will be.
    place: PathBuf,
    /// Where it is until then.
    draft: PathBuf,
    form: Form,
    open: Option<Open>,
    written: Vec<Written>,
}

/// The file that is being written.
struct Open {
    part: ExportPart,
    name: String,
    rows: u64,
    writer: RowWriter<Digested>,
}

impl Folder {
    /// Makes the folder, which must be new or empty.
    pub(super) fn make(place: &Path, form: Form) -> Result<Self, Failure> {
        let shown = place.display();
        let cannot = |error: io::Error| Failure::failed(format!("cannot make {shown}: {error}"));
        match fs::read_dir(place).map(|mut entries| entries.next().is_some()) {
            Ok(false) => {}
            Ok(true) => {
                return Err(Failure::usage(format!("{shown} is not empty"))
                    .advise("Name a folder that is not there yet."));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(cannot(error)),
        }
        let mut draft = place.as_os_str().to_owned();
        draft.push(".unfinished");
        let draft = PathBuf::from(draft);
        if draft.exists() {
            if !draft.join(UNFINISHED).exists() {
                let draft = draft.display();
                return Err(Failure::usage(format!("{draft} is in the way"))
                    .advise("Move it away, or name another folder."));
            }
            fs::remove_dir_all(&draft).map_err(cannot)?;
        }
        data_folder::make_within(&draft).map_err(cannot)?;
        create(&draft.join(UNFINISHED)).map_err(cannot)?;
        Ok(Self {
            place: place.to_owned(),
            draft,
            form,
            open: None,
            written: Vec::new(),
        })
    }

    /// Ends the last file, and tells of all.
    pub(super) fn end_files(&mut self) -> io::Result<&[Written]> {
        if let Some(open) = self.open.take() {
            self.written.push(open.finish()?);
        }
        Ok(&self.written)
    }

    /// Puts the manifest into the folder, and the folder in its place.
    pub(super) fn finish(self, manifest: &[u8]) -> io::Result<()> {
        let mut file = create(&self.draft.join("manifest.json"))?;
        file.write_all(manifest)?;
        file.sync_all()?;
        fs::remove_file(self.draft.join(UNFINISHED))?;
        match fs::remove_dir(&self.place) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(&self.draft, &self.place),
        }
    }

    fn begin(&self, part: ExportPart) -> io::Result<Open> {
        let table = part.table.as_str();
        let ending = self.form.of(part.table).as_str();
        let name = match part.metric {
            Some(metric) => {
                data_folder::make(&self.draft.join(table))?;
                format!("{table}/{}.{ending}", metric.slug())
            }
            None => format!("{table}.{ending}"),
        };
        let file = BufWriter::new(create(&self.draft.join(&name))?);
        let digested = Digested {
            file,
            bytes: 0,
            digest: Sha256::new(),
        };
        Ok(Open {
            part,
            name,
            rows: 0,
            writer: RowWriter::begin(self.form, part.table, digested)?,
        })
    }
}

impl ExportSink for Folder {
    fn take(&mut self, part: ExportPart, cells: Vec<Cell>) -> io::Result<()> {
        if self.open.as_ref().is_some_and(|open| open.part != part) {
            self.end_files()?;
        }
        let open = match self.open.take() {
            Some(open) => open,
            None => self.begin(part)?,
        };
        let open = self.open.insert(open);
        open.rows += 1;
        open.writer.write(cells)
    }
}

impl Open {
    fn finish(self) -> io::Result<Written> {
        let Digested {
            file,
            bytes,
            digest,
        } = self.writer.finish()?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(Written {
            part: self.part,
            name: self.name,
            rows: self.rows,
            bytes,
            sha256: hex::encode(digest.finalize()),
        })
    }
}

/// A file whose digest is taken as it is written.
struct Digested {
    file: BufWriter<File>,
    bytes: u64,
    digest: Sha256,
}

impl Write for Digested {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A new file, for its owner alone.
fn create(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
