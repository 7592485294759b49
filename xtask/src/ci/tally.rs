//! How many checks and tests passed, read off the closing lines of their runners.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, ensure};

/// What passed and what failed so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    passed: u64,
    failed: u64,
    failure_counted: bool,
}

impl Tally {
    /// Counts a check that has no tests of its own as one.
    pub(super) fn check(&mut self, outcome: Result<()>) -> Result<()> {
        if outcome.is_ok() {
            self.passed += 1;
        }
        outcome
    }

    /// Counts the step that ended the run, unless its own tests have been counted as failed.
    pub(super) fn fail_once(&mut self) {
        if !self.failure_counted {
            self.failed += 1;
        }
    }

    /// Runs a test runner, shows what it prints, and adds the lines that begin with `closing`.
    /// A runner also shows the output of failed tests, so that other lines with counts in them
    /// mean nothing.
    pub(super) fn count(&mut self, closing: &str, runner: &mut Command) -> Result<()> {
        let shown = format!("{runner:?}");
        let mut child = runner
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| shown.clone())?;
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let (of_output, of_errors) = thread::scope(|scope| {
            let errors = scope.spawn(|| forward(errors, std::io::stderr(), closing));
            (
                forward(output, std::io::stdout(), closing),
                errors.join().unwrap_or_default(),
            )
        });
        let status = child.wait()?;
        for (passed, failed) in of_output.into_iter().chain(of_errors) {
            self.passed += passed;
            self.failed += failed;
            self.failure_counted |= failed > 0;
        }
        ensure!(status.success(), "{shown} ended with {status}");
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Passes lines on as they come and returns the counts of those that close a run.
fn forward(from: Option<impl Read>, mut to: impl Write, closing: &str) -> Vec<(u64, u64)> {
    let Some(from) = from else { return Vec::new() };
    let mut counts = Vec::new();
    for line in BufReader::new(from).lines().map_while(Result::ok) {
        // The checks go on when nobody reads along any more.
        let _ = writeln!(to, "{line}");
        counts.extend(closing_counts(&line, closing));
    }
    counts
}

/// Passed and failed tests, when this line closes a run.
fn closing_counts(line: &str, closing: &str) -> Option<(u64, u64)> {
    let line = line.trim_start();
    let words: Vec<&str> = line
        .split([' ', ',', ';'])
        .filter(|word| !word.is_empty())
        .collect();
    let number_before = |label: &str| {
        let at = words.iter().position(|word| *word == label)?;
        words.get(at.checked_sub(1)?)?.parse::<u64>().ok()
    };
    let passed = number_before("passed").filter(|_| line.starts_with(closing))?;
    Some((passed, number_before("failed").unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_read() {
        let nextest = "     Summary [   0.5s] 7 tests run: 5 passed (1 slow), 2 failed, 0 skipped";
        let all_passed = "     Summary [   0.5s] 5 tests run: 5 passed, 0 skipped";
        let cargo = "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured";
        let cases = [
            (nextest, "Summary [", Some((5, 2))),
            (all_passed, "Summary [", Some((5, 0))),
            (cargo, "test result:", Some((3, 0))),
            (cargo, "Summary [", None),
            ("clients: 12 passed, 1 failed", "clients:", Some((12, 1))),
            (
                "typescript http modern: 4 passed, 0 failed",
                "clients:",
                None,
            ),
            ("PASS [ 0.1s] 3 passed", "Summary [", None),
            ("", "Summary [", None),
        ];
        for (line, closing, expected) in cases {
            assert_eq!(closing_counts(line, closing), expected, "{line}");
        }
    }

    #[test]
    fn a_failed_run_is_counted_once() {
        for (script, counted) in [
            (
                "echo 'it: 2 passed, 1 failed'; exit 1",
                "2 passed, 1 failed",
            ),
            ("exit 1", "0 passed, 1 failed"),
        ] {
            let mut tally = Tally::default();
            let outcome = tally.count("it:", Command::new("sh").args(["-c", script]));
            assert!(outcome.is_err());
            tally.fail_once();
            assert_eq!(tally.to_string(), counted);
        }
    }
}
