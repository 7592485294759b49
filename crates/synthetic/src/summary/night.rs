//! Stretches of sleep become nights, one for each source that tells of one.

use jiff::{SignedDuration, Timestamp};

use crate::{
    fact::{Fact, FactValue, Night, Stage},
    time::seconds,
};

/// Awake for longer than this, the next sleep is another: a nap, or the next night.
const APART: SignedDuration = SignedDuration::from_hours(1);

/// A stretch in one stage.
#[derive(Clone, Copy)]
struct Stretch<'a> {
    fact: &'a Fact,
    stage: Stage,
    end: Timestamp,
}

/// The nights, by source and time. Who tells only of lying in bed is told with the others.
pub(super) fn nights(facts: &[&Fact]) -> Vec<Fact> {
    let (in_bed, mut asleep): (Vec<Stretch<'_>>, Vec<Stretch<'_>>) = facts
        .iter()
        .filter_map(|fact| {
            Some(Stretch {
                fact,
                stage: fact.value.stage()?,
                end: fact.end?,
            })
        })
        .partition(|stretch| stretch.stage == Stage::InBed);
    asleep.sort_by(|a, b| (&a.fact.source, a.fact.start).cmp(&(&b.fact.source, b.fact.start)));
    asleep
        .chunk_by(|a, b| a.fact.source == b.fact.source && b.fact.start < a.end + APART)
        .map(|stretches| night(stretches, &in_bed))
        .collect()
}

fn night(stretches: &[Stretch<'_>], in_bed: &[Stretch<'_>]) -> Fact {
    let first = stretches[0].fact;
    let end = stretches
        .iter()
        .map(|stretch| stretch.end)
        .max()
        .unwrap_or(first.start);
    let mut night = Night::default();
    for stretch in stretches {
        let hours = seconds(stretch.fact.start, stretch.end) / 3600.0;
        match stretch.stage {
            Stage::InBed => night.in_bed += hours,
            Stage::Awake => night.awake += hours,
            Stage::Asleep => night.asleep += hours,
            Stage::Core => night.core += hours,
            Stage::Deep => night.deep += hours,
            Stage::Rem => night.rem += hours,
        }
    }
    let mut source = first.source.clone();
    let around = in_bed
        .iter()
        .find(|bed| bed.fact.start < end && first.start < bed.end);
    if let Some(bed) = around {
        night.in_bed = seconds(bed.fact.start, bed.end) / 3600.0;
        night.bed = Some((bed.fact.start, bed.end));
        source = format!("{source}|{}", bed.fact.source).into();
    }
    Fact {
        end: Some(end),
        value: FactValue::Night(Box::new(night)),
        source,
        ..first.clone()
    }
}
