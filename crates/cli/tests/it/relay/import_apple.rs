//! Exports of Apple Health, from the command line to an answer.

use serde_json::{Value, json};

use crate::program::Program;

fn example(name: &str) -> String {
    let fixtures = "../connectors/src/apple_export/fixtures";
    format!("{}/{fixtures}/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn parts(counts: &Value) -> [u64; 5] {
    ["read", "new", "changed", "unchanged", "skipped"].map(|part| counts[part].as_u64().unwrap())
}

#[test]
fn an_export_is_taken_in_once_and_answers_tell_of_it() {
    let program = Program::new();
    let export = example("apple_health_export");
    let summary = program.json(&["import", &export, "--json"]);
    let keys: Vec<&String> = summary.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["files", "seconds", "by_element", "by_metric"]);
    assert_eq!(summary["files"], 1);
    // One blood pressure is two records, and a watch that was synced anew repeats its steps.
    assert_eq!(parts(&summary["by_metric"]["bp"]), [1, 1, 0, 0, 0]);
    assert_eq!(parts(&summary["by_metric"]["step_count"]), [3, 2, 0, 0, 1]);
    for counts in ["by_element", "by_metric"] {
        for (name, counts) in summary[counts].as_object().unwrap() {
            let [read, rest @ ..] = parts(counts);
            assert_eq!(rest.iter().sum::<u64>(), read, "{name}");
        }
    }

    let asked = json!({"metric": "weight", "start_date": "2026-09-12", "end_date": "2026-09-13"});
    let answer = program.json(&["call", "get_health_metrics", &asked.to_string()]);
    assert!(answer.to_string().contains("163.9"), "{answer}");

    let again = program.json(&["import", &export, "--json"]);
    assert_eq!(parts(&again["by_metric"]["step_count"]), [3, 0, 0, 2, 1]);

    let both = [
        "import",
        &example("apple_health_export_ios16_broken/export.xml"),
        &export,
    ];
    let printed = program.print(&both);
    let steps = printed.lines().find(|line| line.starts_with("step_count"));
    let steps: Vec<&str> = steps.unwrap().split_whitespace().collect();
    assert_eq!(steps, ["step_count", "4", "1", "0", "2", "1"]);
}

#[test]
fn what_is_wrong_with_an_export_is_said_and_what_it_holds_is_kept() {
    let program = Program::new();
    let whole = std::fs::read(example("apple_health_export/export.xml")).unwrap();
    let half = program.file("half.xml", &whole[..whole.len() / 2]);
    let ended = program.run(&["import", &half, "--json"]);
    assert_eq!(ended.code, 1);
    assert!(ended.stderr.contains("Export again"), "{}", ended.stderr);
    let summary: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(parts(&summary["by_metric"]["weight"]), [1, 1, 0, 0, 0]);

    for (name, content, code, said) in [
        ("x.csv", &b"a"[..], 2, "neither an export"),
        ("x.xml", b"<a/>", 1, "no Apple Health export"),
        ("x.zip", b"PK\x03\x04", 1, "x.zip"),
    ] {
        let ended = program.run(&["import", &program.file(name, content)]);
        assert_eq!(ended.code, code, "{name}: {}", ended.stderr);
        assert!(ended.stderr.contains(said), "{name}: {}", ended.stderr);
    }
    let ended = program.run(&["import", "/nowhere/export.zip"]);
    assert_eq!(ended.code, 1);
    assert!(
        ended.stderr.contains("/nowhere/export.zip"),
        "{}",
        ended.stderr
    );
}
