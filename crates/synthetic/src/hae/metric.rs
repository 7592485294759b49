//! The list of metrics.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Options, point::point};
use crate::fact::Fact;

/// The facts as points, gathered under their metrics in the order in which these first come.
pub(super) fn metrics(facts: &[Fact], options: &Options) -> Value {
    let mut places: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut metrics: Vec<(&Fact, Vec<Value>)> = Vec::new();
    for fact in facts {
        let place = *places.entry(fact.metric).or_insert(metrics.len());
        if place == metrics.len() {
            metrics.push((fact, Vec::new()));
        }
        metrics[place].1.push(point(fact, options));
    }
    let metric = |(first, data): (&Fact, Vec<Value>)| {
        let unit = options.units.of(first.unit).name;
        json!({ "name": first.metric, "units": unit, "data": data })
    };
    metrics.into_iter().map(metric).collect()
}
