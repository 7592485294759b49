//! The finished program under load, and answers over ten years of a record.
//!
//! `cargo bench -p vitalog --bench server` runs everything, and `-- NAME…` some of it: `answers`,
//! `history`, `coverage`, `start`, `push-memory`. `coverage` needs Node 20 or newer and the packages of
//! tests/clients, which `cargo xtask bench` installs. What is printed is what `cargo xtask bench`
//! writes to docs/performance.md.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark prints its figures, and should stop if it cannot go on"
)]

mod answers;
mod connection;
mod coverage;
mod figures;
mod history;
mod load;
mod peer;
mod plain_table;
mod program;
mod push_body;
mod push_memory;
mod ring_year;
mod start;
mod ten_years;

/// What can be run, in the order of the page.
const BENCHES: [(&str, fn()); 5] = [
    ("push-memory", push_memory::run),
    ("answers", answers::run),
    ("history", history::run),
    ("coverage", coverage::run),
    ("start", start::run),
];

fn main() {
    // Cargo adds `--bench`.
    let chosen: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
    for word in &chosen {
        assert!(
            names.contains(&word.as_str()),
            "{word} is none of {names:?}"
        );
    }
    for (name, run) in BENCHES {
        if chosen.is_empty() || chosen.iter().any(|word| word == name) {
            run();
        }
    }
}
