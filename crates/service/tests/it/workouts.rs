use vitalog_core::{Marks, Superseded, SupersededBy, Workout};
use vitalog_service::{MAX_WORKOUTS, ShownWorkout, WorkoutDay, WorkoutsAnswer};

use crate::fixture::{Fixture, date, days, instant, workout};

async fn ask(fixture: &Fixture, start: &str, end: &str) -> WorkoutsAnswer {
    let answer = fixture
        .service
        .workouts(&fixture.account, days(start, end).into());
    answer.await.unwrap()
}

#[tokio::test]
async fn workouts_are_listed_by_start_with_daily_totals() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    let ride = Workout {
        avg_hr_bpm: Some(131),
        max_hr_bpm: Some(160),
        ..workout("2026-10-05T18:00:00-07:00", 30.04, Some(250.4))
    };
    fixture
        .store_workouts([
            ride,
            workout("2026-10-05T07:00:00-07:00", 20.04, None),
            workout("2026-10-07T07:00:00-07:00", 45.0, None),
        ])
        .await;

    let answer = ask(&fixture, "2026-10-05", "2026-10-08").await;
    let starts: Vec<&str> = answer.workouts.iter().map(|w| w.start.as_str()).collect();
    assert_eq!(starts, ["07:00", "18:00", "07:00"]);
    assert_eq!(
        answer.workouts[1],
        ShownWorkout {
            date: date("2026-10-05"),
            start: "18:00".to_owned(),
            end: "18:30".to_owned(),
            kind: "Indoor Cycling".to_owned(),
            duration_min: 30.0,
            active_kcal: Some(250.0),
            avg_hr_bpm: Some(131),
            max_hr_bpm: Some(160),
            source: "Peloton".to_owned(),
        }
    );
    assert_eq!(
        answer.days,
        [
            WorkoutDay {
                date: date("2026-10-05"),
                workouts: 2,
                // 30.04 and 20.04 minutes: added up before rounding.
                duration_min: 50.1,
                active_kcal: Some(250.0),
            },
            WorkoutDay {
                date: date("2026-10-07"),
                workouts: 1,
                duration_min: 45.0,
                active_kcal: None,
            },
        ]
    );
    assert_eq!(
        answer.days_without_workouts,
        [date("2026-10-06"), date("2026-10-08")]
    );
    assert_eq!(answer.data_through, Some(date("2026-10-07")));
    assert!(answer.notes.is_empty());
}

#[tokio::test]
async fn workout_that_ends_after_midnight_belongs_to_its_start_day() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    fixture
        .store_workouts([workout("2026-10-05T23:50:00-07:00", 30.0, None)])
        .await;
    let answer = ask(&fixture, "2026-10-05", "2026-10-06").await;
    assert_eq!(answer.workouts[0].date, date("2026-10-05"));
    assert_eq!(answer.workouts[0].end, "00:20");
    assert_eq!(answer.days_without_workouts, [date("2026-10-06")]);
}

#[tokio::test]
async fn superseded_workout_does_not_count() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    let gone = Workout {
        marks: Marks {
            missing_since: None,
            superseded: Some(Superseded {
                at: instant("2026-10-06T00:00:00Z"),
                by: SupersededBy::Reconcile,
            }),
        },
        ..workout("2026-10-05T07:00:00-07:00", 30.0, None)
    };
    fixture.store_workouts([gone]).await;
    let answer = ask(&fixture, "2026-10-05", "2026-10-05").await;
    assert!(answer.workouts.is_empty());
    assert_eq!(answer.days_without_workouts, [date("2026-10-05")]);
    assert_eq!(answer.data_through, None);
}

#[tokio::test]
async fn totals_cover_workouts_that_are_not_listed() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    let many = (0..=MAX_WORKOUTS).map(|index| {
        let at = format!("2026-10-05T{:02}:{:02}:00-07:00", index / 60, index % 60);
        workout(&at, 1.0, Some(1.0))
    });
    fixture.store_workouts(many).await;
    let answer = ask(&fixture, "2026-10-05", "2026-10-05").await;
    assert_eq!(answer.workouts.len(), MAX_WORKOUTS);
    assert_eq!(answer.days[0].workouts, MAX_WORKOUTS + 1);
    assert_eq!(answer.days[0].active_kcal, Some(1001.0));
    assert!(
        answer.notes[0].contains("1000 of 1001"),
        "{:?}",
        answer.notes
    );
}
