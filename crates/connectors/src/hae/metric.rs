//! One element of the list of metrics.

use serde::de::MapAccess;

use super::{
    json::Json,
    lenient::{FromMembers, List, Object},
    point::Point,
};

/// A metric's points before its name and unit are looked at: members come in any order.
#[derive(Debug)]
pub(super) struct MetricEntry<'a> {
    pub(super) name: Option<Json<'a>>,
    pub(super) units: Option<Json<'a>>,
    pub(super) points: List<Object<Point<'a>>>,
}

impl<'de: 'a, 'a> FromMembers<'de> for MetricEntry<'a> {
    fn from_members<A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let (mut name, mut units, mut points) = (None, None, List::Null);
        while let Some(key) = map.next_key::<Json<'de>>()? {
            match key.raw() {
                "\"name\"" => name = Some(map.next_value()?),
                "\"units\"" => units = Some(map.next_value()?),
                "\"data\"" => points = map.next_value()?,
                _ => {
                    map.next_value::<Json<'de>>()?;
                }
            }
        }
        Ok(Self {
            name,
            units,
            points,
        })
    }
}
