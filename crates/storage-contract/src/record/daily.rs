//! Daily values are replaced whole, days at a time, and read apart from those of sources.

use std::{collections::BTreeMap, sync::Arc};

use jiff::civil::Date;
use vitalog_core::{AccountId, DailyValue, DayRange, Metric};
use vitalog_storage::{
    DailyExtent, MetricDays, RecordChange, RecordQuery, Retry, Revision, Storage, Written,
};

use crate::sample::{account, daily_value, day, days, me, put_daily, revision_of, write};

/// Every daily value of an account, those that count before those of sources.
async fn all(storage: &dyn Storage, account: &AccountId) -> Vec<DailyValue> {
    let always = DayRange {
        start: Date::MIN,
        end: Date::MAX,
    };
    let asked: Vec<_> = Metric::ALL.iter().map(|metric| (*metric, always)).collect();
    let query = RecordQuery {
        daily: asked.clone(),
        daily_by_source: asked,
        ..RecordQuery::default()
    };
    let record = storage.read_record(account, &query).await.unwrap();
    let kinds = [record.daily, record.daily_by_source];
    let kinds = kinds.into_iter().flat_map(BTreeMap::into_values);
    kinds.flatten().collect()
}

async fn put(storage: &dyn Storage, metric: Metric, on: DayRange, values: &[&DailyValue]) {
    let values = values.iter().map(|value| (*value).clone()).collect();
    write(storage, &me(), &put_daily(metric, on, values)).await;
}

pub(crate) async fn daily_value_comes_back_as_written(storage: Arc<dyn Storage>) {
    let mut values = Vec::new();
    for (number, on) in [
        (0.1 + 0.2, day(1)),
        (5e-324, Date::MIN),
        (f64::MAX, Date::MAX),
        (f64::MIN, Date::constant(1969, 12, 31)),
        (-273.15, Date::constant(1970, 1, 1)),
    ] {
        for source in [None, Some("Anna\u{2019}s\u{a0}Watch"), Some("\u{1f9ea}")] {
            for diastolic in [None, Some(number / 3.0)] {
                let value = DailyValue {
                    n: u32::MAX,
                    min: number / 7.0,
                    max: number / 2.0,
                    first: number / 5.0,
                    last: number / 9.0,
                    diastolic,
                    ..daily_value(Metric::BloodPressure, on, source, number)
                };
                put(&*storage, value.metric, days(on, on), &[&value]).await;
                values.push(value.clone());
                assert_eq!(all(&*storage, &me()).await, [value]);
                put(&*storage, Metric::BloodPressure, days(on, on), &[]).await;
            }
        }
    }
    assert!(all(&*storage, &me()).await.is_empty());

    let negative_zero = daily_value(Metric::Weight, day(1), None, -0.0);
    put(
        &*storage,
        Metric::Weight,
        days(day(1), day(1)),
        &[&negative_zero],
    )
    .await;
    for value in all(&*storage, &me()).await {
        let numbers = [value.sum, value.min, value.max, value.first, value.last];
        assert!(numbers.iter().all(|number| number.to_bits() == 0));
    }
}

pub(crate) async fn daily_values_come_by_day_and_source(storage: Arc<dyn Storage>) {
    let value = |on, source, number| daily_value(Metric::Weight, day(on), source, number);
    let counting: Vec<DailyValue> = (1..=4).map(|on| value(on, None, 1.0)).collect();
    let mut of_sources = Vec::new();
    for on in 1..=4 {
        for source in ["", "B", "Z", "a", "é"] {
            of_sources.push(value(on, Some(source), f64::from(on)));
        }
    }
    let mut mixed: Vec<DailyValue> = of_sources.iter().rev().cloned().collect();
    mixed.extend(counting.iter().rev().cloned());
    write(
        &*storage,
        &me(),
        &put_daily(Metric::Weight, days(day(1), day(4)), mixed),
    )
    .await;
    let waist = daily_value(Metric::Waist, day(2), None, 9.0);
    put(&*storage, Metric::Waist, days(day(2), day(2)), &[&waist]).await;

    let query = RecordQuery {
        daily: vec![
            (Metric::Weight, days(day(2), day(3))),
            (Metric::Weight, days(day(3), day(3))),
            (Metric::Glucose, days(day(1), day(4))),
        ],
        daily_by_source: vec![(Metric::Weight, days(day(4), day(9)))],
        ..RecordQuery::default()
    };
    let record = storage.read_record(&me(), &query).await.unwrap();
    assert_eq!(record.daily.len(), 2);
    assert_eq!(record.daily[&Metric::Weight], counting[1..3]);
    assert_eq!(record.daily[&Metric::Glucose], []);
    assert_eq!(record.daily_by_source.len(), 1);
    assert_eq!(record.daily_by_source[&Metric::Weight], of_sources[15..]);
}

pub(crate) async fn days_are_replaced_whole_and_their_neighbours_stay(storage: Arc<dyn Storage>) {
    let value = |metric, on, source| daily_value(metric, day(on), source, f64::from(on));
    let mut before = Vec::new();
    for on in 1..=5 {
        before.push(value(Metric::Weight, on, None));
        before.push(value(Metric::Weight, on, Some("Scale")));
    }
    write(
        &*storage,
        &me(),
        &put_daily(Metric::Weight, days(day(1), day(5)), before.clone()),
    )
    .await;
    let waist = value(Metric::Waist, 3, None);
    put(&*storage, Metric::Waist, days(day(3), day(3)), &[&waist]).await;

    let new = value(Metric::Weight, 3, Some("Chat"));
    put(&*storage, Metric::Weight, days(day(2), day(4)), &[&new]).await;
    let mut left = all(&*storage, &me()).await;
    let expected = [
        value(Metric::Weight, 1, None),
        value(Metric::Weight, 5, None),
        waist.clone(),
        value(Metric::Weight, 1, Some("Scale")),
        new,
        value(Metric::Weight, 5, Some("Scale")),
    ];
    assert_eq!(left, expected);

    // In one change the later of two that meet stands.
    let always = days(Date::MIN, Date::MAX);
    let mut change = put_daily(Metric::Weight, always, vec![before[0].clone()]);
    change.put_daily.push(MetricDays {
        metric: Metric::Weight,
        days: days(day(1), day(2)),
        values: vec![value(Metric::Weight, 2, None)],
    });
    write(&*storage, &me(), &change).await;
    left = all(&*storage, &me()).await;
    assert_eq!(left, [value(Metric::Weight, 2, None), waist]);
}

pub(crate) async fn refused_change_writes_no_daily_values(storage: Arc<dyn Storage>) {
    let on = days(day(1), day(1));
    let kept = daily_value(Metric::Weight, day(1), None, 1.0);
    put(&*storage, Metric::Weight, on, &[&kept]).await;
    let revision = revision_of(&*storage, &me()).await;

    let other = daily_value(Metric::Weight, day(1), None, 2.0);
    let stale = storage
        .write_record(
            &me(),
            Revision(0),
            put_daily(Metric::Weight, on, vec![other]),
        )
        .await;
    assert_eq!(stale.unwrap(), Written::Stale);
    let numbers: [fn(&mut DailyValue) -> &mut f64; 5] = [
        |value| &mut value.sum,
        |value| &mut value.min,
        |value| &mut value.max,
        |value| &mut value.first,
        |value| &mut value.last,
    ];
    for number in numbers {
        let mut bad = kept.clone();
        *number(&mut bad) = f64::INFINITY;
        let refused = storage
            .write_record(&me(), revision, put_daily(Metric::Weight, on, vec![bad]))
            .await;
        assert_eq!(refused.unwrap_err().retry, Retry::Never);
    }
    let diastolic = DailyValue {
        diastolic: Some(f64::NAN),
        ..kept.clone()
    };
    let refused = storage
        .write_record(
            &me(),
            revision,
            put_daily(Metric::Weight, on, vec![diastolic]),
        )
        .await;
    assert!(refused.is_err());
    assert_eq!(all(&*storage, &me()).await, [kept]);
}

pub(crate) async fn account_never_sees_daily_values_of_another(storage: Arc<dyn Storage>) {
    for name in ["m", "me-2"] {
        let value = daily_value(Metric::Weight, day(1), None, 1.0);
        let change = put_daily(Metric::Weight, days(day(1), day(1)), vec![value]);
        write(&*storage, &account(name), &change).await;
    }
    assert!(all(&*storage, &me()).await.is_empty());
    let extents = storage.daily_extents(&me(), Metric::ALL).await.unwrap();
    assert!(extents.is_empty());

    put(&*storage, Metric::Weight, days(Date::MIN, Date::MAX), &[]).await;
    assert_eq!(all(&*storage, &account("m")).await.len(), 1);
}

pub(crate) async fn extents_span_all_values_and_count_days_that_have_one(
    storage: Arc<dyn Storage>,
) {
    let value = |on, source| daily_value(Metric::Weight, day(on), source, 1.0);
    let values = [
        value(3, None),
        value(3, Some("Scale")),
        value(5, None),
        value(9, Some("Scale")),
        value(9, Some("Chat")),
    ];
    write(
        &*storage,
        &me(),
        &put_daily(Metric::Weight, days(day(1), day(9)), values.to_vec()),
    )
    .await;
    let told = daily_value(Metric::SleepInBed, day(2), Some("Phone"), 8.0);
    put(
        &*storage,
        Metric::SleepInBed,
        days(day(2), day(2)),
        &[&told],
    )
    .await;
    let gone = daily_value(Metric::Waist, day(2), None, 8.0);
    put(&*storage, Metric::Waist, days(day(2), day(2)), &[&gone]).await;
    put(&*storage, Metric::Waist, days(day(2), day(2)), &[]).await;

    let extent = |first, last, days| DailyExtent {
        first: day(first),
        last: day(last),
        days,
    };
    let weight = (Metric::Weight, extent(3, 9, 2));
    let in_bed = (Metric::SleepInBed, extent(2, 2, 0));
    let told = async |asked: &[Metric]| -> Vec<(Metric, DailyExtent)> {
        let found = storage.daily_extents(&me(), asked).await.unwrap();
        found.into_iter().collect()
    };
    assert_eq!(told(Metric::ALL).await, [weight, in_bed]);
    assert_eq!(told(&[Metric::Weight, Metric::Waist]).await, [weight]);
    assert!(told(&[]).await.is_empty());
}

pub(crate) async fn documents_asked_for_come_with_the_record(storage: Arc<dyn Storage>) {
    let write_documents = |documents| RecordChange {
        put_documents: documents,
        ..RecordChange::default()
    };
    let both = vec![
        crate::sample::document("a", "1"),
        crate::sample::document("b", "2"),
    ];
    write(&*storage, &me(), &write_documents(both)).await;
    let elsewhere = vec![crate::sample::document("c", "3")];
    write(&*storage, &account("m"), &write_documents(elsewhere)).await;

    let asked = ["b", "c", "b", "a"].map(|id| ("sample", id.to_owned()));
    let query = RecordQuery {
        documents: asked.to_vec(),
        ..RecordQuery::default()
    };
    let record = storage.read_record(&me(), &query).await.unwrap();
    let found: Vec<(&str, &str, u64)> = record
        .documents
        .iter()
        .map(|((_, id), document)| (id.as_str(), document.body.as_str(), document.version))
        .collect();
    assert_eq!(found, [("a", "1", 1), ("b", "2", 1)]);
    assert!(record.documents.keys().all(|(kind, _)| kind == "sample"));
}
