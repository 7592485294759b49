//! The tests that drive the program from outside: what they need, and how to run them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{tools, workspace};

/// The command that runs every official client against this binary.
pub(crate) fn every_client(binary: &Path) -> Result<Command> {
    let requirements = fs::read_to_string(folder().join("requirements.txt"))?;
    let python = tools::ensure_python("clients", &requirements)?.join("bin/python");
    let mut node = script("run.mjs", binary)?;
    node.arg("--python").arg(python);
    Ok(node)
}

/// The command that runs the conformance suite against this binary, which must have its fixtures.
pub(crate) fn conformance_suite(binary: &Path) -> Result<Command> {
    script("conformance.mjs", binary)
}

/// Installs the packages that the clients, the suite and the peer of a benchmark are made of.
pub(crate) fn ensure_packages() -> Result<()> {
    install_packages(&folder())
}

fn script(name: &str, binary: &Path) -> Result<Command> {
    let folder = folder();
    install_packages(&folder)?;
    let mut node = Command::new("node");
    node.arg(name).arg("--binary").arg(binary);
    node.current_dir(folder);
    Ok(node)
}

fn folder() -> PathBuf {
    workspace::root().join("tests/clients")
}

/// Installs the packages of the lock file, unless they are there already.
fn install_packages(folder: &Path) -> Result<()> {
    let lock = fs::read_to_string(folder.join("package-lock.json"))?;
    let stamp = folder.join("node_modules").join("installed-lock.json");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    // `npm ci` refuses a lock file that lacks an optional package, and Inspector names one for
    // Windows alone that the registry does not have. `install` keeps to the lock file otherwise.
    let mut npm = Command::new("npm");
    npm.args([
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]);
    // No package may run code of its own on installation; none of these needs to.
    npm.arg("--ignore-scripts");
    let status = npm
        .current_dir(folder)
        .status()
        .context("npm installs the client packages")?;
    ensure!(status.success(), "npm install ended with {status}");
    fs::write(stamp, lock)?;
    Ok(())
}
