//! What a full re-send does to the stored samples that it lacks: one test a case of the table.

use serde_json::{Value, json};
use vitalog_core::Metric;

use crate::world::{
    World, account, at, envelope, marks_of, metric, period, point, protein, weight,
};

const A: (&str, f64) = ("2026-10-10 08:00:00", 10.0);
const B: (&str, f64) = ("2026-10-10 09:00:00", 20.0);
const B_EDITED: (&str, f64) = ("2026-10-10 09:00:00", 25.0);

#[tokio::test]
async fn edited_sample_is_marked_then_superseded_after_a_quarter_of_an_hour() {
    let world = World::new("2026-10-10T12:00");
    world.push_today(&json!([protein(&[A, B])])).await;
    for (minutes, marks, states) in [
        (5, (1, 0, 0), ["10", "20 missing", "25"]),
        (10, (0, 0, 0), ["10", "20 missing", "25"]),
        (6, (0, 1, 0), ["10", "20 reconcile", "25"]),
        (60, (0, 0, 0), ["10", "20 reconcile", "25"]),
    ] {
        world.pass_minutes(minutes);
        let reply = world.push_today(&json!([protein(&[A, B_EDITED])])).await;
        assert_eq!(marks_of(&reply), marks, "after {minutes} more minutes");
        let mut rows = world.states(Metric::Protein).await;
        rows.sort();
        assert_eq!(rows, states);
    }
    let rows = world.rows(Metric::Protein).await;
    let edited = rows.iter().find(|row| row.marks.any()).unwrap();
    assert_eq!(edited.marks.missing_since, Some(at("2026-10-10T12:05")));
    assert_eq!(edited.marks.superseded.unwrap().at, at("2026-10-10T12:21"));
}

#[tokio::test]
async fn quarter_of_an_hour_is_enough_to_the_second() {
    let world = World::new("2026-10-10T12:00");
    world.push_today(&json!([protein(&[A, B])])).await;
    world.push_today(&json!([protein(&[A])])).await;
    world.clock.set(at("2026-10-10T12:14:59"));
    assert_eq!(
        marks_of(&world.push_today(&json!([protein(&[A])])).await),
        (0, 0, 0)
    );
    world.clock.set(at("2026-10-10T12:15:00"));
    assert_eq!(
        marks_of(&world.push_today(&json!([protein(&[A])])).await),
        (0, 1, 0)
    );
}

#[tokio::test]
async fn returned_sample_loses_its_marks() {
    let world = World::new("2026-10-10T12:00");
    world.push_today(&json!([protein(&[A, B])])).await;
    for _ in 0..2 {
        world.push_today(&json!([protein(&[A])])).await;
        world.pass_minutes(20);
    }
    assert_eq!(world.states(Metric::Protein).await, ["10", "20 reconcile"]);
    let reply = world.push_today(&json!([protein(&[A, B])])).await;
    assert_eq!(marks_of(&reply), (0, 0, 1));
    assert_eq!(world.states(Metric::Protein).await, ["10", "20"]);
    assert!(
        world
            .rows(Metric::Protein)
            .await
            .iter()
            .all(|row| !row.marks.any())
    );
}

#[tokio::test]
async fn merely_missing_sample_that_returns_is_restored_too() {
    let world = World::new("2026-10-10T12:00");
    world.push_today(&json!([protein(&[A, B])])).await;
    world.push_today(&json!([protein(&[A])])).await;
    world.pass_minutes(5);
    let reply = world.push_today(&json!([protein(&[A, B])])).await;
    assert_eq!(
        (marks_of(&reply), &reply["rows_written"]),
        ((0, 0, 1), &json!(1))
    );
}

#[tokio::test]
async fn metric_without_an_accepted_sample_is_not_judged() {
    let ring = metric("protein", "g", &[point("2026-10-10 08:00:00", 1.0, "Oura")]);
    let unreadable = metric("protein", "g", &[json!({"date": "x", "qty": 1})]);
    for other in [
        json!([]),
        json!([protein(&[])]),
        json!([ring]),
        json!([unreadable]),
    ] {
        let world = World::new("2026-10-10T12:00");
        world.push_today(&json!([protein(&[A, B])])).await;
        for _ in 0..3 {
            world.pass_minutes(20);
            let mut metrics = other.as_array().unwrap().clone();
            metrics.push(weight(&[("2026-10-10 07:00:00", 180.0)]));
            let reply = world.push_today(&Value::from(metrics)).await;
            assert_eq!(marks_of(&reply), (0, 0, 0));
        }
        assert_eq!(world.states(Metric::Protein).await, ["10", "20"]);
    }
}

#[tokio::test]
async fn day_of_which_more_than_half_is_missing_is_left_alone() {
    let world = World::new("2026-10-10T12:00");
    let c = ("2026-10-10 10:00:00", 30.0);
    world.push_today(&json!([protein(&[A, B, c])])).await;
    // A locked phone sends what it can, three times in 40 minutes.
    for _ in 0..3 {
        world.pass_minutes(20);
        let reply = world.push_today(&json!([protein(&[A])])).await;
        assert_eq!(marks_of(&reply), (0, 0, 0));
        let skipped = json!([{"metric": "protein", "day": "2026-10-10", "missing": 2, "total": 3}]);
        assert_eq!(reply["reconcile_skipped"], skipped);
    }
    assert_eq!(world.states(Metric::Protein).await, ["10", "20", "30"]);
}

#[tokio::test]
async fn only_weight_of_the_week_can_be_corrected() {
    let world = World::new("2026-10-10T12:00");
    world
        .push_week(&json!([weight(&[("2026-10-07 07:00:00", 180.0)])]))
        .await;
    for marks in [(1, 0, 0), (0, 1, 0)] {
        world.pass_minutes(20);
        let reply = world
            .push_week(&json!([weight(&[("2026-10-07 07:00:00", 181.0)])]))
            .await;
        assert_eq!(marks_of(&reply), marks);
    }
    let mut states = world.states(Metric::Weight).await;
    states.sort();
    assert_eq!(states, ["180 reconcile", "181"]);
}

#[tokio::test]
async fn only_weight_of_a_day_cannot_just_vanish() {
    let world = World::new("2026-10-10T12:00");
    let kept = ("2026-10-06 07:00:00", 179.0);
    world
        .push_week(&json!([weight(&[kept, ("2026-10-07 07:00:00", 180.0)])]))
        .await;
    for _ in 0..4 {
        world.pass_minutes(30);
        let reply = world.push_week(&json!([weight(&[kept])])).await;
        let skipped = json!([{"metric": "weight", "day": "2026-10-07", "missing": 1, "total": 1}]);
        assert_eq!(reply["reconcile_skipped"], skipped);
    }
    assert_eq!(world.states(Metric::Weight).await, ["179", "180"]);
}

#[tokio::test]
async fn only_weight_of_the_week_cannot_vanish_with_its_metric() {
    let world = World::new("2026-10-10T12:00");
    world
        .push_week(&json!([weight(&[("2026-10-07 07:00:00", 180.0)])]))
        .await;
    for _ in 0..3 {
        world.pass_minutes(30);
        let reply = world
            .push_week(&json!([protein(&[("2026-10-07 08:00:00", 1.0)])]))
            .await;
        assert_eq!(
            (marks_of(&reply), reply.get("reconcile_skipped")),
            ((0, 0, 0), None)
        );
    }
    assert_eq!(world.states(Metric::Weight).await, ["180"]);
}

#[tokio::test]
async fn two_of_two_entries_can_be_edited_in_one_go() {
    let world = World::new("2026-10-10T12:00");
    world.push_today(&json!([protein(&[A, B])])).await;
    let edited = json!([protein(&[("2026-10-10 08:00:00", 11.0), B_EDITED])]);
    for marks in [(2, 0, 0), (0, 2, 0)] {
        world.pass_minutes(20);
        let reply = world.push_today(&edited).await;
        assert_eq!(
            (marks_of(&reply), reply.get("reconcile_skipped")),
            (marks, None)
        );
    }
}

#[tokio::test]
async fn rows_already_missing_do_not_count_against_a_second_edit() {
    let world = World::new("2026-10-10T12:00");
    let pair = |first: f64, second: f64| {
        json!([protein(&[
            ("2026-10-10 08:00:00", first),
            ("2026-10-10 09:00:00", second)
        ])])
    };
    world.push_today(&pair(1.0, 2.0)).await;
    assert_eq!(
        marks_of(&world.push_today(&pair(3.0, 4.0)).await),
        (2, 0, 0)
    );
    world.pass_minutes(8);
    assert_eq!(
        marks_of(&world.push_today(&pair(5.0, 6.0)).await),
        (2, 0, 0)
    );
    world.pass_minutes(9);
    assert_eq!(
        marks_of(&world.push_today(&pair(5.0, 6.0)).await),
        (0, 2, 0)
    );
    let mut states = world.states(Metric::Protein).await;
    states.sort();
    assert_eq!(
        states,
        [
            "1 reconcile",
            "2 reconcile",
            "3 missing",
            "4 missing",
            "5",
            "6"
        ]
    );
}

#[tokio::test]
async fn skipped_day_confirms_nothing_either() {
    let world = World::new("2026-10-10T12:00");
    let c = ("2026-10-10 10:00:00", 30.0);
    let d = ("2026-10-10 11:00:00", 40.0);
    world.push_today(&json!([protein(&[A, B, c, d])])).await;
    assert_eq!(
        marks_of(&world.push_today(&json!([protein(&[A, B, c])])).await),
        (1, 0, 0)
    );
    world.pass_minutes(20);
    let reply = world.push_today(&json!([protein(&[A])])).await;
    assert_eq!(marks_of(&reply), (0, 0, 0));
    assert_eq!(
        world.states(Metric::Protein).await,
        ["10", "20", "30", "40 missing"]
    );
}

#[tokio::test]
async fn weekly_push_confirms_after_midnight_what_todays_marked() {
    let world = World::new("2026-10-10T23:40");
    world.push_today(&json!([protein(&[A, B])])).await;
    world.clock.set(at("2026-10-10T23:48"));
    let reply = world.push_today(&json!([protein(&[A, B_EDITED])])).await;
    assert_eq!(marks_of(&reply), (1, 0, 0));
    world.clock.set(at("2026-10-11T00:10"));
    let reply = world.push_week(&json!([protein(&[A, B_EDITED])])).await;
    assert_eq!(marks_of(&reply), (0, 1, 0));
}

#[tokio::test]
async fn push_of_today_leaves_yesterday_alone() {
    let world = World::new("2026-10-10T12:00");
    let yesterday = ("2026-10-09 23:59:59", 5.0);
    world
        .push_plain(&envelope(&json!([protein(&[yesterday, A, B])])))
        .await;
    for _ in 0..2 {
        world.pass_minutes(20);
        world.push_today(&json!([protein(&[A])])).await;
    }
    assert_eq!(
        world.states(Metric::Protein).await,
        ["5", "10", "20 reconcile"]
    );
}

#[tokio::test]
async fn weekly_push_judges_the_six_full_days_before_today() {
    let world = World::new("2026-10-10T12:00");
    let days: Vec<String> = (2..=10)
        .map(|day| format!("2026-10-{day:02} 08:00:00"))
        .collect();
    let late = |wall: &String| wall.replace("08:", "20:");
    let all: Vec<_> = days.iter().cloned().chain(days.iter().map(late)).collect();
    let all: Vec<_> = all.iter().map(|wall| (wall.as_str(), 1.0)).collect();
    world.push_plain(&envelope(&json!([protein(&all)]))).await;
    let half: Vec<_> = days.iter().map(|wall| (wall.as_str(), 1.0)).collect();
    let reply = world.push_week(&json!([protein(&half)])).await;
    assert_eq!(marks_of(&reply), (6, 0, 0));
    let rows = world.rows(Metric::Protein).await;
    let marked: Vec<_> = rows
        .iter()
        .filter(|row| row.marks.any())
        .map(|row| &row.recorded_at[..10])
        .collect();
    assert_eq!(
        marked,
        [
            "2026-10-04",
            "2026-10-05",
            "2026-10-06",
            "2026-10-07",
            "2026-10-08",
            "2026-10-09"
        ]
    );
}

#[tokio::test]
async fn only_the_two_whole_periods_judge() {
    for (name, on) in [
        ("Today", true),
        (" today ", true),
        ("TODAY", true),
        ("Previous 7 Days", true),
        ("previous7Days", true),
        ("previous-7-days", true),
        ("previous_7_days", true),
        ("Yesterday", false),
        ("Default", false),
        ("none", false),
        ("Since Last Sync", false),
        ("Realtime", false),
        ("Previous 8 Days", false),
        ("", false),
    ] {
        let world = World::new("2026-10-10T12:00");
        let reply = world
            .push(&period(name), &envelope(&json!([protein(&[A])])))
            .await;
        assert_eq!(reply["reconcile"], if on { "on" } else { "off" }, "{name}");
        assert_eq!(reply.get("reconcile_note"), None, "{name}");
    }
}

#[tokio::test]
async fn day_is_cut_where_the_clocks_change() {
    // 2026-11-01 has 25 hours in Los Angeles: 23:30 is already at -0800.
    let world = World::new("2026-11-01T23:50");
    let late = json!({"date": "2026-11-01 23:30:00 -0800", "qty": 2, "source": "Food"});
    let early = json!({"date": "2026-11-01 00:30:00 -0700", "qty": 1, "source": "Food"});
    let before = json!({"date": "2026-10-31 23:30:00 -0700", "qty": 3, "source": "Food"});
    let both = metric("protein", "g", &[before, early.clone(), late]);
    world.push_plain(&envelope(&json!([both]))).await;
    for _ in 0..2 {
        world
            .push_today(&json!([metric(
                "protein",
                "g",
                std::slice::from_ref(&early)
            )]))
            .await;
        world.pass_minutes(5);
    }
    assert_eq!(world.states(Metric::Protein).await, ["3", "1", "2 missing"]);
}

#[tokio::test]
async fn summed_up_rows_are_neither_judged_nor_judges() {
    let world = World::new("2026-10-10T12:00");
    let mut days = period("Today");
    days.automation_aggregation = Some("Days".to_owned());
    let day = envelope(&json!([protein(&[("2026-10-10 00:00:00", 30.0)])]));
    let reply = world.push(&days, &day).await;
    assert_eq!(reply["reconcile"], "off");
    assert!(
        reply["reconcile_note"]
            .as_str()
            .unwrap()
            .contains("Summarize Data")
    );
    for _ in 0..3 {
        world.push_today(&json!([protein(&[A, B])])).await;
        world.pass_minutes(20);
    }
    assert_eq!(world.states(Metric::Protein).await, ["30", "10", "20"]);
}

#[tokio::test]
async fn minute_that_already_was_tomorrow_is_not_judged_today() {
    // In 2010 clocks in Newfoundland were set back from 00:01 to 23:01 of the day before.
    let world = World::in_zone("2010-11-06T12:00", account("America/St_Johns", true));
    let sample = |date: &str| json!({"date": date, "qty": 1, "source": "Food"});
    let both = metric(
        "protein",
        "g",
        &[
            sample("2010-11-06 08:00:00 -0230"),
            sample("2010-11-07 00:00:30 -0230"),
        ],
    );
    world.push_plain(&envelope(&json!([both]))).await;
    world
        .clock
        .set("2010-11-06T23:30:00-03:30".parse().unwrap());
    let today = metric("protein", "g", &[sample("2010-11-06 08:00:00 -0230")]);
    let reply = world.push_today(&json!([today])).await;
    assert_eq!(
        (&reply["reconcile"], marks_of(&reply)),
        (&json!("on"), (0, 0, 0))
    );
}
