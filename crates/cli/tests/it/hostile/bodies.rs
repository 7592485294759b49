//! Bodies: what is no JSON, what is no push, and what is too much of either.

use super::{
    Case,
    push::{
        Expect::{self, Nothing, Reads, Refused, Skipped, SkippedMany, Unread},
        Given::{self, Body, Made, Metrics},
    },
    table,
};

const NOT_JSON: Expect = Refused(
    400,
    "The body is not JSON; nothing was stored. Set Export Format to JSON",
);
const NO_DATA: Expect = Refused(400, "\"data\" is missing or not an object");
const NO_OBJECT: Expect = Refused(400, "the body is not an object with a member \"data\"");
const NO_LIST: Expect = Refused(400, "\"data.metrics\" is not a list");
const TOO_LARGE: Expect = Refused(413, "raise the limit with VITALOG_INGEST__MAX_BYTES");

/// A push of the good metric and, before it, some text.
fn before(good: &str, text: &str) -> Vec<u8> {
    format!(r#"{{"data":{{"metrics":[{text}{good}]}}}}"#).into_bytes()
}

/// The same with bytes put where the text has `~`.
fn bytes(text: &str, bytes: &[u8]) -> Vec<u8> {
    let (start, end) = text.split_once('~').unwrap();
    [start.as_bytes(), bytes, end.as_bytes()].concat()
}

/// A push of 5 MB that is full of an element.
fn crowd(good: &str, element: &str, of: &str) -> Vec<u8> {
    let elements = vec![element; 5_000_000 / (element.len() + 1)].join(",");
    let (samples, workouts) = match of {
        "metrics" => (elements.as_str(), ""),
        _ => ("", elements.as_str()),
    };
    let water = format!(r#"{{"name":"dietary_water","units":"mL","data":[{samples}]}}"#);
    format!(r#"{{"data":{{"metrics":[{good},{water}],"workouts":[{workouts}]}}}}"#).into_bytes()
}

/// A push whose metrics hold a source of these bytes.
fn source(good: &str, with: &[u8]) -> Vec<u8> {
    let point = r#"{"date":"2023-01-01 08:00:00 -0800","qty":91,"source":"a~b"}"#;
    let text = format!(
        r#"{{"data":{{"metrics":[{{"name":"blood_glucose","units":"mg/dL","data":[{point}]}},{good}]}}}}"#
    );
    bytes(&text, with)
}

/// A text again and again, with a number in place of each `#`.
fn numbered(times: usize, text: &str) -> String {
    let each: Vec<String> = (0..times)
        .map(|number| text.replace('#', &number.to_string()))
        .collect();
    each.concat()
}

pub(super) const TEXTS: &[Case<Given, Expect>] = table! {
    "no body": Body("") => NOT_JSON;
    "body of white space": Body(" \r\n\t ") => NOT_JSON;
    "body that breaks off": Made(|good| before(good, "")[..good.len()].to_vec()) => NOT_JSON;
    "body without its last brace": Body(r#"{"data":{"metrics":[GOOD]}"#) => NOT_JSON;
    "body with a brace too many": Body(r#"{"data":{"metrics":[GOOD]}}}"#) => NOT_JSON;
    "body twice in one": Body(r#"{"data":{"metrics":[GOOD]}}{"data":{}}"#) => NOT_JSON;
    "body with a word after it": Body(r#"{"data":{"metrics":[GOOD]}}ok"#) => NOT_JSON;
    "body as a form field": Body(r#"data={"metrics":[GOOD]}"#) => NOT_JSON;
    "body as a JavaScript call": Body(r#"push({"data":{"metrics":[GOOD]}})"#) => NOT_JSON;
    "comma before the end of a list": Body(r#"{"data":{"metrics":[GOOD,]}}"#) => NOT_JSON;
    "comment": Body(r#"{"data":{"metrics":[GOOD /* mine */]}}"#) => NOT_JSON;
    "single quotes": Body(r#"{'data':{"metrics":[GOOD]}}"#) => NOT_JSON;
    "name without quotes": Body(r#"{data:{"metrics":[GOOD]}}"#) => NOT_JSON;
    "None for null": Body(r#"{"data":{"metrics":[GOOD],"workouts":None}}"#) => NOT_JSON;
    "True for true": Body(r#"{"data":{"metrics":[GOOD],"x":True}}"#) => NOT_JSON;
    "NaN as a word": Body(r#"{"data":{"metrics":[GOOD],"x":NaN}}"#) => NOT_JSON;
    "Infinity as a word": Body(r#"{"data":{"metrics":[GOOD],"x":Infinity}}"#) => NOT_JSON;
    "minus Infinity as a word": Body(r#"{"data":{"metrics":[GOOD],"x":-Infinity}}"#) => NOT_JSON;
    "number with a leading zero": Body(r#"{"data":{"metrics":[GOOD],"x":01}}"#) => NOT_JSON;
    "number with a plus": Body(r#"{"data":{"metrics":[GOOD],"x":+1}}"#) => NOT_JSON;
    "number without digits before its point": Body(r#"{"data":{"metrics":[GOOD],"x":.5}}"#) => NOT_JSON;
    "number without digits after its point": Body(r#"{"data":{"metrics":[GOOD],"x":5.}}"#) => NOT_JSON;
    "number in hexadecimal": Body(r#"{"data":{"metrics":[GOOD],"x":0x1F}}"#) => NOT_JSON;
    "number with a comma for its point": Body(r#"{"data":{"metrics":[GOOD],"x":[1.5],"y":1,5}}"#) => NOT_JSON;
    "escape that JSON does not have": Body(r#"{"data":{"metrics":[GOOD],"x":"\x41"}}"#) => NOT_JSON;
    "escape that breaks off": Body(r#"{"data":{"metrics":[GOOD],"x":"\u12"}}"#) => NOT_JSON;
    "line break inside a string": Body("{\"data\":{\"metrics\":[GOOD],\"x\":\"a\nb\"}}") => NOT_JSON;
    "NUL inside a string": Body("{\"data\":{\"metrics\":[GOOD],\"x\":\"a\0b\"}}") => NOT_JSON;
    "NUL bytes after the body": Body("{\"data\":{\"metrics\":[GOOD]}}\0\0") => NOT_JSON;
    "no-break space between members": Body("{\"data\":\u{a0}{\"metrics\":[GOOD]}}") => NOT_JSON;
    "samples in fewer bytes than they need": Made(|good| crowd(good, r#"{"qty":9,"date":784000000}"#, "metrics")) => Refused(413, "more than the app writes");
    "workouts in fewer bytes than they need": Made(|good| crowd(good, r#"{"name":"a","start":784000000,"duration":1}"#, "workouts")) => Refused(413, "Send it in parts");
    "byte that is no UTF-8": Made(|good| source(good, b"\xff")) => NOT_JSON;
    "Latin-1 letter": Made(|good| source(good, b"\xe9")) => NOT_JSON;
    "UTF-8 longer than it must be": Made(|good| source(good, b"\xc0\xaf")) => NOT_JSON;
    "half of a surrogate pair as bytes": Made(|good| source(good, b"\xed\xa0\x80")) => NOT_JSON;
    "UTF-8 that breaks off": Made(|good| source(good, b"\xe2\x80")) => NOT_JSON;
    "UTF-16": Made(|good| before(good, "").iter().flat_map(|byte| [*byte, 0]).collect()) => NOT_JSON;
    "byte order mark": Made(|good| [b"\xef\xbb\xbf", &before(good, "")[..]].concat()) => Nothing;
    "two byte order marks": Made(|good| [b"\xef\xbb\xbf\xef\xbb\xbf", &before(good, "")[..]].concat()) => NOT_JSON;
    "file of the app's own format": Made(|_| b"bvx2\x01\x02\x03\x04".to_vec()) => NOT_JSON;
    "CSV": Body("Date,Glucose (mg/dL)\n2024-01-01 08:00:00,91\n") => NOT_JSON;
};

pub(super) const SHAPES: &[Case<Given, Expect>] = table! {
    "null": Body("null") => NO_OBJECT;
    "number": Body("42") => NO_OBJECT;
    "push as a string": Body(r#""{\"data\":{}}""#) => NO_OBJECT;
    "list of pushes": Body(r#"[{"data":{"metrics":[GOOD]}}]"#) => NO_OBJECT;
    "empty object": Body("{}") => NO_DATA;
    "metrics without data": Body(r#"{"metrics":[GOOD]}"#) => NO_DATA;
    "data in capitals": Body(r#"{"Data":{"metrics":[GOOD]}}"#) => NO_DATA;
    "data that is null": Body(r#"{"data":null}"#) => NO_DATA;
    "data that is a list": Body(r#"{"data":[GOOD]}"#) => NO_DATA;
    "data that is a string": Body(r#"{"data":"{\"metrics\":[]}"}"#) => NO_DATA;
    "data inside data": Body(r#"{"data":{"data":{"metrics":[GOOD]}}}"#) => Unread("data");
    "metrics in capitals": Body(r#"{"data":{"Metrics":[GOOD]}}"#) => Unread("Metrics");
    "metrics that are an object": Body(r#"{"data":{"metrics":GOOD}}"#) => NO_LIST;
    "metrics that are a string": Body(r#"{"data":{"metrics":"[]"}}"#) => NO_LIST;
    "metrics that are false": Body(r#"{"data":{"metrics":false}}"#) => NO_LIST;
    "list of metrics in a list": Metrics(r#"[{"name":"blood_glucose","units":"mg/dL","data":[]}]"#) => Skipped("invalid_metric");
    "metrics that are none": Metrics(r#"null,1,"a",true,[]"#) => SkippedMany(&[("invalid_metric", 5)]);
    "metric without anything": Metrics("{}") => Nothing;
    "metric whose data are null": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":null}"#) => Nothing;
    "metric whose data are one point": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":{"date":"DATE","qty":91}}"#) => Skipped("invalid_metric");
    "metric whose data are a string": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":"91"}"#) => Skipped("invalid_metric");
    "metric nobody knows": Metrics(r#"{"name":"aura_brightness","units":"lm","data":[{"date":"DATE","qty":1}]}"#) => Skipped("unsupported_metric");
    "metric with a number for its name": Metrics(r#"{"name":5,"units":"lm","data":[{"date":"DATE","qty":1}]}"#) => Skipped("unsupported_metric");
    "metric without a name": Metrics(r#"{"units":"mg/dL","data":[{"date":"DATE","qty":1}]}"#) => Skipped("unsupported_metric");
    "metric with half of a surrogate pair in its name": Metrics(r#"{"name":"blood_glucose\ud800","units":"mg/dL","data":[{"date":"DATE","qty":1}]}"#) => Skipped("unsupported_metric");
    "points that are none": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":[null,5,"x",[],{}]}"#) => SkippedMany(&[("invalid_sample", 5)]);
    "points in a list of their own": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":[[{"date":"DATE","qty":91}]]}"#) => Skipped("invalid_sample");
    "point in capitals": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":[{"Date":"DATE","Qty":91}]}"#) => Skipped("invalid_sample");
    "point with an object for its number": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":[{"date":"DATE","qty":{"qty":91}}]}"#) => Skipped("invalid_sample");
    "pressure with one number": Metrics(r#"{"name":"blood_pressure","units":"mmHg","data":[{"date":"DATE","systolic":120}]}"#) => Skipped("invalid_sample");
    "pressure as one number": Metrics(r#"{"name":"blood_pressure","units":"mmHg","data":[{"date":"DATE","qty":120}]}"#) => Skipped("invalid_sample");
    "pressure in capitals": Metrics(r#"{"name":"blood_pressure","units":"mmHg","data":[{"date":"DATE","Systolic":120,"Diastolic":80}]}"#) => Skipped("invalid_sample");
    "pressure as text": Metrics(r#"{"name":"blood_pressure","units":"mmHg","data":[{"date":"DATE","systolic":"121","diastolic":" 81 "}]}"#) => Reads(r#"{"metric":"bp","systolic":121,"diastolic":81}"#);
    "one bad point of each kind": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":[{"date":"DATE","qty":null},{"qty":91},{"date":"DATE","qty":91,"source":"Oura"},{"date":"1448-01-01 08:00:00 +0300","qty":91}]}"#)
        => SkippedMany(&[("invalid_sample", 2), ("oura_source", 1), ("implausible_date", 1)]);
    "data twice, the last whole": Body(r#"{"data":{"metrics":5},"data":{"metrics":[GOOD]}}"#) => Nothing;
    "data twice, the last broken": Body(r#"{"data":{"metrics":[GOOD]},"data":5}"#) => NO_DATA;
    "metrics twice, the last whole": Body(r#"{"data":{"metrics":5,"metrics":[GOOD]}}"#) => Nothing;
    "metrics twice, the last broken": Body(r#"{"data":{"metrics":[GOOD],"metrics":{}}}"#) => NO_LIST;
    "number twice": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":[{"date":"DATE","qty":700,"qty":92,"source":"Twice"}]}"#) => Reads(r#"{"value":92,"source":"Twice"}"#);
    "number twice, the last none": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":[{"date":"DATE","qty":92,"qty":null}]}"#) => Skipped("invalid_sample");
    "date twice, once behind an escape": Metrics(r#"{"name":"blood_glucose","units":"mg/dL","data":[{"date":"x","d\u0061te":"DATE","qty":93}]}"#) => Reads(r#"{"value":93}"#);
    "names behind escapes": Body(r#"{"\u0064ata":{"\u006detrics":[GOOD]}}"#) => Nothing;
    "member with an empty name": Body(r#"{"":1,"data":{"":[2],"metrics":[GOOD]}}"#) => Nothing;
    "member called like a part of every object": Body(r#"{"__proto__":{"data":5},"constructor":1,"data":{"metrics":[GOOD]}}"#) => Nothing;
    "lists that are null": Body(r#"{"data":{"metrics":[GOOD],"workouts":null,"ecg":null}}"#) => Nothing;
    "kinds nobody knows": Body(r#"{"data":{"metrics":[GOOD],"aura":[1,2,3],"x":{"y":{}}},"version":"9","z":[]}"#) => Nothing;
};

pub(super) const SIZES: &[Case<Given, Expect>] = table! {
    "100,000 lists in one another": Made(|good| before(good, &("[".repeat(100_000) + &"]".repeat(100_000) + ","))) => Skipped("invalid_metric");
    "100,000 lists that never end": Made(|_| ("{\"data\":{\"metrics\":".to_owned() + &"[".repeat(100_000)).into_bytes()) => NOT_JSON;
    "three million lists": Made(|_| vec![b'['; 3_000_000]) => NOT_JSON;
    "50,000 objects in a member nobody reads": Made(|good| format!(r#"{{"x":{}1{},"data":{{"metrics":[{good}]}}}}"#, "{\"a\":".repeat(50_000), "}".repeat(50_000)).into_bytes()) => Nothing;
    "100 objects in a member nobody reads": Made(|good| format!(r#"{{"x":{}1{},"data":{{"metrics":[{good}]}}}}"#, "{\"a\":".repeat(100), "}".repeat(100)).into_bytes()) => Nothing;
    "50,000 lists in a point's number": Made(|good| before(good, &format!(r#"{{"name":"blood_glucose","units":"mg/dL","data":[{{"date":"2023-01-01","qty":{}{}}}]}},"#, "[".repeat(50_000), "]".repeat(50_000)))) => Skipped("invalid_sample");
    "one byte more than is taken": Made(|good| { let mut body = before(good, ""); body.resize(6_291_457, b' '); body }) => TOO_LARGE;
    "as many bytes as are taken": Made(|good| { let mut body = before(good, ""); body.resize(6_291_456, b' '); body }) => Nothing;
    "half a million metrics that are none": Made(|good| before(good, &"1,".repeat(500_000))) => SkippedMany(&[("invalid_metric", 500_000)]);
    "half a million points that are none": Made(|good| before(good, &format!(r#"{{"name":"blood_glucose","units":"mg/dL","data":[{}0]}},"#, "1,".repeat(499_999)))) => SkippedMany(&[("invalid_sample", 500_000)]);
    "a point with 30,000 members": Made(|good| before(good, &format!(r#"{{"name":"blood_glucose","units":"mg/dL","data":[{{{}"qty":1}}]}},"#, numbered(30_000, r#""k#":#,"#)))) => Skipped("invalid_sample");
    "5,000 metrics nobody knows": Made(|good| before(good, &numbered(5_000, r#"{"name":"aura #","units":"lm","data":[0]},"#))) => SkippedMany(&[("unsupported_metric", 5_000)]);
    "a name of a million letters": Made(|good| before(good, &format!(r#"{{"name":"{}","units":"lm","data":[{{}}]}},"#, "a".repeat(1_000_000)))) => Skipped("unsupported_metric");
    "a name of half a million escapes": Made(|good| before(good, &format!(r#"{{"name":"{}","data":[{{}}]}},"#, r"\u0061".repeat(500_000)))) => Skipped("unsupported_metric");
};
