//! Events on their way.

use std::sync::Arc;

use axum::{Router, body::Body, extract::State};
use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use vitalog_connectors::{Vendor, oura::answer_challenge};
use vitalog_sync::vendor::{ReceiveError, Received};
use vitalog_test_support::vendors::{oura, whoop};

use super::{
    chance::Chance,
    machine::{Taker, Wire},
};

pub(super) const OURA_CALLBACK: &str = "https://vitalog.example/webhooks/oura";
const WHOOP_CALLBACK: &str = "https://vitalog.example/webhooks/whoop";
pub(super) const VERIFY: &str = "verify";

/// An event.
enum Letter {
    Oura(oura::PendingEvent),
    Whoop(whoop::PendingEvent),
}

/// Events that were sent and not taken yet.
pub(super) struct Mail {
    wire: Arc<Wire>,
    letters: Vec<Letter>,
}

impl Mail {
    /// Leads all events to the relay that takes them at the moment.
    pub(super) fn new(wire: Arc<Wire>, taker: &Taker) -> Self {
        let router = Router::new().fallback(take).with_state(taker.clone());
        wire.oura.call_back_to(router.clone());
        wire.whoop.call_back_to(router);
        wire.whoop.set_webhook_url(WHOOP_CALLBACK);
        Self {
            wire,
            letters: Vec::new(),
        }
    }

    /// Takes over what happened; some of it is lost for good.
    pub(super) fn collect(&mut self, chance: &mut Chance) {
        let (oura, whoop) = (&self.wire.oura, &self.wire.whoop);
        let letters = oura.pending_events().into_iter().map(Letter::Oura);
        self.letters.extend(letters);
        let letters = whoop.pending_events().into_iter().map(Letter::Whoop);
        self.letters.extend(letters);
        oura.lose_events(|_| true);
        whoop.lose_events(|_| true);
        self.letters.retain(|_| !chance.happens(30));
    }

    /// Some events, out of order.
    pub(super) fn take_some(&mut self, chance: &mut Chance) -> Round {
        chance.shuffle(&mut self.letters);
        let most = i64::try_from(self.letters.len()).unwrap();
        let some = usize::try_from(chance.between(0, most.min(12))).unwrap();
        let letters = self.letters.drain(..some);
        let letters = letters.map(|letter| (letter, chance.between(1, 3)));
        Round {
            wire: self.wire.clone(),
            letters: letters.collect(),
        }
    }
}

/// One round of the postman.
pub(super) struct Round {
    wire: Arc<Wire>,
    letters: Vec<(Letter, i64)>,
}

impl Round {
    /// Delivers all, some more than once.
    pub(super) async fn deliver(self) {
        self.wire.tell_time();
        for (letter, times) in &self.letters {
            for _ in 0..*times {
                match letter {
                    Letter::Oura(event) => self.wire.oura.send(event).await,
                    Letter::Whoop(event) => self.wire.whoop.send(event).await,
                };
            }
        }
    }
}

async fn take(State(taker): State<Taker>, request: Request<Body>) -> Response<Body> {
    let (head, body) = request.into_parts();
    if head.method == Method::GET {
        let answer = answer_challenge(head.uri.query().unwrap(), &VERIFY.into());
        return Response::new(Body::from(answer.unwrap()));
    }
    let body = body.collect().await.unwrap().to_bytes();
    let vendor = if head.uri.path().ends_with("oura") {
        Vendor::Oura
    } else {
        Vendor::Whoop
    };
    let relay = taker.lock().unwrap().clone().unwrap();
    let received = relay.receive_webhook(vendor, &head.headers, &body).await;
    let status = match received {
        Ok(Received::Stored | Received::Known | Received::Dropped) => StatusCode::OK,
        Err(ReceiveError::Refused(_)) => StatusCode::UNAUTHORIZED,
        Err(ReceiveError::NotSetUp | ReceiveError::Storage(_)) => StatusCode::SERVICE_UNAVAILABLE,
    };
    Response::builder()
        .status(status)
        .body(Body::empty())
        .unwrap()
}
