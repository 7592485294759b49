//! A push with something hostile in it beside one good sample, and what became of both.

use jiff::{ToSpan, civil};
use serde_json::{Value, json};

use super::wire::Request;
use crate::program::Server;

/// Letters of a text that nobody would write.
const LONG: usize = 1_000_000;
/// The start of the SHA-256 of so many `x`, which stands behind what is kept of them.
const LONG_HASH: &str = "1b977e9f84f1";

/// What is pushed. All but a whole body stand in a push beside the good sample; `LONG` in it stands
/// for a million times `x`.
pub(super) enum Given {
    /// A whole body; `GOOD` stands for the good metric.
    Body(&'static str),
    /// A whole body, made of the good metric.
    Made(fn(&str) -> Vec<u8>),
    /// More entries of the list of metrics; `DATE` stands for a time on the row's day.
    Metrics(&'static str),
    /// The `date` of a glucose sample of 91 mg/dL, as JSON.
    Date(&'static str),
    /// Its `qty`, as JSON.
    Number(&'static str),
    /// The `units` of its metric, as JSON.
    Unit(&'static str),
    /// Its `source`, as JSON.
    Source(&'static str),
    /// A workout; `DATE` stands for a time on the row's day.
    Workout(&'static str),
}

/// What comes of it.
pub(super) enum Expect {
    /// Status 200; the hostile sample is left out for this reason.
    Skipped(&'static str),
    /// The same for so many of several samples.
    SkippedMany(&'static [(&'static str, u64)]),
    /// Status 200; the hostile workout is left out for this reason.
    WorkoutSkipped(&'static str),
    /// Status 200; there is nothing in it to store or to leave out.
    Nothing,
    /// Status 200; the reply tells under this name that it was not read, and the good sample with it.
    Unread(&'static str),
    /// Status 200; it can be read after all, and is found with these members.
    Reads(&'static str),
    /// This status and phrase; nothing is stored.
    Refused(u16, &'static str),
}

/// The good sample of a row: a day and a weight that no other row has.
pub(super) struct Good {
    pub(super) day: civil::Date,
    pounds: f64,
}

impl Good {
    pub(super) fn of_row(number: usize) -> Self {
        let number = i32::try_from(number).unwrap();
        Self {
            day: civil::date(2024, 1, 1) + number.days(),
            // Never a whole number, which JSON writes in two ways.
            pounds: f64::from(100 + number) + 0.5,
        }
    }

    /// As an entry of the list of metrics.
    pub(super) fn metric(&self) -> String {
        let Self { day, pounds } = self;
        json!({
            "name": "weight_body_mass", "units": "lb",
            "data": [{"date": format!("{day} 07:00:00 -0800"), "qty": pounds, "source": "Scale"}],
        })
        .to_string()
    }

    /// Asks for the day of the row: whether the good sample is there, and it alone.
    pub(super) fn must_be_stored(&self, server: &Server, stored: bool) -> Result<(), String> {
        let day = day_of(server, &self.day.to_string());
        let expected = if stored {
            json!([{"value": self.pounds, "unit": "lb", "source": "Scale"}])
        } else {
            Value::Null
        };
        let found = without_times(day["weight"].clone());
        if found != expected {
            return Err(format!("the good sample is {found}, not {expected}"));
        }
        if !stored && !day.is_null() {
            return Err(format!("something is stored: {day}"));
        }
        Ok(())
    }
}

/// The readings without their local time, which depends on the season.
fn without_times(mut readings: Value) -> Value {
    for reading in readings.as_array_mut().into_iter().flatten() {
        if let Some(reading) = reading.as_object_mut() {
            reading.retain(|name, _| name != "time" && name != "timestamp");
        }
    }
    readings
}

fn day_of(server: &Server, day: &str) -> Value {
    let range = json!({"metric": "all", "start_date": day, "end_date": day});
    server.call("get_health_metrics", &range)["structuredContent"]["days"][0].clone()
}

/// Sends one row and compares.
pub(super) fn check(
    server: &Server,
    number: usize,
    given: &Given,
    expect: &Expect,
) -> Result<(), String> {
    let good = Good::of_row(number);
    let body = body(given, &good, number);
    let answer = request(server, body).send(server.address())?;
    let says = |what: &str| format!("{what}: {} {}", answer.status, shown(&answer.body));
    let status = if let Expect::Refused(status, _) = expect {
        *status
    } else {
        200
    };
    if answer.status != status {
        return Err(says("another status"));
    }
    let reply: Value = serde_json::from_str(&answer.body).map_err(|_| says("no JSON"))?;
    let reasons = |of: &Value, expected: &Value| {
        let told = (&of["skipped_reasons"], of["skipped"].as_u64());
        let sum = expected
            .as_object()
            .unwrap()
            .values()
            .filter_map(Value::as_u64)
            .sum();
        (told == (expected, Some(sum)))
            .then_some(())
            .ok_or_else(|| says("another reason"))
    };
    let stored = match expect {
        Expect::Refused(_, phrase) => {
            let sentence = reply["error"].as_str().unwrap_or_default();
            if !sentence.contains(phrase) {
                return Err(says("another sentence"));
            }
            false
        }
        Expect::Unread(name) => {
            if reply["ignored_data"][name].as_u64().is_none() {
                return Err(says("not told"));
            }
            false
        }
        Expect::Skipped(reason) => reasons(&reply, &json!({*reason: 1})).map(|()| true)?,
        Expect::SkippedMany(several) => {
            let several = several
                .iter()
                .map(|(reason, count)| ((*reason).to_owned(), json!(count)));
            reasons(&reply, &Value::Object(several.collect())).map(|()| true)?
        }
        Expect::WorkoutSkipped(reason) => {
            reasons(&reply["workouts"], &json!({*reason: 1})).map(|()| true)?
        }
        Expect::Nothing => reasons(&reply, &json!({})).map(|()| true)?,
        Expect::Reads(reading) => {
            reasons(&reply, &json!({}))?;
            find(server, given, &good, number, reading).map_err(|wrong| says(&wrong))?;
            true
        }
    };
    if stored && reply["accepted"].as_u64() == Some(0) {
        return Err(says("nothing accepted"));
    }
    good.must_be_stored(server, stored)
}

/// An honest push of a body.
pub(super) fn request(server: &Server, body: Vec<u8>) -> Request {
    let path = server.ingest_url.strip_prefix(&server.origin).unwrap();
    let headers = [
        ("Host", server.address()),
        ("X-Ingest-Key", &server.key),
        ("Content-Type", "application/json"),
    ];
    Request::post(path, &headers, body)
}

fn body(given: &Given, good: &Good, number: usize) -> Vec<u8> {
    let metric = good.metric();
    let date = format!("{} 08:00:00 -0800", good.day);
    let glucose = |unit: &str, date: &str, qty: &str, source: &str| {
        format!(
            r#"{{"data":{{"metrics":[{{"name":"blood_glucose","units":{unit},"data":[{{"date":{date},"qty":{qty},"source":{source}}}]}},{metric}]}}}}"#
        )
    };
    let (unit, source) = ("\"mg/dL\"", json!(row_source(number)).to_string());
    let quoted = json!(date).to_string();
    let body = match given {
        Given::Body(body) => body.replace("GOOD", &metric).replace("DATE", &date),
        Given::Made(make) => return make(&metric),
        Given::Metrics(entries) => {
            let entries = entries.replace("DATE", &date);
            format!(r#"{{"data":{{"metrics":[{entries},{metric}]}}}}"#)
        }
        Given::Date(sent) => glucose(unit, sent, "91", &source),
        Given::Number(sent) => glucose(unit, &quoted, sent, &source),
        Given::Unit(sent) => glucose(sent, &quoted, "5", &source),
        Given::Source(sent) => glucose(unit, &quoted, "91", sent),
        Given::Workout(sent) => {
            let sent = sent.replace("DATE", &date);
            format!(r#"{{"data":{{"metrics":[{metric}],"workouts":[{sent}]}}}}"#)
        }
    };
    body.replace("LONG", &"x".repeat(LONG)).into_bytes()
}

fn row_source(number: usize) -> String {
    format!("Row {number}")
}

/// Looks for a reading or workout that has the members expected. Unless they say otherwise it is a
/// glucose reading of the row's day.
fn find(
    server: &Server,
    given: &Given,
    good: &Good,
    number: usize,
    expected: &str,
) -> Result<(), String> {
    // 256 characters in all.
    let kept = format!("{}…{LONG_HASH}", "x".repeat(243));
    let mut expected: Value = serde_json::from_str(&expected.replace("LONG", &kept)).unwrap();
    let members = expected.as_object_mut().unwrap();
    let mut take = |name: &str, otherwise: &str| match members.remove(name) {
        Some(Value::String(text)) => text,
        _ => otherwise.to_owned(),
    };
    let day = take("date", &good.day.to_string());
    let metric = take("metric", "glucose");
    if matches!(given, Given::Date(_) | Given::Number(_) | Given::Unit(_)) {
        members.insert("source".to_owned(), json!(row_source(number)));
    }
    let found = if metric == "workout" {
        let range = json!({"start_date": day, "end_date": day});
        server.call("get_workouts", &range)["structuredContent"]["workouts"].clone()
    } else {
        day_of(server, &day)[&metric].clone()
    };
    let fits = |reading: &Value| {
        let same = |(name, value): (&String, &Value)| reading[name] == *value;
        members.iter().all(same)
    };
    if found.as_array().is_some_and(|all| all.iter().any(fits)) {
        return Ok(());
    }
    Err(format!("not found among {}", shown(&found.to_string())))
}

/// The start of a text that may be long.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(400).collect()
}
