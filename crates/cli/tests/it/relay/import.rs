//! Calendars: a file taken in twice writes nothing, and a newer one replaces what it covers.

use serde_json::{Value, json};

use crate::program::Program;

fn calendar(events: &[(&str, &str, &str)]) -> Vec<u8> {
    let event = |(uid, start, end): &(&str, &str, &str)| {
        format!(
            "BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTART:{start}\r\nDTEND:{end}\r\nSUMMARY:planted\r\n\
             ORGANIZER:mailto:a@x.example\r\nATTENDEE:mailto:a@x.example\r\n\
             ATTENDEE:mailto:b@x.example\r\nEND:VEVENT\r\n"
        )
    };
    let events: String = events.iter().map(event).collect::<Vec<_>>().concat();
    let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\n";
    format!("{head}{events}END:VCALENDAR\r\n").into_bytes()
}

fn meetings(program: &Program) -> Value {
    let asked =
        json!({"metric": "meeting_minutes", "start_date": "2026-10-05", "end_date": "2026-10-07"});
    let answer = program.json(&["call", "get_metric_series", &asked.to_string()]);
    let points = answer["points"].as_array().unwrap().iter();
    points
        .map(|point| json!([point["date"], point["value"].as_f64()]))
        .collect()
}

#[test]
fn a_calendar_is_taken_in_once_and_a_newer_one_replaces_it() {
    let program = Program::new();
    let first = calendar(&[
        ("1", "20261005T160000Z", "20261005T163000Z"),
        ("2", "20261007T170000Z", "20261007T180000Z"),
    ]);
    let file = program.file("work.ics", &first);
    let summary = program.json(&["import", &file, "--json"]);
    assert_eq!(summary["files"], 1);
    assert_eq!(summary["by_element"]["VEVENT"]["read"], 2, "{summary}");
    let minutes = &summary["by_metric"]["meeting_minutes"];
    assert_eq!(
        (&minutes["read"], &minutes["new"]),
        (&json!(3), &json!(3)),
        "{summary}"
    );
    let stored = json!([
        ["2026-10-05", 30.0],
        ["2026-10-06", 0.0],
        ["2026-10-07", 60.0]
    ]);
    assert_eq!(meetings(&program), stored);

    let again = program.json(&["import", &file, "--json"]);
    for metric in ["meetings", "meeting_minutes"] {
        let counts = &again["by_metric"][metric];
        let expected = json!({"read": 3, "new": 0, "changed": 0, "unchanged": 3, "skipped": 0});
        assert_eq!(*counts, expected, "{metric}");
    }

    let newer = calendar(&[
        ("1", "20261005T160000Z", "20261005T164500Z"),
        ("2", "20261007T170000Z", "20261007T180000Z"),
        ("3", "20261006T170000Z", "20261006T173000Z"),
    ]);
    program.json(&["import", &program.file("newer.ics", &newer), "--json"]);
    let stored = json!([
        ["2026-10-05", 45.0],
        ["2026-10-06", 30.0],
        ["2026-10-07", 60.0]
    ]);
    assert_eq!(meetings(&program), stored);
    // And back again.
    program.json(&["import", &file, "--json"]);
    let stored = json!([
        ["2026-10-05", 30.0],
        ["2026-10-06", 0.0],
        ["2026-10-07", 60.0]
    ]);
    assert_eq!(meetings(&program), stored);

    assert_eq!(
        program.run(&["import", &program.file("x.csv", b"a")]).code,
        2
    );
    assert_eq!(
        program.run(&["import", &program.file("x.ics", b"a")]).code,
        1
    );
}

#[test]
fn a_calendar_that_is_cut_off_is_refused_and_what_was_left_out_is_said() {
    let program = Program::new();
    let whole = calendar(&[
        ("1", "20261005T160000Z", "20261005T163000Z"),
        ("2", "20261006T160000Z", "20261006T163000Z"),
        ("3", "20261007T170000Z", "20261007T180000Z"),
    ]);
    let file = program.file("work.ics", &whole);
    program.print(&["import", &file]);
    let before = meetings(&program);
    // The middle one is missing, and so is what followed.
    let cut = calendar(&[
        ("1", "20261005T160000Z", "20261005T163000Z"),
        ("3", "20261007T170000Z", "20261007T180000Z"),
    ]);
    let file = program.file("cut.ics", &cut[..cut.len() - "END:VCALENDAR\r\n".len()]);
    let ended = program.run(&["import", &file]);
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    assert!(ended.stderr.contains("cut off"), "{}", ended.stderr);
    assert_eq!(meetings(&program), before);

    let odd = String::from_utf8(whole).unwrap();
    let odd = odd.replacen("UID:1", "UID:1\r\nRRULE:FREQ=BOGUS", 1);
    let odd = odd.replacen("UID:2", "UID:2\r\nSTATUS:CANCELLED", 1);
    let file = program.file("odd.ics", odd.as_bytes());
    let ended = program.run(&["import", &file]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stdout.contains("cancelled"), "{}", ended.stdout);
    assert!(ended.stderr.contains("1 unknown_rule"), "{}", ended.stderr);
    let summary = program.json(&["import", &file, "--json"]);
    assert_eq!(summary["by_element"]["VEVENT"]["skipped"], 1, "{summary}");
}
