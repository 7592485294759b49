//! The two examples, against what was written down by hand from reading them.

use std::fs;

use super::{fixture, read, render::render_all};

#[track_caller]
fn check(example: &str) {
    let (items, error) = read(fixture(example));
    assert!(error.is_none(), "{error:?}");
    let expected = fs::read_to_string(fixture(&format!("{example}.expected"))).unwrap();
    let expected: Vec<&str> = expected
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let found = render_all(&items);
    for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(found, expected, "line {number} of {example}");
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn example_yields_what_was_written_down() {
    check("apple_health_export");
}

#[test]
fn broken_example_of_ios_16_yields_what_was_written_down() {
    check("apple_health_export_ios16_broken");
}
