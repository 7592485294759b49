//! On which day an effect is looked for.

use vitalog_core::metric::ClockClass;

/// How two metrics are set side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alignment {
    /// Days from the cause to the effect.
    pub lag: u8,
    /// Whether the one comes before the other, so that it can be the cause.
    pub is_directed: bool,
}

/// The declared alignment of two clock classes: what happens by day comes before the night that
/// ends on the next day; that night comes before the morning and the day that follow it. `None` if
/// the effect would come before the cause.
#[must_use]
pub fn alignment(cause: ClockClass, effect: ClockClass) -> Option<Alignment> {
    use ClockClass::{Day, Morning, Night};
    let (lag, is_directed) = match (cause, effect) {
        (Day, Night | Morning) => (1, true),
        (Night, Morning | Day) | (Morning, Day) => (0, true),
        (Day, Day) | (Night, Night) | (Morning, Morning) => (0, false),
        (Morning, Night) => return None,
    };
    Some(Alignment { lag, is_directed })
}
