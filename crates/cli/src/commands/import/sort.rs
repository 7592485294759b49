//! What sort of file a path is.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::failure::Failure;

/// What sorts there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// A calendar.
    Calendar,
    /// An export of Apple Health.
    Apple,
}

/// How much of a file is looked at.
const HEAD: u64 = 512;

/// The sort of a path: by its ending, else by how it begins. A folder can only be one export.
pub(super) fn sort_of(path: &Path) -> Result<Sort, Failure> {
    let shown = path.display();
    let cannot = |error: io::Error| Failure::failed(format!("cannot read {shown}: {error}"));
    if std::fs::metadata(path).map_err(cannot)?.is_dir() {
        return Ok(Sort::Apple);
    }
    let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
    match ending.as_deref().and_then(std::ffi::OsStr::to_str) {
        Some("ics") => return Ok(Sort::Calendar),
        Some("zip" | "xml") => return Ok(Sort::Apple),
        _ => {}
    }
    let mut head = Vec::new();
    let file = File::open(path).map_err(cannot)?;
    file.take(HEAD).read_to_end(&mut head).map_err(cannot)?;
    if head.starts_with(b"PK\x03\x04") || head.trim_ascii_start().starts_with(b"<") {
        Ok(Sort::Apple)
    } else {
        Err(Failure::usage(format!(
            "{shown} is neither an export of Apple Health (a zip file, its folder or its XML) nor \
             a calendar file (.ics)"
        )))
    }
}
