//! The duplicate rule between chat and phone.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use proptest::prelude::*;
use vitalog_core::{Metric, Quantity, Reading, duplicate::hidden_behind_chat};

use crate::{
    moments::instant,
    readings::{chat, phone},
};

/// A reading by minutes after some morning, and a value.
#[derive(Clone, Copy, Debug)]
enum Said {
    Chat(i64, f64),
    Phone(i64, f64),
}
use Said::{Chat, Phone};

fn reading(metric: Metric, said: Said) -> Reading {
    let morning = instant("2026-10-05T14:00:00Z");
    let at = |seconds| morning + SignedDuration::from_secs(seconds);
    match said {
        Chat(seconds, value) => chat(metric, at(seconds), Quantity::Single(value)),
        Phone(seconds, value) => phone(metric, at(seconds), Quantity::Single(value), "Meter"),
    }
}

fn hidden(metric: Metric, said: &[Said]) -> Vec<usize> {
    let readings: Vec<Reading> = said.iter().map(|said| reading(metric, *said)).collect();
    hidden_behind_chat(&readings.iter().collect::<Vec<_>>())
}

#[test]
fn a_phone_reading_near_a_chat_reading_is_hidden() {
    let check = |said: &[Said], expected: &[usize]| {
        assert_eq!(hidden(Metric::Glucose, said), expected, "{said:?}");
    };
    check(&[], &[]);
    check(&[Chat(0, 100.0)], &[]);
    check(&[Phone(0, 100.0), Phone(0, 100.0)], &[]);
    check(&[Chat(0, 100.0), Chat(60, 100.0)], &[]);
    check(&[Chat(0, 100.0), Phone(60, 100.0)], &[1]);
    check(&[Phone(60, 100.0), Chat(0, 100.0)], &[0]);
    // Fifteen minutes to the second, before and after.
    check(&[Chat(900, 100.0), Phone(0, 100.0)], &[1]);
    check(&[Chat(0, 100.0), Phone(900, 100.0)], &[1]);
    check(&[Chat(901, 100.0), Phone(0, 100.0)], &[]);
    check(&[Chat(0, 100.0), Phone(901, 100.0)], &[]);
    // Five per cent of the larger value.
    check(&[Chat(0, 100.0), Phone(0, 95.0)], &[1]);
    check(&[Chat(0, 95.0), Phone(0, 100.0)], &[1]);
    check(&[Chat(0, 100.0), Phone(0, 94.9)], &[]);
    check(&[Chat(0, 100.0), Phone(0, 105.2)], &[1]);
    check(&[Chat(0, 100.0), Phone(0, 105.3)], &[]);
    check(&[Chat(0, 5.5), Phone(0, 5.225)], &[1]);
    check(&[Chat(0, 0.0), Phone(0, 0.0)], &[1]);
    check(&[Chat(0, 0.0), Phone(0, 0.1)], &[]);
}

#[test]
fn pairs_are_made_closest_in_time_first_and_each_reading_pairs_once() {
    let check = |said: &[Said], expected: &[usize]| {
        assert_eq!(hidden(Metric::Glucose, said), expected, "{said:?}");
    };
    check(&[Chat(0, 100.0), Phone(300, 100.0), Phone(60, 100.0)], &[2]);
    check(&[Chat(0, 100.0), Chat(300, 100.0), Phone(200, 100.0)], &[2]);
    check(
        &[
            Chat(0, 100.0),
            Chat(300, 100.0),
            Phone(200, 100.0),
            Phone(-800, 100.0),
        ],
        &[2, 3],
    );
    // The closest pair leaves the others without a partner.
    check(
        &[
            Chat(0, 100.0),
            Phone(100, 100.0),
            Chat(150, 100.0),
            Phone(1_000, 100.0),
        ],
        &[1],
    );
    // At equal distance the nearer value is the same reading.
    check(&[Chat(60, 100.0), Phone(0, 103.0), Phone(120, 100.0)], &[2]);
    check(&[Chat(60, 100.0), Phone(120, 100.0), Phone(0, 103.0)], &[1]);
}

#[test]
fn both_numbers_of_a_blood_pressure_must_agree() {
    let pressure = |systolic: f64, diastolic: f64| Quantity::Pressure {
        systolic,
        diastolic,
    };
    let check = |sent: Quantity, expected: &[usize]| {
        let at = instant("2026-10-05T14:00:00Z");
        let said = chat(Metric::BloodPressure, at, pressure(120.0, 80.0));
        let sent = phone(Metric::BloodPressure, at, sent, "OMRON connect");
        assert_eq!(hidden_behind_chat(&[&said, &sent]), expected, "{sent:?}");
    };
    check(pressure(122.0, 79.0), &[1]);
    check(pressure(122.0, 90.0), &[]);
    check(pressure(140.0, 79.0), &[]);
}

#[test]
fn sums_hide_nothing_and_metrics_do_not_mix() {
    let said = [Chat(0, 30.0), Phone(0, 30.0)];
    assert_eq!(hidden(Metric::Carbs, &said), Vec::<usize>::new());
    let glucose = reading(Metric::Glucose, said[0]);
    let ketones = reading(Metric::Ketones, said[1]);
    assert!(hidden_behind_chat(&[&glucose, &ketones]).is_empty());
}

/// The rule in its plainest form: while there is a pair, take the best and strike both out.
fn hidden_by_striking_out(said: &[Said]) -> BTreeSet<usize> {
    let mut chats = BTreeSet::new();
    let mut phones = BTreeSet::new();
    for (position, said) in said.iter().enumerate() {
        match *said {
            Chat(seconds, value) => chats.insert((position, seconds, value.to_bits())),
            Phone(seconds, value) => phones.insert((position, seconds, value.to_bits())),
        };
    }
    let mut hidden = BTreeSet::new();
    loop {
        let mut candidates = BTreeSet::new();
        for chat in &chats {
            for phone in &phones {
                let (a, b) = (f64::from_bits(chat.2), f64::from_bits(phone.2));
                let apart = (chat.1 - phone.1).abs();
                if apart <= 900 && (a - b).abs() * 100.0 <= a.max(b) * 5.0 + 1e-6 {
                    let rank = (apart, (a - b).abs().to_bits(), chat.1, phone.1, phone.2);
                    candidates.insert((rank, *chat, *phone));
                }
            }
        }
        let Some((_, chat, phone)) = candidates.pop_first() else {
            return hidden;
        };
        chats.remove(&chat);
        phones.remove(&phone);
        hidden.insert(phone.0);
    }
}

fn any_said() -> impl Strategy<Value = Vec<Said>> {
    let one = (any::<bool>(), 0_i64..60, 90_i32..110).prop_map(|(chat, minute, value)| {
        let (seconds, value) = (minute * 60, f64::from(value));
        if chat {
            Chat(seconds, value)
        } else {
            Phone(seconds, value)
        }
    });
    // Two rows of one route, second and value cannot both be stored.
    prop::collection::vec(one, 0..14).prop_map(|mut said| {
        let mut seen = BTreeSet::new();
        said.retain(|said| {
            seen.insert(match *said {
                Chat(seconds, _) => (true, seconds, 0),
                Phone(seconds, value) => (false, seconds, value.to_bits()),
            })
        });
        said
    })
}

proptest! {
    #[test]
    fn hiding_agrees_with_striking_out(said in any_said()) {
        let expected: Vec<usize> = hidden_by_striking_out(&said).into_iter().collect();
        prop_assert_eq!(hidden(Metric::Glucose, &said), expected);
    }

    #[test]
    fn chat_readings_stay_and_each_hides_at_most_one(said in any_said()) {
        let hidden = hidden(Metric::Glucose, &said);
        let chats = said.iter().filter(|said| matches!(said, Chat(..))).count();
        prop_assert!(hidden.len() <= chats);
        prop_assert!(hidden.iter().all(|position| matches!(said[*position], Phone(..))));
        prop_assert!(hidden.is_sorted());
    }

    #[test]
    fn the_order_of_readings_does_not_matter(
        (said, shuffled) in any_said().prop_flat_map(|said| {
            let order: Vec<usize> = (0..said.len()).collect();
            (Just(said), Just(order).prop_shuffle())
        }),
    ) {
        let moved: Vec<Said> = shuffled.iter().map(|position| said[*position]).collect();
        let there: BTreeSet<usize> =
            hidden(Metric::Glucose, &moved).iter().map(|place| shuffled[*place]).collect();
        let here: BTreeSet<usize> = hidden(Metric::Glucose, &said).into_iter().collect();
        prop_assert_eq!(there, here);
    }
}
