//! Why an export cannot be read, or not to its end.

use std::{io, path::PathBuf};

/// Why an export cannot be read, or not to its end. What was read before stands.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// There is nothing at the path, or it cannot be opened.
    #[error("{path} cannot be opened: {source}")]
    Open {
        /// Where.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Reading failed, as of a disk that is gone.
    #[error("the export cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Nothing in it is Apple's health data.
    #[error("this is no Apple Health export: it holds no XML file with HealthData in it")]
    NotAnExport,
    /// It ends in the middle, as when the phone was locked while it wrote.
    #[error("the export ends in the middle; export again with the phone unlocked until it is done")]
    Truncated,
    /// What is packed in it cannot be unpacked.
    #[error("the export is damaged; export again, or copy the file once more")]
    Damaged,
    /// It is made to take up memory or time.
    #[error("the export is refused: {0}")]
    Refused(&'static str),
}

impl ExportError {
    /// An error of reading. What reads beneath it had to put an error of ours into one of input.
    pub(super) fn of_input(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            return Self::Truncated;
        }
        match error.downcast::<Self>() {
            Ok(ours) => ours,
            Err(error) => Self::Io(error),
        }
    }
}
