//! Units: folded, unknown, and those of another quantity. The number sent is 5.

use super::{
    Case,
    push::{
        Expect::{self, Reads, Skipped},
        Given::{self, Made, Metrics, Unit},
    },
    table,
};

pub(super) const ROWS: &[Case<Given, Expect>] = table! {
    "unit in capitals": Unit(r#""MG/DL""#) => Reads(r#"{"value":5,"unit":"mg/dL"}"#);
    "unit with spaces": Unit("\" mg\u{a0}/ dL \"") => Reads(r#"{"value":5,"unit":"mg/dL"}"#);
    "unit with marks nobody sees": Unit(r#""\u200bmg/dL\u0000""#) => Reads(r#"{"value":5,"unit":"mg/dL"}"#);
    "unit behind escapes": Unit(r#""\u006dg\/d\u004c""#) => Reads(r#"{"value":5,"unit":"mg/dL"}"#);
    "molar unit": Unit(r#""mmol/L""#) => Reads(r#"{"value":90.1,"unit":"mg/dL"}"#);
    "molar unit with its mass": Unit(r#""mmol<180.1558800000541>/L""#) => Reads(r#"{"value":90.1,"unit":"mg/dL"}"#);
    "molar unit without its mass": Unit(r#""mmol<>/L""#) => Skipped("unknown_unit");
    "molar unit whose mass is a word": Unit(r#""mmol<glucose>/L""#) => Skipped("unknown_unit");
    "molar unit whose mass does not end": Unit(r#""mmol<180.15/L""#) => Skipped("unknown_unit");
    "unit of a megabyte": Unit(r#""LONG""#) => Skipped("unknown_unit");
    "metadata of a megabyte": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":[{"date":"DATE","qty":91,"metadata":{"note":"LONG"}}]}"#) => Reads(r#"{"value":91}"#);
    "no unit": Unit("null") => Skipped("unknown_unit");
    "empty unit": Unit(r#""""#) => Skipped("unknown_unit");
    "number for a unit": Unit("18") => Skipped("unknown_unit");
    "object for a unit": Unit(r#"{"unit":"mg/dL"}"#) => Skipped("unknown_unit");
    "list of units": Unit(r#"["mg/dL"]"#) => Skipped("unknown_unit");
    "two units in one": Unit(r#""mg/dL|mmol/L""#) => Skipped("unknown_unit");
    "unit turned round": Unit(r#""dL/mg""#) => Skipped("unknown_unit");
    "unit of another quantity": Unit(r#""lb""#) => Skipped("unknown_unit");
    "international units": Unit(r#""IU""#) => Skipped("unknown_unit");
    "unit nobody knows": Unit(r#""furlong""#) => Skipped("unknown_unit");
    "unit in another script": Unit(r#""мг/дл""#) => Skipped("unknown_unit");
    "unit with a letter that only looks right": Unit("\"\u{43c}g/dL\"") => Skipped("unknown_unit");
    "unit that is a path": Unit(r#""../../etc/passwd""#) => Skipped("unknown_unit");
    "unit of a million letters": Made(|good| format!(r#"{{"data":{{"metrics":[{{"name":"blood_glucose","units":"{}","data":[{{"date":"2023-01-01","qty":5}}]}},{good}]}}}}"#, "u".repeat(1_000_000)).into_bytes()) => Skipped("unknown_unit");
    "unit at the point": Metrics(r#"{"name":"blood_glucose","data":[{"date":"DATE","qty":5,"units":"mg/dL"}]}"#) => Skipped("unknown_unit");
    "weight in percent": Metrics(r#"{"name":"weight_body_mass","units":"%","data":[{"date":"DATE","qty":5}]}"#) => Skipped("unknown_unit");
    "pressure in bar": Metrics(r#"{"name":"blood_pressure","units":"bar","data":[{"date":"DATE","systolic":0.16,"diastolic":0.1}]}"#) => Skipped("unknown_unit");
    "share of fat as a fraction": Metrics(r#"{"name":"body_fat_percentage","units":"%","data":[{"date":"DATE","qty":0.2,"source":"Fraction"}]}"#) => Reads(r#"{"metric":"body_fat","value":20,"source":"Fraction"}"#);
    "unit that makes a number too large": Metrics(r#"{"name":"weight_body_mass","units":"kg","data":[{"date":"DATE","qty":900000000}]}"#) => Skipped("invalid_sample");
};
