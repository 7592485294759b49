//! Lists that must be complete: crates, decisions, guides, links, what the workflow runs on.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use anyhow::Result;

use crate::problems::Problems;
use crate::workspace;

/// Parts that every decision has.
const DECISION_PARTS: &[&str] = &["## Context", "## Decision", "## Consequences"];

/// Looks at every list.
pub(crate) fn check() -> Result<()> {
    let mut problems = Problems::default();
    let files = workspace::files()?;
    check_code_map(&files, &mut problems)?;
    check_decisions(&files, &mut problems)?;
    check_guides(&files, &mut problems)?;
    check_links(&files, &mut problems)?;
    check_workflow(&mut problems)?;
    problems.into_result()
}

/// Every crate is on the code map.
fn check_code_map(files: &[PathBuf], problems: &mut Problems) -> Result<()> {
    let map = workspace::read(Path::new("ARCHITECTURE.md"))?;
    for manifest in files.iter().filter(|file| file.ends_with("Cargo.toml")) {
        if let Some(folder) = manifest
            .parent()
            .filter(|folder| folder.starts_with("crates"))
            && !map.contains(&format!("`{}`", folder.display()))
        {
            problems.add(format!(
                "{} is missing from ARCHITECTURE.md",
                folder.display()
            ));
        }
    }
    Ok(())
}

/// Every push and pull request is checked by the same script.
fn check_workflow(problems: &mut Problems) -> Result<()> {
    let path = Path::new(".github/workflows/test.yml");
    let workflow = workspace::read(path)?;
    for line in ["  push:", "  pull_request:", "      - run: .ci/run"] {
        if !workflow.lines().any(|there| there == line) {
            problems.add(format!("{} lacks `{}`", path.display(), line.trim()));
        }
    }
    Ok(())
}

/// Decisions are numbered without gaps and say why and what follows.
fn check_decisions(files: &[PathBuf], problems: &mut Problems) -> Result<()> {
    let decisions = files
        .iter()
        .filter(|file| file.starts_with("docs/decisions"));
    for (file, number) in decisions.zip(1..) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with(&format!("{number:04}-")) {
            problems.add(format!("{} should be decision {number:04}", file.display()));
        }
        let text = workspace::read(file)?;
        for part in DECISION_PARTS.iter().filter(|part| !text.contains(**part)) {
            problems.add(format!("{} has no part {part}", file.display()));
        }
    }
    Ok(())
}

/// A guide that the README does not lead to is not found by anyone.
fn check_guides(files: &[PathBuf], problems: &mut Problems) -> Result<()> {
    let readme = workspace::read(Path::new("README.md"))?;
    for guide in files.iter().filter(|file| file.starts_with("docs/guides")) {
        if !readme.contains(&format!("({})", guide.display())) {
            problems.add(format!("README.md does not link to {}", guide.display()));
        }
    }
    Ok(())
}

/// Links between the pages of the project lead somewhere.
fn check_links(files: &[PathBuf], problems: &mut Problems) -> Result<()> {
    let known: BTreeSet<&Path> = files.iter().flat_map(|file| file.ancestors()).collect();
    for page in files
        .iter()
        .filter(|file| file.extension().is_some_and(|it| it == "md"))
    {
        for target in links(&workspace::read(page)?) {
            if !known.contains(resolve(page, &target).as_path()) {
                problems.add(format!(
                    "{} links to {target}, which is not there",
                    page.display()
                ));
            }
        }
    }
    Ok(())
}

/// The targets of a page's links to other files, without the part after `#`.
fn links(page: &str) -> Vec<String> {
    page.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#', ' ']).next())
        .filter(|target| !target.is_empty() && !target.contains(':'))
        .map(str::to_owned)
        .collect()
}

fn resolve(page: &Path, target: &str) -> PathBuf {
    let mut resolved = page.parent().unwrap_or(page).to_path_buf();
    for part in Path::new(target).components() {
        match part {
            Component::Normal(name) => resolved.push(name),
            Component::ParentDir => {
                resolved.pop();
            }
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    resolved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_complete() {
        check().unwrap();
    }

    #[test]
    fn links_are_found_and_resolved() {
        let page = "see [a](../a.md#part) and [b](b/) and [web](https://example.org) [c](#here)";
        assert_eq!(links(page), ["../a.md", "b/"]);
        let from = Path::new("docs/guides/x.md");
        assert_eq!(resolve(from, "../a.md"), Path::new("docs/a.md"));
        assert_eq!(resolve(from, "b/"), Path::new("docs/guides/b"));
    }
}
