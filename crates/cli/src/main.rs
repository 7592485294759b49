//! The vitalog binary.
fn main() {}
