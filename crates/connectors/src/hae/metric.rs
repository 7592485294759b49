//! One element of the list of metrics.

use super::{
    json::{Json, Kind},
    walk::Walk,
};

/// A metric before its name and unit are looked at: members come in any order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MetricEntry<'a> {
    pub(super) name: Option<Json<'a>>,
    pub(super) units: Option<Json<'a>>,
    pub(super) points: Option<Json<'a>>,
}

impl<'a> MetricEntry<'a> {
    /// Takes the entry ahead; `None` if it is no object.
    pub(super) fn read(walk: &mut Walk<'a>) -> Option<Self> {
        if walk.kind() != Kind::Object {
            walk.value();
            return None;
        }
        let mut entry = Self::default();
        walk.enter();
        while let Some(key) = walk.next_key() {
            let value = walk.value();
            match key.name().as_ref() {
                "name" => entry.name = Some(value),
                "units" => entry.units = Some(value),
                "data" => entry.points = Some(value),
                _ => {}
            }
        }
        Some(entry)
    }
}
