//! What an import writes, counts and notes, whatever the export is.

use proptest::prelude::*;
use vitalog_connectors::apple_export::{ExportError, Found, Item, Skip};
use vitalog_core::{Metric, Quantity};
use vitalog_storage::VendorRecordStore;
use vitalog_sync::import::{ImportCounts, ImportError};

use super::{Told, sample, until, with_line, workout};
use crate::{laws::block_on, world::World};

const WATCH: &str = "Watch";

fn steps(minute: u32, count: u32) -> Item {
    let start = format!("2026-10-10 08:{minute:02}:00 -0700");
    let end = format!("2026-10-10 08:{minute:02}:50 -0700");
    until(
        sample(Metric::StepCount, &start, f64::from(count), "count", WATCH),
        &end,
    )
}

fn counts(read: u64, new: u64, changed: u64, unchanged: u64, skipped: u64) -> ImportCounts {
    ImportCounts {
        read,
        new,
        changed,
        unchanged,
        skipped,
        why: std::collections::BTreeMap::new(),
    }
}

/// Counts without the reasons.
fn numbers(counts: &ImportCounts) -> ImportCounts {
    ImportCounts {
        why: std::collections::BTreeMap::new(),
        ..counts.clone()
    }
}

#[tokio::test]
async fn every_element_is_counted_once_and_reasons_are_told() {
    let world = World::new("2026-10-10T20:00");
    let skipped = |why: Skip| Item {
        element: "Record".into(),
        found: Found::Skipped(why),
        lines: Vec::new(),
    };
    let lines = |text: &str| {
        let item = Item {
            element: "ActivitySummary".into(),
            found: Found::Lines,
            lines: Vec::new(),
        };
        with_line(item, "2026-10", text)
    };
    let items = vec![
        steps(0, 10),
        steps(0, 10),
        steps(1, 20),
        skipped(Skip::UnsupportedType),
        skipped(Skip::UnknownUnit),
        skipped(Skip::UnknownUnit),
        lines("a"),
        lines("b"),
        workout(
            "Run",
            "2026-10-10 09:00:00 -0700",
            "2026-10-10 09:30:00 -0700",
            WATCH,
        ),
    ];
    let report = world.import(Told::new(items.clone())).await;
    let element = |name: &str| numbers(&report.tally.by_element[name]);
    assert_eq!(element("Record"), counts(6, 2, 0, 0, 4));
    assert_eq!(element("ActivitySummary"), counts(2, 2, 0, 0, 0));
    assert_eq!(element("Workout"), counts(1, 1, 0, 0, 0));
    let why = &report.tally.by_element["Record"].why;
    let why: Vec<_> = why
        .iter()
        .map(|(why, count)| (why.as_str(), *count))
        .collect();
    assert_eq!(
        why,
        [
            ("repeated", 1),
            ("unknown_unit", 2),
            ("unsupported_type", 1)
        ]
    );
    assert_eq!(
        numbers(&report.tally.by_metric["step_count"]),
        counts(3, 2, 0, 0, 1)
    );

    let again = world.import(Told::new(items)).await;
    let element = |name: &str| numbers(&again.tally.by_element[name]);
    assert_eq!(element("Record"), counts(6, 0, 0, 2, 4));
    assert_eq!(element("ActivitySummary"), counts(2, 0, 0, 2, 0));
    assert_eq!(element("Workout"), counts(1, 0, 0, 1, 0));
    assert!(!again.was_known);
}

#[tokio::test]
async fn export_that_was_taken_in_is_not_opened_again() {
    let world = World::new("2026-10-10T20:00");
    let told = || Told::new(vec![steps(0, 10), steps(1, 20)]);
    world.import_as("digest", told()).await.unwrap();
    let before = world.record().await;
    let again = world.import_as("digest", Told::new(vec![])).await.unwrap();
    assert!(again.was_known);
    assert_eq!(again.tally.by_metric["step_count"], counts(2, 0, 0, 2, 0));
    assert_eq!(world.record().await, before);
}

#[tokio::test]
async fn export_that_has_grown_writes_what_is_new_or_changed() {
    let world = World::new("2026-10-10T20:00");
    world
        .import(Told::new(vec![steps(0, 10), steps(1, 20)]))
        .await;
    let before = world.rows(Metric::StepCount).await;
    world.pass_minutes(1);
    let grown = vec![steps(0, 10), steps(1, 25), steps(2, 30)];
    let report = world.import(Told::new(grown)).await;
    assert_eq!(report.tally.by_metric["step_count"], counts(3, 1, 1, 1, 0));
    let after = world.rows(Metric::StepCount).await;
    assert_eq!(after[0], before[0]);
    assert_eq!(after[1].quantity, Quantity::Single(25.0));
    assert_eq!(after.len(), 3);
}

#[tokio::test]
async fn export_that_ends_in_the_middle_gives_what_it_holds() {
    let world = World::new("2026-10-10T20:00");
    let mut told = Told::new(vec![steps(0, 10), steps(1, 20)]);
    told.end = Some(ExportError::Truncated);
    let report = world.import_as("cut", told).await.unwrap();
    assert!(report.is_partial);
    assert_eq!(world.rows(Metric::StepCount).await.len(), 2);
    let again = world.import_as("cut", Told::new(vec![])).await.unwrap();
    assert!(again.is_partial && again.was_known);
}

#[tokio::test]
async fn export_that_cannot_be_read_on_is_read_again_the_next_time() {
    let world = World::new("2026-10-10T20:00");
    let mut told = Told::new(vec![steps(0, 10)]);
    told.end = Some(ExportError::Refused("nonsense"));
    let refused = world.import_as("bad", told).await;
    assert!(matches!(
        refused,
        Err(ImportError::Export(ExportError::Refused(_)))
    ));
    assert_eq!(world.rows(Metric::StepCount).await.len(), 1);
    let told = Told::new(vec![steps(0, 10), steps(1, 20)]);
    let report = world.import_as("bad", told).await.unwrap();
    assert!(!report.was_known);
    assert_eq!(world.rows(Metric::StepCount).await.len(), 2);
}

#[tokio::test]
async fn lines_are_united_with_those_of_exports_before() {
    let world = World::new("2026-10-10T20:00");
    let told = |lines: &[(&str, &str)]| {
        let items = lines.iter().enumerate();
        let items = items.map(|(minute, (id, text))| {
            with_line(steps(u32::try_from(minute).unwrap(), 10), id, text)
        });
        Told::new(items.collect())
    };
    let kept = async |id: &str| {
        let (account, storage) = (&world.account.id, &world.storage);
        let record = storage.get_vendor_record(account, "apple-export", "Record", id);
        record.await.unwrap().map(|record| record.body)
    };
    world
        .import(told(&[("1", "b"), ("1", "a"), ("2", "c"), ("1", "b")]))
        .await;
    assert_eq!(kept("1").await.as_deref(), Some("a\nb"));
    assert_eq!(kept("2").await.as_deref(), Some("c"));
    world.import(told(&[("1", "ab"), ("1", "b")])).await;
    assert_eq!(kept("1").await.as_deref(), Some("a\nab\nb"));
    let before = world.revision().await;
    world.import(told(&[("1", "ab"), ("2", "c")])).await;
    assert_eq!(world.revision().await, before);
}

/// Minute, count: few of each, so that they meet.
fn items() -> impl Strategy<Value = Vec<Item>> {
    let item = (0..8_u32, 1..4_u32).prop_map(|(minute, count)| steps(minute, count));
    prop::collection::vec(item, 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn import_that_is_broken_off_and_taken_up_ends_as_an_undisturbed_one(
        items in items(), broken in 0..12_usize
    ) {
        block_on(async {
            let (whole, halves) = (World::new("2026-10-10T20:00"), World::new("2026-10-10T20:00"));
            whole.import(Told::new(items.clone())).await;
            let mut told = Told::new(items.iter().take(broken).cloned().collect());
            told.end = Some(ExportError::Refused("broken off"));
            let _ = halves.import_as("1", told).await;
            halves.import_as("1", Told::new(items.clone())).await.unwrap();
            let rows = async |world: &World| world.rows(Metric::StepCount).await;
            assert_eq!(rows(&whole).await, rows(&halves).await);
        });
    }

    #[test]
    fn numbers_of_a_report_add_up(items in items(), again in items()) {
        block_on(async {
            let world = World::new("2026-10-10T20:00");
            for items in [items.clone(), again, items] {
                let read = items.len() as u64;
                let report = world.import(Told::new(items)).await;
                for counts in report.tally.by_metric.values().chain(report.tally.by_element.values()) {
                    assert_eq!(counts.read, read);
                    let parts = [counts.new, counts.changed, counts.unchanged, counts.skipped];
                    assert_eq!(parts.iter().sum::<u64>(), read);
                    assert_eq!(counts.why.values().sum::<u64>(), counts.skipped);
                }
            }
        });
    }
}
