//! What is logged, how often, and what never is.

use std::{
    cell::RefCell,
    io::Write,
    sync::{Arc, Mutex, Once},
};

use serde_json::{Value, json};
use tracing_subscriber::filter::LevelFilter;
use vitalog_sync::{Ingest, PushHeaders};

use crate::world::{World, at, envelope, metric, period, protein};

thread_local! {
    /// The log of the test that runs on this thread, once it asked for one.
    static LOG: RefCell<Option<Log>> = const { RefCell::new(None) };
}

/// One subscriber for all tests, before any of them logs: what a line's first thread finds is
/// remembered for all threads.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .with_max_level(LevelFilter::TRACE)
            .with_writer(|| ToThisTest)
            .init();
    });
}

/// Writes to the log of the test on this thread, if it asked for one.
struct ToThisTest;

impl Write for ToThisTest {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.with_borrow(|log| {
            if let Some(Log(text)) = log {
                text.lock().unwrap().extend_from_slice(bytes);
            }
        });
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What the test on this thread logs; its runtime has no other thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn start() -> Self {
        install();
        let log = Self::default();
        LOG.set(Some(log.clone()));
        log
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// The lines whose message begins so.
    fn lines(&self, message: &str) -> Vec<Value> {
        let text = self.text();
        let lines = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines
            .filter(|line| line["message"].as_str().unwrap().starts_with(message))
            .collect()
    }
}

#[tokio::test]
async fn push_is_logged_with_what_it_was_like() {
    let log = Log::start();
    let world = World::new("2026-10-10T12:00");
    let headers = PushHeaders {
        automation_name: Some("Sant\u{e9}\n quotidienne".to_owned()),
        automation_id: Some("77FB2C0A".to_owned()),
        automation_aggregation: Some("Default".to_owned()),
        content_type: Some("application/json".to_owned()),
        user_agent: Some("app/9".to_owned()),
        ..period("Today")
    };
    let run =
        json!({"id": "a", "name": "Run", "start": "2026-10-10 08:00:00 -0700", "duration": 60});
    let body = json!({"data": {
        "metrics": [
            protein(&[("2026-10-10 08:00:00", 1.0), ("2026-10-10 09:00:00", 1.0)]),
            metric("heart_rate", "bpm", &[json!({"Min": 1, "hrv": 2})]),
        ],
        "workouts": [run],
    }});
    world.push(&headers, &body).await;
    let lines = log.lines("hae push");
    assert_eq!(lines.len(), 1);
    let line = &lines[0];
    for (field, expected) in [
        ("account.id", json!("me")),
        ("automation_name", json!("Sant\u{e9} quotidienne")),
        ("automation_id", json!("77FB2C0A")),
        ("aggregation", json!("Default")),
        ("period", json!("Today")),
        ("content_type", json!("application/json")),
        ("user_agent", json!("app/9")),
        ("metrics", json!(r#"{"heart_rate":1,"protein":2}"#)),
        ("units", json!(r#"{"heart_rate":"bpm","protein":"g"}"#)),
        (
            "sample_fields",
            json!(r#"["date","qty","source","Min","hrv"]"#),
        ),
        ("workout_types", json!(r#"{"Run":1}"#)),
        (
            "workout_fields",
            json!(r#"["id","name","start","duration"]"#),
        ),
        ("bytes", json!(body.to_string().len())),
    ] {
        assert_eq!(line[field], expected, "{field}");
    }
    assert!(line["ms"].is_u64());
    let reply: Value = serde_json::from_str(line["reply"].as_str().unwrap()).unwrap();
    assert_eq!(
        (&reply["accepted"], &reply["workouts"]["accepted"]),
        (&json!(2), &json!(1))
    );
}

#[tokio::test]
async fn first_payload_of_each_kind_is_logged_once_until_rearmed() {
    let log = Log::start();
    let world = World::new("2026-10-10T12:00");
    let metrics = envelope(&json!([protein(&[("2026-10-10 08:00:00", 12.5)])]));
    let workouts = json!({"data": {"workouts": [{"name": "Run", "duration": 77}]}});
    let logged = || {
        (
            log.lines("hae first payload").len(),
            log.lines("hae first workout").len(),
        )
    };
    world.push_plain(&json!({"data": {}})).await;
    world
        .push_plain(&json!({"data": {"metrics": [], "workouts": []}}))
        .await;
    assert_eq!(logged(), (0, 0));
    for _ in 0..3 {
        world.push_plain(&metrics).await;
    }
    assert_eq!(logged(), (1, 0));
    for _ in 0..3 {
        world.push_plain(&workouts).await;
    }
    assert_eq!(logged(), (1, 1));
    let payload = log.lines("hae first payload")[0]["payload"].clone();
    let payload: Value = serde_json::from_str(payload.as_str().unwrap()).unwrap();
    assert_eq!(payload["data"]["metrics"][0]["data"][0]["qty"], "<number>");
    assert_eq!(
        world.documents("once").await,
        [
            "hae-first-payload-logged",
            "hae-first-workout-payload-logged"
        ]
    );

    world
        .ingest
        .rearm_first_payload(&world.account.id)
        .await
        .unwrap();
    for _ in 0..2 {
        world.push_plain(&metrics).await;
        world.push_plain(&workouts).await;
    }
    assert_eq!(logged(), (2, 2));
}

#[tokio::test]
async fn first_payload_is_logged_once_by_racing_processes() {
    let log = Log::start();
    let world = World::new("2026-10-10T12:00");
    let other = Ingest::new(world.storage.clone(), world.clock.clone());
    let body = envelope(&json!([protein(&[("2026-10-10 08:00:00", 12.5)])])).to_string();
    let headers = PushHeaders::default();
    let pushes = (0..10).map(|number| {
        let ingest = if number % 2 == 0 {
            &world.ingest
        } else {
            &other
        };
        ingest.ingest(&world.account, &headers, body.as_bytes())
    });
    for reply in futures::future::join_all(pushes).await {
        reply.unwrap();
    }
    assert_eq!(log.lines("hae first payload").len(), 1);
    assert_eq!(log.lines("hae push").len(), 10);
}

#[tokio::test]
async fn skipped_group_is_logged_once_in_a_clock_hour() {
    let log = Log::start();
    let world = World::new("2026-10-10T12:40");
    let all = protein(&[("2026-10-10 08:00:00", 1.0), ("2026-10-10 09:00:00", 2.0)]);
    let weights = crate::world::weight(&[("2026-10-10 08:00:00", 180.0)]);
    world.push_today(&json!([all.clone(), weights])).await;
    let edit = |grams| json!([protein(&[("2026-10-10 10:00:00", grams)])]);
    for (time, lines) in [
        ("12:41", 1),
        ("12:46", 1),
        ("12:59:59", 1),
        ("13:00", 2),
        ("13:05", 2),
    ] {
        world.clock.set(at(&format!("2026-10-10T{time}")));
        world.push_today(&edit(5.0)).await;
        assert_eq!(
            log.lines("hae reconciliation skipped").len(),
            lines,
            "{time}"
        );
    }
    let line = &log.lines("hae reconciliation skipped")[0];
    for (field, expected) in [
        ("metric", json!("protein")),
        ("day", json!("2026-10-10")),
        ("missing", json!(2)),
        ("total", json!(3)),
        ("level", json!("WARN")),
    ] {
        assert_eq!(line[field], expected, "{field}");
    }
    assert_eq!(
        world.documents("once").await,
        [
            "hae-first-payload-logged",
            "reconcile-skip/protein/2026-10-10"
        ]
    );
}

#[tokio::test]
async fn no_value_reaches_the_log_at_any_level() {
    let log = Log::start();
    let world = World::new("2026-10-10T12:00");
    let planted = ["731.25", "8642", "97531", "135.79"];
    let point = |qty: Value| {
        json!({
            "date": "2026-10-10 08:00:00 -0700", "qty": qty, "source": "Food",
            "metadata": {"note": "was 8642 then", "deep": [{"x": 97531}]},
        })
    };
    let body = json!({"data": {
        "metrics": [
            metric("protein", "g", &[point(json!(731.25)), point(json!("731.25"))]),
            metric("weight_body_mass", "slugs", &[point(json!(135.79))]),
            metric("heart_rate", "bpm", &[json!({"Avg": 97531, "context": "135.79"})]),
        ],
        "workouts": [{
            "id": "a", "name": "Run", "start": "2026-10-10 08:00:00 -0700", "duration": 8642,
            "activeEnergyBurned": {"qty": 731.25, "units": "kcal"},
            "route": [{"latitude": 135.79}], "heartRateData": [{"Avg": "97531 bpm"}],
            "metadata": {"8642": "97531"},
        }],
        "stateOfMind": [{"valence": 135.79, "text": "felt 731.25"}],
    }});
    for headers in [
        period("Today"),
        period("Previous 7 Days"),
        PushHeaders::default(),
    ] {
        world.push(&headers, &body).await;
    }
    for broken in ["{\"data\":{\"metrics\":731.25}}", "{\"data\":8642", "97531"] {
        let error = world.refusal(broken.as_bytes()).await;
        tracing::error!(%error, ?error, "refused");
    }
    let text = log.text();
    assert!(text.contains("hae first payload") && text.contains("refused"));
    for value in planted {
        assert!(!text.contains(value), "{value} in {text}");
    }
}

#[tokio::test]
async fn what_a_sender_names_is_logged_without_numbers_secrets_and_tricks() {
    let log = Log::start();
    let world = World::new("2026-10-10T12:00");
    let secret = "5e".repeat(32);
    let odd = |name: &str| format!("{name} 86429 {secret}");
    let point = json!({"date": "2026-10-10 08:00:00 -0700", "qty": 1, "86429 bpm": 1, odd("a"): 1});
    let body = json!({"data": {
        "metrics": [
            metric("sugar_86429", "86429\u{202e} mg\u{2028}", std::slice::from_ref(&point)),
            metric("protein", "g", std::slice::from_ref(&point)),
            metric(&odd("fat"), &odd("unit"), &[]),
        ],
        "workouts": [{"name": "Ride 86429", "86429": 1, odd("b"): 1}, {"name": odd("Run")}],
        "other 86429": [1], odd("c"): 1,
    }});
    let headers = PushHeaders {
        automation_name: Some(odd("name")),
        automation_id: Some("a\u{2028}b".to_owned()),
        automation_aggregation: Some(secret.clone()),
        automation_period: Some("x".repeat(500)),
        content_type: Some(format!("json/{secret}")),
        user_agent: Some("app/9\u{202e}".to_owned()),
        session_id: Some(secret.clone()),
    };
    let reply = world.push(&headers, &body).await;
    assert_eq!(reply["ignored_metrics"][0], "sugar_86429");
    let text = log.text();
    for hidden in [
        "86429",
        &secret,
        &secret[..20],
        "\u{202e}",
        "\u{2028}",
        "\\u2028",
    ] {
        assert!(!text.contains(hidden), "{hidden:?} in {text}");
    }
    let line = &log.lines("hae push")[0];
    for (field, expected) in [
        ("automation_name", json!("<secret>")),
        ("automation_id", json!("ab")),
        ("aggregation", json!("<secret>")),
        ("period", json!("x".repeat(80))),
        ("user_agent", json!("app/9")),
        (
            "metrics",
            json!(r#"{"<secret>":0,"protein":1,"sugar_<number>":1}"#),
        ),
        (
            "units",
            json!(r#"{"<secret>":"<secret>","protein":"g","sugar_<number>":"<number> mg"}"#),
        ),
        (
            "sample_fields",
            json!(r#"["date","qty","<number> bpm","<secret>"]"#),
        ),
        (
            "workout_types",
            json!(r#"{"<secret>":1,"Ride <number>":1}"#),
        ),
        ("workout_fields", json!(r#"["name","<number>","<secret>"]"#)),
    ] {
        assert_eq!(line[field], expected, "{field}");
    }
    let reply: Value = serde_json::from_str(line["reply"].as_str().unwrap()).unwrap();
    assert_eq!(
        reply["ignored_metrics"],
        json!(["sugar_<number>", "<secret>"])
    );
    assert_eq!(
        reply["ignored_data"],
        json!({"<secret>": 1, "other <number>": 1})
    );
}
