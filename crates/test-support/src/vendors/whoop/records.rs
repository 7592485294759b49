//! Reading data.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::{
    tokens::Bearer,
    world::{COLLECTIONS, Continued, World},
};
use crate::vendors::ask::{Answer, Ask};

/// Records on a page where nothing is asked for, and the most that can be.
const USUAL_PAGE: usize = 10;
const LARGEST_PAGE: usize = 25;

impl World {
    /// Answers a request for data, given what comes after `/v2`.
    pub(super) fn read(&mut self, ask: &Ask, path: &[&str]) -> Answer {
        let Some(bearer) = self.bearer(ask) else {
            return Answer::empty(401);
        };
        match (ask.method.as_str(), path) {
            ("DELETE", ["user", "access"]) => {
                self.end_grants(bearer.person);
                Answer::empty(204)
            }
            ("GET", ["user", "profile", "basic"]) => {
                if_granted(&bearer, "read:profile", || profile(bearer.person))
            }
            ("GET", ["user", "measurement", "body"]) => {
                if_granted(&bearer, "read:body_measurement", body)
            }
            ("GET", ["cycle", id, "recovery"]) => self.one(&bearer, "recovery", id),
            ("GET", ["cycle", id, "sleep"]) => {
                let recovery = self.person(bearer.person).get("recovery", id);
                let sleep = recovery.and_then(|it| Some(it["sleep_id"].as_str()?.to_owned()));
                self.one(&bearer, "sleep", &sleep.unwrap_or_default())
            }
            ("GET", ["activity", kind @ ("sleep" | "workout"), id] | [kind @ "cycle", id]) => {
                self.one(&bearer, kind, id)
            }
            (
                "GET",
                ["activity", kind @ ("sleep" | "workout")] | [kind @ ("cycle" | "recovery")],
            ) => self.list(ask, &bearer, kind),
            _ => Answer::empty(404),
        }
    }

    fn one(&mut self, bearer: &Bearer, kind: &str, id: &str) -> Answer {
        let shown = self.person(bearer.person).shown(kind, id);
        if_granted(bearer, scope(kind), || match shown {
            Some(record) => Answer::json(200, record),
            None => Answer::empty(404),
        })
    }

    fn list(&mut self, ask: &Ask, bearer: &Bearer, kind: &str) -> Answer {
        if !bearer.scopes.iter().any(|granted| granted == scope(kind)) {
            return Answer::empty(403);
        }
        let limit = ask.query("limit").map_or(Ok(USUAL_PAGE), str::parse);
        let Some(limit) = limit
            .ok()
            .filter(|limit| (1..=LARGEST_PAGE).contains(limit))
        else {
            return Answer::empty(400);
        };
        let time = |name| ask.query(name).map(str::parse::<Timestamp>).transpose();
        let (Ok(start), Ok(end)) = (time("start"), time("end")) else {
            return Answer::empty(400);
        };
        let person = bearer.person;
        let offset = match ask.query("nextToken") {
            None => 0,
            Some(token) => match self.continued.get(token) {
                Some(known) if known.person == person && known.kind == kind => known.offset,
                _ => return Answer::empty(400),
            },
        };
        let end = end.unwrap_or(self.now);
        let listed = self.in_range(person, kind, start, end);
        let page: Vec<Value> = listed.iter().skip(offset).take(limit).cloned().collect();
        let reached = offset + page.len();
        let next = (reached < listed.len()).then(|| {
            let token = self.unique("page");
            let continued = Continued {
                person,
                kind: kind.to_owned(),
                offset: reached,
            };
            self.continued.insert(token.clone(), continued);
            token
        });
        self.after_page();
        // The last page has an empty token, or none at all.
        match next {
            Some(next) => Answer::json(200, json!({"records": page, "next_token": next})),
            None if page.len().is_multiple_of(2) => {
                Answer::json(200, json!({"records": page, "next_token": ""}))
            }
            None => Answer::json(200, json!({ "records": page })),
        }
    }

    /// Records that happened, or were happening, from `start` on and before `end`; newest first.
    fn in_range(
        &mut self,
        person: i64,
        kind: &str,
        start: Option<Timestamp>,
        end: Timestamp,
    ) -> Vec<Value> {
        let person = self.person(person);
        let of_kind = person.records.iter().filter(|((of, _), _)| of == kind);
        let mut listed: Vec<(Timestamp, &str)> = of_kind
            .filter_map(|((_, id), record)| {
                let (begin, over) = person.span(kind, record);
                let from_start = start.is_none_or(|start| over.is_none_or(|over| over >= start));
                (from_start && begin < end).then_some((begin, id.as_str()))
            })
            .collect();
        listed.sort_unstable();
        let newest_first = listed.iter().rev();
        newest_first
            .map(|(_, id)| person.shown(kind, id).expect("it was just there"))
            .collect()
    }
}

fn scope(kind: &str) -> &'static str {
    let found = COLLECTIONS.iter().find(|(known, _)| *known == kind);
    found.expect("a collection").1
}

fn if_granted(bearer: &Bearer, scope: &str, answer: impl FnOnce() -> Answer) -> Answer {
    if bearer.scopes.iter().any(|granted| granted == scope) {
        answer()
    } else {
        Answer::empty(403)
    }
}

fn profile(person: i64) -> Answer {
    let profile = json!({
        "user_id": person,
        "email": format!("person-{person}@example.com"),
        "first_name": "Robin",
        "last_name": "Example",
    });
    Answer::json(200, profile)
}

fn body() -> Answer {
    let body = json!({"height_meter": 1.78, "weight_kilogram": 74.3, "max_heart_rate": 186});
    Answer::json(200, body)
}
