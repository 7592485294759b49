//! Taking out what vendors told, and what they took back themselves.

use vitalog_core::{Marks, Metric, Reading, Superseded, SupersededBy, Via, Workout};
use vitalog_service::{Affected, DeleteReading, Removal, ServiceError, Target, WorkoutsAnswer};

use crate::{
    fixture::{Fixture, apple, days, instant, workout},
    vendor_rows::{NOW, WATCH},
};

const AT: &str = "2026-05-05T18:00:00-07:00";

fn of(via: Via, source: &str, start: &str) -> Workout {
    Workout {
        via,
        source: source.to_owned(),
        ..workout(start, 30.0, Some(250.0))
    }
}

fn taken_back() -> Marks {
    Marks {
        missing_since: None,
        superseded: Some(Superseded {
            at: instant("2026-05-06T00:00:00Z"),
            by: SupersededBy::Vendor,
        }),
    }
}

async fn delete(
    fixture: &Fixture,
    target: Target,
    timestamp: &str,
    undo: bool,
) -> Result<Removal, ServiceError> {
    let request = DeleteReading {
        target,
        timestamp: timestamp.to_owned(),
        value: None,
        source: None,
        undo,
    };
    let removal = fixture.service.delete_reading(&fixture.account, request);
    removal.await
}

/// What was said of a removal that was done.
async fn note(fixture: &Fixture, target: Target, timestamp: &str, undo: bool) -> String {
    let removal = delete(fixture, target, timestamp, undo).await.unwrap();
    let (Removal::Deleted(Affected { note, .. })
    | Removal::Removed(Affected { note, .. })
    | Removal::Restored(Affected { note, .. })) = removal;
    note.unwrap()
}

async fn shown(fixture: &Fixture) -> WorkoutsAnswer {
    let range = days("2026-05-05", "2026-05-05");
    let answer = fixture.service.workouts(&fixture.account, range.into());
    answer.await.unwrap()
}

#[tokio::test]
async fn reply_says_where_else_it_is_to_be_deleted() {
    for (via, source, named, not_named) in [
        (Via::Oura, "Oura", "the Oura app", "Apple Health"),
        (Via::Whoop, "WHOOP", "the WHOOP app", "Apple Health"),
        (Via::Hae, WATCH, "Delete it in Apple Health too", "app"),
    ] {
        let fixture = Fixture::at(NOW);
        fixture.store_workouts([of(via, source, AT)]).await;
        let said = note(&fixture, Target::Workout, AT, false).await;
        assert!(said.contains(named), "{said}");
        assert!(!said.contains(not_named), "{said}");
        assert!(said.contains("`undo`: true puts it back"), "{said}");
        let said = note(&fixture, Target::Workout, AT, true).await;
        let origin = if via == Via::Hae {
            "Apple Health"
        } else {
            source
        };
        assert!(
            said.contains(&format!("If {origin} no longer has it")),
            "{said}"
        );
        assert_eq!(shown(&fixture).await.workouts.len(), 1);
    }

    // A weight of WHOOP's is a reading like any other.
    let fixture = Fixture::at(NOW);
    let weight = Reading {
        via: Via::Whoop,
        source: "WHOOP".to_owned(),
        ..apple(Metric::Weight, AT, 160.0)
    };
    fixture.store([weight]).await;
    let said = note(&fixture, Target::Reading(Metric::Weight), AT, false).await;
    assert!(said.contains("the WHOOP app"), "{said}");
    assert!(!said.contains("Apple Health"), "{said}");
}

#[tokio::test]
async fn what_the_vendor_took_back_is_not_for_undo() {
    let fixture = Fixture::at(NOW);
    let gone = Workout {
        marks: taken_back(),
        ..of(Via::Oura, "Oura", AT)
    };
    fixture.store_workouts([gone]).await;
    for undo in [true, false] {
        let error = delete(&fixture, Target::Workout, AT, undo).await;
        let error = error.unwrap_err();
        assert_eq!(error.code, "not_found");
        let advice = error.advice.unwrap();
        assert!(advice.contains("taken back by the vendor"), "{advice}");
        assert!(!advice.contains("restores it"), "{advice}");
    }
    assert_eq!(shown(&fixture).await.workouts.len(), 0);

    // Beside one that the person took out, undo means that one.
    fixture.store_workouts([of(Via::Hae, WATCH, AT)]).await;
    delete(&fixture, Target::Workout, AT, false).await.unwrap();
    delete(&fixture, Target::Workout, AT, true).await.unwrap();
    assert_eq!(shown(&fixture).await.workouts[0].source, WATCH);
}

#[tokio::test]
async fn removed_workout_shows_the_one_hidden_behind_it() {
    let fixture = Fixture::at(NOW);
    let later = "2026-05-05T18:02:00-07:00";
    fixture
        .store_workouts([of(Via::Oura, "Oura", AT), of(Via::Hae, WATCH, later)])
        .await;
    let said = note(&fixture, Target::Workout, AT, false).await;
    assert!(said.contains("hidden so far, is shown now"), "{said}");
    assert_eq!(shown(&fixture).await.workouts[0].source, WATCH);

    // The hidden one may be taken out too, and nothing else comes up for it.
    let said = note(&fixture, Target::Workout, later, false).await;
    assert!(!said.contains("is shown now"), "{said}");
    assert_eq!(shown(&fixture).await.workouts.len(), 0);

    // Put back first, it is shown; behind the other it is not.
    let said = note(&fixture, Target::Workout, AT, true).await;
    assert!(said.starts_with("It counts again."), "{said}");
    let said = note(&fixture, Target::Workout, later, true).await;
    assert!(said.contains("another source recorded"), "{said}");
    assert_eq!(shown(&fixture).await.workouts[0].source, "Oura");
}
