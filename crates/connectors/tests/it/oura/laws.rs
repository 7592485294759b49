//! What holds for any documents: twice the same, in any order, whatever is in them.

use proptest::prelude::*;
use serde_json::{Value, json};
use vitalog_connectors::{Connector, Mapped, SentDocument, oura::Oura};
use vitalog_core::Grain;

use super::documents;

fn maybe<T: std::fmt::Debug + Clone + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Value>
where
    Value: From<T>,
{
    prop_oneof![4 => value.prop_map(Value::from), 1 => Just(Value::Null), 1 => Just(json!("odd"))]
        .boxed()
}

fn day() -> impl Strategy<Value = String> {
    (1..=9_u8).prop_map(|day| format!("2026-09-0{day}"))
}

fn time() -> impl Strategy<Value = String> {
    let offset = prop_oneof![Just("Z"), Just("+02:00"), Just("-07:00"), Just("+05:45")];
    (1..=9_u8, 0..24_u8, 0..60_u8, offset).prop_map(|(day, hour, minute, offset)| {
        format!("2026-09-0{day}T{hour:02}:{minute:02}:00.000{offset}")
    })
}

/// Few identifiers and times, so that versions and ties are met.
fn common() -> impl Strategy<Value = Value> {
    (0..4_u8, day(), maybe((0..3_u8).prop_map(|minute| format!("2026-09-10T08:0{minute}:00Z"))))
        .prop_map(|(id, day, updated_at)| {
            json!({"id": format!("id{id}"), "day": day, "meta": {"updated_at": updated_at}})
        })
}

fn with(common: Value, more: Value) -> Value {
    let (Value::Object(mut all), Value::Object(more)) = (common, more) else {
        panic!("objects");
    };
    all.extend(more);
    Value::Object(all)
}

fn sleep() -> impl Strategy<Value = (&'static str, Value)> {
    let kind = prop_oneof![
        Just("long_sleep"),
        Just("sleep"),
        Just("late_nap"),
        Just("rest"),
        Just("deleted"),
        Just("new")
    ];
    let numbers = (
        maybe(0..4_u32),
        maybe(0..3_u32),
        prop::collection::vec(maybe(0..60_u32), 0..4),
    );
    (common(), maybe(kind), maybe(time()), maybe(time()), numbers).prop_map(
        |(common, kind, start, end, (asleep, lowest, items))| {
            let more = json!({
                "type": kind, "bedtime_start": start, "bedtime_end": end,
                "total_sleep_duration": asleep, "lowest_heart_rate": lowest,
                "average_hrv": lowest, "heart_rate": {"items": items},
            });
            ("sleep", with(common, more))
        },
    )
}

fn daily() -> impl Strategy<Value = (&'static str, Value)> {
    let kind = prop_oneof![Just("daily_sleep"), Just("daily_activity"), Just("vo2_max")];
    (kind, common(), maybe(time()), maybe(0..3_u32)).prop_map(|(kind, common, timestamp, number)| {
        let more = json!({"timestamp": timestamp, "score": number, "steps": number, "vo2_max": number});
        (kind, with(common, more))
    })
}

fn timed() -> impl Strategy<Value = (&'static str, Value)> {
    let kind = prop_oneof![Just("workout"), Just("session"), Just("rest_mode_period")];
    (kind, common(), maybe(time()), maybe(time()), maybe(day())).prop_map(
        |(kind, common, start, end, end_day)| {
            let more = json!({
                "start_datetime": start, "end_datetime": end, "end_day": end_day,
                "activity": "running", "type": "meditation", "calories": 7.25,
            });
            (kind, with(common, more))
        },
    )
}

fn point() -> impl Strategy<Value = (&'static str, Value)> {
    let source = prop_oneof![Just("awake"), Just("sleep"), Just("workout"), Just("new")];
    (time(), maybe(0..3_u32), maybe(source)).prop_map(|(timestamp, bpm, source)| {
        (
            "heartrate",
            json!({"timestamp": timestamp, "bpm": bpm, "source": source}),
        )
    })
}

fn sent() -> impl Strategy<Value = Vec<SentDocument>> {
    prop::collection::vec(prop_oneof![sleep(), daily(), timed(), point()], 0..24).prop_map(|sent| {
        let mut all = Vec::new();
        for (kind, document) in sent {
            // A page each, so that versions of one document are not yet put together.
            if kind != "heartrate" {
                all.extend(documents(kind, &json!({ "data": [document] })));
                continue;
            }
            let of_day: Vec<SentDocument> = documents(kind, &json!({ "data": [document] }));
            let (days, others): (Vec<_>, Vec<_>) = all
                .into_iter()
                .partition(|one: &SentDocument| one.kind == kind);
            all = others;
            all.extend(Oura.join(super::collection(kind), [days, of_day].concat()));
        }
        all
    })
}

fn slots(mapped: &Mapped) -> Vec<String> {
    let slot = |one: &vitalog_connectors::MappedSample| {
        format!(
            "{} {} {:?} {:?}",
            one.metric.slug(),
            one.start,
            one.until,
            one.grain
        )
    };
    mapped.samples.iter().map(slot).collect()
}

proptest! {
    #[test]
    fn order_of_documents_does_not_matter(
        (sent, shuffled) in sent().prop_flat_map(|sent| (Just(sent.clone()), Just(sent).prop_shuffle()))
    ) {
        prop_assert_eq!(Oura.map(&sent), Oura.map(&shuffled));
    }

    #[test]
    fn documents_given_twice_come_to_the_same(sent in sent()) {
        let twice = [sent.clone(), sent.clone()].concat();
        prop_assert_eq!(Oura.map(&sent), Oura.map(&twice));
        prop_assert_eq!(Oura.map(&sent), Oura.map(&sent));
    }

    #[test]
    fn no_time_of_a_metric_has_two_values_and_nothing_is_mapped_that_is_not_covered(sent in sent()) {
        let mapped = Oura.map(&sent);
        let slots = slots(&mapped);
        let mut distinct = slots.clone();
        distinct.sort();
        distinct.dedup();
        prop_assert_eq!(distinct.len(), slots.len());
        for sample in &mapped.samples {
            prop_assert!(Oura.covers().contains(&sample.metric));
            // Where readings do not name their day, only a whole day's sum is of one.
            prop_assert!(
                sample.day.is_none() || sample.metric.names_its_day() || sample.grain == Some(Grain::Day),
                "{} names no day", sample.metric.slug()
            );
        }
    }

    #[test]
    fn no_body_stops_the_reader(body in prop::collection::vec(any::<u8>(), 0..200)) {
        for collection in Oura.capabilities().collections {
            let _ = Oura.read_page(collection, super::autumn(), &body);
            let _ = Oura.read_one(collection, &body);
            let _ = Oura.read_kept(collection, &String::from_utf8_lossy(&body));
        }
    }

    #[test]
    fn no_member_of_a_wrong_type_stops_a_page(text in "[ -~]{0,40}", number in any::<f64>()) {
        for collection in Oura.capabilities().collections {
            let odd = [json!(text), json!(number), json!([text]), json!({"average": text})];
            for odd in odd {
                let document = json!({
                    "id": "a", "day": "2026-09-05", "score": odd, "type": odd, "timestamp": odd,
                    "bedtime_start": odd, "heart_rate": odd, "meta": odd, "spo2_percentage": odd,
                    "start_day": odd, "activity": odd, "level": odd, "bpm": odd, "source": odd,
                });
                let page = json!({"data": [document], "next_token": odd}).to_string();
                let read = Oura.read_page(collection, super::autumn(), page.as_bytes());
                if collection.kind != "personal_info" {
                    let read = read.unwrap();
                    let _ = Oura.map(&Oura.join(collection, read.documents));
                }
            }
        }
    }
}
