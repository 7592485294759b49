//! Steps of a generated export, added up by a few lines that know nothing of the program.

use std::collections::{BTreeMap, BTreeSet};

use vitalog_core::Metric;
use vitalog_sync::import::AppleImport;
use vitalog_synthetic::apple_export::Units;

use super::life::{self, Contents};
use crate::world::{World, account};

/// The value of an attribute of a line.
fn attribute<'l>(line: &'l str, name: &str) -> &'l str {
    let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
    rest.split_once('"').unwrap().0
}

/// Steps by source, each record once however often it stands there.
fn added_up(xml: &str) -> BTreeMap<String, f64> {
    let steps = xml.lines().filter(|line| {
        line.trim_start()
            .starts_with("<Record type=\"HKQuantityTypeIdentifierStepCount\"")
    });
    let records: BTreeSet<[&str; 4]> = steps
        .map(|line| {
            ["sourceName", "startDate", "endDate", "value"].map(|name| attribute(line, name))
        })
        .collect();
    let mut sums = BTreeMap::new();
    for [source, _, _, value] in records {
        *sums.entry(source.to_owned()).or_default() += value.parse::<f64>().unwrap();
    }
    sums
}

#[tokio::test]
async fn steps_of_an_export_are_those_that_its_lines_add_up_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.xml");
    let path = life::write(&life::days(5, 10), Units::Metric, "Europe/Berlin", path);
    let expected = added_up(&std::fs::read_to_string(&path).unwrap());
    assert!(expected.len() > 1, "{expected:?}");

    let world = World::in_zone("2026-07-01T12:00", account("Europe/Berlin", true));
    let import = AppleImport::new(world.storage.clone(), world.clock.clone());
    let report = import.import_file(&world.account, &path, |_| {}).await;
    report.unwrap();
    let contents = Contents::of(world.storage.as_ref(), &world.account).await;

    let mut stored: BTreeMap<String, f64> = BTreeMap::new();
    for row in contents.readings() {
        if row.metric == Metric::StepCount {
            *stored.entry(row.source.clone()).or_default() += row.quantity.first();
        }
    }
    let mut by_day: BTreeMap<String, f64> = BTreeMap::new();
    for value in contents.daily() {
        if value.metric == Metric::StepCount
            && let Some(source) = &value.source
        {
            *by_day.entry(source.clone()).or_default() += value.sum;
        }
    }
    for sums in [stored, by_day] {
        assert_eq!(sums.len(), expected.len(), "{sums:?}");
        for (source, sum) in &expected {
            // Steps that lasted past midnight are shared between two days.
            assert!((sums[source] - sum).abs() < 1e-6, "{source}: {sum}");
        }
    }
}
