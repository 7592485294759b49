//! What holds for any answer of WHOOP and of the weather.

use jiff::civil::date;
use proptest::prelude::*;
use serde_json::{Value, json};
use vitalog_connectors::{Connector, weather::Weather, whoop::Whoop};
use vitalog_core::{DayRange, Place};

const WINDOW: DayRange = DayRange {
    start: date(1900, 1, 1),
    end: date(2100, 12, 31),
};

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        Just(json!("2026-09-12T21:03:00.000Z")),
        Just(json!("2026-09-13T04:43:00.000Z")),
        Just(json!("9999-12-31T23:59:59Z")),
        Just(json!("-05:00")),
        Just(json!("SCORED")),
        Just(json!(["2026-09-12", "2026-09-13"])),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        let name = prop_oneof![
            Just("score"),
            Just("strain"),
            Just("stage_summary"),
            Just("time"),
            Just("cloud_cover_mean"),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(name, inner, 0..4).prop_map(|members| {
                let members = members.into_iter();
                members
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect()
            }),
        ]
    })
}

/// A record with some members of the usual kind and some of any.
fn record() -> impl Strategy<Value = Value> {
    let usual = json!({
        "id": "a", "cycle_id": 7, "sleep_id": "a", "start": "2026-09-12T21:03:00.000Z",
        "end": "2026-09-13T04:43:00.000Z", "created_at": "2026-09-13T04:43:00.000Z",
        "timezone_offset": "+02:00", "nap": false, "score_state": "SCORED", "sport_name": "x",
        "score": {"strain": 1.0, "kilojoule": 1.0, "recovery_score": 1.0, "stage_summary": {}},
    });
    let names: Vec<String> = usual.as_object().unwrap().keys().cloned().collect();
    let odd = prop::collection::vec((prop::sample::select(names), any_value()), 0..4);
    odd.prop_map(move |odd| {
        let mut record = usual.clone();
        for (name, value) in odd {
            record[name] = value;
        }
        record
    })
}

proptest! {
    #[test]
    fn odd_records_never_fail_a_page_and_what_is_kept_reads_the_same(
        records in prop::collection::vec(prop_oneof![record(), any_value()], 0..6)
    ) {
        let mut documents = Vec::new();
        for collection in Whoop.capabilities().collections {
            let body = json!({ "records": records }).to_string();
            let Ok(page) = Whoop.read_page(collection, WINDOW, body.as_bytes()) else {
                continue;
            };
            for document in &page.documents {
                let kept = Whoop.read_kept(collection, &document.body);
                prop_assert_eq!(kept.as_ref(), Ok(document));
                prop_assert!(document.first_day <= document.day);
                prop_assert!(document.day <= document.last_day);
            }
            documents.extend(page.documents);
        }
        let mapped = Whoop.map(&documents);
        for sample in &mapped.samples {
            prop_assert!(sample.quantity.first().is_finite());
            prop_assert!(sample.until.is_none_or(|until| until > sample.start));
            prop_assert!(Whoop.covers().contains(&sample.metric));
        }
        documents.reverse();
        prop_assert_eq!(Whoop.map(&documents), mapped);
    }

    #[test]
    fn odd_columns_never_fail_the_weather(daily in any_value(), hourly in any_value()) {
        let place = Place::new(52.5, 13.4).unwrap();
        let weather = Weather::new(place, "Europe/Berlin", date(2026, 9, 14));
        let collection = weather.collection("daily").unwrap();
        let mut daily = daily;
        if daily.is_object() {
            daily["time"] = json!(["2026-09-12", "2026-09-13", 7, null]);
        }
        let body = json!({"daily": daily, "hourly": hourly}).to_string();
        if let Ok(page) = weather.read_page(collection, WINDOW, body.as_bytes()) {
            let mapped = weather.map(&page.documents);
            prop_assert_eq!(mapped.unreadable, 0);
            for sample in mapped.samples {
                prop_assert!(sample.quantity.first().is_finite());
            }
        }
    }
}
