//! Numbers: as text, out of bounds, and what only looks like one.

use super::{
    Case,
    push::{
        Expect::{self, Reads, Skipped},
        Given::{self, Metrics, Number},
    },
    table,
};

pub(super) const ROWS: &[Case<Given, Expect>] = table! {
    "number as text": Number(r#""97""#) => Reads(r#"{"value":97}"#);
    "number as text with spaces": Number(r#""\t97.4\u00a0""#) => Reads(r#"{"value":97.4}"#);
    "number as text with an exponent": Number(r#""9.7e1""#) => Reads(r#"{"value":97}"#);
    "number with all its binary digits": Number("61.999999999999993") => Reads(r#"{"value":62}"#);
    "number as text with a plus": Number(r#""+97""#) => Reads(r#"{"value":97}"#);
    "minus nought": Number("-0.0") => Reads(r#"{"value":0}"#);
    "number too small to tell from nought": Number("1e-400") => Reads(r#"{"value":0}"#);
    "number of hundreds of digits": Number("91.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001") => Reads(r#"{"value":91}"#);
    "no number": Number("null") => Skipped("invalid_sample");
    "true": Number("true") => Skipped("invalid_sample");
    "number in a list": Number("[97]") => Skipped("invalid_sample");
    "number in an object": Number(r#"{"value":97}"#) => Skipped("invalid_sample");
    "empty text": Number(r#""""#) => Skipped("invalid_sample");
    "text with a comma": Number(r#""97,5""#) => Skipped("invalid_sample");
    "text with a comma for thousands": Number(r#""1,097""#) => Skipped("invalid_sample");
    "text with an apostrophe for thousands": Number(r#""1'097""#) => Skipped("invalid_sample");
    "text with a space for thousands": Number("\"1\u{202f}097\"") => Skipped("invalid_sample");
    "text with its unit": Number(r#""97 mg/dL""#) => Skipped("invalid_sample");
    "text in Arabic digits": Number(r#""٩٧""#) => Skipped("invalid_sample");
    "text in hexadecimal": Number(r#""0x61""#) => Skipped("invalid_sample");
    "text NaN": Number(r#""NaN""#) => Skipped("invalid_sample");
    "text inf": Number(r#""inf""#) => Skipped("invalid_sample");
    "text -Infinity": Number(r#""-Infinity""#) => Skipped("invalid_sample");
    "text that is a word": Number(r#""high""#) => Skipped("invalid_sample");
    "text that is a sum": Number(r#""90+7""#) => Skipped("invalid_sample");
    "text with two points": Number(r#""9.7.1""#) => Skipped("invalid_sample");
    "text that is a point": Number(r#"".""#) => Skipped("invalid_sample");
    "fraction as text": Number(r#""½""#) => Skipped("invalid_sample");
    "number beyond every number": Number("1e999") => Skipped("invalid_sample");
    "text beyond every number": Number(r#""1e999""#) => Skipped("invalid_sample");
    "number beyond every body": Number("1.7e308") => Skipped("invalid_sample");
    "number that no one weighs": Number("1000000001") => Skipped("invalid_sample");
    "number below nought": Number("-5") => Skipped("invalid_sample");
    "text below nought": Number(r#""-5""#) => Skipped("invalid_sample");
    "pressure with one half beyond every body": Metrics(r#"{"name":"blood_pressure","units":"mmHg","data":[{"date":"DATE","systolic":1e300,"diastolic":80}]}"#) => Skipped("invalid_sample");
    "pressure with one half below nought": Metrics(r#"{"name":"blood_pressure","units":"mmHg","data":[{"date":"DATE","systolic":120,"diastolic":-80}]}"#) => Skipped("invalid_sample");
};
