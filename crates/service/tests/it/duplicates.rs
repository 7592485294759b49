use vitalog_core::{Metric, Reading, Via};

use crate::fixture::{Fixture, apple, lines, notes, superseded};

fn chat(at: &str, value: f64) -> Reading {
    Reading {
        via: Via::Chat,
        source: "claude-log".to_owned(),
        fingerprint: vitalog_core::Fingerprint::BARE,
        ..apple(Metric::Glucose, at, value)
    }
}

fn phone(at: &str, value: f64) -> Reading {
    apple(Metric::Glucose, at, value)
}

#[tokio::test]
async fn reading_said_in_chat_hides_the_same_one_from_the_phone() {
    type Case = (&'static str, Vec<Reading>, &'static [&'static str], usize);
    let cases: Vec<Case> = vec![
        (
            "within 15 minutes and 5 %",
            vec![
                chat("2026-10-05T07:00:00-07:00", 100.0),
                phone("2026-10-05T07:15:00-07:00", 105.0),
            ],
            &["2026-10-05 glucose 07:00=100"],
            1,
        ),
        (
            "a second too late",
            vec![
                chat("2026-10-05T07:00:00-07:00", 100.0),
                phone("2026-10-05T07:15:01-07:00", 100.0),
            ],
            &["2026-10-05 glucose 07:00=100 07:15=100"],
            0,
        ),
        (
            "across midnight",
            vec![
                phone("2026-10-05T23:55:00-07:00", 100.0),
                chat("2026-10-06T00:05:00-07:00", 100.0),
            ],
            &["2026-10-06 glucose 00:05=100"],
            1,
        ),
        (
            "chat reading beyond the end of the range",
            vec![
                phone("2026-10-06T23:58:00-07:00", 100.0),
                chat("2026-10-07T00:02:00-07:00", 100.0),
            ],
            &[],
            1,
        ),
        (
            "phone reading beyond the start of the range",
            vec![
                phone("2026-10-04T23:58:00-07:00", 100.0),
                chat("2026-10-05T00:02:00-07:00", 100.0),
            ],
            &["2026-10-05 glucose 00:02=100"],
            0,
        ),
        (
            "two phone readings, one chat reading: the nearer is hidden",
            vec![
                phone("2026-10-05T06:50:00-07:00", 100.0),
                chat("2026-10-05T07:00:00-07:00", 100.0),
                phone("2026-10-05T07:05:00-07:00", 101.0),
            ],
            &["2026-10-05 glucose 06:50=100 07:00=100"],
            1,
        ),
        (
            "a superseded row pairs with nothing",
            vec![
                chat("2026-10-05T07:00:00-07:00", 100.0),
                superseded(phone("2026-10-05T07:01:00-07:00", 100.0)),
                phone("2026-10-05T07:05:00-07:00", 101.0),
            ],
            &["2026-10-05 glucose 07:00=100"],
            1,
        ),
    ];
    for (name, rows, expected, hidden) in cases {
        let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
        fixture.store(rows).await;
        let answer = fixture.all_health("2026-10-05", "2026-10-06").await;
        assert_eq!(lines(&answer), expected, "{name}");
        let notes = notes(&answer);
        assert_eq!(notes.len(), usize::from(hidden > 0), "{name}");
        if let Some(note) = notes.first() {
            assert!(
                note.contains(&format!("glucose {hidden}")),
                "{name}: {note}"
            );
        }
    }
}

#[tokio::test]
async fn note_counts_the_hidden_readings_of_each_metric() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    let ketones = |reading: Reading| Reading {
        metric: Metric::Ketones,
        ..reading
    };
    fixture
        .store([
            chat("2026-10-05T07:00:00-07:00", 100.0),
            phone("2026-10-05T07:01:00-07:00", 100.0),
            chat("2026-10-06T07:00:00-07:00", 100.0),
            phone("2026-10-06T07:01:00-07:00", 100.0),
            ketones(chat("2026-10-05T07:00:00-07:00", 1.0)),
            ketones(phone("2026-10-05T07:01:00-07:00", 1.0)),
        ])
        .await;
    let answer = fixture.all_health("2026-10-05", "2026-10-06").await;
    let notes = notes(&answer);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].contains("glucose 2, ketones 1"), "{notes:?}");
}
