//! Files beside the data.

use vitalog_connectors::apple_export::{Found, SentFile};

use super::{fixture, read};

fn documents(example: &str) -> Vec<(String, SentFile)> {
    let (items, _) = read(fixture(example));
    let files = items.into_iter().filter_map(|item| match item.found {
        Found::Document(file) => Some((item.element.into_owned(), file)),
        Found::Sample(_)
        | Found::Workout(_)
        | Found::Lines
        | Found::ToldElsewhere(_)
        | Found::Skipped(_) => None,
    });
    files.collect()
}

#[test]
fn documents_of_the_example_are_kept_whole_but_for_who_and_when_exported() {
    let documents = documents("apple_health_export");
    let shown: Vec<_> = documents
        .iter()
        .map(|(element, file)| {
            let id = file.id.split('#').next().unwrap();
            format!("{element}: {} {id} {}", file.kind, file.day)
        })
        .collect();
    assert_eq!(
        shown,
        [
            "ActivitySummary: ActivitySummary 2026-09-13 2026-09-13",
            "route file: workout-route 2026-09-13T15:30:00Z 2026-09-13",
            "ECG file: ecg 2026-09-13T19:15:00Z 2026-09-13",
            "clinical file: clinical 2026-07-30T06:00:00Z 2026-07-30",
            "clinical file: clinical 2019-07-30T00:00:00Z 2019-07-30",
        ]
    );
    let body = |place: usize| documents[place].1.body.as_str();
    assert!(body(0).contains(r#""activeEnergyBurned":"600""#));
    assert!(body(1).contains("<ele>523.500</ele>") && !body(1).contains("2026-09-15"));
    assert_eq!(
        body(2),
        r#"{"recordedAt":"2026-09-13T19:15:00Z","classification":"Sinus Rhythm","softwareVersion":"2.0","device":"Watch7,1","sampleRate":512.0,"lead":"Lead I","unit":"µV","voltages":[20.5,19.5,-12.345]}"#
    );
    assert!(body(3).contains("13457-7"));
}
