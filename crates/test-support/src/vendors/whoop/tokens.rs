//! Sign-in, codes and tokens.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::world::World;
use crate::vendors::ask::{Answer, Ask};

pub(super) const CLIENT_ID: &str = "fake-whoop-app";
pub(super) const CLIENT_SECRET: &str = "fake-whoop-secret";

/// Without it there are no refresh tokens.
const OFFLINE: &str = "offline";
const CODE_LASTS: SignedDuration = SignedDuration::from_mins(10);
const ACCESS_LASTS_S: i64 = 3600;
const SHORTEST_STATE: usize = 8;

/// What the person does who is sent to sign in.
#[derive(Clone, Debug)]
pub struct Consent {
    /// Who it is.
    pub person: i64,
    /// Scopes that are not granted.
    pub unticked: Vec<String>,
    /// Whether the person says no.
    pub denies: bool,
}

impl Default for Consent {
    fn default() -> Self {
        Self {
            person: 1_000_001,
            unticked: Vec::new(),
            denies: false,
        }
    }
}

/// A pair of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// What data are read with.
    pub access: String,
    /// What the next pair is asked for with; empty where the grant has none.
    pub refresh: String,
}

struct Code {
    person: i64,
    scopes: Vec<String>,
    until: Timestamp,
    redirect_uri: String,
}

struct Grant {
    person: i64,
    scopes: Vec<String>,
    /// The only pair that is good; `None` after the end.
    pair: Option<Pair>,
    until: Timestamp,
}

#[derive(Default)]
pub(super) struct Grants {
    codes: BTreeMap<String, Code>,
    given: Vec<Grant>,
    used: BTreeSet<String>,
    /// How often somebody came with a refresh token that had been used before.
    pub(super) reused: u32,
    /// How many pairs were issued for a refresh token.
    pub(super) refreshed: u32,
}

/// Who may read what.
pub(super) struct Bearer {
    pub(super) person: i64,
    pub(super) scopes: Vec<String>,
}

impl World {
    /// Who an access token stands for, while it is good.
    pub(super) fn bearer(&self, ask: &Ask) -> Option<Bearer> {
        let access = ask.bearer()?;
        let is_its = |pair: &Pair| pair.access == access;
        let mut given = self.grants.given.iter();
        let grant = given.find(|grant| grant.pair.as_ref().is_some_and(is_its))?;
        (self.now < grant.until).then(|| Bearer {
            person: grant.person,
            scopes: grant.scopes.clone(),
        })
    }

    /// Sends a person back with a code, or with the reason why there is none.
    pub(super) fn authorize(&mut self, ask: &Ask) -> Answer {
        let query = |name| ask.query(name).unwrap_or_default().to_owned();
        let redirect_uri = query("redirect_uri");
        let parsed = url::Url::parse(&redirect_uri).ok();
        let back = parsed.filter(|uri| matches!(uri.scheme(), "https" | "whoop"));
        let Some(mut back) = back.filter(|_| query("client_id") == CLIENT_ID) else {
            return oauth_error(400, "invalid_request");
        };
        let state = query("state");
        let error = if state.len() < SHORTEST_STATE {
            Some("invalid_state")
        } else if query("response_type") != "code" {
            Some("unsupported_response_type")
        } else {
            self.consent.denies.then_some("access_denied")
        };
        if let Some(error) = error {
            back.query_pairs_mut().append_pair("error", error);
        } else {
            let code = self.unique("code");
            let asked = query("scope");
            let scopes = asked.split(' ').map(str::to_owned);
            let scopes: Vec<String> = scopes
                .filter(|scope| !self.consent.unticked.contains(scope))
                .collect();
            back.query_pairs_mut()
                .append_pair("code", &code)
                .append_pair("scope", &scopes.join(" "));
            let made = Code {
                person: self.consent.person,
                scopes,
                until: self.now + CODE_LASTS,
                redirect_uri,
            };
            self.grants.codes.insert(code, made);
        }
        back.query_pairs_mut().append_pair("state", &state);
        Answer::empty(302).with("location", &back)
    }

    /// Trades a code or a refresh token. Both are good once.
    pub(super) fn token(&mut self, ask: &Ask) -> Answer {
        let form = |name| ask.form(name).unwrap_or_default();
        if form("client_id") != CLIENT_ID || form("client_secret") != CLIENT_SECRET {
            return oauth_error(401, "invalid_client");
        }
        match form("grant_type").as_str() {
            "authorization_code" => {
                let code = self.grants.codes.remove(&form("code"));
                let now = self.now;
                let good =
                    |code: &Code| now < code.until && code.redirect_uri == form("redirect_uri");
                match code.filter(good) {
                    Some(code) => {
                        let place = self.begin(code.person, code.scopes);
                        self.issue(place, true)
                    }
                    None => oauth_error(400, "invalid_grant"),
                }
            }
            "refresh_token" => self.refresh(&form("refresh_token"), &form("scope")),
            _ => oauth_error(400, "unsupported_grant_type"),
        }
    }

    fn refresh(&mut self, token: &str, scope: &str) -> Answer {
        let is_its = |grant: &Grant| {
            let pair = grant.pair.as_ref();
            pair.is_some_and(|pair| !token.is_empty() && pair.refresh == token)
        };
        let Some(place) = self.grants.given.iter().position(is_its) else {
            self.grants.reused += u32::from(self.grants.used.contains(token));
            return oauth_error(400, "invalid_grant");
        };
        self.grants.used.insert(token.to_owned());
        self.grants.refreshed += 1;
        // The pair before dies with this.
        self.issue(place, scope.split(' ').any(|word| word == OFFLINE))
    }

    fn begin(&mut self, person: i64, scopes: Vec<String>) -> usize {
        self.grants.given.push(Grant {
            person,
            scopes,
            pair: None,
            until: self.now,
        });
        self.grants.given.len() - 1
    }

    fn issue(&mut self, place: usize, offline: bool) -> Answer {
        let (access, refresh) = (self.unique("access"), self.unique("refresh"));
        let until = self.now + SignedDuration::from_secs(ACCESS_LASTS_S);
        let grant = &mut self.grants.given[place];
        let offline = offline && grant.scopes.iter().any(|scope| scope == OFFLINE);
        let refresh = if offline { refresh } else { String::new() };
        grant.until = until;
        let mut body = json!({
            "access_token": access,
            "expires_in": ACCESS_LASTS_S,
            "scope": grant.scopes.join(" "),
            "token_type": "bearer",
        });
        if offline {
            body["refresh_token"] = json!(refresh);
        }
        grant.pair = Some(Pair { access, refresh });
        Answer::json(200, body)
    }

    /// A grant without a browser.
    pub(super) fn grant(&mut self, person: i64, scopes: &[&str]) -> Pair {
        let scopes = scopes.iter().map(|scope| (*scope).to_owned()).collect();
        let place = self.begin(person, scopes);
        self.issue(place, true);
        let pair = self.grants.given[place].pair.clone();
        pair.expect("a pair that was issued")
    }

    /// The pair that is good now, of the newest grant of a person that has one.
    pub(super) fn pair_of(&self, person: i64) -> Option<Pair> {
        let mut given = self.grants.given.iter().rev();
        given.find_map(|grant| grant.pair.clone().filter(|_| grant.person == person))
    }

    pub(super) fn end_grants(&mut self, person: i64) {
        for grant in &mut self.grants.given {
            if grant.person == person {
                grant.pair = None;
            }
        }
    }

    /// Ends what the bearer's person granted, all of it.
    pub(super) fn end_access(&mut self, ask: &Ask) -> Answer {
        let Some(bearer) = self.bearer(ask) else {
            return Answer::empty(401);
        };
        if ask.method != "DELETE" {
            return Answer::empty(405);
        }
        self.end_grants(bearer.person);
        Answer::empty(204)
    }

    pub(super) fn expire_access(&mut self, person: i64) {
        for grant in &mut self.grants.given {
            if grant.person == person {
                grant.until = self.now;
            }
        }
    }
}

fn oauth_error(status: u16, error: &str) -> Answer {
    let body = json!({"error": error, "error_description": "example"});
    Answer::json(status, body)
}
