//! Apple's export: examples and odd files against what they hold.

mod files;
mod golden;
mod render;

use std::path::PathBuf;

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
