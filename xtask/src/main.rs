//! Chores of the workspace. `cargo xtask ci` runs what CI runs, cheapest first.
//!
//! What each check looks for is in its module; `layers`, `lists` and `tidy` are unit tests too, so
//! that the test runner alone finds what they find.

mod bench;
mod ci;
mod clients;
mod docs;
mod layers;
mod lists;
mod problems;
mod services;
mod tidy;
mod tools;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask ci [STEP…]   every check, or only these
       cargo xtask bench [NAME…]
                                measure everything, or only these, into docs/performance.md
       cargo xtask docs         write docs/reference anew
       cargo xtask layers       our crates depend on each other as agreed
       cargo xtask lists        what must be complete is complete
       cargo xtask tidy         file sizes, nothing left undone or behind
       cargo xtask with-services -- COMMAND…
                                one command, with the services that tests talk to";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["ci", steps @ ..] => ci::run(steps),
        ["bench", names @ ..] => bench::run(names).map(|()| ExitCode::SUCCESS),
        ["docs"] => docs::write().map(|()| ExitCode::SUCCESS),
        ["layers"] => layers::check().map(|()| ExitCode::SUCCESS),
        ["lists"] => lists::check().map(|()| ExitCode::SUCCESS),
        ["tidy"] => tidy::check().map(|()| ExitCode::SUCCESS),
        ["with-services", "--", command @ ..] => services::run_with(command),
        _ => {
            ci::say(USAGE);
            return ExitCode::from(2);
        }
    };
    outcome.unwrap_or_else(|error| {
        ci::say(&format!("{error:#}"));
        ExitCode::FAILURE
    })
}
