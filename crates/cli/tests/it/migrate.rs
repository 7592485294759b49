//! `vitalog migrate`: the record moves to another place whole, however often the move is broken
//! off.

use std::{path::PathBuf, process::Stdio, thread, time::Duration};

use serde_json::{Value, json};

use crate::program::{Program, weight};

/// Enough for several pages, so that a copy takes a moment.
const READINGS: u32 = 20_000;
const MOST_KILLS: u64 = 60;

fn database(program: &Program, name: &str) -> (PathBuf, String) {
    let path = program.data().join(name);
    let url = format!("sqlite:{}", path.display());
    (path, url)
}

fn ingest(program: &Program, push: &[u8]) {
    let file = program.file("push.json", push);
    program.print(&["ingest", &file]);
}

/// Readings of glucose, a minute apart.
fn large_push() -> Vec<u8> {
    let readings: Vec<Value> = (0..READINGS)
        .map(|minute| {
            let (day, hour, minute) = (minute / 1440 + 1, minute / 60 % 24, minute % 60);
            json!({
                "date": format!("2026-10-{day:02} {hour:02}:{minute:02}:00 -0700"),
                "qty": 70 + minute,
                "source": "Sensor",
            })
        })
        .collect();
    json!({"data": {"metrics": [
        {"name": "blood_glucose", "units": "mg/dL", "data": readings},
    ]}})
    .to_string()
    .into_bytes()
}

/// What is asked for whether the record is whole.
fn record(program: &Program, flags: &[&str]) -> Vec<String> {
    let range = r#"{"metric":"all","start_date":"2026-10-01","end_date":"2026-10-05"}"#;
    let questions = [
        &["call", "get_health_metrics", range][..],
        &["call", "list_metrics"],
        &["account", "list", "--json"],
        &["url"],
        &["url", "--account", "anna"],
        &["ingest-url", "--json"],
    ];
    let answers = questions.map(|question| program.print(&[question, flags].concat()));
    answers.to_vec()
}

/// The line of a table that begins so.
fn rows_of(totals: &Value, account: &str, part: &str) -> Option<u64> {
    let lines = totals.as_array().unwrap();
    let line = lines
        .iter()
        .find(|line| line["account"] == account && line["part"] == part)?;
    line["rows"].as_u64()
}

#[test]
fn the_record_answers_from_its_new_place_as_from_the_old_one() {
    let program = Program::new();
    ingest(&program, &weight("2026-10-05 07:00:00 -0700", 184.2));
    ingest(&program, &weight("2026-10-04 07:00:00 -0700", 185.3));
    program.print(&["account", "add", "anna"]);
    let before = record(&program, &[]);
    let (_, to) = database(&program, "new/vitalog.db");

    let moved = program.run(&["migrate", "--to", &to]);
    assert_eq!(moved.code, 0, "{}", moved.stderr);
    let line: Vec<&str> = moved
        .stdout
        .lines()
        .find(|line| line.contains("weight"))
        .unwrap()
        .split_whitespace()
        .collect();
    assert_eq!(line[..3], ["me", "weight", "2"]);
    assert_eq!(line[3], "369.5", "184.2 lb and 185.3 lb");
    assert!(moved.stderr.contains("storage.url"), "{}", moved.stderr);

    assert_eq!(record(&program, &["--database", &to]), before);
    assert_eq!(
        record(&program, &[]),
        before,
        "the old place is left as it was"
    );
}

#[test]
fn a_copy_killed_at_any_moment_is_finished_by_the_next_and_used_by_nobody_until_then() {
    let program = Program::on_file();
    ingest(&program, &large_push());
    ingest(&program, &weight("2026-10-05 07:00:00 -0700", 184.2));
    program.print(&["account", "add", "anna"]);
    let before = record(&program, &[]);
    let (_, from) = database(&program, "vitalog.db");
    let (path, to) = database(&program, "new.db");
    let migrate = ["migrate", "--from", &from, "--to", &to, "--json"];

    let (mut kills, mut unfinished) = (0, 0);
    let totals: Value = loop {
        let mut child = program
            .command(&migrate)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A little longer each time, until one gets to its end.
        thread::sleep(Duration::from_millis(40 + 40 * kills));
        if child.try_wait().unwrap().is_some() || kills == MOST_KILLS {
            let output = child.wait_with_output().unwrap();
            assert!(
                output.status.success(),
                "{:?}",
                String::from_utf8(output.stderr)
            );
            break serde_json::from_slice(&output.stdout).unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        if path.exists() {
            // It may have been killed before the mark was set, and then nothing is there.
            let served = program.run(&["url", "--database", &to]);
            if served.code == 3 {
                unfinished += 1;
                assert!(served.stdout.is_empty());
                assert!(served.stderr.contains("not finished"), "{}", served.stderr);
            } else {
                // An empty place became a record of its own by that: it is no target any more.
                assert_eq!(served.code, 0, "{}", served.stderr);
                for entry in std::fs::read_dir(program.data()).unwrap() {
                    let entry = entry.unwrap();
                    if entry.file_name().to_string_lossy().starts_with("new.db") {
                        std::fs::remove_file(entry.path()).unwrap();
                    }
                }
            }
        }
    };
    assert!(
        kills > 0 && unfinished > 0,
        "{kills} kills, {unfinished} in the midst"
    );
    assert_eq!(rows_of(&totals, "me", "glucose"), Some(READINGS.into()));
    assert_eq!(rows_of(&totals, "me", "weight"), Some(1));
    assert_eq!(record(&program, &["--database", &to]), before);
}

#[test]
fn what_cannot_be_moved_is_refused_in_words() {
    let program = Program::on_file();
    ingest(&program, &weight("2026-10-05 07:00:00 -0700", 184.2));
    let (_, own) = database(&program, "vitalog.db");
    let (missing_path, missing) = database(&program, "missing.db");
    let (_, to) = database(&program, "new.db");
    program.print(&["migrate", "--to", &to]);
    for (arguments, code, said) in [
        (&["migrate"][..], 2, "--to"),
        (&["migrate", "--to", "nowhere"], 2, "storage URL"),
        (
            &["migrate", "--to", "mongodb://host/x"],
            2,
            "no storage engine",
        ),
        (
            &["migrate", "--from", &missing, "--to", &to],
            2,
            "no database",
        ),
        // Into itself, and into what holds a record, even the same one.
        (&["migrate", "--to", &own], 2, "something is stored"),
        (&["migrate", "--to", &to], 2, "something is stored"),
        (
            &["migrate", "--from", &to, "--to", &own],
            2,
            "something is stored",
        ),
        (
            &["migrate", "--to", &missing, "--to-key", "/nowhere"],
            2,
            "no key file",
        ),
    ] {
        let ended = program.run(arguments);
        assert_eq!(ended.code, code, "{arguments:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains(said),
            "{arguments:?}: {}",
            ended.stderr
        );
        assert!(ended.stdout.is_empty());
    }
    assert!(!missing_path.exists());
}

#[test]
fn each_of_two_databases_may_have_a_key_of_its_own() {
    let program = Program::on_file();
    ingest(&program, &weight("2026-10-05 07:00:00 -0700", 184.2));
    let before = record_of_me(&program, &[]);
    let key = program.file("other.key", "5e".repeat(32).as_bytes());
    let (_, to) = database(&program, "new.db");
    program.print(&["migrate", "--to", &to, "--to-key", &key]);

    assert_eq!(
        program.run(&["url", "--database", &to]).code,
        3,
        "another key"
    );
    let (_, back) = database(&program, "back.db");
    program.print(&["migrate", "--from", &to, "--from-key", &key, "--to", &back]);
    assert_eq!(record_of_me(&program, &["--database", &back]), before);
}

fn record_of_me(program: &Program, flags: &[&str]) -> String {
    program.print(&[&["url"], flags].concat())
}
