//! The pushes of a person who does not exist, in every form in which phones send them.

use jiff::{civil::date, tz::TimeZone};
use serde_json::Value;
use vitalog_core::{Grain, Metric};
use vitalog_sync::PushHeaders;
use vitalog_synthetic::{
    Day, Density, Person,
    hae::{self, Hours, Kind, Options, Units},
};

use crate::world::{World, ZONE};

fn days(count: u16, density: Density) -> Vec<Day> {
    let zone = TimeZone::get(ZONE).unwrap();
    let person = Person::new(1, zone, date(2026, 10, 9), count).with_density(density);
    person.record(person.days()).collect()
}

fn headers(sent: &hae::Push) -> PushHeaders {
    let value = |name: &str| {
        let header = sent.headers.iter().find(|(header, _)| *header == name);
        header.map(|(_, value)| value.clone())
    };
    PushHeaders {
        automation_name: value("automation-name"),
        automation_id: value("automation-id"),
        automation_aggregation: value("automation-aggregation"),
        automation_period: value("automation-period"),
        session_id: value("session-id"),
        ..PushHeaders::default()
    }
}

async fn push(world: &World, days: &[Day], options: &Options) -> Value {
    let sent = hae::push(days, options).remove(0);
    let headers = headers(&sent);
    let reply = world
        .ingest
        .ingest(&world.account, &headers, sent.body.as_bytes());
    serde_json::to_value(reply.await.unwrap()).unwrap()
}

/// Every preference of units with everything that it can be summed up over, by each clock in turn.
fn forms() -> Vec<Options> {
    let clocks = [Hours::TwentyFour, Hours::Twelve, Hours::TwelveNarrow];
    let mut clocks = clocks.into_iter().cycle();
    let mut forms = Vec::new();
    for units in [Units::AsKept, Units::Us, Units::Metric, Units::Odd] {
        for summarised in [
            None,
            Some(Grain::Minute),
            Some(Grain::Hour),
            Some(Grain::Day),
        ] {
            forms.push(Options {
                kinds: Kind::ALL.to_vec(),
                units,
                hours: clocks.next().unwrap_or(Hours::TwentyFour),
                summarised,
                voltages: 3,
                ..Options::default()
            });
        }
    }
    forms
}

#[tokio::test]
async fn whole_life_is_stored_in_every_form_with_nothing_skipped() {
    let days = days(12, Density::default());
    for options in forms() {
        let world = World::new("2026-10-10T12:00");
        let reply = push(&world, &days, &options).await;
        assert_eq!(
            reply["skipped_reasons"],
            serde_json::json!({}),
            "{options:?}"
        );
        assert_eq!(reply["workouts"]["skipped"], 0, "{options:?}");
        assert_eq!(reply.get("ignored_data"), None, "{options:?}");
        assert_eq!(reply.get("ignored_metrics"), None, "{options:?}");
        for (kind, counts) in reply["records"].as_object().unwrap() {
            assert_eq!(counts["received"], counts["stored"], "{kind} {options:?}");
        }
        let again = push(&world, &days, &options).await;
        assert_eq!(again["rows_written"], 0, "{options:?}");
        for (kind, counts) in again["records"].as_object().unwrap() {
            assert_eq!(counts["stored"], 0, "{kind} {options:?}");
        }
    }
}

#[tokio::test]
async fn values_are_the_same_whatever_clock_the_phone_shows() {
    let days = days(4, Density::default());
    let mut records = Vec::new();
    for hours in [Hours::TwentyFour, Hours::Twelve, Hours::TwelveNarrow] {
        let world = World::new("2026-10-10T12:00");
        let options = Options {
            hours,
            ..Options::default()
        };
        push(&world, &days, &options).await;
        let mut values = Vec::new();
        for metric in Metric::ALL {
            for row in world.rows(*metric).await {
                values.push((
                    *metric,
                    row.at,
                    row.until,
                    row.fingerprint,
                    row.quantity.first().to_bits(),
                ));
            }
        }
        records.push(values);
    }
    assert!(records[0].len() > 1_000);
    assert_eq!(records[0], records[1]);
    assert_eq!(records[0], records[2]);
}

#[tokio::test]
async fn dense_week_is_stored_whole_and_writes_nothing_when_it_comes_again() {
    let days = days(7, Density::Dense);
    let world = World::new("2026-10-10T12:00");
    let options = Options {
        kinds: Kind::ALL.to_vec(),
        voltages: 15_360,
        ..Options::default()
    };
    let first = push(&world, &days, &options).await;
    assert!(first["rows_written"].as_u64() > Some(15_000), "{first}");
    assert_eq!(first["skipped"], 0);
    assert_eq!(first["records"]["ecg"]["stored"], 1);
    let again = push(&world, &days, &options).await;
    assert_eq!(again["rows_written"], 0);
    assert_eq!(again["rows_unchanged"], first["rows_written"]);
    assert_eq!(again["records"]["ecg"]["unchanged"], 1);
}
