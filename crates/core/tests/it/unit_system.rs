//! Readings as an account sees them, in the units of its choice.

use jiff::Timestamp;
use vitalog_core::{
    Fingerprint, Marks, Metric, Quantity, Reading, UnitSystem, Via, unit::to_canonical,
};

/// A reading as ingest stores it.
#[expect(
    clippy::unwrap_used,
    reason = "every case has a unit that its metric accepts"
)]
fn sent(metric: Metric, value: f64, unit: &str) -> Reading {
    let original = Quantity::Single(value);
    Reading {
        metric,
        at: Timestamp::UNIX_EPOCH,
        fingerprint: Fingerprint::BARE,
        quantity: to_canonical(metric, original, unit).unwrap(),
        original,
        original_unit: unit.to_owned(),
        source: "scale".to_owned(),
        via: Via::Hae,
        recorded_at: String::new(),
        day: None,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: Timestamp::UNIX_EPOCH,
        marks: Marks::default(),
    }
}

#[test]
fn reading_is_shown_in_the_units_of_the_account() {
    // Converted by hand: 1 lb = 0.45359237 kg, 1 in = 2.54 cm.
    for (metric, value, unit, us, metric_value, shown_unit) in [
        (Metric::Weight, 180.5, "lb", 180.5, 81.87, "kg"),
        (Metric::Weight, 74.35, "kg", 163.91, 74.35, "kg"),
        (Metric::Weight, 74_350.0, "g", 163.91, 74.35, "kg"),
        (Metric::LeanMass, 61.2, " KG ", 134.92, 61.2, "kg"),
        (Metric::Waist, 33.0, "in", 33.0, 83.8, "cm"),
        (Metric::Waist, 84.3, "cm", 33.19, 84.3, "cm"),
        (Metric::BodyFat, 21.3, "%", 21.3, 21.3, "%"),
        (Metric::Glucose, 5.5, "mmol/L", 99.1, 99.1, "mg/dL"),
        (Metric::Ketones, 1.25, "mmol/L", 1.25, 1.25, "mmol/L"),
    ] {
        let reading = sent(metric, value, unit);
        let shown = |system: UnitSystem| (system.quantity_of(&reading), system.unit_of(metric));
        assert_eq!(
            shown(UnitSystem::Us),
            (Quantity::Single(us), metric.row().unit),
            "{value} {unit}"
        );
        assert_eq!(
            shown(UnitSystem::Metric),
            (Quantity::Single(metric_value), shown_unit),
            "{value} {unit}"
        );
    }
}

#[test]
fn value_sent_in_kilograms_is_shown_as_it_was_sent() {
    for hundredths in 4_000..12_000 {
        let kilograms = f64::from(hundredths) / 100.0;
        let reading = sent(Metric::Weight, kilograms, "kg");
        let shown = UnitSystem::Metric.quantity_of(&reading);
        assert_eq!(shown, Quantity::Single(kilograms));
    }
}
