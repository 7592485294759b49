//! Every check, cheapest first; the first that fails ends the run.

mod steps;
mod tally;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use steps::{STEPS, Step};
use tally::Tally;

/// Runs every step, or only those named.
pub(crate) fn run(names: &[&str]) -> Result<ExitCode> {
    let chosen = choose(names)?;
    let mut tally = Tally::default();
    let mut times = Vec::new();
    let mut failure = None;
    for step in chosen {
        say(&format!("\n== {}: {}", step.name, step.what));
        let began = Instant::now();
        let outcome = (step.run)(&mut tally);
        times.push((step.name, began.elapsed()));
        if let Err(error) = outcome {
            failure = Some((step.name, error));
            break;
        }
    }
    say("");
    for (name, took) in &times {
        say(&format!("{name:<10}{:>8.1} s", took.as_secs_f64()));
    }
    let total: Duration = times.iter().map(|(_, took)| *took).sum();
    say(&format!("{:<10}{:>8.1} s", "all", total.as_secs_f64()));
    let code = if let Some((name, error)) = failure {
        say(&format!("\n{name} failed:\n{error:#}"));
        tally.fail_once();
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    };
    say(&format!("\n{tally}"));
    Ok(code)
}

fn choose(names: &[&str]) -> Result<Vec<&'static Step>> {
    if let Some(unknown) = names
        .iter()
        .find(|name| STEPS.iter().all(|step| step.name != **name))
    {
        let known: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!(
            "there is no step {unknown}; the steps are {}",
            known.join(", ")
        );
    }
    Ok(STEPS
        .iter()
        .filter(|step| names.is_empty() || names.contains(&step.name))
        .collect())
}

/// Prints a line for the person who runs the checks.
#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
pub(crate) fn say(line: &str) {
    println!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_chosen_by_name_and_keep_their_order() {
        let names = |chosen: &[&str]| -> Vec<&str> {
            choose(chosen)
                .unwrap()
                .iter()
                .map(|step| step.name)
                .collect()
        };
        assert_eq!(names(&["tests", "fmt"]), ["fmt", "tests"]);
        assert_eq!(names(&[]).len(), STEPS.len());
        assert!(
            choose(&["lunch"])
                .unwrap_err()
                .to_string()
                .contains("fmt, tidy")
        );
    }
}
