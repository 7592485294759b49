//! What the phone makes of facts when it is told to summarise them: one value for each hour, day
//! or other stretch of the clock, one element for each night.

mod bucket;
mod night;
mod once;

use std::{borrow::Cow, collections::BTreeMap};

use vitalog_core::Grain;

use crate::{
    fact::{Fact, FactValue, Meta},
    measure::{self, Summary},
};
use bucket::Bucket;

/// The facts in buckets of a length, by metric and time.
///
/// Buckets go by the clock of the phone. Intervals of several devices are counted once: the watch
/// stands whole, the others add the share of their time that it does not cover.
#[must_use]
pub fn summarise(facts: &[Fact], grain: Grain) -> Vec<Fact> {
    let mut by_metric: BTreeMap<&'static str, Vec<&Fact>> = BTreeMap::new();
    for fact in facts {
        by_metric.entry(fact.metric).or_default().push(fact);
    }
    let mut summarised = Vec::new();
    for (metric, facts) in by_metric {
        let summary = measure::find(metric).map_or(Summary::Each, |measure| measure.summary);
        match summary {
            Summary::Each => summarised.extend(facts.into_iter().cloned()),
            Summary::Night => summarised.extend(night::nights(&facts)),
            Summary::Sum => {
                let counted: Vec<Fact> = once::counted_once(&facts, grain);
                summarised.extend(merge(counted.iter(), grain, |values| {
                    FactValue::Single(values.iter().sum())
                }));
            }
            Summary::Mean => {
                summarised.extend(merge(facts, grain, |values| {
                    FactValue::Single(mean(values))
                }));
            }
            Summary::Spread => summarised.extend(merge(facts, grain, |values| FactValue::Spread {
                min: values.iter().copied().fold(f64::INFINITY, f64::min),
                avg: mean(values),
                max: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            })),
        }
    }
    summarised
}

/// What is said beside values keeps them apart, but for what is said of single beats.
fn apart(meta: Option<Meta>) -> Option<Meta> {
    meta.filter(|meta| matches!(meta, Meta::Basal | Meta::Bolus))
}

type Key = (Bucket, Option<Meta>);
type Gathered<'a> = (Vec<f64>, Vec<&'a Fact>);

fn merge<'a>(
    facts: impl IntoIterator<Item = &'a Fact>,
    grain: Grain,
    value: impl Fn(&[f64]) -> FactValue,
) -> Vec<Fact> {
    let mut buckets: BTreeMap<Key, Gathered<'_>> = BTreeMap::new();
    for fact in facts {
        let Some(single) = fact.single() else {
            continue;
        };
        let key = (Bucket::of(fact.start, fact.offset, grain), apart(fact.meta));
        let (values, of) = buckets.entry(key).or_default();
        values.push(single);
        of.push(fact);
    }
    let one = |((bucket, beside), (values, of)): (Key, Gathered<'_>)| {
        let first = of.iter().min_by_key(|fact| fact.start)?;
        Some(Fact {
            metric: first.metric,
            unit: first.unit,
            start: bucket.start(first.offset),
            end: None,
            offset: first.offset,
            value: value(&values),
            source: sources(&of),
            meta: beside,
        })
    };
    buckets.into_iter().filter_map(one).collect()
}

fn mean(values: &[f64]) -> f64 {
    let n = u32::try_from(values.len()).unwrap_or(u32::MAX);
    values.iter().sum::<f64>() / f64::from(n)
}

/// The names of the sources, each once, with `|` between them.
fn sources(facts: &[&Fact]) -> Cow<'static, str> {
    let mut names: Vec<&Cow<'static, str>> = facts.iter().map(|fact| &fact.source).collect();
    names.sort_unstable();
    names.dedup();
    match names.as_slice() {
        [one] => (*one).clone(),
        several => {
            let several: Vec<&str> = several.iter().map(AsRef::as_ref).collect();
            several.join("|").into()
        }
    }
}
