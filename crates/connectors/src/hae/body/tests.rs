//! Bodies, case by case.

use super::{super::push::SampleSkip, *};

fn read(body: &[u8]) -> Result<Push<'_>, Refused> {
    parse(body, &TimeZone::UTC)
}

#[test]
fn body_that_is_no_json_is_refused() {
    let depth_bombs = [
        "[".repeat(100_000),
        "{\"data\":{\"metrics\":".to_owned() + &"[".repeat(100_000),
        "{\"data\":".repeat(100_000),
    ];
    for body in [
        "",
        " ",
        "{",
        "{\"data\":{}",
        "{'data':{}}",
        "{\"data\":{}} x",
        "data",
        "\0",
    ]
    .into_iter()
    .chain(depth_bombs.iter().map(String::as_str))
    {
        let refused = read(body.as_bytes()).unwrap_err();
        assert_eq!(
            refused,
            Refused::NotJson,
            "{}",
            body.get(..60).unwrap_or(body)
        );
    }
    assert_eq!(read(b"{\"data\":{\"a\":\"\xff\"}}"), Err(Refused::NotJson));
}

#[test]
fn body_without_the_envelope_is_refused() {
    for body in [
        "null",
        "5",
        "\"data\"",
        "[]",
        "[{\"data\":{}}]",
        "{}",
        "{\"data\":null}",
        "{\"data\":[]}",
        "{\"data\":\"x\"}",
        "{\"Data\":{}}",
        "{\"data\":{\"metrics\":{}}}",
        "{\"data\":{\"metrics\":\"x\"}}",
        "{\"data\":{\"metrics\":5}}",
        "{\"data\":{\"metrics\":true}}",
    ] {
        let refused = read(body.as_bytes()).unwrap_err();
        assert!(matches!(refused, Refused::WrongShape(_)), "{body}");
    }
}

#[test]
fn depth_is_no_danger() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let body = format!(
        "{{\"data\":{{\"metrics\":[{deep},{{\"data\":[{deep}]}}],\"workouts\":[{deep}],\"x\":{deep}}}}}"
    );
    let push = read(body.as_bytes()).unwrap();
    assert_eq!(push.skipped.values().sum::<usize>(), 2);
    assert_eq!(push.workouts.skipped.values().sum::<usize>(), 1);
    assert_eq!(push.ignored_data.get("x"), Some(&1));
}

#[test]
fn value_that_no_type_holds_spoils_its_own_place_only() {
    for odd in [
        "1e999",
        "-1e999",
        r#""\ud800""#,
        r#"{"\udfff":"\ud800"}"#,
        "[1e999]",
    ] {
        let body = format!(
            r#"{{"\ud800":{odd},"data":{{"metrics":[{odd},{{"name":{odd},"data":{odd}}},
            {{"name":"weight","units":"kg","\ud800":{odd},"data":[{odd},
            {{"date":"2026-10-01 08:00:00 -0700","qty":70,"metadata":{odd},"x":{odd}}}]}}],
            "workouts":[{odd},{{"name":"Run","start":"2026-10-01 08:00:00 -0700","duration":60,
            "heartRateData":{odd}}}]}}}}"#
        );
        let push = read(body.as_bytes()).unwrap();
        assert_eq!(
            (push.samples.len(), push.workouts.accepted.len()),
            (1, 1),
            "{odd}"
        );
        assert!(push.skipped.values().sum::<usize>() >= 2, "{odd}");
        assert_eq!(push.workouts.skipped.values().sum::<usize>(), 1, "{odd}");
        let body = format!(r#"{{"data":{{"metrics":[],"workouts":{odd}}}}}"#);
        assert!(read(body.as_bytes()).is_ok(), "{odd}");
    }
    for body in [
        "1e999",
        r#""\ud800""#,
        r#"{"data":1e999}"#,
        r#"{"data":"\ud800"}"#,
    ] {
        assert!(
            matches!(read(body.as_bytes()), Err(Refused::WrongShape(_))),
            "{body}"
        );
    }
}

/// A body with so many of an element in the list of that name.
fn many(list: &str, count: usize, element: impl Fn(usize) -> String) -> String {
    let elements: Vec<String> = (0..count).map(element).collect();
    let elements = elements.join(",");
    match list {
        "metrics" => format!(
            r#"{{"data":{{"metrics":[{{"name":"dietary_water","units":"mL","data":[{elements}]}}]}}}}"#
        ),
        "sleep" => format!(
            r#"{{"data":{{"metrics":[{{"name":"sleep_analysis","units":"hr","data":[{elements}]}}]}}}}"#
        ),
        _ => format!(r#"{{"data":{{"{list}":[{elements}]}}}}"#),
    }
}

#[test]
fn body_with_more_elements_than_its_length_bears_is_refused_whatever_they_are() {
    let second = |number: usize| 784_000_000 + number;
    let point = |number| format!(r#"{{"qty":9,"date":{}}}"#, second(number));
    let night = |number| {
        let date = second(number);
        format!(r#"{{"date":{date},"core":1,"deep":1,"rem":1,"awake":1,"inBed":4}}"#)
    };
    let workout = |number| format!(r#"{{"name":"a","start":{},"duration":1}}"#, second(number));
    let dose = |number| format!(r#"{{"start":{}}}"#, second(number));
    let same = |_| r#"{"start":784000000}"#.to_owned();
    for body in [
        many("metrics", 60_000, point),
        many("sleep", 10_000, night),
        many("workouts", 60_000, workout),
        many("medications", 60_000, dose),
        many("symptoms", 60_000, same),
    ] {
        let most = (body.len() / 48).max(40_000);
        let refused = read(body.as_bytes());
        assert_eq!(refused, Err(Refused::TooMany { most }), "{}", &body[..99]);
    }
}

#[test]
fn body_as_the_app_writes_it_is_never_too_much() {
    let point = |number: usize| {
        let (hour, minute, second) = (number / 3600 % 24, number / 60 % 60, number % 60);
        let date = format!("2026-09-27 {hour:02}:{minute:02}:{second:02} -0700");
        format!(r#"{{"date":"{date}","qty":9,"source":"W"}}"#)
    };
    let body = many("metrics", 80_000, point);
    assert_eq!(read(body.as_bytes()).unwrap().samples.len(), 80_000);
    // What is not read weighs nothing.
    let points: Vec<String> = (0..9_000).map(point).collect();
    let points = points.join(",");
    let body = format!(
        r#"{{"data":{{"novelty":[{points}],"metrics":[{{"name":"new","units":"x","data":[{points}]}},{{"name":"dietary_water","units":"mL","data":[{points}]}}]}}}}"#
    );
    assert_eq!(read(body.as_bytes()).unwrap().samples.len(), 9_000);
    // Of few it matters to nobody how they are written.
    let short = |number: usize| format!(r#"{{"qty":9,"date":{}}}"#, 784_000_000 + number);
    let body = many("metrics", 40_000, short);
    assert_eq!(read(body.as_bytes()).unwrap().samples.len(), 40_000);
    let body = many("metrics", 40_001, short);
    assert!(read(body.as_bytes()).is_err());
}

#[test]
fn empty_and_null_lists_are_a_push() {
    for (body, has_metrics) in [
        ("{\"data\":{}}", false),
        ("\u{feff}{\"data\":{}}", false),
        ("{\"data\":{\"metrics\":null,\"workouts\":null}}", false),
        ("{\"data\":{\"metrics\":[]}}", true),
        ("{\"data\":5,\"data\":{\"metrics\":7,\"metrics\":[]}}", true),
    ] {
        let push = read(body.as_bytes()).unwrap();
        assert_eq!(push.has_metrics, has_metrics, "{body}");
        assert!(push.samples.is_empty() && push.ignored_data.is_empty());
    }
}

#[test]
fn key_counts_by_what_its_escapes_mean() {
    let body = br#"{"\u0064ata":{"m\u0065trics":[{"nam\u0065":"weight","\u0075nits":"kg",
        "d\u0061ta":[{"dat\u0065":"2026-10-01 08:00:00 -0700","\u0071ty":70,
        "s\u006furce":"Scale","\u0065nd":"2026-10-01 09:00:00 -0700"}]}],
        "work\u006futs":[{"n\u0061me":"Run","st\u0061rt":"2026-10-01 08:00:00 -0700",
        "dur\u0061tion":60,"activ\u0065EnergyBurned":{"q\u0074y":7,"unit\u0073":"kcal"}}]}}"#;
    let push = read(body).unwrap();
    assert!(push.skipped.is_empty() && push.ignored_data.is_empty());
    let sample = &push.samples[0];
    assert_eq!(sample.source, "Scale");
    assert!(sample.until.is_some());
    assert_eq!(push.sample_fields.names(), ["date", "qty", "source", "end"]);
    assert_eq!(push.workouts.accepted[0].active_kcal, Some(7.0));
}

#[test]
fn what_is_not_read_is_counted_by_name() {
    let body = br#"{"data":{"extras":[{},{}],"ecg":null,"odd":{"a":[1]},"none":[],
        "workouts":"x","extr\u0061s":[1]},"version":2}"#;
    let push = read(body).unwrap();
    let counted: Vec<_> = push
        .ignored_data
        .iter()
        .map(|(k, n)| (k.as_str(), *n))
        .collect();
    assert_eq!(
        counted,
        [("extras", 3), ("odd", 1), ("version", 1), ("workouts", 1)]
    );
    let kept: Vec<_> = push
        .records
        .iter()
        .map(|record| (&*record.kind, &*record.body))
        .collect();
    assert_eq!(
        kept,
        [
            ("unknown:odd", "{\"a\":[1]}"),
            ("unknown:extras", "1"),
            ("unknown:workouts", "\"x\""),
        ]
    );
}

#[test]
fn elements_of_other_data_types_are_counted_and_kept_with_or_without_a_time() {
    let body = br#"{"data":{"symptoms":[{},7,{"start":"2026-09-12 09:00:00 +0200"},
        {"name":"a","start":"1448-03-02 09:00:00 +0300"}],
        "ecg":null,"medications":{"start":5},"cycleTracking":[{"date":"2026-09-12"}],
        "stateOfMind":[{"id":"a","start":"x"},{"start":"2026-09-12T07:00:00Z","source":"Oura"},
        {"start":"2026-09-12T07:00:00Z","valence":1.5},{"start":"2026-09-12T07:00:00Z"}]}}"#;
    let push = read(body).unwrap();
    let received = push.records_received.iter();
    let received: Vec<_> = received.map(|(kind, n)| (kind.key(), *n)).collect();
    assert_eq!(
        received,
        [("symptoms", 4), ("stateOfMind", 4), ("cycleTracking", 1)]
    );
    let skipped = push.records_skipped.iter();
    let skipped: Vec<_> = skipped
        .flat_map(|(kind, reasons)| {
            reasons
                .iter()
                .map(|(reason, n)| (kind.key(), reason.as_str(), *n))
        })
        .collect();
    assert_eq!(
        skipped,
        [
            ("symptoms", "invalid_sample", 2),
            ("symptoms", "implausible_date", 1),
            ("stateOfMind", "oura_source", 1),
            ("stateOfMind", "invalid_sample", 2),
        ]
    );
    let mut kept: Vec<_> = push
        .records
        .iter()
        .map(|record| (&*record.kind, record.at.is_some(), &*record.body))
        .collect();
    kept.sort_unstable();
    assert_eq!(
        kept,
        [
            ("cycleTracking", true, r#"{"date":"2026-09-12"}"#),
            ("stateOfMind", false, r#"{"id":"a","start":"x"}"#),
            ("stateOfMind", true, r#"{"start":"2026-09-12T07:00:00Z"}"#),
            ("symptoms", false, "7"),
            (
                "symptoms",
                false,
                r#"{"name":"a","start":"1448-03-02 09:00:00 +0300"}"#
            ),
            ("symptoms", true, r#"{"start":"2026-09-12 09:00:00 +0200"}"#),
            ("unknown:medications", false, r#"{"start":5}"#),
        ]
    );
    assert!(push.samples.is_empty());
    assert_eq!(push.ignored_data["medications"], 1);
}

#[test]
fn element_is_read_at_whichever_of_its_times_can_be() {
    for (kind, times, at) in [
        (
            "cycleTracking",
            r#""date":"2026-09-12""#,
            "2026-09-12T00:00:00Z",
        ),
        (
            "cycleTracking",
            r#""start":"x","date":"2026-09-12 08:00:00 +0200""#,
            "2026-09-12T06:00:00Z",
        ),
        (
            "medications",
            r#""start":null,"scheduledDate":"2026-09-12 08:00:00 +0200""#,
            "2026-09-12T06:00:00Z",
        ),
        (
            "stateOfMind",
            r#""date":"2026-09-12T06:00:00Z""#,
            "2026-09-12T06:00:00Z",
        ),
        (
            "heartRateNotifications",
            r#""heartRate":[{"hr":43,"timestamp":{"start":"2026-09-12 08:00:00 +0200"}}]"#,
            "2026-09-12T06:00:00Z",
        ),
        (
            "heartRateNotifications",
            r#""start":"","heartRateData":[{"date":1789192800.5,"qty":43}]"#,
            "2026-09-12T06:00:00Z",
        ),
        (
            "ecg",
            r#""averageHeartRate":62,"voltageMeasurements":[{"date":1789192800.0,"voltage":1}]"#,
            "2026-09-12T06:00:00Z",
        ),
    ] {
        let body = format!(
            r#"{{"data":{{"{kind}":[{{{times},"name":"Menstrual Flow","value":"Light",
            "displayText":"Tablet","status":"Taken","valence":0.5}}]}}}}"#
        );
        let push = read(body.as_bytes()).unwrap();
        let at = at.parse().unwrap();
        assert_eq!(push.samples[0].time.at, at, "{body}");
        assert_eq!(push.records[0].at, Some(at), "{body}");
    }
}

#[test]
fn what_cannot_be_read_among_metrics_and_workouts_is_kept() {
    let body = br#"{"data":{"metrics":[7,[8],{"name":"weight","data":{"a":1}},
        {"name":"weight","units":"kg","data":[{"date":"x","qty":70},{"date":"2026-09-12","qty":"heavy"},
        {"date":"1448-03-02 09:00:00 +0300","qty":1},{"date":"x","qty":1,"source":"Oura"},null,{}]},
        {"name":"sleep_analysis","units":"hr","data":[
        {"date":"2026-09-12","totalSleep":0,"asleep":0,"core":0,"deep":0,"rem":0,"inBed":8e14},
        {"date":"2026-09-13","asleep":7,"inBed":8e14},{"date":"2026-09-14","asleep":7,"inBed":8}]}],
        "workouts":[{"name":"Run"},{"name":"Run","source":"Oura"},{}]}}"#;
    let push = read(body).unwrap();
    let skipped = |reason| push.skipped[&reason];
    assert_eq!(skipped(SampleSkip::InvalidMetric), 3);
    assert_eq!(skipped(SampleSkip::InvalidSample), 5);
    assert_eq!(skipped(SampleSkip::ImplausibleDate), 1);
    assert_eq!(skipped(SampleSkip::OuraSource), 1);
    let kept: Vec<_> = push
        .records
        .iter()
        .map(|record| (&*record.kind, &*record.body))
        .collect();
    let zeros = r#""totalSleep":0,"asleep":0,"core":0,"deep":0,"rem":0"#;
    assert_eq!(
        kept,
        [
            ("unknown:metrics", "7"),
            ("unknown:metrics", "[8]"),
            ("unknown:metrics", r#"{"name":"weight","data":{"a":1}}"#),
            (
                "metric:weight",
                r#"{"units":"kg","point":{"date":"x","qty":70}}"#
            ),
            (
                "metric:weight",
                r#"{"units":"kg","point":{"date":"2026-09-12","qty":"heavy"}}"#
            ),
            (
                "metric:weight",
                r#"{"units":"kg","point":{"date":"1448-03-02 09:00:00 +0300","qty":1}}"#
            ),
            (
                "metric:sleep_analysis",
                &format!(
                    r#"{{"units":"hr","point":{{"date":"2026-09-12",{zeros},"inBed":8e14}}}}"#
                )
            ),
            (
                "metric:sleep_analysis",
                r#"{"units":"hr","point":{"date":"2026-09-13","asleep":7,"inBed":8e14}}"#
            ),
            ("unknown:workouts", r#"{"name":"Run"}"#),
        ]
    );
}
