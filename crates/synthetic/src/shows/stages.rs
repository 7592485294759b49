//! The stages of a night, as the watch tells them.

use jiff::Timestamp;

use crate::{
    fact::Stage,
    plan::Night,
    stream::Stream,
    time::{later, seconds},
};

/// How deep sleep is dealt out over the cycles, most of it early.
const DEEP: [f64; 5] = [0.38, 0.28, 0.18, 0.1, 0.06];
/// How REM sleep is dealt out, most of it late.
const REM: [f64; 5] = [0.06, 0.14, 0.2, 0.27, 0.33];
/// The part of a night that is REM sleep.
const REM_SHARE: f64 = 0.22;

/// The stretches of a night, one after the other without a gap.
pub(super) fn stages(
    night: &Night,
    deep_min: f64,
    stream: &mut Stream,
) -> Vec<(Stage, Timestamp, Timestamp)> {
    let whole = seconds(night.asleep, night.awake);
    let awake: Vec<f64> = DEEP
        .iter()
        .map(|_| half_minutes(stream.between(60.0, 420.0)))
        .collect();
    let asleep = whole - awake[..awake.len() - 1].iter().sum::<f64>();
    let deep = (deep_min * 60.0).clamp(600.0, asleep * 0.4);
    let rem = asleep * REM_SHARE;
    let core = (asleep - deep - rem) / 5.0;

    let mut stretches = Vec::new();
    let mut from = night.asleep;
    let mut add = |stage, lasts: f64| {
        let to = later(from, half_minutes(lasts)).min(night.awake);
        stretches.push((stage, from, to));
        from = to;
    };
    for (cycle, awake) in awake.iter().enumerate() {
        add(Stage::Core, core * 0.6);
        add(Stage::Deep, deep * DEEP[cycle]);
        add(Stage::Core, core * 0.4);
        add(Stage::Rem, rem * REM[cycle]);
        if cycle + 1 < DEEP.len() {
            add(Stage::Awake, *awake);
        }
    }
    // What rounding left over.
    if from < night.awake {
        stretches.push((Stage::Core, from, night.awake));
    }
    stretches.retain(|(_, from, to)| from < to);
    stretches
}

/// A watch tells sleep in steps of half a minute.
fn half_minutes(seconds: f64) -> f64 {
    (seconds / 30.0).round() * 30.0
}
