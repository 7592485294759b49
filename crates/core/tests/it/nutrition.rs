//! Net carbs, in worked days and as laws.

use jiff::SignedDuration;
use proptest::prelude::*;
use vitalog_core::{
    Metric, Quantity, Reading, Switchover,
    account::DEFAULT_SWITCHOVER,
    nutrition::{DayCarbs, UnmatchedFiber, day_carbs},
};

use crate::{moments::instant, readings::phone};

/// A time on the day of the switchover (22:44 UTC), grams, and the app.
type Eaten<'a> = (&'a str, f64, &'a str);

const LUNCH: &str = "19:30:00";
const AT_SWITCHOVER: &str = "22:44:00";
const DINNER: &str = "23:30:00";

fn readings(metric: Metric, eaten: &[Eaten]) -> Vec<Reading> {
    let reading = |(time, grams, source): &Eaten| {
        let at = instant(&format!("2026-09-29T{time}Z"));
        phone(metric, at, Quantity::Single(*grams), source)
    };
    eaten.iter().map(reading).collect()
}

fn work_out(
    carbs: &[Eaten],
    fiber: &[Eaten],
    switchover: Switchover,
    before_switchover: bool,
) -> DayCarbs {
    let carbs = readings(Metric::Carbs, carbs);
    let fiber = readings(Metric::Fiber, fiber);
    day_carbs(
        &carbs.iter().collect::<Vec<_>>(),
        &fiber.iter().collect::<Vec<_>>(),
        switchover,
        before_switchover,
    )
}

fn figures(day: &DayCarbs) -> (Option<f64>, Option<f64>, Option<f64>, Option<f64>) {
    (day.net_g, day.total_g, day.fiber_g, day.clamped_from_g)
}

#[test]
fn figures_of_worked_days() {
    // Net, total, fiber, and the negative figure shown as 0.
    let check = |carbs: &[Eaten], fiber: &[Eaten], expected: [Option<f64>; 4]| {
        let day = work_out(carbs, fiber, DEFAULT_SWITCHOVER, false);
        let (net, total, fiber_g, clamped) = figures(&day);
        assert_eq!(
            [net, total, fiber_g, clamped],
            expected,
            "{carbs:?} {fiber:?}"
        );
    };
    let app = "Cal AI";
    check(&[], &[], [None; 4]);
    // Lunch was entered as net carbs, its fiber is left out; dinner is a total.
    check(
        &[(LUNCH, 4.0, app), (DINNER, 30.0, app)],
        &[(LUNCH, 2.0, app), (DINNER, 8.0, app)],
        [Some(26.0), Some(30.0), Some(8.0), None],
    );
    check(
        &[(DINNER, 3.0, app)],
        &[(DINNER, 7.0, app)],
        [Some(0.0), Some(3.0), Some(7.0), Some(-4.0)],
    );
    // Fiber without carbohydrates pulls nothing down.
    check(
        &[],
        &[(DINNER, 6.0, app)],
        [None, Some(0.0), Some(6.0), None],
    );
    check(
        &[(DINNER, 20.0, app)],
        &[("23:30:01", 6.0, app)],
        [Some(20.0), Some(20.0), Some(6.0), None],
    );
    check(
        &[(DINNER, 20.0, app)],
        &[(DINNER, 6.0, "Other app")],
        [Some(20.0), Some(20.0), Some(6.0), None],
    );
    // A sample at the very instant is a total.
    check(
        &[(AT_SWITCHOVER, 10.0, app)],
        &[(AT_SWITCHOVER, 3.0, app)],
        [Some(7.0), Some(10.0), Some(3.0), None],
    );
    check(
        &[("22:43:59", 10.0, app)],
        &[("22:43:59", 3.0, app)],
        [Some(10.0), Some(0.0), Some(0.0), None],
    );
    check(
        &[],
        &[(LUNCH, 3.0, app)],
        [None, Some(0.0), Some(0.0), None],
    );
    // One carbohydrate sample licenses every fiber sample of its entry, and several count once.
    check(
        &[(DINNER, 20.0, app), (DINNER, 10.0, app)],
        &[(DINNER, 2.0, app), (DINNER, 3.0, app), (DINNER, 4.0, app)],
        [Some(21.0), Some(30.0), Some(9.0), None],
    );
    check(
        &[(LUNCH, 0.1, app), (LUNCH, 0.2, app)],
        &[],
        [Some(0.3), Some(0.0), Some(0.0), None],
    );
    check(
        &[(DINNER, 0.1, app), (DINNER, 0.2, app)],
        &[(DINNER, 0.1, app), (DINNER, 0.2, app)],
        [Some(0.0), Some(0.3), Some(0.3), None],
    );
    check(
        &[(DINNER, 0.0, app)],
        &[],
        [Some(0.0), Some(0.0), Some(0.0), None],
    );
}

#[test]
fn days_before_the_switchover_have_no_totals() {
    let carbs = [(LUNCH, 12.0, "Cal AI")];
    let fiber = [(LUNCH, 5.0, "Cal AI")];
    let check = |switchover: Switchover, before: bool, expected: DayCarbs| {
        assert_eq!(
            work_out(&carbs, &fiber, switchover, before),
            expected,
            "{switchover:?}"
        );
    };
    let net_only = DayCarbs {
        net_g: Some(12.0),
        has_already_net: true,
        ..DayCarbs::default()
    };
    check(DEFAULT_SWITCHOVER, true, net_only.clone());
    check(Switchover::Never, true, net_only);
    let all_total = DayCarbs {
        net_g: Some(7.0),
        total_g: Some(12.0),
        fiber_g: Some(5.0),
        ..DayCarbs::default()
    };
    check(Switchover::Always, false, all_total);
}

#[test]
fn fiber_that_was_not_subtracted_is_listed_by_time() {
    let day = work_out(
        &[(DINNER, 20.0, "Cal AI")],
        &[
            ("23:45:00", 2.5, "Other app"),
            (DINNER, 4.0, "Cal AI"),
            ("22:50:00", 6.0, "Cal AI"),
            (LUNCH, 9.0, "Cal AI"),
        ],
        DEFAULT_SWITCHOVER,
        false,
    );
    let unmatched = |at: &str, grams: f64, source: &str| UnmatchedFiber {
        at: instant(at),
        grams,
        source: source.to_owned(),
    };
    assert_eq!(
        day.unmatched_fiber,
        [
            unmatched("2026-09-29T22:50:00Z", 6.0, "Cal AI"),
            unmatched("2026-09-29T23:45:00Z", 2.5, "Other app"),
        ]
    );
    assert!(!day.has_already_net);
}

/// Entries: seconds after the switchover, tenths of a gram, and which app.
fn entries() -> impl Strategy<Value = Vec<(i64, i32, bool)>> {
    prop::collection::vec((-3_i64..3, 0_i32..500, any::<bool>()), 0..8)
}

fn stored(metric: Metric, entries: &[(i64, i32, bool)]) -> Vec<Reading> {
    let switchover = instant("2026-09-29T22:44:00Z");
    let reading = |(seconds, tenths, first): &(i64, i32, bool)| {
        let at = switchover + SignedDuration::from_secs(*seconds);
        let source = if *first { "Cal AI" } else { "Other app" };
        phone(
            metric,
            at,
            Quantity::Single(f64::from(*tenths) / 10.0),
            source,
        )
    };
    entries.iter().map(reading).collect()
}

proptest! {
    /// The oracle counts tenths of a gram as whole numbers.
    #[test]
    fn figures_agree_with_whole_number_arithmetic(carbs in entries(), fiber in entries()) {
        let carbs_stored = stored(Metric::Carbs, &carbs);
        let fiber_stored = stored(Metric::Fiber, &fiber);
        let day = day_carbs(
            &carbs_stored.iter().collect::<Vec<_>>(),
            &fiber_stored.iter().collect::<Vec<_>>(),
            DEFAULT_SWITCHOVER,
            false,
        );

        let total: i32 = carbs.iter().filter(|c| c.0 >= 0).map(|c| c.1).sum();
        let all: i32 = carbs.iter().map(|c| c.1).sum();
        let after: Vec<_> = fiber.iter().filter(|f| f.0 >= 0).collect();
        let licensed = |f: &(i64, i32, bool)| carbs.iter().any(|c| c.0 == f.0 && c.2 == f.2);
        let matched: i32 = after.iter().filter(|f| licensed(f)).map(|f| f.1).sum();
        let net = all - matched;
        let unmatched = after.iter().filter(|f| !licensed(f)).count();
        let grams = |tenths: i32| f64::from(tenths) / 10.0;

        let any = !carbs.is_empty() || !fiber.is_empty();
        let fiber_sum = after.iter().map(|f| f.1).sum();
        prop_assert_eq!(day.net_g, (!carbs.is_empty()).then(|| grams(net.max(0))));
        prop_assert_eq!(day.total_g, any.then(|| grams(total)));
        prop_assert_eq!(day.fiber_g, any.then(|| grams(fiber_sum)));
        prop_assert_eq!(day.clamped_from_g, (!carbs.is_empty() && net < 0).then(|| grams(net)));
        prop_assert_eq!(day.unmatched_fiber.len(), unmatched);
        prop_assert_eq!(day.has_already_net, carbs.iter().any(|c| c.0 < 0));
        prop_assert!(day.net_g.is_none_or(|net| net >= 0.0));
    }
}
