//! The same for workouts, whose days are one group.

use serde_json::{Value, json};
use vitalog_sync::PushHeaders;

use crate::world::{World, marks_of, period};

fn run(id: &str, day: u32, kcal: u32) -> Value {
    json!({
        "id": id, "name": id, "start": format!("2026-10-{day:02} 08:00:00 -0700"),
        "end": format!("2026-10-{day:02} 08:30:00 -0700"),
        "activeEnergyBurned": {"qty": kcal, "units": "kcal"},
    })
}

fn week() -> PushHeaders {
    // As the app sends it when the series of workouts are grouped by minutes.
    PushHeaders {
        automation_aggregation: Some("Minutes".to_owned()),
        ..period("Previous 7 Days")
    }
}

async fn push(world: &World, workouts: &[Value]) -> Value {
    let reply = world
        .push(&week(), &json!({"data": {"workouts": workouts}}))
        .await;
    assert_eq!(reply["reconcile"], "on");
    reply["workouts"].clone()
}

#[tokio::test]
async fn one_of_four_may_be_deleted_while_another_is_edited() {
    let world = World::new("2026-10-10T12:00");
    push(
        &world,
        &[
            run("a", 4, 1),
            run("b", 5, 1),
            run("c", 6, 1),
            run("d", 7, 1),
        ],
    )
    .await;
    // A workout whose start is edited is another row; the old one and "d" are gone.
    let after = [run("a", 4, 1), run("b", 5, 1), run("c", 8, 1)];
    for marks in [(2, 0, 0), (0, 2, 0)] {
        world.pass_minutes(20);
        let reply = push(&world, &after).await;
        assert_eq!(
            (marks_of(&reply), reply.get("reconcile_skipped")),
            (marks, None)
        );
    }
    assert_eq!(
        world.workout_states().await,
        ["a", "b", "c reconcile", "d reconcile", "c"]
    );
}

#[tokio::test]
async fn push_with_one_of_four_is_left_alone() {
    let world = World::new("2026-10-10T12:00");
    push(
        &world,
        &[
            run("a", 4, 1),
            run("b", 5, 1),
            run("c", 6, 1),
            run("d", 7, 1),
        ],
    )
    .await;
    for _ in 0..3 {
        world.pass_minutes(20);
        let reply = push(&world, &[run("a", 4, 1)]).await;
        assert_eq!(marks_of(&reply), (0, 0, 0));
        assert_eq!(
            reply["reconcile_skipped"],
            json!([{"metric": "workout", "day": "2026-10-04..2026-10-09", "missing": 3, "total": 4}])
        );
    }
    assert_eq!(world.workout_states().await, ["a", "b", "c", "d"]);
}

#[tokio::test]
async fn empty_list_of_workouts_is_not_judged() {
    let world = World::new("2026-10-10T12:00");
    push(&world, &[run("a", 4, 1)]).await;
    for _ in 0..3 {
        world.pass_minutes(20);
        let reply = push(&world, &[]).await;
        assert_eq!(
            (marks_of(&reply), reply.get("reconcile_skipped")),
            ((0, 0, 0), None)
        );
    }
    assert_eq!(world.workout_states().await, ["a"]);
}

#[tokio::test]
async fn numbers_that_change_mark_nothing() {
    let world = World::new("2026-10-10T12:00");
    push(&world, &[run("a", 4, 100)]).await;
    let reply = push(&world, &[run("a", 4, 200)]).await;
    assert_eq!(
        (marks_of(&reply), &reply["rows_written"]),
        ((0, 0, 0), &json!(1))
    );
}

#[tokio::test]
async fn deleted_workout_that_returns_is_restored() {
    let world = World::new("2026-10-10T12:00");
    let all = [run("a", 4, 1), run("b", 5, 1), run("c", 6, 1)];
    push(&world, &all).await;
    for _ in 0..2 {
        push(&world, &all[..2]).await;
        world.pass_minutes(20);
    }
    assert_eq!(world.workout_states().await, ["a", "b", "c reconcile"]);
    assert_eq!(marks_of(&push(&world, &all).await), (0, 0, 1));
    assert_eq!(world.workout_states().await, ["a", "b", "c"]);
}

#[tokio::test]
async fn todays_workouts_are_judged_by_todays_push() {
    let world = World::new("2026-10-10T12:00");
    let body = |workouts: &[Value]| json!({"data": {"workouts": workouts}});
    let all = [run("a", 9, 1), run("b", 10, 1), run("c", 10, 1)];
    world.push_plain(&body(&all)).await;
    let reply = world.push(&period("Today"), &body(&all[1..2])).await;
    assert_eq!(marks_of(&reply["workouts"]), (1, 0, 0));
    let mut states = world.workout_states().await;
    states.sort();
    assert_eq!(states, ["a", "b", "c missing"]);
}
