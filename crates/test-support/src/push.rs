//! Pushes as Health Auto Export writes them, with invented values.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use serde_json::{Map, Value, json};

/// The app that samples come from unless said otherwise.
const SOURCE: &str = "Scale";

/// A push under construction.
#[derive(Clone, Debug, Default)]
pub struct Push {
    metrics: Vec<Value>,
    workouts: Option<Vec<Value>>,
}

impl Push {
    /// A push without anything.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A push of workouts, none so far.
    #[must_use]
    pub fn workouts() -> Self {
        Self {
            workouts: Some(Vec::new()),
            ..Self::default()
        }
    }

    /// Adds a sample to a metric, which is added where it is not there yet.
    #[must_use]
    pub fn sample(mut self, metric: &str, units: &str, sample: Value) -> Self {
        let same = |entry: &&mut Value| entry["name"] == metric && entry["units"] == units;
        if let Some(entry) = self.metrics.iter_mut().find(same) {
            entry["data"].as_array_mut().expect("a list").push(sample);
            return self;
        }
        self.metrics
            .push(json!({"name": metric, "units": units, "data": [sample]}));
        self
    }

    /// Adds a metric without samples.
    #[must_use]
    pub fn empty(mut self, metric: &str, units: &str) -> Self {
        self.metrics
            .push(json!({"name": metric, "units": units, "data": []}));
        self
    }

    /// Adds a sample of one number.
    #[must_use]
    pub fn value(self, metric: &str, units: &str, date: &str, qty: f64, source: &str) -> Self {
        self.sample(
            metric,
            units,
            json!({"date": date, "qty": qty, "source": source}),
        )
    }

    /// Adds a body weight in pounds.
    #[must_use]
    pub fn weight(self, date: &str, pounds: f64) -> Self {
        self.value("weight_body_mass", "lb", date, pounds, SOURCE)
    }

    /// Adds a glucose reading in mg/dL.
    #[must_use]
    pub fn glucose(self, date: &str, value: f64) -> Self {
        self.value("blood_glucose", "mg/dL", date, value, "Meter")
    }

    /// Adds a blood pressure in mmHg.
    #[must_use]
    pub fn bp(self, date: &str, systolic: f64, diastolic: f64) -> Self {
        let sample = json!({
            "date": date, "systolic": systolic, "diastolic": diastolic, "source": "OMRON connect",
        });
        self.sample("blood_pressure", "mmHg", sample)
    }

    /// Adds what an entry of food holds, by the phone's names, in grams (energy in kcal).
    #[must_use]
    pub fn food(self, date: &str, nutrients: &[(&str, f64)]) -> Self {
        nutrients.iter().fold(self, |push, (name, qty)| {
            let units = if *name == "dietary_energy" {
                "kcal"
            } else {
                "g"
            };
            push.value(name, units, date, *qty, "Cal AI")
        })
    }

    /// Adds a workout as it is.
    #[must_use]
    pub fn workout(mut self, workout: Value) -> Self {
        self.workouts.get_or_insert_default().push(workout);
        self
    }

    /// The body.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut data = Map::new();
        if !self.metrics.is_empty() || self.workouts.is_none() {
            data.insert("metrics".to_owned(), self.metrics.clone().into());
        }
        if let Some(workouts) = &self.workouts {
            data.insert("workouts".to_owned(), workouts.clone().into());
        }
        json!({ "data": data }).to_string().into_bytes()
    }
}

/// Packs a body with gzip.
#[must_use]
pub fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder
        .write_all(body)
        .and_then(|()| encoder.finish())
        .expect("memory does not fail")
}
