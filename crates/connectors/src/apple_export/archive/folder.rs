//! The files of a folder.

use std::{fs, path::Path};

use super::{super::ExportError, Entry, Place, name::sort};

/// How deep folders are looked into; an export has two levels.
const MAX_DEPTH: u32 = 8;

/// Every file that may say something. Links are not followed: they may lead anywhere.
pub(super) fn entries(folder: &Path, most: usize) -> Result<Vec<Entry>, ExportError> {
    let mut entries = Vec::new();
    let mut seen = 0;
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((path, depth)) = folders.pop() {
        let listed = fs::read_dir(&path).map_err(|source| ExportError::Open {
            path: path.clone(),
            source,
        })?;
        for file in listed {
            let file = file?;
            seen += 1;
            if seen > most {
                return Err(ExportError::Refused("its folder holds too many files"));
            }
            let kind = file.file_type()?;
            if kind.is_dir() && depth < MAX_DEPTH {
                folders.push((file.path(), depth + 1));
            }
            if !kind.is_file() {
                continue;
            }
            let path = file.path();
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let name = name
                .to_string_lossy()
                .replace(std::path::MAIN_SEPARATOR, "/");
            if let Some(sort) = sort(&name) {
                entries.push(Entry {
                    name,
                    sort,
                    size: file.metadata()?.len(),
                    place: Place::File(path),
                });
            }
        }
    }
    Ok(entries)
}
