//! Apple's export: examples and odd files against what they hold.

mod files;
mod golden;
mod hostile;
mod laws;
mod render;
mod traps;
mod types;
mod zipped;

use std::{io::Write, path::PathBuf};

use vitalog_connectors::apple_export::{Export, ExportError, Item};

/// A file or folder of the fixtures.
fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("src/apple_export/fixtures")
        .join(name)
}

/// All items of an export, and the error that ended it.
fn read(path: impl AsRef<std::path::Path>) -> (Vec<Item>, Option<ExportError>) {
    let mut items = Vec::new();
    let mut reader = match Export::open(path).and_then(|export| export.read(0)) {
        Ok(reader) => reader,
        Err(error) => return (items, Some(error)),
    };
    loop {
        match reader.next() {
            Ok(Some(item)) => items.push(item),
            Ok(None) => return (items, None),
            Err(error) => return (items, Some(error)),
        }
    }
}

/// A file with some bytes.
fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    file
}

/// All items of an XML, and the error that ended it.
fn read_xml(xml: &str) -> (Vec<Item>, Option<ExportError>) {
    read(file(xml.as_bytes()).path())
}
