//! One element of a metric's list.

use super::{
    fields::FieldSet,
    json::{Json, Kind},
    walk::Walk,
};

macro_rules! point {
    ($($field:ident = $($name:literal)|+,)*) => {
        /// The members of a point that we use, undecoded.
        #[derive(Clone, Copy, Debug, Default)]
        pub(super) struct Point<'a> {
            $(pub(super) $field: Option<Json<'a>>,)*
        }

        impl<'a> Point<'a> {
            fn set(&mut self, name: &str, value: Option<Json<'a>>) {
                match name {
                    $($($name)|+ => self.$field = value,)*
                    _ => {}
                }
            }
        }
    };
}

point! {
    date = "date",
    start = "start",
    end = "end",
    qty = "qty",
    systolic = "systolic",
    diastolic = "diastolic",
    // In files and some versions without capitals.
    lowest = "Min" | "min",
    mean = "Avg" | "avg",
    highest = "Max" | "max",
    source = "source",
    meal_time = "mealTime",
    metadata = "metadata",
    reason = "reason",
    value = "value",
    unspecified = "Unspecified",
    protection_used = "Protection Used",
    protection_not_used = "Protection Not Used",
    start_date = "startDate",
    end_date = "endDate",
    total_sleep = "totalSleep",
    asleep = "asleep",
    core = "core",
    deep = "deep",
    rem = "rem",
    awake = "awake",
    in_bed = "inBed",
    sleep_start = "sleepStart",
    sleep_end = "sleepEnd",
    in_bed_start = "inBedStart",
    in_bed_end = "inBedEnd",
    sleep_source = "sleepSource",
    in_bed_source = "inBedSource",
}

impl<'a> Point<'a> {
    /// Takes the point ahead and notes the names of its members. What is no object has none,
    /// one that is null is as good as none, and of two with one name the
    /// last stands, null or not.
    pub(super) fn read(walk: &mut Walk<'a>, fields: &mut FieldSet) -> Self {
        let mut point = Self::default();
        if walk.kind() != Kind::Object {
            walk.value();
            return point;
        }
        walk.enter();
        while let Some(key) = walk.next_key() {
            let value = walk.value();
            let name = key.name();
            fields.add(&name);
            point.set(
                &name,
                Some(value).filter(|value| value.kind() != Kind::Null),
            );
        }
        point
    }
}
