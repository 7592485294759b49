//! `vitalog migrate` from one kind of server to another, without a file in between.

use serde_json::{Value, json};
use vitalog_test_support::Engine;

use crate::program::{Program, fixtures, weight};

/// Readings of glucose, which are 1, 2, 3 and so on.
const READINGS: u32 = 400;
const RANGE: &str = r#"{"metric":"all","start_date":"2026-09-01","end_date":"2026-10-31"}"#;

fn glucose() -> Vec<u8> {
    let readings: Vec<Value> = (0..READINGS)
        .map(|minute| {
            let (hour, number) = (minute / 60, minute + 1);
            json!({
                "date": format!("2026-10-02 {hour:02}:{:02}:00 -0700", minute % 60),
                "qty": number,
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

/// A record of two accounts: one whose sums are known, and one with every kind of row that a phone
/// sends.
fn fill(program: &Program) {
    let ingest = |push: &[u8]| {
        let file = program.file("push.json", push);
        program.print(&["ingest", &file]);
    };
    ingest(&glucose());
    ingest(&weight("2026-10-05 07:00:00 -0700", 184.25));
    ingest(&weight("2026-10-04 07:00:00 -0700", 185.5));
    let said =
        r#"{"metric":"ketones","value":1.25,"unit":"mmol/L","timestamp":"2026-10-03T07:30"}"#;
    program.print(&["call", "log_reading", said]);
    program.print(&["account", "add", "anna"]);
    for (_, push) in fixtures() {
        let file = program.file("push.json", &push);
        // Some of them are not to be taken, which is said and changes nothing.
        program.run(&["ingest", &file, "--account", "anna"]);
    }
}

/// What is asked for whether the record is whole.
fn answers(program: &Program) -> Vec<String> {
    let questions = [
        &["call", "get_health_metrics", RANGE][..],
        &["call", "get_health_metrics", RANGE, "--account", "anna"],
        &["call", "list_metrics"],
        &["account", "list", "--json"],
        &["ingest-url", "--json"],
        &["url", "--account", "anna"],
        &["call", "list_metrics", "--account", "anna"],
    ];
    questions.map(|question| program.print(question)).to_vec()
}

/// Copies the record of one program to the place of another; gives back what the command proved.
fn copied(from: &Program, to: &Program) -> Value {
    let target = to.url();
    let source = from.url();
    // Whoever names a table needs the credentials for it, and nothing else of another program.
    let runner = Program::on(Engine::Dynamodb);
    let mut totals = runner.json(&["migrate", "--from", &source, "--to", &target, "--json"]);
    // To ask what is there is itself entered in the access log.
    let lines = totals.as_array_mut().unwrap();
    lines.retain(|line| line["part"] != "access log");
    totals
}

/// Rows and sum of the readings of a metric.
fn total(totals: &Value, metric: &str) -> (u64, f64) {
    let lines = totals.as_array().unwrap();
    let line = lines
        .iter()
        .find(|line| line["account"] == "me" && line["part"] == metric);
    let line = line.unwrap_or_else(|| panic!("no line of {metric}: {totals}"));
    (
        line["rows"].as_u64().unwrap(),
        line["sum"].as_f64().unwrap(),
    )
}

fn moves_there_and_back(here: Engine, there: Engine) {
    let source = Program::on(here);
    fill(&source);
    let before = answers(&source);
    let (copy, back) = (Program::on(there), Program::on(here));

    let totals = copied(&source, &copy);
    let expected = f64::from(READINGS * (READINGS + 1) / 2);
    assert_eq!(total(&totals, "glucose"), (READINGS.into(), expected));
    assert_eq!(total(&totals, "ketones"), (1, 1.25));
    assert_eq!(total(&totals, "weight"), (2, 369.75));
    assert_eq!(answers(&copy), before);

    // What stands there proves the same of each metric as what stood here.
    assert_eq!(copied(&copy, &back), totals);
    assert_eq!(answers(&back), before);
    assert_eq!(answers(&source), before, "it was left as it was");
}

#[test]
fn record_moves_from_postgresql_to_dynamodb_and_back() {
    moves_there_and_back(Engine::Postgres, Engine::Dynamodb);
}

#[test]
fn record_moves_from_dynamodb_to_postgresql_and_back() {
    moves_there_and_back(Engine::Dynamodb, Engine::Postgres);
}
