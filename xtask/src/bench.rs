//! Runs the benchmarks and writes what they print into `docs/performance.md`.
//!
//! Each benchmark is a program of its own and can be run alone with `cargo bench`. What it prints
//! is read here (see [`printed`]) and put into the page where the page has a place for it (see
//! [`page`]); the words of the page stay.

mod page;
mod printed;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{ci::say, clients, tools, workspace};
use printed::Printed;

const PAGE: &str = "docs/performance.md";
/// The benchmark whose peers are written in Python, what they are, and by which variable it is told
/// which Python has them.
const IMPORT: &str = "import";
const PEERS: &str = "crates/sync/benches/import/requirements.txt";
const PYTHON: &str = "VITALOG_BENCH_PYTHON";

/// A benchmark, by the arguments that cargo takes for it.
struct Bench {
    name: &'static str,
    arguments: &'static [&'static str],
}

const BENCHES: &[Bench] = &[
    Bench {
        name: "push",
        arguments: &["-p", "vitalog-sync", "--bench", "push"],
    },
    Bench {
        name: IMPORT,
        arguments: &["-p", "vitalog-sync", "--bench", IMPORT],
    },
    of_server("push-memory"),
    of_server("answers"),
    of_server("history"),
    of_server("coverage"),
    of_server("start"),
];

const fn of_server(name: &'static str) -> Bench {
    Bench {
        name,
        arguments: &["-p", "vitalog", "--bench", "server"],
    }
}

/// Runs these benchmarks, or all, and writes the page anew.
pub(crate) fn run(chosen: &[&str]) -> Result<()> {
    let known = |name: &&str| BENCHES.iter().any(|bench| bench.name == *name);
    if let Some(unknown) = chosen.iter().find(|name| !known(name)) {
        let names: Vec<&str> = BENCHES.iter().map(|bench| bench.name).collect();
        bail!("{unknown} is no benchmark; there are {}", names.join(", "));
    }
    clients::ensure_packages()?;
    let path = workspace::root().join(PAGE);
    for bench in BENCHES {
        if chosen.is_empty() || chosen.contains(&bench.name) {
            let printed = run_one(bench).with_context(|| format!("benchmark {}", bench.name))?;
            // One by one, so that what has been measured is kept when a later one fails.
            let text = page::with(&workspace::read(Path::new(PAGE))?, &printed)?;
            std::fs::write(&path, text)?;
        }
    }
    Ok(())
}

fn run_one(bench: &Bench) -> Result<Printed> {
    say(&format!("measuring {}", bench.name));
    let mut cargo = Command::new("cargo");
    cargo.arg("bench").args(bench.arguments);
    if bench.arguments.contains(&"--bench") {
        cargo.args(["--", bench.name]);
    }
    if bench.name == IMPORT {
        let peers = tools::ensure_python("bench-import", &workspace::read(Path::new(PEERS))?)?;
        cargo.env(PYTHON, peers.join("bin/python"));
    }
    let output = cargo
        .current_dir(workspace::root())
        .stderr(std::process::Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "it ended with {}", output.status);
    let text = String::from_utf8(output.stdout)?;
    say(&text);
    Ok(printed::read(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the product promises, as the rows of the first table are named.
    const BUDGETS: &[&str] = &[
        "push of 5.5 MB, first",
        "push of 5.5 MB, again",
        "import of an Apple export",
        "memory of an import of any size",
        "memory of a server that takes pushes of 5.5 MB",
        "all metrics, 92 days",
        "report, 366 days",
        "a year of history from Oura",
        "a year of history from WHOOP",
        "tools/call of `get_coverage`",
        "first answer after start",
        "memory when idle",
    ];

    #[test]
    fn every_budget_has_a_measured_row() {
        let text = workspace::read(Path::new(PAGE)).unwrap();
        let rows = page::budgets(&text).unwrap();
        for budget in BUDGETS {
            let found: Vec<_> = rows
                .iter()
                .filter(|row| row[0].starts_with(budget))
                .collect();
            assert_eq!(found.len(), 1, "{budget}: {rows:?}");
            for cell in found[0] {
                assert!(cell.chars().any(char::is_alphanumeric), "{budget}: {cell}");
            }
        }
        assert_eq!(rows.len(), BUDGETS.len());
    }

    #[test]
    fn page_says_how_it_is_made() {
        let text = workspace::read(Path::new(PAGE)).unwrap();
        assert!(text.contains("cargo xtask bench"));
        for bench in BENCHES {
            let marker = page::opening(bench.name);
            assert!(text.contains(&marker), "{PAGE} has no place for {marker}");
        }
    }
}
