//! Exports of Apple Health of 10 and 200 MB, and with the word `large` of 1.2 GB, taken into an
//! encrypted file: the first time, and again with the file known. Beside it two programs that do the
//! like with the same file.
//!
//! `cargo bench -p vitalog-sync --bench import` prints what `cargo xtask bench import` writes to
//! docs/performance.md. The exports are generated and kept under the target folder. The peers are run
//! by the Python whose path `VITALOG_BENCH_PYTHON` names, which `cargo xtask bench` makes; without
//! it they are left out. Each import runs in a process of its own, whose processor time and memory
//! are told by the system; Linux is needed.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark prints its figures, and should stop if it cannot go on"
)]

mod exports;
mod ours;
mod peers;
mod usage;

use std::path::Path;

use usage::Usage;

/// A megabyte, as files are sold.
const MB: u64 = 1_000_000;
/// The word that makes a process one that imports.
const CHILD: &str = "import-into";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, folder, export] = words.as_slice()
        && word == CHILD
    {
        ours::import(Path::new(folder), Path::new(export));
        return;
    }
    let mut sizes = vec![10 * MB, 200 * MB];
    if words.iter().any(|word| word == "large") {
        sizes.push(1_200 * MB);
    }
    let mut lines = Vec::new();
    let mut slowest = f64::INFINITY;
    let mut largest: f64 = 0.0;
    let mut beside = Vec::new();
    for size in sizes {
        let export = exports::of_size(size);
        let bytes = std::fs::metadata(&export).unwrap().len();
        let ours = ours::measure(&export);
        for (which, usage) in [("first", ours.first), ("again", ours.again)] {
            lines.push(line(bytes, &format!("vitalog, {which}"), &usage));
        }
        if size > 10 * MB {
            slowest = slowest.min(rate(bytes, &ours.first));
        }
        largest = largest.max(ours.first.peak_mb);
        // A peer that takes minutes for the second takes hours for the largest.
        if size <= 200 * MB {
            for (name, usage) in peers::measure(&export) {
                lines.push(line(bytes, &name, &usage));
                if size > 10 * MB {
                    beside.push(format!("{name}: {:.1}", rate(bytes, &usage)));
                }
            }
        }
    }
    let beside = if beside.is_empty() {
        "no peer was run".to_owned()
    } else {
        beside.join(", ")
    };
    println!("budget");
    println!(
        "| import of an Apple export, XML a second of processor time | ≥ 70 MB | {slowest:.0} MB | {beside} |"
    );
    println!(
        "| memory of an import of any size (peak RSS) | < 150 MB | {largest:.0} MB | the largest export in its table |"
    );
    println!("\ntable import");
    println!("| export | program | elapsed | processor | MB / processor s | peak RSS |");
    println!("| ---: | --- | ---: | ---: | ---: | ---: |");
    for line in lines {
        println!("{line}");
    }
}

fn line(bytes: u64, who: &str, usage: &Usage) -> String {
    format!(
        "| {} MB | {who} | {:.2} s | {:.2} s | {:.1} | {:.0} MB |",
        bytes / MB,
        usage.elapsed_s,
        usage.processor_s,
        rate(bytes, usage),
        usage.peak_mb
    )
}

#[expect(clippy::cast_precision_loss, reason = "no file has 2^52 bytes")]
fn rate(bytes: u64, usage: &Usage) -> f64 {
    bytes as f64 / 1e6 / usage.processor_s.max(0.001)
}
