//! One element of a metric's list.

use serde::de::MapAccess;

use super::{fields::FieldSet, json::Json, lenient::FromMembers};

/// The members of a point that we use, undecoded.
#[derive(Clone, Debug, Default)]
pub(super) struct Point<'a> {
    pub(super) date: Option<Json<'a>>,
    pub(super) end: Option<Json<'a>>,
    pub(super) qty: Option<Json<'a>>,
    pub(super) systolic: Option<Json<'a>>,
    pub(super) diastolic: Option<Json<'a>>,
    pub(super) source: Option<Json<'a>>,
    pub(super) meal_time: Option<Json<'a>>,
    pub(super) metadata: Option<Json<'a>>,
    pub(super) fields: FieldSet<'a>,
}

impl<'de: 'a, 'a> FromMembers<'de> for Point<'a> {
    fn from_members<A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let mut point = Self::default();
        while let Some((key, value)) = map.next_entry::<Json<'de>, Json<'de>>()? {
            point.fields.add(key);
            match key.raw() {
                "\"date\"" => point.date = Some(value),
                "\"end\"" => point.end = Some(value),
                "\"qty\"" => point.qty = Some(value),
                "\"systolic\"" => point.systolic = Some(value),
                "\"diastolic\"" => point.diastolic = Some(value),
                "\"source\"" => point.source = Some(value),
                "\"mealTime\"" => point.meal_time = Some(value),
                "\"metadata\"" => point.metadata = Some(value),
                _ => {}
            }
        }
        Ok(point)
    }
}
