//! Two writers that share nothing but facts: what the phone pushes and what it exports of the same
//! days is the same record, whichever comes first.

use std::collections::BTreeMap;

use serde_json::Value;
use vitalog_core::{Metric, Reading, counting::fold_sources};
use vitalog_sync::PushHeaders;
use vitalog_synthetic::{Day, apple_export::Units, hae};

use super::life::{self, Contents};
use crate::world::{World, account};

/// Facts of one metric by what tells them apart, and how many there are.
type Facts = BTreeMap<String, usize>;

fn facts(rows: &[Reading], metrics: &[Metric]) -> Facts {
    let mut facts = Facts::new();
    for row in rows.iter().filter(|row| metrics.contains(&row.metric)) {
        let fact = format!(
            "{} {} {:?} {}",
            row.metric.slug(),
            row.at,
            row.quantity,
            fold_sources(&row.source)
        );
        *facts.entry(fact).or_default() += 1;
    }
    facts
}

async fn push(world: &World, days: &[Day]) {
    for push in hae::push(days, &hae::Options::default()) {
        let headers = PushHeaders::default();
        let body: Value = serde_json::from_str(&push.body).unwrap();
        world.push(&headers, &body).await;
    }
}

async fn import(world: &World, path: &std::path::Path) {
    let import = vitalog_sync::import::AppleImport::new(world.storage.clone(), world.clock.clone());
    import
        .import_file(&world.account, path, |_| {})
        .await
        .unwrap();
}

async fn contents(world: &World) -> Contents {
    Contents::of(world.storage.as_ref(), &world.account).await
}

#[tokio::test]
async fn push_and_export_of_one_life_are_one_record_in_both_orders() {
    let folder = tempfile::tempdir().unwrap();
    let days = life::days(11, 4);
    for (units, zone) in [
        (Units::Metric, "Europe/Berlin"),
        (Units::Us, "America/New_York"),
    ] {
        let path = life::write(
            &days,
            units,
            zone,
            folder.path().join(format!("{units:?}.xml")),
        );
        let new = || World::in_zone("2026-07-01T12:00", account("Europe/Berlin", true));
        let [pushed, exported, push_first, export_first] = [new(), new(), new(), new()];
        push(&pushed, &days).await;
        import(&exported, &path).await;
        push(&push_first, &days).await;
        import(&push_first, &path).await;
        import(&export_first, &path).await;
        push(&export_first, &days).await;

        let (a, b) = (contents(&pushed).await, contents(&exported).await);
        // What one of the two does not hold (a mood, a dose) says nothing.
        let metrics = |rows: &[Reading]| -> Vec<Metric> {
            let mut metrics: Vec<Metric> = rows.iter().map(|row| row.metric).collect();
            metrics.dedup();
            metrics
        };
        let of_export = metrics(b.readings());
        let both: Vec<Metric> = metrics(a.readings());
        let both: Vec<Metric> = both.into_iter().filter(|m| of_export.contains(m)).collect();
        assert!(both.len() > 60, "{}", both.len());

        // As many of each fact as the most that either way holds.
        let mut most = facts(a.readings(), &both);
        for (fact, count) in facts(b.readings(), &both) {
            let known = most.entry(fact).or_default();
            *known = count.max(*known);
        }
        for world in [&push_first, &export_first] {
            let got = facts(contents(world).await.readings(), &both);
            let differ = |fact: &&String| got.get(*fact) != most.get(*fact);
            let all = got.keys().chain(most.keys());
            let differences: Vec<&String> = all.filter(differ).take(30).collect();
            assert!(differences.is_empty(), "{units:?}: {differences:#?}");
        }
        // And the two alone hold the same, but for hours without standing, of which an export says
        // that nothing happened.
        let (a, b) = (facts(a.readings(), &both), facts(b.readings(), &both));
        let differences: Vec<(&String, Option<&usize>)> = a
            .keys()
            .chain(b.keys())
            .filter(|fact| a.contains_key(*fact) != b.contains_key(*fact))
            .filter(|fact| !fact.starts_with("apple_stand_hour") || !fact.contains("(0.0)"))
            .map(|fact| (fact, a.get(fact)))
            .take(20)
            .collect();
        assert!(differences.is_empty(), "{units:?}: {differences:#?}");
    }
}
