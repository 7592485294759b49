//! The fake Oura: subscriptions and events.

use std::sync::{Arc, Mutex};

use axum::{Router, body::Body, extract::State};
use http::{HeaderMap, Method, Request, Response};
use http_body_util::BodyExt;
use jiff::SignedDuration;
use serde_json::json;
use url::Url;
use vitalog_connectors::{
    Connector, EventAction, VendorEvent,
    oauth2::ClientApp,
    oura::{
        Oura, answer_challenge,
        subscription::{Step, create, delete, list, plan, read_list, read_one, renew},
    },
};
use vitalog_test_support::vendors::{
    Order,
    oura::{FakeOura, Life, NOT_WANTED, Wording},
};

use crate::raw::send;

const ME: &str = "person-1";
const CALLBACK: &str = "https://vitalog.example/webhooks/oura";

/// An event as it was sent.
type Sent = (HeaderMap, Vec<u8>);

/// Somebody who takes events.
#[derive(Clone, Default)]
struct Taker {
    seen: Arc<Mutex<Vec<Sent>>>,
    /// What is answered next; 200 after these.
    statuses: Arc<Mutex<Vec<u16>>>,
}

async fn take(State(taker): State<Taker>, request: Request<Body>) -> Response<Body> {
    let (head, body) = request.into_parts();
    if head.method == Method::GET {
        let query = head.uri.query().unwrap();
        return match answer_challenge(query, &"verify".into()) {
            Ok(answer) => Response::new(Body::from(answer)),
            Err(_) => Response::builder().status(401).body(Body::empty()).unwrap(),
        };
    }
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    taker.seen.lock().unwrap().push((head.headers, body));
    let status = taker.statuses.lock().unwrap().pop().unwrap_or(200);
    Response::builder()
        .status(status)
        .body(Body::empty())
        .unwrap()
}

impl Taker {
    fn router(&self) -> Router {
        Router::new().fallback(take).with_state(self.clone())
    }

    /// What was taken, as the connector reads it.
    fn events(&self, oura: &FakeOura) -> Vec<VendorEvent> {
        let seen = std::mem::take(&mut *self.seen.lock().unwrap());
        let secret = oura.client_secret().into();
        let read =
            |(headers, body): &Sent| Oura.read_event(headers, body, &secret, oura.now()).unwrap();
        seen.iter().map(read).collect()
    }
}

fn app(oura: &FakeOura) -> ClientApp {
    ClientApp {
        id: oura.client_id().to_owned(),
        secret: oura.client_secret().into(),
        redirect_uri: String::new(),
    }
}

fn api(oura: &FakeOura) -> Url {
    Url::parse(&oura.url()).unwrap()
}

async fn living() -> (FakeOura, Taker) {
    let oura = FakeOura::start("2026-11-20T12:00:00Z").await;
    oura.add_person(ME);
    oura.live(
        ME,
        &Life::new(3, "Europe/Berlin", "2026-11-01", 10).without_heart_rate(),
    );
    let taker = Taker::default();
    oura.call_back_to(taker.router());
    (oura, taker)
}

async fn carry_out(oura: &FakeOura) -> usize {
    let all = send(&list(&api(oura), &app(oura)), None).await;
    let steps = plan(&read_list(&all.body).unwrap(), CALLBACK, oura.now());
    for step in &steps {
        let (api, app) = (api(oura), app(oura));
        let (request, status) = match step {
            Step::Create {
                event_type,
                data_type,
            } => (
                create(
                    &api,
                    &app,
                    CALLBACK,
                    &"verify".into(),
                    event_type,
                    data_type,
                ),
                201,
            ),
            Step::Renew(id) => (renew(&api, &app, id), 200),
            Step::Delete(id) => (delete(&api, &app, id), 204),
        };
        let reply = send(&request, None).await;
        assert_eq!(reply.status, status, "{step:?}");
        if status != 204 {
            assert!(read_one(&reply.body).unwrap().expires_at.unwrap() > oura.now());
        }
    }
    steps.len()
}

#[tokio::test]
async fn subscriptions_are_made_renewed_and_made_again() {
    let (oura, _) = living().await;
    assert_eq!(carry_out(&oura).await, 48);
    assert_eq!(carry_out(&oura).await, 0);
    // Ninety days later, less a week: all are renewed. Then they have ended, and are made again.
    oura.wait(SignedDuration::from_hours(83 * 24));
    assert_eq!(carry_out(&oura).await, 48);
    assert_eq!(carry_out(&oura).await, 0);
    oura.wait(SignedDuration::from_hours(91 * 24));
    assert_eq!(carry_out(&oura).await, 48);
    assert_eq!(oura.subscriptions().len(), 48);
}

#[tokio::test]
async fn nobody_is_subscribed_who_does_not_know_the_token_or_the_app() {
    let (oura, _) = living().await;
    let wrong = create(
        &api(&oura),
        &app(&oura),
        CALLBACK,
        &"wrong".into(),
        "update",
        "sleep",
    );
    assert_eq!(send(&wrong, None).await.status, 422);
    let mut other = app(&oura);
    other.secret = "wrong".into();
    assert_eq!(send(&list(&api(&oura), &other), None).await.status, 401);
    let right = create(
        &api(&oura),
        &app(&oura),
        CALLBACK,
        &"verify".into(),
        "update",
        "sleep",
    );
    assert_eq!(send(&right, None).await.status, 201);
    // There is one for each event.
    assert_eq!(send(&right, None).await.status, 422);
    assert_eq!(
        send(&delete(&api(&oura), &app(&oura), "none"), None)
            .await
            .status,
        403
    );
}

#[tokio::test]
async fn what_changes_is_told_signed_and_in_the_order_that_is_asked_for() {
    let (oura, taker) = living().await;
    carry_out(&oura).await;
    let night = oura.documents(ME, "sleep")[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    oura.edit(ME, "sleep", &night, |night| night["efficiency"] = 50.into());
    oura.put(
        ME,
        "vO2_max",
        json!({"id": "fit", "day": "2026-11-20", "vo2_max": 43}),
    );
    oura.delete(ME, "sleep", &night);
    assert_eq!(oura.pending_events().len(), 3);
    // They are late.
    oura.wait(SignedDuration::from_mins(50));
    assert_eq!(oura.deliver(Order::Reversed, 2).await, [200; 6]);
    assert!(oura.pending_events().is_empty());
    let events = taker.events(&oura);
    let told: Vec<_> = events
        .iter()
        .map(|event| (event.kind.unwrap(), event.action, event.object.as_str()))
        .collect();
    let once = [
        ("sleep", EventAction::Deleted, night.as_str()),
        ("vo2_max", EventAction::Changed, "fit"),
        ("sleep", EventAction::Changed, night.as_str()),
    ];
    assert_eq!(told, [once, once].concat());
    assert!(events.iter().all(|event| event.person == ME));
    // The second copy of an event has the trace of the first.
    assert_eq!(events[0].trace_id, events[3].trace_id);
}

#[tokio::test]
async fn event_that_nobody_took_comes_again_and_410_ends_it_all() {
    let (oura, taker) = living().await;
    carry_out(&oura).await;
    oura.put(ME, "tag", json!({"id": "t", "day": "2026-11-20"}));
    *taker.statuses.lock().unwrap() = vec![500, 503];
    assert_eq!(oura.deliver(Order::AsHappened, 1).await, [503]);
    assert_eq!(oura.deliver(Order::AsHappened, 1).await, [500]);
    assert_eq!(oura.pending_events()[0].attempts, 2);
    *taker.statuses.lock().unwrap() = vec![410];
    assert_eq!(oura.deliver(Order::AsHappened, 1).await, [410]);
    assert_eq!(oura.subscriptions().len(), 47);
    assert_eq!(oura.deliver(Order::AsHappened, 1).await, [NOT_WANTED]);
    assert_eq!(carry_out(&oura).await, 1);
}

#[tokio::test]
async fn events_are_read_however_they_are_written() {
    let (oura, taker) = living().await;
    carry_out(&oura).await;
    for (signed_compact, in_ms) in [(false, false), (false, true), (true, false), (true, true)] {
        oura.word_events(Wording {
            signed_compact,
            in_ms,
        });
        oura.put(
            ME,
            "session",
            json!({"id": "s", "day": "2026-11-20", "type": "nap"}),
        );
        oura.deliver(Order::Shuffled(7), 1).await;
        assert_eq!(taker.events(&oura).len(), 1);
    }
}

#[tokio::test]
async fn events_can_be_lost() {
    let (oura, _) = living().await;
    carry_out(&oura).await;
    for id in ["a", "b", "c"] {
        oura.put(ME, "tag", json!({"id": id, "day": "2026-11-20"}));
    }
    assert_eq!(oura.lose_events(|event| event.object != "b"), 2);
    assert_eq!(oura.pending_events().len(), 1);
}
