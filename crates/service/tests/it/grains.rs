use vitalog_core::{Metric, Reading, Via, reading::Grain};

use crate::fixture::{Fixture, apple, lines};

fn summed(grain: Grain, at: &str, value: f64) -> Reading {
    Reading {
        grain: Some(grain),
        ..apple(Metric::Protein, at, value)
    }
}

fn recorded(at: &str, value: f64) -> Reading {
    apple(Metric::Protein, at, value)
}

#[tokio::test]
async fn of_two_grains_over_the_same_time_the_finer_counts() {
    type Case = (&'static str, Vec<Reading>, &'static [&'static str]);
    let cases: Vec<Case> = vec![
        (
            "a day summed up beside what was recorded in it",
            vec![
                summed(Grain::Day, "2026-10-05T00:00:00-07:00", 90.0),
                recorded("2026-10-05T12:00:00-07:00", 40.0),
                recorded("2026-10-05T18:00:00-07:00", 50.0),
            ],
            &["2026-10-05 protein_g=90"],
        ),
        (
            "a day summed up beside its hours",
            vec![
                summed(Grain::Day, "2026-10-05T00:00:00-07:00", 95.0),
                summed(Grain::Hour, "2026-10-05T12:00:00-07:00", 40.0),
                summed(Grain::Hour, "2026-10-05T18:00:00-07:00", 50.0),
            ],
            &["2026-10-05 protein_g=90"],
        ),
        (
            "hours beside what was recorded in one of them",
            vec![
                summed(Grain::Hour, "2026-10-05T12:00:00-07:00", 40.0),
                summed(Grain::Hour, "2026-10-05T18:00:00-07:00", 50.0),
                recorded("2026-10-05T18:20:00-07:00", 51.0),
            ],
            &["2026-10-05 protein_g=91"],
        ),
        (
            "days without anything finer stand",
            vec![
                summed(Grain::Day, "2026-10-05T00:00:00-07:00", 90.0),
                summed(Grain::Day, "2026-10-06T00:00:00-07:00", 80.0),
                recorded("2026-10-06T12:00:00-07:00", 70.0),
            ],
            &["2026-10-05 protein_g=90", "2026-10-06 protein_g=70"],
        ),
        (
            "the day that is 25 hours long ends with the day",
            vec![
                summed(Grain::Day, "2026-11-01T00:00:00-07:00", 90.0),
                recorded("2026-11-01T23:30:00-08:00", 20.0),
            ],
            &["2026-11-01 protein_g=20"],
        ),
    ];
    for (name, rows, expected) in cases {
        let fixture = Fixture::at("2026-11-08T12:00:00-08:00");
        fixture.store(rows).await;
        let answer = fixture.all_health("2026-10-05", "2026-11-02").await;
        assert_eq!(lines(&answer), expected, "{name}");
    }
}

#[tokio::test]
async fn reading_said_in_chat_stands_beside_summed_up_ones() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    let hour = Reading {
        metric: Metric::Glucose,
        ..summed(Grain::Hour, "2026-10-05T07:00:00-07:00", 120.0)
    };
    let chat = Reading {
        via: Via::Chat,
        ..apple(Metric::Glucose, "2026-10-05T07:40:00-07:00", 100.0)
    };
    fixture.store([hour, chat]).await;
    let answer = fixture.all_health("2026-10-05", "2026-10-05").await;
    assert_eq!(lines(&answer), ["2026-10-05 glucose 07:00=120 07:40=100"]);
}
