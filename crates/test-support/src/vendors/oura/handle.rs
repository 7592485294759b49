//! What a test does with the fake.

use axum::Router;
use http::Method;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::{
    FakeOura,
    events::{MOST_ATTEMPTS, PendingEvent, Wording},
    seed::Life,
    tokens::{CLIENT_ID, CLIENT_SECRET, Consent, Pair, Portal},
    world::{Person, Request, World, id},
};
use crate::vendors::{Fault, Order, ask::Ask, call_back::call_back};

/// Every scope there is.
pub const SCOPES: &[&str] = &[
    "personal",
    "daily",
    "heartrate",
    "workout",
    "tag",
    "session",
    "spo2",
    "stress",
    "heart_health",
    "ring_configuration",
];

/// In place of a status, if nobody is subscribed to an event any more.
pub const NOT_WANTED: u16 = 0;

const WINDOW: SignedDuration = SignedDuration::from_mins(5);

impl World {
    pub(super) fn log(&mut self, ask: &Ask, person: Option<String>, status: u16) {
        self.requests.push(Request {
            method: ask.method.to_string(),
            path: ask.path.clone(),
            query: ask.query.clone(),
            person,
            status,
            at: self.now,
        });
    }

    /// Whether the app has used up what it has in five minutes. Refused requests do not count.
    pub(super) fn is_over_the_limit(&self) -> bool {
        let recent = self
            .requests
            .iter()
            .rev()
            .take_while(|one| one.at > self.now - WINDOW);
        let counted = recent.filter(|one| one.path.starts_with("/v2/") && one.status != 429);
        counted.count() >= self.most_requests
    }

    fn person(&mut self, person: &str) -> &mut Person {
        self.people
            .get_mut(person)
            .expect("a person that was added")
    }
}

impl FakeOura {
    /// What stands before the paths of documents and subscriptions.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.server.address)
    }

    /// Where a person is sent.
    #[must_use]
    pub fn authorize_url(&self, portal: Portal) -> String {
        self.url()
            + match portal {
                Portal::Current => "/oauth/v2/ext/oauth-authorize",
                Portal::Legacy => "/oauth/authorize",
            }
    }

    /// Where tokens come from.
    #[must_use]
    pub fn token_url(&self, portal: Portal) -> String {
        self.url()
            + match portal {
                Portal::Current => "/oauth/v2/ext/oauth-token",
                Portal::Legacy => "/oauth/token",
            }
    }

    /// The public name of the app.
    #[must_use]
    pub fn client_id(&self) -> &'static str {
        CLIENT_ID
    }

    /// The secret of the app, which events are signed with.
    #[must_use]
    pub fn client_secret(&self) -> &'static str {
        CLIENT_SECRET
    }

    /// What time it is here.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.shared.world().now
    }

    /// Sets the clock.
    pub fn set_now(&self, now: Timestamp) {
        self.shared.world().now = now;
    }

    /// Moves the clock on.
    pub fn wait(&self, time: SignedDuration) {
        self.shared.world().now += time;
    }

    /// Somebody new, with a ring and a profile, and nothing measured yet.
    pub fn add_person(&self, person: &str) {
        self.shared
            .world()
            .people
            .insert(person.to_owned(), Person::default());
        let email = format!("{person}@example.com");
        let profile = json!({"id": person, "age": 41, "weight": 74.3, "height": 1.78,
            "biological_sex": "female", "email": email});
        self.put(person, "personal_info", profile);
    }

    /// Adds all documents of a stretch of a life. Nobody is told of them.
    pub fn live(&self, person: &str, life: &Life) {
        let mut world = self.shared.world();
        for (kind, document) in life.documents() {
            world.person(person).add(kind, document);
        }
    }

    /// Adds a document, or puts it in the place of the one with its identifier, as changed now.
    pub fn put(&self, person: &str, kind: &str, mut document: Value) {
        let mut world = self.shared.world();
        let now = world.now;
        let documents = world
            .person(person)
            .documents
            .entry(kind.to_owned())
            .or_default();
        let place = documents.iter().position(|one| id(one) == id(&document));
        let version = place.and_then(|place| documents[place]["meta"]["version"].as_u64());
        // The profile has no such member.
        if kind != "personal_info" {
            let updated_at = now.strftime("%Y-%m-%dT%H:%M:%S.%6fZ").to_string();
            let version = version.unwrap_or(0) + 1;
            document["meta"] = json!({"updated_at": updated_at, "version": version});
        }
        let object = id(&document).to_owned();
        let event_type = if let Some(place) = place {
            documents[place] = document;
            "update"
        } else {
            documents.push(document);
            "create"
        };
        world.note(person, event_type, kind, &object);
    }

    /// Changes a document.
    pub fn edit(&self, person: &str, kind: &str, object: &str, change: impl FnOnce(&mut Value)) {
        let mut document = self.document(person, kind, object);
        change(&mut document);
        self.put(person, kind, document);
    }

    /// Takes a document away. The request for it is then answered 404.
    pub fn delete(&self, person: &str, kind: &str, object: &str) {
        let mut world = self.shared.world();
        let documents = world
            .person(person)
            .documents
            .entry(kind.to_owned())
            .or_default();
        let before = documents.len();
        documents.retain(|one| id(one) != object);
        assert!(documents.len() < before, "there was no {kind} {object}");
        world.note(person, "delete", kind, object);
    }

    /// Adds a point to a series.
    pub fn add_point(&self, person: &str, kind: &str, point: Value) {
        self.shared.world().person(person).add(kind, point);
    }

    /// One document as it is now.
    #[must_use]
    pub fn document(&self, person: &str, kind: &str, object: &str) -> Value {
        let documents = self.documents(person, kind);
        let found = documents.into_iter().find(|one| id(one) == object);
        found.expect("a document that is there")
    }

    /// All documents of a collection as they are now, in the order of their days.
    #[must_use]
    pub fn documents(&self, person: &str, kind: &str) -> Vec<Value> {
        let mut world = self.shared.world();
        world
            .person(person)
            .sorted(kind)
            .into_iter()
            .cloned()
            .collect()
    }

    /// Ends a membership, or begins it again. Without one every request for data is refused.
    pub fn set_membership(&self, person: &str, is_paid: bool) {
        self.shared.world().person(person).lapsed = !is_paid;
    }

    /// Lets this app know a collection no more: 404, as for apps made before there was one.
    pub fn hide_collection(&self, kind: &str) {
        self.shared.world().unknown.insert(kind.to_owned());
    }

    /// Says what the next person does who is sent to sign in.
    pub fn consent(&self, consent: Consent) {
        self.shared.world().consent = consent;
    }

    /// A grant without a browser.
    #[must_use]
    pub fn grant(&self, portal: Portal, person: &str, scopes: &[&str]) -> Pair {
        self.shared.world().grant(portal, person, scopes)
    }

    /// The pair that is good now, of the newest grant of a person that has one.
    #[must_use]
    pub fn pair_of(&self, person: &str) -> Option<Pair> {
        self.shared.world().pair_of(person)
    }

    /// Ends every grant of a person, as the person can in the vendor's app.
    pub fn end_grants(&self, person: &str) {
        self.shared.world().end_grants(person);
    }

    /// Makes every access token of a person too old. What they are renewed with stays good.
    pub fn expire_access(&self, person: &str) {
        self.shared.world().expire_access(person);
    }

    /// How often somebody came with a refresh token that had been used before.
    #[must_use]
    pub fn reused_refresh_tokens(&self) -> u32 {
        self.shared.world().grants.reused
    }

    /// How many pairs were issued for a refresh token.
    #[must_use]
    pub fn refreshed(&self) -> u32 {
        self.shared.world().grants.refreshed
    }

    /// Makes something go wrong with the next requests whose path begins so, so many times.
    pub fn fail(&self, path: &str, fault: Fault, times: u32) {
        self.shared.world().faults.add(path, fault, times);
    }

    /// Nothing goes wrong any more.
    pub fn heal(&self) {
        self.shared.world().faults.clear();
    }

    /// How many documents a page has; a page of points has ten times as many.
    pub fn set_page_size(&self, documents: usize) {
        self.shared.world().page_size = documents;
    }

    /// How many requests the app has in five minutes.
    pub fn set_limit(&self, requests: usize) {
        self.shared.world().most_requests = requests;
    }

    /// Every request so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.shared.world().requests.clone()
    }

    /// How many requests had a path that begins so.
    #[must_use]
    pub fn count(&self, path: &str) -> usize {
        let requests = self.requests();
        requests
            .iter()
            .filter(|one| one.path.starts_with(path))
            .count()
    }

    /// Forgets the requests so far.
    pub fn forget_requests(&self) {
        self.shared.world().requests.clear();
    }

    /// Lets callbacks lead to a router in this process, whatever host they name.
    pub fn call_back_to(&self, router: Router) {
        *self.shared.router.lock().expect("nobody panicked with it") = Some(router);
    }

    /// The subscriptions there are, as the vendor lists them.
    #[must_use]
    pub fn subscriptions(&self) -> Vec<Value> {
        let world = self.shared.world();
        world
            .subscriptions
            .iter()
            .map(super::subscriptions::Subscription::body)
            .collect()
    }

    /// How events are written from now on.
    pub fn word_events(&self, wording: Wording) {
        self.shared.world().wording = wording;
    }

    /// The events that wait.
    #[must_use]
    pub fn pending_events(&self) -> Vec<PendingEvent> {
        self.shared.world().events.clone()
    }

    /// Loses the events that wait and fit; says how many.
    pub fn lose_events(&self, fits: impl Fn(&PendingEvent) -> bool) -> usize {
        let mut world = self.shared.world();
        let before = world.events.len();
        world.events.retain(|event| !fits(event));
        before - world.events.len()
    }

    /// Sends every event that waits, each so many times; gives back what was answered. An event
    /// that nobody took waits for the next time, ten times at most. A 410 ends its subscription.
    pub async fn deliver(&self, order: Order, copies: usize) -> Vec<u16> {
        let mut events = std::mem::take(&mut self.shared.world().events);
        order.arrange(&mut events);
        let mut statuses = Vec::new();
        // All of them once, and then all of them again.
        let last = copies.saturating_sub(1);
        for copy in 0..copies {
            for event in &events {
                let status = self.send(event).await;
                statuses.push(status);
                let is_done = status == NOT_WANTED || (200..300).contains(&status);
                if copy == last && !is_done && event.attempts + 1 < MOST_ATTEMPTS {
                    let attempts = event.attempts + 1;
                    let event = event.clone();
                    self.shared
                        .world()
                        .events
                        .push(PendingEvent { attempts, ..event });
                }
            }
        }
        statuses
    }

    /// Sends one event now, whether it waits or not; gives back what was answered,
    /// or [`NOT_WANTED`].
    pub async fn send(&self, event: &PendingEvent) -> u16 {
        let Some(letter) = self.shared.world().letter(event) else {
            return NOT_WANTED;
        };
        let router = self.shared.router();
        let (status, _) = call_back(
            router.as_ref(),
            Method::POST,
            &letter.callback_url,
            &letter.headers,
            &letter.body,
        )
        .await;
        if status == 410 {
            let mut world = self.shared.world();
            world.subscriptions.retain(|one| {
                (&one.event_type, &one.data_type) != (&event.event_type, &event.data_type)
            });
        }
        status
    }
}
