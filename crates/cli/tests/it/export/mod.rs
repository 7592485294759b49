//! `vitalog export`: what leaves the record is the record.

mod reader;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, types::ValueRef};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use self::reader::{Row, rows};
use crate::program::{Program, fixtures, weight};

/// A record with every kind of row that a phone sends, a journal whose words a spreadsheet would
/// take for formulas, and a reading that was taken out.
fn fill(program: &Program) {
    for (_, push) in fixtures() {
        let file = program.file("push.json", &push);
        // Some of them are not to be taken, which is said and changes nothing.
        program.run(&["ingest", &file]);
    }
    for (day, pounds) in [(4, 185.5), (5, 184.25)] {
        let push = weight(&format!("2026-10-0{day} 07:00:00 -0700"), pounds);
        let file = program.file("push.json", &push);
        program.print(&["ingest", &file]);
    }
    let taken_out = json!({"metric": "weight", "timestamp": "2026-10-04T07:00"});
    program.print(&["call", "delete_reading", &taken_out.to_string()]);
    for (name, value, note) in [
        ("coffee", 2.0, "=HYPERLINK(\"http://x\"),\r\n\"two\" lines"),
        ("balance", -1.5, "'quoted' already"),
        ("coffee", 1.0, "-none"),
    ] {
        let day = if value < 2.0 { 5 } else { 4 };
        let entry = json!({
            "name": name, "value": value, "note": note, "unit": "+x", "combine": "sum",
            "date": format!("2026-10-0{day}"),
        });
        program.print(&["call", "log_entry", &entry.to_string()]);
    }
}

/// The files of an export by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(within) = folders.pop() {
        for entry in fs::read_dir(folder.join(&within)).unwrap() {
            let entry = entry.unwrap();
            let name = within.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                folders.push(name);
            } else {
                let text = fs::read_to_string(entry.path()).unwrap();
                found.insert(name.to_str().unwrap().to_owned(), text);
            }
        }
    }
    found
}

/// A line of JSON as a row of text.
fn row_of(line: &str) -> Row {
    let object: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
    object
        .into_iter()
        .filter(|(name, _)| name != "table")
        .map(|(name, value)| {
            let text = match value {
                Value::String(text) => text,
                Value::Number(number) => number.as_f64().unwrap().to_string(),
                other @ (Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_)) => {
                    panic!("{other}")
                }
            };
            (name, text)
        })
        .collect()
}

/// A row with its numbers to twelve digits: of the last ones the reader of JSON is not sure.
fn about(row: &Row) -> Row {
    let about = |text: &String| match text.parse::<f64>() {
        Ok(number) => format!("{number:.11e}"),
        Err(_) => text.clone(),
    };
    let fields = row.iter();
    fields
        .map(|(name, text)| (name.clone(), about(text)))
        .collect()
}

/// Reads the database without any of our code.
fn database(program: &Program) -> Connection {
    let key = fs::read_to_string(program.data().join("vitalog.key")).unwrap();
    let connection = Connection::open(program.data().join("vitalog.db")).unwrap();
    let key = format!("x'{}'", key.trim());
    connection.pragma_update(None, "key", key).unwrap();
    connection
}

/// The words of rows that are the same in the database and in an export.
const READINGS: &str = "
    SELECT metric.text, second, coalesce(label.text, ''),
           coalesce(iif(lowest IS NULL AND diastolic IS NULL, value, NULL), ''),
           coalesce(iif(diastolic IS NOT NULL, value, NULL), ''), coalesce(diastolic, ''),
           coalesce(lowest, ''), coalesce(iif(lowest IS NOT NULL, value, NULL), ''),
           coalesce(highest, ''), original_value, unit.text, source.text, via.text,
           coalesce(note, ''), coalesce(superseded_ms, ''), coalesce(missing_since_ms, ''),
           coalesce(cause.text, '')
    FROM reading
    JOIN name AS metric ON metric.id = metric JOIN name AS unit ON unit.id = original_unit
    JOIN name AS source ON source.id = source JOIN name AS via ON via.id = via
    LEFT JOIN name AS label ON label.id = label
    LEFT JOIN name AS cause ON cause.id = superseded_by";

fn stored(connection: &Connection) -> Vec<Vec<String>> {
    let mut statement = connection.prepare(READINGS).unwrap();
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| {
        (0..columns)
            .map(|column| {
                Ok(match row.get_ref(column)? {
                    ValueRef::Integer(number) => number.to_string(),
                    ValueRef::Real(number) => number.to_string(),
                    ValueRef::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
                    other @ (ValueRef::Null | ValueRef::Blob(_)) => panic!("{other:?}"),
                })
            })
            .collect()
    });
    let mut rows: Vec<Vec<String>> = rows.unwrap().map(Result::unwrap).collect();
    rows.sort();
    rows
}

/// The same words of exported rows.
fn told(rows: &[Row]) -> Vec<Vec<String>> {
    let milliseconds = |text: &str| {
        let instant: jiff::Timestamp = text.parse().unwrap();
        instant.as_millisecond().to_string()
    };
    let seconds = |text: &str| {
        let instant: jiff::Timestamp = text.parse().unwrap();
        instant.as_second().to_string()
    };
    let mut told: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let word = |name: &str| row.get(name).cloned().unwrap_or_default();
            let mark = |name: &str| row.get(name).map(|at| milliseconds(at)).unwrap_or_default();
            let original = ["original_value", "original_systolic", "original_mean"];
            vec![
                word("metric"),
                seconds(&row["at"]),
                word("label"),
                word("value"),
                word("systolic"),
                word("diastolic"),
                word("min"),
                word("mean"),
                word("max"),
                original.map(word).concat(),
                word("original_unit"),
                word("source"),
                word("route"),
                word("note"),
                mark("superseded_at"),
                mark("missing_since"),
                word("superseded_by"),
            ]
        })
        .collect();
    told.sort();
    told
}

fn count(connection: &Connection, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    connection.query_row(&sql, [], |row| row.get(0)).unwrap()
}

fn rows_in(files: &BTreeMap<String, String>, beginning: &str) -> Vec<Row> {
    let files = files.iter().filter(|(name, _)| name.starts_with(beginning));
    files
        .flat_map(|(name, text)| {
            if Path::new(name)
                .extension()
                .is_some_and(|ending| ending == "csv")
            {
                rows(text)
            } else {
                text.lines().map(row_of).collect()
            }
        })
        .collect()
}

fn export(program: &Program, name: &str, more: &[&str]) -> (Value, BTreeMap<String, String>) {
    let folder = program.data().with_file_name(name);
    let place = folder.to_str().unwrap();
    let manifest = program.json(&[&["export", "--output", place, "--json"], more].concat());
    let mut files = files(&folder);
    let kept: Value = serde_json::from_str(&files.remove("manifest.json").unwrap()).unwrap();
    assert_eq!(kept, manifest);
    (manifest, files)
}

#[test]
fn what_is_exported_is_what_is_stored_in_both_forms() {
    let program = Program::on_file();
    fill(&program);
    let (manifest, csv) = export(&program, "csv", &[]);
    let (_, jsonl) = export(&program, "jsonl", &["--format", "jsonl"]);
    let connection = database(&program);
    let expected = stored(&connection);
    assert!(expected.len() > 100, "{}", expected.len());

    let readings = rows_in(&csv, "readings/");
    assert_eq!(told(&readings), expected);
    for (beginning, table) in [
        ("readings/", "readings"),
        ("daily/", "daily"),
        ("workouts.", "workouts"),
        ("vendor-records.", "vendor-records"),
    ] {
        let here = rows_in(&csv, beginning);
        let there = rows_in(&jsonl, beginning);
        let differing = here.iter().zip(&there);
        let differing = differing
            .into_iter()
            .find(|(here, there)| about(here) != about(there));
        assert_eq!(differing, None, "{table}");
        assert_eq!(here.len(), there.len(), "{table}");
        assert!(!here.is_empty(), "{table}");
        assert_eq!(manifest["rows"][table], here.len(), "{table}");
    }
    let days = count(&connection, "daily_value") + count(&connection, "daily_value_by_source");
    assert_eq!(manifest["rows"]["daily"], days);
    assert_eq!(manifest["rows"]["workouts"], count(&connection, "workout"));
    let records = count(&connection, "vendor_record");
    assert_eq!(manifest["rows"]["vendor-records"], records);

    let taken_out: Vec<&Row> = readings
        .iter()
        .filter(|row| row["metric"] == "weight" && row["source"] == "Scale")
        .filter(|row| row.contains_key("superseded_at"))
        .collect();
    let [taken_out] = taken_out.as_slice() else {
        panic!("{taken_out:?}");
    };
    assert_eq!(taken_out["superseded_by"], "chat");
    assert_eq!(taken_out["recorded_at"], "2026-10-04 07:00:00 -0700");
    assert_eq!(taken_out["day"], "2026-10-04");
    assert_eq!(taken_out["value"], "185.5");
    assert_eq!(taken_out["unit"], "lb");
}

#[test]
fn manifest_tells_of_each_file_what_is_in_it() {
    let program = Program::on_file();
    fill(&program);
    let (manifest, files) = export(&program, "out", &[]);
    let listed = manifest["files"].as_array().unwrap();
    assert_eq!(listed.len(), files.len());
    for file in listed {
        let text = &files[file["name"].as_str().unwrap()];
        assert_eq!(file["bytes"], text.len());
        assert_eq!(file["sha256"], digest(text));
    }
    assert_eq!(manifest["account"]["name"], "me");
    assert_eq!(manifest["account"]["time_zone"], "America/Los_Angeles");
    assert_eq!(manifest["changed_meanwhile"], false);
    let journal = manifest["journal"].as_array().unwrap();
    assert_eq!(journal[0]["name"], "coffee");
    assert_eq!(journal[0]["combine"], "sum");
}

fn digest(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

#[test]
fn only_what_is_asked_for_leaves() {
    let program = Program::on_file();
    fill(&program);
    let days = |files: &BTreeMap<String, String>| -> Vec<String> {
        let rows = rows_in(files, "");
        rows.iter().map(|row| row["day"].clone()).collect()
    };
    let one_day = ["--from", "2026-10-05", "--to", "2026-10-05"];
    let (_, files) = export(
        &program,
        "day",
        &[&one_day[..], &["--metric", "weight"]].concat(),
    );
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["daily/weight.csv", "readings/weight.csv"]);
    assert!(days(&files).iter().all(|day| day == "2026-10-05"));

    let (_, files) = export(&program, "raw", &["--tier", "raw", "--metric", "coffee"]);
    assert_eq!(files.keys().collect::<Vec<_>>(), ["readings/custom.csv"]);
    let labels = rows_in(&files, "");
    assert_eq!(labels.len(), 2);
    assert!(labels.iter().all(|row| row["label"] == "coffee"));

    let daily = program.print(&[
        "export", "--output", "-", "--tier", "daily", "--metric", "coffee",
    ]);
    let daily = rows(&daily);
    let values: Vec<&str> = daily.iter().map(|row| row["value"].as_str()).collect();
    assert_eq!(values, ["2", "1"]);
    assert_eq!(daily[0]["unit"], "+x");

    let stream = program.print(&["export", "--output", "-", "--format", "jsonl"]);
    let tables: std::collections::BTreeSet<String> = stream
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["table"].to_string())
        .collect();
    assert_eq!(tables.len(), 4);

    let none = program.print(&[
        "export",
        "--output",
        "-",
        "--metric",
        "ketones",
        "--from",
        "2030-01-01",
    ]);
    assert_eq!(none.lines().count(), 1, "a head, and nothing else");
}

#[test]
fn what_cannot_be_exported_is_refused_in_words() {
    let program = Program::on_file();
    fill(&program);
    let full = program.data().to_str().unwrap().to_owned();
    for (arguments, said) in [
        (&["--output", &full][..], "is not empty"),
        (&["--metric", "nonsense", "--output", "-"], "metric"),
        (
            &[
                "--from",
                "2026-10-05",
                "--to",
                "2026-10-04",
                "--output",
                "-",
            ],
            "after the last day",
        ),
        (&["--account", "nobody"], "no account"),
        (&["--output", "-", "--json"], "manifest"),
        (&["--from", "yesterday"], "--from"),
    ] {
        let ended = program.run(&[&["export"], arguments].concat());
        assert_eq!(ended.code, 2, "{arguments:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains(said),
            "{arguments:?}: {}",
            ended.stderr
        );
        assert!(ended.stdout.is_empty());
    }
}

#[test]
fn export_that_was_broken_off_bears_another_name_and_gives_way_to_the_next() {
    let program = Program::on_file();
    fill(&program);
    let draft = program.data().with_file_name("out.unfinished");
    fs::create_dir(&draft).unwrap();
    fs::write(draft.join("mine.txt"), "mine").unwrap();
    let place = program.data().with_file_name("out");
    let arguments = ["export", "--output", place.to_str().unwrap()];
    let refused = program.run(&arguments);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("in the way"), "{}", refused.stderr);
    assert!(draft.join("mine.txt").exists());

    fs::write(draft.join("UNFINISHED"), "").unwrap();
    program.print(&arguments);
    assert!(!draft.exists());
    assert!(place.join("manifest.json").exists());
    assert!(!place.join("UNFINISHED").exists());
}
