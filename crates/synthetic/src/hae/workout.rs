//! Workouts, in version 2 of the app's form.

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::{
    Options,
    when::date,
    write::{number, quantity},
};
use crate::workout::{Minute, Sport, Workout};

/// A workout with its series, grouped by minutes.
pub(super) fn write(workout: &Workout, options: &Options) -> Value {
    let mut written = Map::new();
    let mut set = |key: &str, value: Value| {
        written.insert(key.to_owned(), value);
    };
    set("id", workout.id.as_str().into());
    set("name", workout.sport.name().into());
    set("start", date(workout.start, workout.offset, options).into());
    set("end", date(workout.end, workout.offset, options).into());
    set("duration", number(workout.duration_s));
    set("location", workout.sport.location().into());
    set("isIndoor", (workout.sport.location() != "Outdoor").into());
    for (key, value, unit) in scalars(workout) {
        set(key, quantity(value, unit, options));
    }
    if let Some((mean, max)) = workout.heart() {
        let beats = |value: f64| quantity(value, "count/min", options);
        let least = workout.minutes.iter().map(|minute| minute.heart[0]);
        let min = least.fold(f64::INFINITY, f64::min);
        set("avgHeartRate", beats(mean));
        set("maxHeartRate", beats(max));
        set(
            "heartRate",
            json!({ "min": beats(min), "avg": beats(mean), "max": beats(max) }),
        );
    }
    let series = Series { workout, options };
    set("heartRateData", series.hearts(minutes(workout)));
    let recovery = workout
        .recovery
        .iter()
        .map(|(at, beats)| (*at, [*beats; 3]));
    set("heartRateRecovery", series.hearts(recovery));
    for (key, unit, of) in columns(workout.sport) {
        set(key, series.values(unit, *of));
    }
    if !workout.route.is_empty() {
        set("route", series.route());
    }
    set("metadata", json!({}));
    written.into()
}

fn minutes(workout: &Workout) -> impl Iterator<Item = (Timestamp, [f64; 3])> {
    workout
        .minutes
        .iter()
        .map(|minute| (minute.at, minute.heart))
}

fn scalars(workout: &Workout) -> Vec<(&'static str, f64, &'static str)> {
    let mut scalars = vec![
        ("activeEnergyBurned", workout.active_kcal, "kcal"),
        ("totalEnergy", workout.total_kcal, "kcal"),
        ("intensity", workout.intensity_met, "kcal/hr·kg"),
    ];
    if let Some(km) = workout.distance_km {
        scalars.push(("distance", km, "km"));
        scalars.push(("avgSpeed", km / (workout.duration_s / 3600.0), "km/hr"));
    }
    if let Some(up) = workout.elevation_up_m {
        scalars.push(("elevationUp", up, "m"));
    }
    if let Some((degrees, humidity)) = workout.weather {
        scalars.push(("temperature", degrees, "degC"));
        scalars.push(("humidity", humidity, "%"));
    }
    scalars
}

type Column = (&'static str, &'static str, fn(&Minute) -> f64);

const ENERGY: [Column; 2] = [
    ("activeEnergy", "kcal", |minute| minute.active_kcal),
    ("basalEnergy", "kcal", |minute| minute.basal_kcal),
];
const ON_FOOT: &[Column] = &[
    ENERGY[0],
    ENERGY[1],
    ("stepCount", "count", |minute| minute.moves),
    ("walkingAndRunningDistance", "km", |minute| minute.km),
];
const ON_WHEELS: &[Column] = &[
    ENERGY[0],
    ENERGY[1],
    ("cyclingDistance", "km", |minute| minute.km),
    ("cyclingSpeed", "km/hr", |minute| minute.km * 60.0),
];
const IN_WATER: &[Column] = &[
    ENERGY[0],
    ENERGY[1],
    ("swimDistance", "m", |minute| minute.km * 1000.0),
    ("swimStroke", "count", |minute| minute.moves),
];
const ON_THE_SPOT: &[Column] = &ENERGY;

/// The series that a sport has beside the heart's.
fn columns(sport: Sport) -> &'static [Column] {
    match sport {
        Sport::Run | Sport::Walk => ON_FOOT,
        Sport::Ride => ON_WHEELS,
        Sport::Swim => IN_WATER,
        Sport::Strength => ON_THE_SPOT,
    }
}

struct Series<'a> {
    workout: &'a Workout,
    options: &'a Options,
}

impl Series<'_> {
    fn date(&self, at: Timestamp) -> String {
        date(at, self.workout.offset, self.options)
    }

    fn hearts(&self, beats: impl Iterator<Item = (Timestamp, [f64; 3])>) -> Value {
        let unit = self.options.units.of("count/min").name;
        beats
            .map(|(at, [min, avg, max])| {
                json!({
                    "date": self.date(at),
                    "Min": number(min),
                    "Avg": number(avg),
                    "Max": number(max),
                    "units": unit,
                    "source": self.workout.source,
                })
            })
            .collect()
    }

    fn values(&self, unit: &'static str, of: fn(&Minute) -> f64) -> Value {
        let unit = self.options.units.of(unit);
        let value = |minute: &Minute| {
            json!({
                "date": self.date(minute.at),
                "qty": number(unit.convert(of(minute))),
                "units": unit.name,
                "source": self.workout.source,
            })
        };
        self.workout.minutes.iter().map(value).collect()
    }

    fn route(&self) -> Value {
        let points = self.workout.route.iter().map(|point| {
            json!({
                "latitude": point.latitude,
                "longitude": point.longitude,
                "altitude": number(point.altitude_m),
                "course": 53,
                "courseAccuracy": 4,
                "horizontalAccuracy": 5,
                "verticalAccuracy": 3,
                "timestamp": self.date(point.at),
                "speed": number(point.speed_mps),
                "speedAccuracy": 0.4,
            })
        });
        points.collect()
    }
}
