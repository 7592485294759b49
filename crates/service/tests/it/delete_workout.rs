use std::collections::BTreeSet;

use vitalog_core::{SupersededBy, Workout};
use vitalog_service::{DeleteReading, Removal, RemovedRow, ServiceError, Target};

use crate::fixture::{Fixture, days, workout};

fn at(timestamp: &str) -> DeleteReading {
    DeleteReading {
        target: Target::Workout,
        timestamp: timestamp.to_owned(),
        value: None,
        source: None,
        undo: false,
    }
}

async fn delete(fixture: &Fixture, request: DeleteReading) -> Result<Removal, ServiceError> {
    fixture
        .service
        .delete_reading(&fixture.account, request)
        .await
}

async fn listed(fixture: &Fixture) -> usize {
    let range = days("2026-10-05", "2026-10-05");
    let answer = fixture.service.workouts(&fixture.account, range.into());
    answer.await.unwrap().workouts.len()
}

async fn stored(fixture: &Fixture) -> Vec<Workout> {
    fixture.record().await.workouts
}

#[tokio::test]
async fn workout_is_marked_never_deleted_and_can_be_put_back() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    fixture
        .store_workouts([workout("2026-10-05T18:00:20-07:00", 30.0, Some(250.0))])
        .await;

    let removal = delete(&fixture, at("2026-10-05T18:00")).await.unwrap();
    let Removal::Removed(affected) = removal else {
        panic!("{removal:?}")
    };
    assert_eq!(affected.target.name(), "workout");
    assert_eq!(affected.timestamp, "2026-10-05T18:00:20-07:00");
    let RemovedRow::Workout(row) = affected.row else {
        panic!("a workout")
    };
    assert_eq!((row.start.as_str(), row.duration_min), ("18:00", 30.0));
    assert_eq!(listed(&fixture).await, 0);
    let marks = stored(&fixture).await[0].marks;
    assert_eq!(marks.superseded.unwrap().by, SupersededBy::Chat);

    let undo = DeleteReading {
        undo: true,
        ..at("2026-10-05T18:00")
    };
    let removal = delete(&fixture, undo).await.unwrap();
    assert!(matches!(removal, Removal::Restored(_)), "{removal:?}");
    assert_eq!(listed(&fixture).await, 1);
}

#[tokio::test]
async fn value_is_the_duration_in_minutes_rounded_to_a_tenth() {
    // 30.04 minutes are shown as 30.0, so 30.05 fits and 30.09 does not.
    for (value, found) in [(30.0, true), (30.05, true), (30.09, false), (45.0, true)] {
        let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
        fixture
            .store_workouts([
                workout("2026-10-05T18:00:00-07:00", 30.04, None),
                workout("2026-10-05T18:00:30-07:00", 45.0, None),
            ])
            .await;
        let error = delete(&fixture, at("2026-10-05T18:00")).await.unwrap_err();
        assert_eq!(error.code, "ambiguous");
        assert!(
            error
                .advice
                .unwrap()
                .contains("Indoor Cycling, 30 min (Peloton)")
        );

        let request = DeleteReading {
            value: Some(value),
            ..at("2026-10-05T18:00")
        };
        assert_eq!(delete(&fixture, request).await.is_ok(), found, "{value}");
        assert_eq!(listed(&fixture).await, if found { 1 } else { 2 });
    }
}

#[tokio::test]
async fn every_target_is_found_by_its_name_once() {
    let mut names = BTreeSet::new();
    for target in Target::all() {
        assert_eq!(Target::find(target.name()), Some(target.clone()));
        assert!(names.insert(target.name().to_owned()));
    }
    assert_eq!(names.len(), 12 + 6 + 1);
    assert_eq!(Target::all().last(), Some(Target::Workout));
}
