//! Every metric that the app sends, by every name, in every unit.

// The list that the core's own tests use: written by hand from what the app is known to send.
#[path = "../../../core/tests/it/hae_metrics/list.rs"]
mod list;

use serde_json::{Value, json};
use vitalog_core::{Metric, Quantity};

use crate::world::{World, envelope, metric};

/// A point of a metric as it is sent: sleep and sexual activity have shapes of their own.
fn point(name: &str, value: f64) -> Value {
    let mut point = json!({"date": "2026-10-09 08:00:00 -0700", "source": "App"});
    let key = match name {
        "sexual_activity" => "Unspecified",
        _ => "qty",
    };
    point[key] = value.into();
    point
}

#[tokio::test]
async fn each_is_stored_in_its_canonical_unit() {
    for sent in list::ALL {
        let found = Metric::find(sent.slug).unwrap();
        assert_eq!(found.row().daily, sent.daily, "{}", sent.slug);
        for name in std::iter::once(&sent.name).chain(sent.also) {
            for (unit, value, stored) in sent.units {
                let world = World::new("2026-10-10T12:00");
                let body = envelope(&json!([metric(name, unit, &[point(sent.name, *value)])]));
                let reply = world.push_plain(&body).await;
                assert_eq!(reply["skipped"], 0, "{name} {unit}: {reply}");
                let rows = world.rows(found).await;
                assert_eq!(rows.len(), 1, "{name} {unit}");
                assert_eq!(rows[0].quantity, Quantity::Single(*stored), "{name} {unit}");
                assert_eq!(rows[0].original, Quantity::Single(*value), "{name} {unit}");
                assert_eq!(rows[0].original_unit, *unit, "{name}");
            }
        }
    }
}
