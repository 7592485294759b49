//! The two example exports, against rows written by hand from their XML.

use std::path::{Path, PathBuf};

use vitalog_core::{Quantity, Reading, Workout};
use vitalog_sync::import::{AppleImport, ImportReport};

use crate::world::World;

fn example(name: &str) -> PathBuf {
    let fixtures = "../connectors/src/apple_export/fixtures";
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(fixtures)
        .join(name)
}

async fn import(world: &World, path: &Path) -> ImportReport {
    let import = AppleImport::new(world.storage.clone(), world.clock.clone());
    let report = import.import_file(&world.account, path, |_| {}).await;
    report.unwrap()
}

fn told(row: &Reading) -> String {
    let value = match row.quantity {
        Quantity::Single(value) => value.to_string(),
        Quantity::Pressure {
            systolic,
            diastolic,
        } => format!("{systolic}/{diastolic}"),
        Quantity::Spread { min, mean, max } => format!("{min}-{mean}-{max}"),
    };
    let until = row.until.map(|until| format!("..{until}"));
    let context = row.context.map(|context| format!(" {}", context.as_str()));
    format!(
        "{} {}{} {value} {}{} ({})",
        row.metric.slug(),
        row.at,
        until.unwrap_or_default(),
        row.source,
        context.unwrap_or_default(),
        row.recorded_at,
    )
}

fn told_workout(row: &Workout) -> String {
    format!(
        "{} {}..{} {} s {:?} kcal {:?} {:?} bpm {}",
        row.name,
        row.start,
        row.end,
        row.duration_s.round(),
        row.active_kcal,
        row.avg_hr_bpm,
        row.max_hr_bpm,
        row.source
    )
}

async fn rows(world: &World) -> Vec<String> {
    let record = world.record().await;
    let readings = record.readings.values().flatten().map(told);
    let workouts = record.workouts.iter().map(told_workout);
    // The watch's name has a no-break space in it.
    let plain = |row: String| row.replace('\u{a0}', " ");
    let mut rows: Vec<String> = readings.chain(workouts).map(plain).collect();
    rows.sort();
    rows
}

const WHOLE: &[&str] = &[
    "apple_stand_hour 2026-09-13T07:00:00Z..2026-09-13T08:00:00Z 1 Robin\u{2019}s Apple Watch (2026-09-13 09:00:00 +0200)",
    "blood_oxygen_saturation 2026-09-13T01:10:00Z..2026-09-13T01:10:15Z 96 Robin\u{2019}s Apple Watch (2026-09-13 03:10:00 +0200)",
    "body_fat 2026-09-13T05:12:04Z 21.7 Scale App (2026-09-13 07:12:04 +0200)",
    "bp 2026-09-13T05:20:10Z 121/78 Cuff App (2026-09-13 07:20:10 +0200)",
    "calories 2026-09-13T06:15:00Z 350 Food App (2026-09-13 08:15:00 +0200)",
    "glucose 2026-09-13T05:05:00Z 93.7 Meter App (2026-09-13 07:05:00 +0200)",
    "heart_rate 2026-09-13T05:57:00Z 61-61-61 Robin\u{2019}s Apple Watch (2026-09-13 07:57:00 +0200)",
    "hrv_sdnn 2026-09-13T01:05:00Z..2026-09-13T01:06:00Z 55.03 Robin\u{2019}s Apple Watch (2026-09-13 03:05:00 +0200)",
    "mindful_minutes 2026-09-13T19:10:00Z..2026-09-13T19:20:00Z 10 Calm App (2026-09-13 21:10:00 +0200)",
    "sleep_awake 2026-09-12T23:40:00Z..2026-09-12T23:46:00Z 0.1 Robin\u{2019}s Apple Watch (2026-09-13 01:40:00 +0200)",
    "sleep_core 2026-09-12T21:10:00Z..2026-09-12T22:40:00Z 1.5 Robin\u{2019}s Apple Watch (2026-09-12 23:10:00 +0200)",
    "sleep_core 2026-09-12T23:46:00Z..2026-09-13T02:46:00Z 3 Robin\u{2019}s Apple Watch (2026-09-13 01:46:00 +0200)",
    "sleep_deep 2026-09-12T22:40:00Z..2026-09-12T23:40:00Z 1 Robin\u{2019}s Apple Watch (2026-09-13 00:40:00 +0200)",
    "sleep_duration_goal 2026-08-31T22:00:00Z 8 Health (2026-09-01 00:00:00 +0200)",
    "sleep_in_bed 2026-09-12T20:58:00Z..2026-09-13T04:35:00Z 7.6167 Robin iPhone (2026-09-12 22:58:00 +0200)",
    "sleep_rem 2026-09-13T02:46:00Z..2026-09-13T04:16:00Z 1.5 Robin\u{2019}s Apple Watch (2026-09-13 04:46:00 +0200)",
    "sleep_unspecified 2021-03-27T22:00:00Z..2021-03-28T05:00:00Z 7 Old App (2021-03-27 23:00:00 +0100)",
    "step_count 2026-09-13T06:00:00Z..2026-09-13T06:09:41Z 612 Robin\u{2019}s Apple Watch (2026-09-13 08:00:00 +0200)",
    "step_count 2026-09-13T06:01:00Z..2026-09-13T06:09:30Z 598 Robin iPhone (2026-09-13 08:01:00 +0200)",
    "weight 2026-09-13T05:12:04Z 163.9 Scale App (2026-09-13 07:12:04 +0200)",
    "Cycling 2020-07-01T05:00:00Z..2020-07-01T05:40:00Z 2400 s Some(300.0) kcal None None bpm Old App",
    "Outdoor Run 2026-09-13T15:30:00Z..2026-09-13T16:02:30Z 1890 s Some(300.0) kcal Some(151) Some(172) bpm Robin\u{2019}s Apple Watch",
];

const BROKEN: &[&str] = &[
    "step_count 2022-09-30T15:00:00Z..2022-09-30T15:10:00Z 321 Phone (2022-09-30 08:00:00 -0700)",
    "Walking 2022-09-30T15:00:00Z..2022-09-30T15:20:00Z 1200 s Some(80.0) kcal None None bpm Watch",
];

#[tokio::test]
async fn examples_come_to_the_rows_that_their_xml_says() {
    for (name, expected) in [
        ("apple_health_export", WHOLE),
        ("apple_health_export_ios16_broken", BROKEN),
    ] {
        let world = World::new("2026-10-10T12:00");
        let report = import(&world, &example(name)).await;
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(rows(&world).await, expected, "{name}");
        for counts in report.tally.by_metric.values() {
            assert_eq!(counts.read, counts.new + counts.skipped);
        }

        let before = world.record().await;
        let again = import(&world, &example(name)).await;
        assert!(again.was_known);
        assert_eq!(world.record().await, before);

        // The XML alone is another export with the same rows.
        let alone = import(&world, &example(name).join("export.xml")).await;
        assert_eq!(alone.was_known, name.ends_with("broken"));
        assert_eq!(rows(&world).await, expected, "{name}");
    }
}
