//! Where the workspace lies and which files belong to it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// The folder that cargo builds into; tools and environments of the tests live beside the builds.
#[expect(
    clippy::disallowed_methods,
    reason = "cargo's own variable, not a setting of vitalog"
)]
pub(crate) fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// Whether this runs on a build server.
#[expect(
    clippy::disallowed_methods,
    reason = "a convention of build servers, not a setting"
)]
pub(crate) fn on_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// Whether the environment names a service that tests talk to.
#[expect(
    clippy::disallowed_methods,
    reason = "a variable of the tests, not a setting"
)]
pub(crate) fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

/// Every file of the project, relative to the root: tracked, or new and not ignored.
pub(crate) fn files() -> Result<Vec<PathBuf>> {
    let listed = Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .current_dir(root())
        .output()
        .context("git lists the project's files; is it installed?")?;
    ensure!(
        listed.status.success(),
        "git ls-files: {}",
        String::from_utf8_lossy(&listed.stderr)
    );
    let mut files: Vec<PathBuf> = listed
        .stdout
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty())
        .map(|name| PathBuf::from(String::from_utf8_lossy(name).into_owned()))
        // A file deleted but not yet committed is still listed.
        .filter(|file| root().join(file).is_file())
        .collect();
    files.sort();
    files.dedup();
    Ok(files)
}

/// The text of a file of the project.
pub(crate) fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(root().join(file)).with_context(|| file.display().to_string())
}
