//! Sign-in, codes and tokens.

use std::collections::BTreeMap;

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::world::World;
use crate::vendors::ask::{Answer, Ask};

/// The app, as both portals know it.
pub(super) const CLIENT_ID: &str = "fake-oura-app";
pub(super) const CLIENT_SECRET: &str = "fake-oura-secret";

const CODE_LASTS: SignedDuration = SignedDuration::from_mins(10);
const ACCESS_LASTS_S: i64 = 86_400;

/// Where an app was made, and where its tokens come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Portal {
    /// The newer one, which takes older apps, too.
    Current,
    /// The older one, which refuses newer apps.
    Legacy,
}

/// What the person does who is sent to sign in.
#[derive(Clone, Debug)]
pub struct Consent {
    /// Who it is.
    pub person: String,
    /// Scopes that the person takes the tick from.
    pub unticked: Vec<String>,
    /// Whether the person says no.
    pub denies: bool,
    /// Whether the answer says which scopes were granted.
    pub tells_scopes: bool,
    /// Whether scopes are told with the prefix that newer apps have seen.
    pub prefixed: bool,
    /// Where the app was made.
    pub app_of: Portal,
}

impl Default for Consent {
    fn default() -> Self {
        Self {
            person: "person-1".to_owned(),
            unticked: Vec::new(),
            denies: false,
            tells_scopes: true,
            prefixed: false,
            app_of: Portal::Current,
        }
    }
}

/// A pair of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// What data are read with.
    pub access: String,
    /// What the next pair is asked for with.
    pub refresh: String,
}

struct Code {
    grant: usize,
    until: Timestamp,
    redirect_uri: String,
    challenge: Option<String>,
}

struct Grant {
    person: String,
    scopes: Vec<String>,
    issued_by: Portal,
    /// The only pair that is good; `None` before the first, and after the end.
    pair: Option<Pair>,
    until: Timestamp,
}

#[derive(Default)]
pub(super) struct Grants {
    codes: BTreeMap<String, Code>,
    given: Vec<Grant>,
    /// How often somebody came with a refresh token that had been used before.
    pub(super) reused: u32,
    /// How many pairs were issued for a refresh token.
    pub(super) refreshed: u32,
    used: Vec<String>,
}

/// Who may read what.
pub(super) struct Bearer {
    pub(super) person: String,
    pub(super) scopes: Vec<String>,
}

impl World {
    /// Who an access token stands for, while it is good.
    pub(super) fn bearer(&self, access: &str) -> Option<Bearer> {
        let is_its = |pair: &Pair| pair.access == access;
        let grant = self
            .grants
            .given
            .iter()
            .find(|grant| grant.pair.as_ref().is_some_and(is_its))?;
        (self.now < grant.until).then(|| Bearer {
            person: grant.person.clone(),
            scopes: grant.scopes.clone(),
        })
    }

    /// A grant without a browser.
    pub(super) fn grant(&mut self, portal: Portal, person: &str, scopes: &[&str]) -> Pair {
        self.grants.given.push(Grant {
            person: person.to_owned(),
            scopes: scopes.iter().map(ToString::to_string).collect(),
            issued_by: portal,
            pair: None,
            until: self.now,
        });
        self.issue(self.grants.given.len() - 1)
    }

    /// The pair of a grant becomes another. The one before is dead at once.
    fn issue(&mut self, grant: usize) -> Pair {
        let pair = Pair {
            access: self.unique("access"),
            refresh: self.unique("refresh"),
        };
        let until = self.now + SignedDuration::from_secs(ACCESS_LASTS_S);
        let grant = &mut self.grants.given[grant];
        if let Some(before) = grant.pair.replace(pair.clone()) {
            self.grants.used.push(before.refresh);
        }
        grant.until = until;
        pair
    }

    pub(super) fn end_grants(&mut self, person: &str) {
        for grant in &mut self.grants.given {
            if grant.person == person {
                grant.pair = None;
            }
        }
    }

    pub(super) fn expire_access(&mut self, person: &str) {
        let now = self.now;
        for grant in &mut self.grants.given {
            if grant.person == person {
                grant.until = now;
            }
        }
    }

    /// The pair that is good now.
    pub(super) fn pair_of(&self, person: &str) -> Option<Pair> {
        let mut grants = self.grants.given.iter().rev();
        grants
            .find(|grant| grant.person == person && grant.pair.is_some())?
            .pair
            .clone()
    }

    /// A person is sent here, and sent back at once.
    pub(super) fn authorize(&mut self, ask: &Ask, portal: Portal) -> Answer {
        let consent = self.consent.clone();
        let (Some(CLIENT_ID), Some(redirect_uri), Some("code")) = (
            ask.query("client_id"),
            ask.query("redirect_uri"),
            ask.query("response_type"),
        ) else {
            return Answer::oauth(400, "invalid_request");
        };
        let mut back = url::Url::parse(redirect_uri).expect("an address to go back to");
        if consent.denies {
            back.query_pairs_mut().append_pair("error", "access_denied");
        } else {
            let asked = ask.query("scope").unwrap_or_default();
            let granted: Vec<&str> = asked
                .split(' ')
                .filter(|scope| !consent.unticked.iter().any(|unticked| unticked == scope))
                .collect();
            self.grants.given.push(Grant {
                person: consent.person,
                scopes: granted.iter().map(ToString::to_string).collect(),
                issued_by: portal,
                pair: None,
                until: self.now,
            });
            let code = self.unique("code");
            back.query_pairs_mut().append_pair("code", &code);
            if consent.tells_scopes {
                let told = told(&granted, consent.prefixed);
                back.query_pairs_mut().append_pair("scope", &told);
            }
            self.grants.codes.insert(
                code,
                Code {
                    grant: self.grants.given.len() - 1,
                    until: self.now + CODE_LASTS,
                    redirect_uri: redirect_uri.to_owned(),
                    challenge: ask.query("code_challenge").map(str::to_owned),
                },
            );
        }
        if let Some(state) = ask.query("state") {
            back.query_pairs_mut().append_pair("state", state);
        }
        Answer::empty(302).with("location", &back)
    }

    pub(super) fn token(&mut self, ask: &Ask, portal: Portal) -> Answer {
        let code = ask.form("code");
        // Whatever is wrong with the request, the code is used up by it.
        let code = code.and_then(|code| self.grants.codes.remove(&code));
        if self.consent.app_of == Portal::Current && portal == Portal::Legacy {
            return Answer::oauth(400, "invalid_request");
        }
        if !knows_secret(ask) {
            return Answer::oauth(401, "invalid_client");
        }
        let grant = match ask.form("grant_type").as_deref() {
            Some("authorization_code") => code
                .filter(|code| self.now <= code.until && fits(code, ask))
                .map(|code| code.grant)
                .filter(|grant| self.grants.given[*grant].issued_by == portal),
            Some("refresh_token") => self.refreshed(ask, portal),
            _ => return Answer::oauth(400, "unsupported_grant_type"),
        };
        let Some(grant) = grant else {
            return Answer::oauth(400, "invalid_grant");
        };
        let pair = self.issue(grant);
        let mut body = json!({
            "token_type": "bearer",
            "access_token": pair.access,
            "refresh_token": pair.refresh,
            "expires_in": ACCESS_LASTS_S,
        });
        if self.consent.tells_scopes {
            let scopes: Vec<&str> = self.grants.given[grant]
                .scopes
                .iter()
                .map(String::as_str)
                .collect();
            body["scope"] = told(&scopes, self.consent.prefixed).into();
        }
        Answer::json(200, body)
    }

    /// The grant of a refresh token that was never used, at the portal that issued it.
    fn refreshed(&mut self, ask: &Ask, portal: Portal) -> Option<usize> {
        let token = ask.form("refresh_token")?;
        if self.grants.used.contains(&token) {
            self.grants.reused += 1;
            return None;
        }
        let is_its = |pair: &Pair| pair.refresh == token;
        let place = self.grants.given.iter().position(|grant| {
            grant.issued_by == portal && grant.pair.as_ref().is_some_and(is_its)
        })?;
        self.grants.refreshed += 1;
        Some(place)
    }

    /// Ends the grant of an access token.
    pub(super) fn revoke(&mut self, ask: &Ask) -> Answer {
        let access = ask.query("access_token").unwrap_or_default().to_owned();
        for grant in &mut self.grants.given {
            if grant
                .pair
                .as_ref()
                .is_some_and(|pair| pair.access == access)
            {
                grant.pair = None;
            }
        }
        Answer::json(200, json!({}))
    }
}

/// The secret is in the form or in the header.
fn knows_secret(ask: &Ask) -> bool {
    let basic = format!(
        "Basic {}",
        STANDARD.encode(format!("{CLIENT_ID}:{CLIENT_SECRET}"))
    );
    let in_form = ask.form("client_id").as_deref() == Some(CLIENT_ID)
        && ask.form("client_secret").as_deref() == Some(CLIENT_SECRET);
    in_form || ask.header("authorization") == Some(&basic)
}

fn fits(code: &Code, ask: &Ask) -> bool {
    let proven = code.challenge.as_ref().is_none_or(|challenge| {
        let verifier = ask.form("code_verifier").unwrap_or_default();
        *challenge == URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
    });
    proven && ask.form("redirect_uri").as_ref() == Some(&code.redirect_uri)
}

fn told(scopes: &[&str], prefixed: bool) -> String {
    let prefix = if prefixed { "extapi:" } else { "" };
    let scopes: Vec<String> = scopes
        .iter()
        .map(|scope| format!("{prefix}{scope}"))
        .collect();
    scopes.join(" ")
}
