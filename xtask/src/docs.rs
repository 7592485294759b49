//! Writes the pages of `docs/reference` from the tables they describe.
//!
//! The tests that compare the pages also write them, so that there is one way to make a page and
//! this program need not be built with what the pages are made from.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::workspace;

/// Writes every page.
pub(crate) fn write() -> Result<()> {
    let status = Command::new("cargo")
        .args([
            "test",
            "--quiet",
            "--package",
            "xtask",
            "--test",
            "reference",
        ])
        .env("XTASK_WRITE_REFERENCE", "1")
        .current_dir(workspace::root())
        .status()?;
    ensure!(status.success(), "the pages could not be written: {status}");
    Ok(())
}
