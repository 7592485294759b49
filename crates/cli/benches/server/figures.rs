//! Figures, and the form in which they are printed.

use std::{fs, time::Instant};

/// Times one piece of work, in milliseconds.
pub(crate) fn ms<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64() * 1000.0)
}

/// Milliseconds of processor time that a piece of work takes in this process, whatever other
/// programs do meanwhile; the mean of so many times. Its parts wait for each other, so that this is
/// what it would take on a machine of its own.
pub(crate) fn cpu_ms(times: u32, mut work: impl FnMut()) -> f64 {
    let start = own_cpu_ms();
    for _ in 0..times {
        work();
    }
    (own_cpu_ms() - start) / f64::from(times)
}

/// Of all threads of this process.
fn own_cpu_ms() -> f64 {
    let threads = fs::read_dir("/proc/self/task").unwrap();
    threads
        .map(|thread| {
            let path = thread.unwrap().path().join("schedstat");
            let text = fs::read_to_string(path).unwrap();
            let nanoseconds: f64 = text.split(' ').next().unwrap().parse().unwrap();
            nanoseconds / 1e6
        })
        .sum()
}

/// The middle one, the later of two.
pub(crate) fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// The middle one and the least.
pub(crate) fn median_and_least(figures: Vec<f64>) -> (f64, f64) {
    let least = figures.iter().copied().fold(f64::INFINITY, f64::min);
    (median(figures), least)
}

/// Prints a table of docs/performance.md.
pub(crate) fn print_table(name: &str, heads: &[&str], rows: &[Vec<String>]) {
    println!("table {name}");
    print_row(heads);
    // The first column is text, the others are figures.
    let rules = (0..heads.len()).map(|column| if column == 0 { "---" } else { "---:" });
    print_row(&rules.collect::<Vec<_>>());
    for row in rows {
        print_row(row);
    }
    println!();
}

/// Prints a row of the table of budgets: what is measured, how much it may be, how much it is, and
/// what it is compared with.
pub(crate) fn print_budget(what: &str, budget: &str, measured: &str, beside: &str) {
    println!("budget");
    print_row(&[what, budget, measured, beside]);
    println!();
}

fn print_row(cells: &[impl AsRef<str>]) {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    println!("| {} |", cells.join(" | "));
}

/// A whole number with its thousands apart.
pub(crate) fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
