use super::*;

/// WHOOP's.
const LIMITS: &[Limit] = &[
    Limit {
        seconds: 60,
        requests: 100,
        bulk_leaves: 30,
    },
    Limit {
        seconds: 86_400,
        requests: 10_000,
        bulk_leaves: 2_000,
    },
];

fn second(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// How many of so many wishes at one instant are granted.
fn granted(ledger: &mut Ledger, lane: Lane, wishes: usize, now: Timestamp) -> usize {
    (0..wishes)
        .filter(|wish| ledger.acquire(LIMITS, lane, &wish.to_string(), now) == Acquired::Granted)
        .count()
}

#[test]
fn a_tenth_of_each_limit_is_never_used() {
    let mut ledger = Ledger::default();
    assert_eq!(granted(&mut ledger, Lane::Interactive, 200, second(5)), 90);
    // Each minute is used whole, and at last the day is.
    let mut total = 90;
    for minute in 1..300 {
        total += granted(&mut ledger, Lane::Interactive, 100, second(5 + minute * 62));
    }
    assert_eq!(total, 9_000);
}

#[test]
fn bulk_work_leaves_thirty_a_minute_and_two_thousand_a_day() {
    let mut ledger = Ledger::default();
    assert_eq!(granted(&mut ledger, Lane::Bulk, 200, second(5)), 60);
    assert_eq!(granted(&mut ledger, Lane::Interactive, 200, second(6)), 30);
    let mut total = 60;
    let mut ledger = Ledger::default();
    granted(&mut ledger, Lane::Bulk, 60, second(5));
    for minute in 1..300 {
        total += granted(&mut ledger, Lane::Bulk, 60, second(5 + minute * 62));
    }
    assert_eq!(total, 7_000);
}

#[test]
fn what_was_refused_is_granted_at_the_time_told() {
    let mut ledger = Ledger::default();
    granted(&mut ledger, Lane::Interactive, 90, second(5));
    let Acquired::Later(again) = ledger.acquire(LIMITS, Lane::Interactive, "", second(30)) else {
        panic!("granted beyond the limit");
    };
    // The second in which they were sent, and a minute.
    assert_eq!(again, second(66));
    let just_before = again.checked_sub(SignedDuration::from_millis(1)).unwrap();
    assert_eq!(
        ledger.acquire(LIMITS, Lane::Interactive, "", just_before),
        Acquired::Later(later(just_before, LEAST_WAIT))
    );
    assert_eq!(
        ledger.acquire(LIMITS, Lane::Interactive, "", again),
        Acquired::Granted
    );
}

#[test]
fn bulk_work_is_served_in_the_order_in_which_it_came() {
    let mut ledger = Ledger::default();
    granted(&mut ledger, Lane::Bulk, 59, second(0));
    granted(&mut ledger, Lane::Bulk, 1, second(10));
    for who in ["a", "b", "c"] {
        let asked = ledger.acquire(LIMITS, Lane::Bulk, who, second(20));
        assert!(matches!(asked, Acquired::Later(_)), "{who}");
    }
    // 59 are free again; whoever asks first, room is kept for those who came before.
    let asked: Vec<_> = ["d", "c", "b", "a"]
        .map(|who| ledger.acquire(LIMITS, Lane::Bulk, who, second(62)))
        .into();
    assert_eq!(asked, [Acquired::Granted; 4]);
    // With room for one only the first gets it.
    let mut ledger = Ledger::default();
    granted(&mut ledger, Lane::Bulk, 1, second(0));
    granted(&mut ledger, Lane::Bulk, 59, second(10));
    for who in ["a", "b"] {
        ledger.acquire(LIMITS, Lane::Bulk, who, second(20));
    }
    let later = ledger.acquire(LIMITS, Lane::Bulk, "b", second(62));
    assert!(matches!(later, Acquired::Later(_)));
    assert_eq!(
        ledger.acquire(LIMITS, Lane::Bulk, "a", second(62)),
        Acquired::Granted
    );
}

#[test]
fn place_of_one_who_does_not_come_back_is_given_up() {
    let mut ledger = Ledger::default();
    granted(&mut ledger, Lane::Bulk, 1, second(0));
    granted(&mut ledger, Lane::Bulk, 59, second(10));
    for who in ["gone", "b"] {
        ledger.acquire(LIMITS, Lane::Bulk, who, second(20));
    }
    assert_ne!(
        ledger.acquire(LIMITS, Lane::Bulk, "b", second(62)),
        Acquired::Granted
    );
    // One more was free at 61 for `gone`, who had 15 s to come.
    assert_ne!(
        ledger.acquire(LIMITS, Lane::Bulk, "b", second(70)),
        Acquired::Granted
    );
    assert_eq!(
        ledger.acquire(LIMITS, Lane::Bulk, "b", second(77)),
        Acquired::Granted
    );
}

#[test]
fn what_the_vendor_says_is_believed_where_it_is_less() {
    let told = |remaining, reset| Told {
        remaining: Some(remaining),
        reset: Some(SignedDuration::from_secs(reset)),
        refused: false,
    };
    // What was told, and how many interactive and bulk requests are left then.
    let cases = [
        (told(100, 40), (90, 60)),
        (told(60, 40), (50, 20)),
        (told(10, 40), (0, 0)),
        // More than a minute: it is the day that has so few left.
        (told(3_000, 40_000), (90, 0)),
        (told(1_020, 40_000), (20, 0)),
        (told(50, 0), (90, 60)),
    ];
    for (told, (interactive, bulk)) in cases {
        let mut ledger = Ledger::default();
        ledger.hear(LIMITS, told, second(0));
        let left = |lane| ledger.left(LIMITS, lane, second(0)).0;
        assert_eq!(
            (left(Lane::Interactive), left(Lane::Bulk)),
            (interactive, bulk),
            "{told:?}"
        );
    }
}

#[test]
fn refusal_empties_the_budget_until_the_reset() {
    for (reset, until) in [(Some(25), 25), (None, 60)] {
        let mut ledger = Ledger::default();
        let told = Told {
            remaining: None,
            reset: reset.map(SignedDuration::from_secs),
            refused: true,
        };
        assert!(ledger.hear(LIMITS, told, second(0)));
        for lane in [Lane::Interactive, Lane::Bulk] {
            assert_eq!(
                ledger.acquire(LIMITS, lane, "a", second(1)),
                Acquired::Later(second(until))
            );
        }
        assert_eq!(
            ledger.left(LIMITS, Lane::Interactive, second(1)),
            (0, Some(second(until)))
        );
        assert_eq!(
            ledger.acquire(LIMITS, Lane::Interactive, "a", second(until)),
            Acquired::Granted
        );
    }
}

#[test]
fn what_is_known_already_is_no_news() {
    let mut ledger = Ledger::default();
    granted(&mut ledger, Lane::Interactive, 10, second(0));
    let told = |remaining| Told {
        remaining: Some(remaining),
        reset: Some(SignedDuration::from_secs(50)),
        refused: false,
    };
    assert!(!ledger.hear(LIMITS, told(90), second(1)));
    assert!(ledger.hear(LIMITS, told(89), second(1)));
    assert!(!ledger.hear(LIMITS, told(89), second(1)));
}

#[test]
fn state_survives_being_stored() {
    let mut ledger = Ledger::default();
    granted(&mut ledger, Lane::Bulk, 70, second(0));
    ledger.hear(
        LIMITS,
        Told {
            refused: true,
            ..Told::default()
        },
        second(1),
    );
    let stored = serde_json::json!(ledger).to_string();
    assert_eq!(serde_json::from_str::<Ledger>(&stored).unwrap(), ledger);
}

#[test]
fn vendor_is_believed_for_a_day_at_most_and_an_instant_is_no_wait() {
    let now = second(1_780_000_000);
    let check = |told: i64, waits: i64| {
        let mut ledger = Ledger::default();
        let told = Told {
            remaining: None,
            reset: Some(SignedDuration::from_secs(told)),
            refused: true,
        };
        assert!(ledger.hear(LIMITS, told, now));
        let again = ledger.left(LIMITS, Lane::Interactive, now).1.unwrap();
        assert_eq!(again.duration_since(now).as_secs(), waits, "{told:?}");
    };
    check(30, 30);
    check(86_400, 86_400);
    check(86_401, 86_400);
    check(99_999_999, 86_400);
    // Seconds since 1970: of half a minute later, of two days later, and of one that is past.
    check(1_780_000_030, 30);
    check(1_780_172_800, 86_400);
    check(1_779_999_000, 60);
}

#[test]
fn what_an_earlier_version_believed_for_years_is_forgotten() {
    let now = second(1_780_000_000);
    let kept = r#"{"windows":{"86400":{"told":[0,3592000000000]}}}"#;
    let mut ledger: Ledger = serde_json::from_str(kept).unwrap();
    assert_eq!(granted(&mut ledger, Lane::Interactive, 1, now), 1);
}

#[test]
fn refusal_is_forgotten_for_who_asks_by_hand_and_heard_again() {
    let now = second(5);
    let refused = Told {
        remaining: None,
        reset: Some(SignedDuration::from_hours(2)),
        refused: true,
    };
    let mut ledger = Ledger::default();
    granted(&mut ledger, Lane::Interactive, 3, now);
    ledger.hear(LIMITS, refused, now);
    assert_eq!(granted(&mut ledger, Lane::Interactive, 1, now), 0);
    assert!(ledger.forget_refusals());
    assert!(!ledger.forget_refusals());
    assert_eq!(
        ledger.left(LIMITS, Lane::Interactive, now).0,
        87,
        "our own count stands"
    );
    assert_eq!(granted(&mut ledger, Lane::Interactive, 1, now), 1);
    ledger.hear(LIMITS, refused, now);
    assert_eq!(granted(&mut ledger, Lane::Interactive, 1, now), 0);
}

#[test]
fn what_was_heard_by_a_clock_that_was_ahead_is_forgotten_once_it_is_right() {
    let (ahead, now) = (second(20_000), second(5_000));
    let refused = Told {
        remaining: None,
        reset: None,
        refused: true,
    };
    let mut ledger = Ledger::default();
    ledger.hear(LIMITS, refused, ahead);
    assert_eq!(granted(&mut ledger, Lane::Interactive, 1, ahead), 0);
    assert_eq!(granted(&mut ledger, Lane::Interactive, 1, now), 1);
}
