//! The steps. A step that needs the network is one that installs a tool on its first run.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::tally::Tally;
use crate::{clients, layers, lists, services::Services, tidy, tools, workspace};

/// One step of the checks.
#[derive(Debug)]
pub(super) struct Step {
    /// What it is called on the command line.
    pub(super) name: &'static str,
    /// What it makes sure of.
    pub(super) what: &'static str,
    /// Does it; adds the tests it ran to the tally.
    pub(super) run: fn(&mut Tally) -> Result<()>,
}

/// Every step, cheapest first.
pub(super) const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        what: "the code is formatted",
        run: fmt,
    },
    Step {
        name: "tidy",
        what: "file sizes, nothing left undone or behind",
        run: |tally| tally.check(tidy::check()),
    },
    Step {
        name: "layers",
        what: "our crates depend on each other as agreed",
        run: |tally| tally.check(layers::check()),
    },
    Step {
        name: "lists",
        what: "what must be complete is complete",
        run: |tally| tally.check(lists::check()),
    },
    Step {
        name: "deny",
        what: "licences, bans and sources of dependencies",
        run: deny,
    },
    Step {
        name: "clippy",
        what: "no warning in any target",
        run: clippy,
    },
    Step {
        name: "rustdoc",
        what: "no warning in the documentation",
        run: rustdoc,
    },
    Step {
        name: "tests",
        what: "unit and integration tests, with the services they talk to",
        run: tests,
    },
    Step {
        name: "postgres",
        what: "the tests from outside again, with the record in PostgreSQL",
        run: |tally| tests_on(tally, "postgres"),
    },
    Step {
        name: "dynamodb",
        what: "the tests from outside again, with the record in DynamoDB",
        run: |tally| tests_on(tally, "dynamodb"),
    },
    Step {
        name: "doctests",
        what: "the examples in the documentation",
        run: doctests,
    },
    Step {
        name: "conformance",
        what: "the official conformance suite, both eras",
        run: conformance,
    },
    Step {
        name: "hostile",
        what: "the hostile table against the release binary",
        run: hostile,
    },
    Step {
        name: "clients",
        what: "official clients against the release binary",
        run: clients,
    },
];

fn fmt(tally: &mut Tally) -> Result<()> {
    tally.check(run(cargo().args(["fmt", "--all", "--check"])))
}

fn deny(tally: &mut Tally) -> Result<()> {
    let mut deny = Command::new(tools::ensure_tool(tools::DENY)?);
    deny.args([
        "--locked",
        "--all-features",
        "check",
        "--hide-inclusion-graph",
    ]);
    // Advisories are left out: their database is a clone of a repository, made over the network,
    // and a new entry would fail a change that has nothing to do with it.
    deny.args(["licenses", "bans", "sources"]);
    tally.check(run(&mut deny))
}

fn clippy(tally: &mut Tally) -> Result<()> {
    let mut clippy = with_everything("clippy");
    clippy.args(["--all-targets", "--", "-D", "warnings"]);
    tally.check(run(&mut clippy))
}

fn rustdoc(tally: &mut Tally) -> Result<()> {
    let mut doc = with_everything("doc");
    doc.arg("--no-deps").env("RUSTDOCFLAGS", "-D warnings");
    tally.check(run(&mut doc))
}

fn tests(tally: &mut Tally) -> Result<()> {
    let mut nextest = nextest()?;
    let services = Services::start()?;
    services.pass_to(&mut nextest);
    tally.count("Summary [", &mut nextest)
}

/// Runs every test of the router and of the finished program with the record in an engine. Those
/// that are about one engine use that one here too, so that no list of exceptions is needed.
fn tests_on(tally: &mut Tally, engine: &str) -> Result<()> {
    let mut nextest = nextest()?;
    nextest.args(["--no-tests", "fail", "-E", FROM_OUTSIDE]);
    let services = Services::start()?;
    services.pass_to(nextest.env(TEST_DATABASE, engine));
    tally.count("Summary [", &mut nextest)
}

/// The tests that see only what a phone, a chat app and a person see.
const FROM_OUTSIDE: &str = "binary(it) & (package(vitalog-server) | package(vitalog))";

/// Tells those tests which engine keeps the record.
const TEST_DATABASE: &str = "VITALOG_TEST_DATABASE";

fn doctests(tally: &mut Tally) -> Result<()> {
    let mut doctests = with_everything("test");
    doctests.args(["--doc", "--quiet"]);
    tally.count("test result:", &mut doctests)
}

fn conformance(tally: &mut Tally) -> Result<()> {
    // Building the tests builds the program for them, with every feature; a build by itself would
    // compile the dependencies anew without the features that only tests use.
    run(with_everything("test").args(["--no-run", "--quiet"]))?;
    let binary = workspace::target_dir().join("debug").join("vitalog");
    tally.count("conformance:", &mut clients::conformance_suite(&binary)?)
}

/// The rows ran in `tests` as well, which takes seconds, against a program that ends where a number
/// overflows. Here they meet what people run.
fn hostile(tally: &mut Tally) -> Result<()> {
    let binary = release()?;
    let mut nextest = nextest()?;
    nextest.args(["--no-tests", "fail", "-E", HOSTILE]);
    tally.count("Summary [", nextest.env(TEST_BINARY, binary))
}

/// The tests of the hostile table.
const HOSTILE: &str = "package(vitalog) & test(/^hostile::/)";

/// Tells the tests of the program which one to try. They make sure that it is a release.
const TEST_BINARY: &str = "VITALOG_TEST_BINARY";

fn clients(tally: &mut Tally) -> Result<()> {
    let binary = release()?;
    tally.count("clients:", &mut clients::every_client(&binary)?)
}

/// Builds the program as people build it.
fn release() -> Result<PathBuf> {
    run(cargo().args(["build", "--locked", "--release", "--package", "vitalog"]))?;
    Ok(workspace::target_dir().join("release").join("vitalog"))
}

fn nextest() -> Result<Command> {
    let profile = if workspace::on_ci() { "ci" } else { "default" };
    let mut nextest = Command::new(tools::ensure_tool(tools::NEXTEST)?);
    nextest.args(["nextest", "run", "--profile", profile]);
    nextest.args(EVERYTHING).current_dir(workspace::root());
    Ok(nextest)
}

/// One set of features for all steps, so that nothing is compiled twice. What is built to be
/// released has the default features, and is what clients and hostile rows meet.
const EVERYTHING: &[&str] = &["--locked", "--workspace", "--all-features"];

fn with_everything(subcommand: &str) -> Command {
    let mut command = cargo();
    command.arg(subcommand).args(EVERYTHING);
    command
}

fn cargo() -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(workspace::root());
    cargo
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_the_program_listen_to_the_step_that_names_a_release() {
        let tests = workspace::read("crates/cli/tests/it/program.rs".as_ref()).unwrap();
        assert!(tests.contains(&format!("const BINARY: &str = \"{TEST_BINARY}\";")));
    }
}
