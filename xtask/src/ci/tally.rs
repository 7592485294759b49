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

    /// Runs a test runner, shows what it prints, and adds its closing lines.
    pub(super) fn count(&mut self, runner: &mut Command) -> Result<()> {
        let shown = format!("{runner:?}");
        let mut child = runner
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| shown.clone())?;
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let (of_output, of_errors) = thread::scope(|scope| {
            let errors = scope.spawn(|| forward(errors, std::io::stderr()));
            (
                forward(output, std::io::stdout()),
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
fn forward(from: Option<impl Read>, mut to: impl Write) -> Vec<(u64, u64)> {
    let Some(from) = from else { return Vec::new() };
    let mut counts = Vec::new();
    for line in BufReader::new(from).lines().map_while(Result::ok) {
        // The checks go on when nobody reads along any more.
        let _ = writeln!(to, "{line}");
        counts.extend(closing_counts(&line));
    }
    counts
}

/// Passed and failed tests, when this line closes the run of a runner we use.
fn closing_counts(line: &str) -> Option<(u64, u64)> {
    let line = line.trim_start();
    let closes = ["Summary [", "test result:", "clients:"]
        .iter()
        .any(|it| line.starts_with(it));
    let words: Vec<&str> = line
        .split([' ', ',', ';'])
        .filter(|word| !word.is_empty())
        .collect();
    let number_before = |label: &str| {
        let at = words.iter().position(|word| *word == label)?;
        words.get(at.checked_sub(1)?)?.parse::<u64>().ok()
    };
    let passed = number_before("passed").filter(|_| closes)?;
    Some((passed, number_before("failed").unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_read() {
        let cases = [
            (
                "     Summary [   0.5s] 7 tests run: 5 passed (1 slow), 2 failed, 0 skipped",
                (5, 2),
            ),
            (
                "     Summary [   0.5s] 5 tests run: 5 passed, 0 skipped",
                (5, 0),
            ),
            (
                "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured",
                (3, 0),
            ),
            ("clients: 12 passed, 1 failed", (12, 1)),
        ];
        for (line, expected) in cases {
            assert_eq!(closing_counts(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn other_lines_are_not_counted() {
        for line in [
            "",
            "PASS [ 0.1s] 3 passed",
            "typescript http modern: 4 passed, 0 failed",
        ] {
            assert_eq!(closing_counts(line), None, "{line}");
        }
    }

    #[test]
    fn a_failed_run_is_counted_once() {
        let script = "echo 'clients: 2 passed, 1 failed'; exit 1";
        let mut tally = Tally::default();
        tally
            .count(Command::new("sh").args(["-c", script]))
            .unwrap_err();
        tally.fail_once();
        assert_eq!(tally.to_string(), "2 passed, 1 failed");

        let mut tally = Tally::default();
        tally
            .count(Command::new("sh").args(["-c", "exit 1"]))
            .unwrap_err();
        tally.fail_once();
        assert_eq!(tally.to_string(), "0 passed, 1 failed");
    }
}
