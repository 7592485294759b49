//! `vitalog backup` and `vitalog restore`: the record comes back whole, wherever and whenever the
//! backup was made, and what is not a whole backup is refused before anything is changed.

mod refused;
mod whole;

use std::{fs, path::PathBuf};

use serde_json::{Value, json};

use crate::program::{Program, fixtures, weight};

/// A path beside the data folder.
fn beside(program: &Program, name: &str) -> PathBuf {
    program.data().with_file_name(name)
}

fn text(path: &std::path::Path) -> &str {
    path.to_str().unwrap()
}

fn ingest(program: &Program, push: &[u8]) {
    let file = program.file("push.json", push);
    program.print(&["ingest", &file]);
}

/// Readings of glucose, a minute apart, of a day.
fn glucose(day: u32, readings: u32) -> Vec<u8> {
    let readings: Vec<Value> = (0..readings)
        .map(|minute| {
            json!({
                "date": format!("2026-10-{day:02} {:02}:{:02}:00 -0700", minute / 60, minute % 60),
                "qty": 70 + minute % 100,
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

fn fill(program: &Program) {
    for (_, push) in fixtures() {
        let file = program.file("push.json", &push);
        // Some of them are not to be taken, which is said and changes nothing.
        program.run(&["ingest", &file]);
    }
    ingest(program, &weight("2026-10-05 07:00:00 -0700", 184.25));
    ingest(program, &weight("2026-10-04 07:00:00 -0700", 185.5));
    program.print(&["account", "add", "anna"]);
}

/// What is asked for whether the record is whole.
fn answers(program: &Program) -> Vec<String> {
    let range = r#"{"metric":"all","start_date":"2026-09-01","end_date":"2026-10-31"}"#;
    let questions = [
        &["call", "get_health_metrics", range][..],
        &["call", "list_metrics"],
        &["account", "list", "--json"],
        &["url"],
        &["url", "--account", "anna"],
        &["ingest-url", "--json"],
        &["export", "--output", "-", "--format", "jsonl"],
    ];
    let answer = |question: &[&str]| {
        let text = program.print(question);
        if question[0] != "export" {
            return text;
        }
        // In which order vendor records are listed is an engine's own.
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    questions.map(answer).to_vec()
}

/// Rows and sum of a metric of `me`.
fn total(document: &Value, part: &str) -> (u64, f64) {
    let lines = document["totals"].as_array().unwrap();
    let line = lines
        .iter()
        .find(|line| line["account"] == "me" && line["part"] == part);
    let line = line.unwrap_or_else(|| panic!("no line of {part}: {document}"));
    let sum = line["sum"].as_f64().unwrap_or_default();
    (line["rows"].as_u64().unwrap(), sum)
}

/// Another machine, to which the file and the key were brought.
fn other_machine(
    other: Program,
    program: &Program,
    file: &std::path::Path,
) -> (Program, String, String) {
    let key = fs::read(program.data().join("vitalog-backup.key")).unwrap();
    let key = other.file("kept.key", &key);
    let file = other.file("kept.backup", &fs::read(file).unwrap());
    (other, file, key)
}
