//! Automations that split one run over several requests.

use serde_json::{Value, json};
use vitalog_core::Metric;
use vitalog_sync::PushHeaders;

use crate::world::{World, envelope, marks_of, period, protein};

const A: (&str, f64) = ("2026-10-10 08:00:00", 10.0);
const B: (&str, f64) = ("2026-10-10 09:00:00", 20.0);

fn run(automation: &str, session: &str) -> PushHeaders {
    PushHeaders {
        automation_id: Some(automation.to_owned()),
        session_id: Some(session.to_owned()),
        ..period("Today")
    }
}

/// Pushes a part of a run; says whether it was judged.
async fn part(world: &World, headers: PushHeaders, points: &[(&str, f64)]) -> Value {
    world
        .push(&headers, &envelope(&json!([protein(points)])))
        .await
}

#[tokio::test]
async fn runs_of_one_request_are_judged() {
    let world = World::new("2026-10-10T12:00");
    for session in ["s1", "s2", "s3"] {
        let reply = part(&world, run("auto", session), &[A, B]).await;
        assert_eq!(
            (&reply["reconcile"], reply.get("reconcile_note")),
            (&json!("on"), None)
        );
    }
}

#[tokio::test]
async fn run_after_a_split_one_is_only_stored() {
    let world = World::new("2026-10-10T12:00");
    part(&world, run("auto", "s0"), &[A, B]).await;
    for (session, reconcile) in [
        ("s1", "on"),
        ("s1", "off"),
        ("s1", "off"),
        ("s2", "off"),
        ("s2", "off"),
        ("s3", "off"),
        // The run before, s3, came in one request.
        ("s4", "on"),
        ("s5", "on"),
    ] {
        let reply = part(&world, run("auto", session), &[A, B]).await;
        assert_eq!(reply["reconcile"], reconcile, "{session}");
        assert_eq!(
            reply.get("reconcile_note").is_some(),
            reconcile == "off",
            "{session}"
        );
    }
}

#[tokio::test]
async fn parts_of_a_run_never_retire_what_stands_in_another_part() {
    let world = World::new("2026-10-10T12:00");
    for session in ["s1", "s2", "s3", "s4"] {
        part(&world, run("auto", session), &[A]).await;
        part(&world, run("auto", session), &[B]).await;
        world.pass_minutes(20);
    }
    assert_eq!(world.states(Metric::Protein).await, ["10", "20"]);
}

#[tokio::test]
async fn automations_are_told_apart() {
    let world = World::new("2026-10-10T12:00");
    part(&world, run("split", "s1"), &[A, B]).await;
    part(&world, run("split", "s1"), &[A, B]).await;
    let reply = part(&world, run("whole", "s9"), &[A]).await;
    assert_eq!(marks_of(&reply), (1, 0, 0));
}

#[tokio::test]
async fn push_without_a_session_is_a_run_of_its_own() {
    let world = World::new("2026-10-10T12:00");
    for _ in 0..3 {
        let reply = world.push_today(&json!([protein(&[A])])).await;
        assert_eq!(reply["reconcile"], "on");
    }
    assert!(world.documents("hae-run").await.is_empty());
}
