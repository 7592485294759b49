//! What a hostile or broken sender may send, row by row, each with its clear answer.
//!
//! The rows are data, by theme. Four servers take them all: a row has a day of its own in the
//! record, so that what one row leaves behind cannot help or hurt another. Every row that fails is
//! listed, not just the first.
//!
//! A developer's run tries the program that was built with the tests. CI tries the release, by the
//! step `hostile` of `cargo xtask ci`.

mod arguments;
mod bodies;
mod dates;
mod every_argument;
mod heads;
mod messages;
mod numbers;
mod prompts;
mod push;
mod rpc;
mod sources;
mod units;
mod wire;
mod workouts;

use std::collections::BTreeSet;

use crate::program::{BINARY, Program, Server};

/// The least number of rows written by hand.
const LEAST: usize = 80;

/// One row: what is sent, and what comes of it.
struct Case<Given, Expect> {
    name: &'static str,
    given: Given,
    expect: Expect,
}

/// A table of cases, a row a line: `"name": given => expect;`.
macro_rules! table {
    ($($name:literal: $given:expr => $expect:expr;)*) => {
        &[$(crate::hostile::Case { name: $name, given: $given, expect: $expect },)*]
    };
}
use table;

/// The tables of pushes.
const PUSHES: &[&[Case<push::Given, push::Expect>]] = &[
    bodies::TEXTS,
    bodies::SHAPES,
    bodies::SIZES,
    dates::READ,
    dates::NOT_READ,
    numbers::ROWS,
    units::ROWS,
    sources::ROWS,
    workouts::ROWS,
];

/// Fails with every row that failed.
fn assert_none(failures: &[String]) {
    assert!(
        failures.is_empty(),
        "{} rows failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Ends a server that was tried hard: it must still be able to, and nothing in it may have broken.
fn end(server: Server) {
    let (code, said) = server.stop();
    assert_eq!(code, 0, "{said}");
    assert!(!said.contains("panic"), "{said}");
}

/// Runs the rows and gives back what is wrong, with the row's name.
fn run<G: 'static, E: 'static>(
    rows: impl IntoIterator<Item = &'static Case<G, E>>,
    mut check: impl FnMut(usize, &G, &E) -> Result<(), String>,
) -> Vec<String> {
    rows.into_iter()
        .enumerate()
        .filter_map(|(number, case)| {
            let wrong = check(number, &case.given, &case.expect).err()?;
            Some(format!("- {}: {wrong}", case.name))
        })
        .collect()
}

#[test]
fn hostile_pushes_are_answered_and_spare_the_good_sample() {
    let program = Program::new();
    let server = program.serve();
    let rows = PUSHES.iter().copied().flatten();
    assert_none(&run(rows, |number, given, expect| {
        push::check(&server, number, given, expect)
    }));
    end(server);
}

#[test]
fn hostile_heads_are_answered_and_store_nothing_unasked() {
    let program = Program::new();
    let server = program.serve();
    assert_none(&run(heads::ROWS, |number, given, expect| {
        heads::check(&server, number, given, expect)
    }));
    end(server);
}

#[test]
fn hostile_messages_are_answered() {
    let program = Program::new();
    let server = program.serve();
    let messages = [messages::JSON_RPC, messages::ERAS, messages::HEADS];
    let mut failures = run(messages.into_iter().flatten(), |_, given, expect| {
        rpc::check(&server, given, expect)
    });
    failures.extend(run(prompts::ROWS, |_, given, expect| {
        prompts::check(&server, given, expect)
    }));
    assert_none(&failures);
    end(server);
}

#[test]
fn hostile_arguments_are_answered_by_their_field() {
    let program = Program::new();
    let server = program.serve();
    let mut failures = run(arguments::ROWS, |_, given, expect| {
        arguments::check(&server, given, expect)
    });
    failures.extend(every_argument::failures(&server));
    assert_none(&failures);
    end(server);
}

#[test]
fn program_that_the_runner_names_is_a_release() {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests are told by their runner, not by settings"
    )]
    let named = std::env::var_os(BINARY).is_some();
    let version = Program::new().print(&["--version"]);
    assert!(!named || !version.contains("debug"), "{version}");
}

#[test]
fn table_is_as_large_as_promised_and_no_row_is_there_twice() {
    let mut names: Vec<&str> = Vec::new();
    for table in PUSHES {
        names.extend(table.iter().map(|case| case.name));
    }
    names.extend(heads::ROWS.iter().map(|case| case.name));
    for table in [messages::JSON_RPC, messages::ERAS, messages::HEADS] {
        names.extend(table.iter().map(|case| case.name));
    }
    names.extend(prompts::ROWS.iter().map(|case| case.name));
    names.extend(arguments::ROWS.iter().map(|case| case.name));
    assert!(names.len() >= LEAST, "{} rows", names.len());
    let mut seen = BTreeSet::new();
    let twice: Vec<_> = names.iter().filter(|name| !seen.insert(**name)).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
