//! Which of our crates may depend on which: the table in ARCHITECTURE.md, held.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};
use toml::{Table, Value};

use crate::problems::Problems;
use crate::workspace;

/// A folder under `crates/` and the folders its crate may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("analysis", &["core"]),
    ("config", &["core"]),
    ("storage", &["core"]),
    ("connectors", &["core"]),
    ("synthetic", &["core"]),
    ("storage-contract", &["storage", "core"]),
    ("storage-sqlite", &["storage", "core"]),
    ("storage-postgres", &["storage", "core"]),
    ("storage-dynamodb", &["storage", "core"]),
    ("sync", &["connectors", "storage", "core"]),
    ("service", &["sync", "storage", "analysis", "core"]),
    ("mcp", &["service", "core"]),
    (
        "server",
        &["mcp", "service", "sync", "synthetic", "config", "core"],
    ),
    (TEST_SUPPORT, EVERYTHING),
    (CLI, EVERYTHING),
];
const EVERYTHING: &[&str] = &["*"];
const CLI: &str = "cli";

/// A crate for tests: nothing may depend on it but the tests of these.
const TEST_SUPPORT: &str = "test-support";
const TESTED_WITH_SUPPORT: &[&str] = &["service", "mcp", "server", CLI];

/// Our packages all begin so; the binary's package is the prefix alone.
const PREFIX: &str = "vitalog-";

/// Reads every manifest and fails on a dependency that the table does not allow.
pub(crate) fn check() -> Result<()> {
    let mut problems = Problems::default();
    let mut folders = BTreeSet::new();
    for entry in std::fs::read_dir(workspace::root().join("crates"))? {
        let folder = entry?.file_name().to_string_lossy().into_owned();
        let manifest = Path::new("crates").join(&folder).join("Cargo.toml");
        if workspace::root().join(&manifest).is_file() {
            let manifest: Table = workspace::read(&manifest)?
                .parse()
                .with_context(|| manifest.display().to_string())?;
            check_manifest(&folder, &manifest, &mut problems);
            folders.insert(folder);
        }
    }
    for (folder, _) in ALLOWED {
        if !folders.contains(*folder) {
            problems.add(format!(
                "crates/{folder} is in the table of layers but does not exist"
            ));
        }
    }
    problems.into_result()
}

fn check_manifest(folder: &str, manifest: &Table, problems: &mut Problems) {
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == folder) else {
        problems.add(format!("crates/{folder} has no row in the table of layers"));
        return;
    };
    for section in sections(manifest, &["dependencies", "build-dependencies"]) {
        for ours in our_crates(section) {
            let named = allowed.contains(&ours.as_str());
            let any = *allowed == EVERYTHING && ours != CLI && ours != TEST_SUPPORT;
            if !(named || any) {
                problems.add(format!("crates/{folder} must not depend on {PREFIX}{ours}"));
            }
        }
    }
    for section in sections(manifest, &["dev-dependencies"]) {
        for ours in our_crates(section) {
            if ours == TEST_SUPPORT && !TESTED_WITH_SUPPORT.contains(&folder) {
                problems.add(format!(
                    "the tests of crates/{folder} must do without {PREFIX}{ours}"
                ));
            }
        }
    }
}

/// The dependency tables of a manifest under these names, those of single targets included.
fn sections<'a>(manifest: &'a Table, names: &'a [&str]) -> Vec<&'a Table> {
    let targets = manifest
        .get("target")
        .and_then(Value::as_table)
        .into_iter()
        .flat_map(|targets| targets.values().filter_map(Value::as_table));
    std::iter::once(manifest)
        .chain(targets)
        .flat_map(|table| names.iter().filter_map(|name| table.get(*name)?.as_table()))
        .collect()
}

/// The folders of our crates in a dependency table, also where one is renamed.
fn our_crates(section: &Table) -> Vec<String> {
    section
        .iter()
        .map(|(key, value)| value.get("package").and_then(Value::as_str).unwrap_or(key))
        .filter_map(|package| match package {
            "vitalog" => Some(CLI.to_owned()),
            _ => package.strip_prefix(PREFIX).map(str::to_owned),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_keeps_to_its_layer() {
        check().unwrap();
    }

    #[test]
    fn forbidden_dependencies_are_named() {
        let cases = [
            ("core", "[dependencies]\nserde = '1'", None),
            (
                "core",
                "[dependencies]\nvitalog-storage.workspace = true",
                Some("vitalog-storage"),
            ),
            (
                "sync",
                "[dependencies]\nvitalog-storage.workspace = true",
                None,
            ),
            (
                "sync",
                "[dependencies]\nx = { package = 'vitalog-mcp' }",
                Some("vitalog-mcp"),
            ),
            (
                "sync",
                "[build-dependencies]\nvitalog-mcp = '0'",
                Some("vitalog-mcp"),
            ),
            (
                "sync",
                "[target.'cfg(unix)'.dependencies]\nvitalog-mcp = '0'",
                Some("vitalog-mcp"),
            ),
            (
                "storage",
                "[dev-dependencies]\nvitalog-test-support = '0'",
                Some("test-support"),
            ),
            (
                "service",
                "[dev-dependencies]\nvitalog-test-support = '0'",
                None,
            ),
            (
                "service",
                "[dependencies]\nvitalog-test-support = '0'",
                Some("test-support"),
            ),
            (
                "cli",
                "[dependencies]\nvitalog-test-support = '0'",
                Some("test-support"),
            ),
            ("cli", "[dependencies]\nvitalog-server = '0'", None),
            (
                "test-support",
                "[dependencies]\nvitalog = { path = '../cli' }",
                Some("vitalog-cli"),
            ),
            ("attic", "", Some("no row")),
        ];
        for (folder, manifest, expected) in cases {
            let mut problems = Problems::default();
            check_manifest(folder, &manifest.parse().unwrap(), &mut problems);
            match expected {
                None => assert!(problems.sentences().is_empty(), "{folder}: {manifest}"),
                Some(part) => assert!(
                    matches!(problems.sentences(), [one] if one.contains(part)),
                    "{folder}: {manifest}: {problems:?}",
                ),
            }
        }
    }
}
