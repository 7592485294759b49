//! Lists and objects that may turn out to be something else.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

use super::json::Json;

/// A place where a list belongs.
#[derive(Debug)]
pub(super) enum List<T> {
    Null,
    Items(Vec<T>),
    Other,
}

/// A place where an object belongs.
#[derive(Debug)]
pub(super) enum Object<T> {
    Null,
    Is(T),
    Other,
}

/// What is read from the members of an object.
pub(super) trait FromMembers<'de>: Sized {
    fn from_members<A: MapAccess<'de>>(map: A) -> Result<Self, A::Error>;
}

/// What a place makes of each sort of value.
trait Place<'de>: Sized {
    fn null() -> Self;

    fn other() -> Self;

    fn list<A: SeqAccess<'de>>(mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<Json<'de>>()?.is_some() {}
        Ok(Self::other())
    }

    fn object<A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        while map.next_entry::<Json<'de>, Json<'de>>()?.is_some() {}
        Ok(Self::other())
    }
}

impl<'de, T: Deserialize<'de>> Place<'de> for List<T> {
    fn null() -> Self {
        Self::Null
    }

    fn other() -> Self {
        Self::Other
    }

    fn list<A: SeqAccess<'de>>(mut list: A) -> Result<Self, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Self::Items(items))
    }
}

impl<'de, T: FromMembers<'de>> Place<'de> for Object<T> {
    fn null() -> Self {
        Self::Null
    }

    fn other() -> Self {
        Self::Other
    }

    fn object<A: MapAccess<'de>>(map: A) -> Result<Self, A::Error> {
        T::from_members(map).map(Self::Is)
    }
}

struct AnyValue<P>(PhantomData<P>);

impl<'de, P: Place<'de>> Visitor<'de> for AnyValue<P> {
    type Value = P;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<P, E> {
        Ok(P::null())
    }

    fn visit_bool<E>(self, _: bool) -> Result<P, E> {
        Ok(P::other())
    }

    fn visit_i64<E>(self, _: i64) -> Result<P, E> {
        Ok(P::other())
    }

    fn visit_u64<E>(self, _: u64) -> Result<P, E> {
        Ok(P::other())
    }

    fn visit_f64<E>(self, _: f64) -> Result<P, E> {
        Ok(P::other())
    }

    fn visit_str<E>(self, _: &str) -> Result<P, E> {
        Ok(P::other())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<P, A::Error> {
        P::list(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<P, A::Error> {
        P::object(map)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue(PhantomData))
    }
}

impl<'de, T: FromMembers<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue(PhantomData))
    }
}
