//! One element of a metric's list.

use super::{
    fields::FieldSet,
    json::{Json, Kind},
    walk::Walk,
};

/// The members of a point that we use, undecoded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point<'a> {
    pub(super) date: Option<Json<'a>>,
    pub(super) end: Option<Json<'a>>,
    pub(super) qty: Option<Json<'a>>,
    pub(super) systolic: Option<Json<'a>>,
    pub(super) diastolic: Option<Json<'a>>,
    pub(super) source: Option<Json<'a>>,
    pub(super) meal_time: Option<Json<'a>>,
    pub(super) metadata: Option<Json<'a>>,
}

impl<'a> Point<'a> {
    /// Takes the point ahead and notes the names of its members. What is no object has none.
    pub(super) fn read(walk: &mut Walk<'a>, fields: &mut FieldSet) -> Self {
        let mut point = Self::default();
        if walk.kind() != Kind::Object {
            walk.value();
            return point;
        }
        walk.enter();
        while let Some(key) = walk.next_key() {
            let value = Some(walk.value());
            let name = key.name();
            fields.add(&name);
            match name.as_ref() {
                "date" => point.date = value,
                "end" => point.end = value,
                "qty" => point.qty = value,
                "systolic" => point.systolic = value,
                "diastolic" => point.diastolic = value,
                "source" => point.source = value,
                "mealTime" => point.meal_time = value,
                "metadata" => point.metadata = value,
                _ => {}
            }
        }
        point
    }
}
