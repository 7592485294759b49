//! An account that chose metric units.

use vitalog_core::{Metric, Quantity, Reading, UnitSystem, unit::to_canonical};
use vitalog_service::{DeleteReading, Removal, RemovedRow, ServiceError, Target};

use crate::fixture::{Fixture, apple, lines};

fn metric_fixture() -> Fixture {
    let mut fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    fixture.account.units = UnitSystem::Metric;
    fixture
}

fn sent(metric: Metric, time: &str, value: f64, unit: &str) -> Reading {
    let original = Quantity::Single(value);
    Reading {
        quantity: to_canonical(metric, original, unit).unwrap(),
        original,
        original_unit: unit.to_owned(),
        ..apple(metric, &format!("2026-10-05T{time}-07:00"), value)
    }
}

#[tokio::test]
async fn body_is_shown_in_kilograms_and_centimetres_and_the_rest_as_ever() {
    let fixture = metric_fixture();
    fixture
        .store([
            sent(Metric::Weight, "07:00:00", 74.35, "kg"),
            sent(Metric::Weight, "08:00:00", 180.5, "lb"),
            sent(Metric::Waist, "07:00:00", 33.0, "in"),
            sent(Metric::LeanMass, "07:00:00", 61.2, "kg"),
            sent(Metric::Glucose, "07:00:00", 100.0, "mg/dL"),
            sent(Metric::Protein, "07:00:00", 20.0, "g"),
        ])
        .await;
    let answer = fixture.all_health("2026-10-05", "2026-10-05").await;
    assert_eq!(
        lines(&answer),
        [
            "2026-10-05 weight 07:00=74.35 08:00=81.87 | waist 07:00=83.8 | lean_mass 07:00=61.2 | \
          glucose 07:00=100 | protein_g=20"
        ]
    );
    let units: Vec<&str> = answer.days[0]
        .readings
        .iter()
        .map(|list| list.readings[0].unit.as_ref())
        .collect();
    assert_eq!(units, ["kg", "cm", "kg", "mg/dL"]);
}

#[tokio::test]
async fn value_that_picks_a_reading_is_the_one_shown() {
    let delete = async |fixture: &Fixture, value| -> Result<Removal, ServiceError> {
        let request = DeleteReading {
            target: Target::Reading(Metric::Weight),
            timestamp: "2026-10-05T07:00".to_owned(),
            value,
            source: None,
            undo: false,
        };
        fixture
            .service
            .delete_reading(&fixture.account, request)
            .await
    };
    let fixture = metric_fixture();
    fixture
        .store([
            sent(Metric::Weight, "07:00:10", 74.35, "kg"),
            sent(Metric::Weight, "07:00:20", 180.5, "lb"),
        ])
        .await;
    let advice = delete(&fixture, None).await.unwrap_err().advice.unwrap();
    assert!(
        advice.contains("74.35 kg") && advice.contains("81.87 kg"),
        "{advice}"
    );
    assert!(
        delete(&fixture, Some(180.5)).await.is_err(),
        "that is pounds"
    );
    let Removal::Removed(affected) = delete(&fixture, Some(81.9)).await.unwrap() else {
        panic!("removed")
    };
    let RemovedRow::Reading(reading) = affected.row else {
        panic!("reading")
    };
    assert_eq!(
        (reading.quantity, reading.unit.as_ref()),
        (Quantity::Single(81.87), "kg")
    );
}
