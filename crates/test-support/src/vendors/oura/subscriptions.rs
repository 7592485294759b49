//! Subscriptions to events.

use jiff::{SignedDuration, Timestamp, tz::Offset};
use serde_json::{Value, json};

use super::{
    tokens::{CLIENT_ID, CLIENT_SECRET},
    world::World,
};
use crate::vendors::ask::{Answer, Ask};

/// How long a subscription lasts, as users report it.
const LASTS: SignedDuration = SignedDuration::from_hours(90 * 24);

/// The sorts of document that there are events for.
pub(super) const DATA_TYPES: [&str; 23] = [
    "tag",
    "enhanced_tag",
    "workout",
    "session",
    "sleep",
    "daily_sleep",
    "daily_readiness",
    "daily_activity",
    "daily_spo2",
    "sleep_time",
    "rest_mode_period",
    "ring_configuration",
    "daily_stress",
    "daily_cycle_phases",
    "activation_status",
    "daily_cardiovascular_age",
    "daily_resilience",
    "vo2_max",
    "period_start",
    "pregnancy",
    "fertile_window",
    "ovulation_confirmed",
    "blood_glucose",
];
const EVENT_TYPES: [&str; 3] = ["create", "update", "delete"];

#[derive(Clone, Debug)]
pub(super) struct Subscription {
    pub(super) id: String,
    pub(super) callback_url: String,
    pub(super) event_type: String,
    pub(super) data_type: String,
    pub(super) ends: Timestamp,
}

impl Subscription {
    pub(super) fn body(&self) -> Value {
        let ends = Offset::UTC
            .to_datetime(self.ends)
            .strftime("%Y-%m-%dT%H:%M:%S.000000");
        json!({
            "id": self.id,
            "callback_url": self.callback_url,
            "event_type": self.event_type,
            "data_type": self.data_type,
            "expiration_time": ends.to_string(),
        })
    }
}

/// A subscription that is made if the callback proves to be the asker's.
pub(super) struct Wanted {
    pub(super) callback_url: String,
    pub(super) verification_token: String,
    pub(super) event_type: String,
    pub(super) data_type: String,
}

/// What is to be done about a request.
pub(super) enum Managed {
    Answered(Answer),
    /// Ask the callback first.
    Challenge(Wanted),
}

impl World {
    pub(super) fn manage(&mut self, ask: &Ask, path: &[&str]) -> Managed {
        let now = self.now;
        self.subscriptions.retain(|one| one.ends > now);
        if ask.header("x-client-id") != Some(CLIENT_ID)
            || ask.header("x-client-secret") != Some(CLIENT_SECRET)
        {
            return Managed::Answered(Answer::error(401, "Unknown client"));
        }
        let answer = match (ask.method.as_str(), path) {
            ("GET", []) => {
                let all: Vec<Value> = self.subscriptions.iter().map(Subscription::body).collect();
                Answer::json(200, all.into())
            }
            ("POST", []) => match self.wanted(ask) {
                Ok(wanted) => return Managed::Challenge(wanted),
                Err(answer) => answer,
            },
            ("GET", [id]) => self.with(id, |_| {}),
            ("PUT", ["renew", id]) => self.with(id, |one| one.ends = now + LASTS),
            ("DELETE", [id]) => match self.subscriptions.iter().position(|one| one.id == *id) {
                Some(place) => {
                    self.subscriptions.remove(place);
                    Answer::empty(204)
                }
                None => Answer::error(403, "No such subscription"),
            },
            _ => Answer::error(405, "Method not allowed"),
        };
        Managed::Answered(answer)
    }

    fn with(&mut self, id: &str, change: impl FnOnce(&mut Subscription)) -> Answer {
        match self.subscriptions.iter_mut().find(|one| one.id == id) {
            Some(one) => {
                change(one);
                Answer::json(200, one.body())
            }
            None => Answer::error(403, "No such subscription"),
        }
    }

    fn wanted(&self, ask: &Ask) -> Result<Wanted, Answer> {
        let sent: Value = serde_json::from_str(&ask.body)
            .map_err(|_| Answer::invalid("body", "body", "not JSON"))?;
        let text = |name: &str| {
            let text = sent[name].as_str().map(str::to_owned);
            text.ok_or_else(|| Answer::invalid("body", name, "Field required"))
        };
        let wanted = Wanted {
            callback_url: text("callback_url")?,
            verification_token: text("verification_token")?,
            event_type: text("event_type")?,
            data_type: text("data_type")?,
        };
        if !EVENT_TYPES.contains(&wanted.event_type.as_str()) {
            return Err(Answer::invalid("body", "event_type", "unknown"));
        }
        if !DATA_TYPES.contains(&wanted.data_type.as_str()) {
            return Err(Answer::invalid("body", "data_type", "unknown"));
        }
        let is_there = self.subscriptions.iter().any(|one| {
            (&one.event_type, &one.data_type) == (&wanted.event_type, &wanted.data_type)
        });
        if is_there {
            return Err(Answer::invalid("body", "event_type", "is subscribed to"));
        }
        Ok(wanted)
    }

    pub(super) fn subscribe(&mut self, wanted: Wanted) -> Answer {
        let one = Subscription {
            id: self.unique("subscription"),
            callback_url: wanted.callback_url,
            event_type: wanted.event_type,
            data_type: wanted.data_type,
            ends: self.now + LASTS,
        };
        let answer = Answer::json(201, one.body());
        self.subscriptions.push(one);
        answer
    }
}
