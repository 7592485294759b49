//! Tidiness: file sizes, nothing left undone, nothing left behind.

use std::path::Path;

use anyhow::Result;

use crate::problems::Problems;
use crate::workspace;

/// The length at which a source file stops growing and is split.
const LONGEST: usize = 500;

/// The length that half of the Rust files stay under.
const MEDIAN: usize = 120;

/// Files that may be longer, because they are one list that reads best whole.
const LONG_BY_NATURE: &[&str] = &["crates/core/src/metric/table.rs"];

/// Extensions of the files that people write code in.
const SOURCES: &[&str] = &["rs", "mjs", "js", "ts", "py", "sh", "sql"];

/// What must not stay in code. Split in two so that this file passes its own check.
const LEFT_UNDONE: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X:"),
    concat!("#[ig", "nore"),
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("dbg", "!("),
];

/// What names a person's machine. The workspace's own folder is added at run time.
const HOME_FOLDERS: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
    concat!("/ro", "ot/"),
];

/// Looks at every file of the project.
pub(crate) fn check() -> Result<()> {
    let mut problems = Problems::default();
    let mut lengths = Vec::new();
    for file in workspace::files()? {
        check_name(&file, &mut problems);
        // Pictures and other binary files have no lines to judge.
        let Ok(text) = workspace::read(&file) else {
            continue;
        };
        check_text(&file, &text, &mut problems);
        if has_extension(&file, &["rs"]) {
            lengths.push(text.lines().count());
        }
    }
    check_median(lengths, &mut problems);
    problems.into_result()
}

fn check_name(file: &Path, problems: &mut Problems) {
    if has_extension(file, &["new", "pending-snap", "orig", "rej"]) {
        problems.add(format!("{} was left behind by a tool", file.display()));
    }
}

fn check_text(file: &Path, text: &str, problems: &mut Problems) {
    let name = file.display();
    let lines = text.lines().count();
    let source = has_extension(file, SOURCES);
    if source && lines > LONGEST && !LONG_BY_NATURE.iter().any(|long| file == Path::new(long)) {
        problems.add(format!("{name} has {lines} lines, more than {LONGEST}"));
    }
    if is_lock(file) {
        check_lock(file, text, problems);
        return;
    }
    let root = workspace::root().display().to_string();
    for (line, number) in text.lines().zip(1..) {
        if source {
            for word in LEFT_UNDONE.iter().filter(|word| line.contains(**word)) {
                problems.add(format!("{name}:{number} still says {word}"));
            }
        }
        let paths = HOME_FOLDERS.iter().copied().chain([root.as_str()]);
        for path in paths.filter(|path| line.contains(path)) {
            problems.add(format!(
                "{name}:{number} names a folder of one machine, {path}"
            ));
        }
    }
}

fn is_lock(file: &Path) -> bool {
    file.file_name()
        .is_some_and(|name| name == "package-lock.json" || name == "Cargo.lock")
}

/// A lock file must work behind any mirror, so npm's must not say where it was downloaded from.
fn check_lock(file: &Path, text: &str, problems: &mut Problems) {
    if file.ends_with("package-lock.json") && text.contains("\"resolved\"") {
        problems.add(format!(
            "{} names a registry; write it with omit-lockfile-registry-resolved",
            file.display(),
        ));
    }
}

fn check_median(mut lengths: Vec<usize>, problems: &mut Problems) {
    lengths.sort_unstable();
    if let Some(median) = lengths.get(lengths.len() / 2)
        && *median > MEDIAN
    {
        problems.add(format!(
            "half of the Rust files have more than {MEDIAN} lines ({median})"
        ));
    }
}

fn has_extension(file: &Path, extensions: &[&str]) -> bool {
    file.extension()
        .is_some_and(|found| extensions.iter().any(|one| found == *one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_is_tidy() {
        check().unwrap();
    }

    #[test]
    fn what_is_untidy_is_named() {
        let long = "x\n".repeat(LONGEST + 1);
        let undone = format!("// {}: later", LEFT_UNDONE[0]);
        let skipped = format!("{}]", LEFT_UNDONE[3]);
        let home = format!("cd {}me", HOME_FOLDERS[0]);
        let cases = [
            ("crates/core/src/lib.rs", "fn a() {}\n", None),
            ("crates/core/src/lib.rs", long.as_str(), Some("501 lines")),
            ("crates/core/src/metric/table.rs", &long, None),
            ("docs/guides/a.md", &long, None),
            ("tests/a.py", &undone, Some("tests/a.py:1 still says")),
            ("docs/guides/a.md", &undone, None),
            ("crates/core/src/lib.rs", &skipped, Some("still says")),
            ("docs/guides/a.md", &home, Some("folder of one machine")),
            (
                "a/package-lock.json",
                r#"{"resolved": "x"}"#,
                Some("names a registry"),
            ),
        ];
        for (file, text, expected) in cases {
            let mut problems = Problems::default();
            check_text(Path::new(file), text, &mut problems);
            let found = problems.sentences();
            match expected {
                None => assert!(found.is_empty(), "{file}: {found:?}"),
                Some(part) => assert!(found.iter().any(|one| one.contains(part)), "{found:?}"),
            }
        }
    }

    #[test]
    fn a_workspace_of_long_files_is_untidy() {
        let mut problems = Problems::default();
        check_median(vec![10, 130, 140], &mut problems);
        assert_eq!(problems.sentences().len(), 1);
    }
}
