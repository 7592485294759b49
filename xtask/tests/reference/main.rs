//! The pages of `docs/reference` are made from the tables they describe.
//!
//! `cargo xtask docs` writes them; without it these tests compare.

mod export;
mod metrics;
mod settings;
mod tools;

use std::fs;
use std::path::Path;

/// Set by `cargo xtask docs`.
const WRITE: &str = "XTASK_WRITE_REFERENCE";

/// Writes a page, or fails if the one that is there differs.
#[expect(
    clippy::disallowed_methods,
    reason = "how the command tells the test to write"
)]
fn check_page(name: &str, made_from: &str, body: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference");
    let page = format!("<!-- Written by `cargo xtask docs` from {made_from}. -->\n\n{body}");
    let path = folder.join(name);
    if std::env::var_os(WRITE).is_some() {
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, &page));
        assert!(written.is_ok(), "{name}: {written:?}");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    let pairs = written.lines().zip(page.lines());
    let differing = pairs.into_iter().find(|(written, now)| written != now);
    assert!(
        written == page,
        "{name} is out of date; run `cargo xtask docs`. First: {differing:?}"
    );
}

/// One row of a table, its cells safe to stand in one.
fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}
