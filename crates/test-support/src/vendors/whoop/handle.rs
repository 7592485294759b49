//! What a test does with the fake.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::{
    FakeWhoop,
    life::Life,
    tokens::{CLIENT_ID, CLIENT_SECRET, Consent, Pair},
    world::{Person, Request, id_of},
};
use crate::vendors::faults::Fault;

/// Every scope there is.
pub const SCOPES: &[&str] = &[
    "offline",
    "read:recovery",
    "read:cycles",
    "read:sleep",
    "read:workout",
    "read:profile",
    "read:body_measurement",
];

impl FakeWhoop {
    fn address(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.address)
    }

    /// What stands before the paths of data.
    #[must_use]
    pub fn url(&self) -> String {
        self.address("/developer")
    }

    /// Where a person is sent.
    #[must_use]
    pub fn authorize_url(&self) -> String {
        self.address("/oauth/oauth2/auth")
    }

    /// Where tokens come from.
    #[must_use]
    pub fn token_url(&self) -> String {
        self.address("/oauth/oauth2/token")
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
        self.world().now
    }

    /// Sets the clock.
    pub fn set_now(&self, now: Timestamp) {
        self.world().now = now;
    }

    /// Moves the clock on.
    pub fn wait(&self, time: SignedDuration) {
        self.world().now += time;
    }

    /// Somebody new, with a strap and nothing measured yet.
    pub fn add_person(&self, person: i64) {
        self.world().people.insert(person, Person::default());
    }

    /// Adds all records of a stretch of a life, as made when they ended. Nobody is told of them.
    pub fn live(&self, person: i64, life: &Life) {
        let mut world = self.world();
        let person_records = &mut world.person(person).records;
        for (kind, mut record) in life.records() {
            record["user_id"] = person.into();
            let id = id_of(kind, &record);
            person_records.insert((kind.to_owned(), id), record);
        }
    }

    /// Adds a record, or puts it in the place of the one with its identifier, as changed now.
    pub fn put(&self, person: i64, kind: &str, record: Value) {
        self.world().put(person, kind, record);
    }

    /// Adds a record whose score is not told before [`Self::score`].
    pub fn put_pending(&self, person: i64, kind: &str, record: Value) {
        let mut world = self.world();
        let place = (kind.to_owned(), id_of(kind, &record));
        world.person(person).pending.insert(place);
        world.put(person, kind, record);
    }

    /// Tells the score of a record that was pending.
    pub fn score(&self, person: i64, kind: &str, id: &str) {
        let mut world = self.world();
        let place = (kind.to_owned(), id.to_owned());
        let was_pending = world.person(person).pending.remove(&place);
        assert!(was_pending, "{kind} {id} was not pending");
        let record = world.person(person).records[&place].clone();
        world.put(person, kind, record);
    }

    /// Changes a record. With a sleep its recovery and its cycle are worked out anew.
    pub fn edit(&self, person: i64, kind: &str, id: &str, change: impl FnOnce(&mut Value)) {
        let mut world = self.world();
        let record = world.person(person).get(kind, id).cloned();
        let mut record = record.expect("a record that is there");
        change(&mut record);
        world.put(person, kind, record);
        if kind == "sleep"
            && let Some(cycle) = world.person(person).cycle_of(id)
        {
            for kind in ["recovery", "cycle"] {
                if let Some(record) = world.person(person).get(kind, &cycle).cloned() {
                    world.put(person, kind, record);
                }
            }
        }
    }

    /// Takes a record away; with a sleep its recovery goes as well. The request for it is then
    /// answered 404.
    pub fn delete(&self, person: i64, kind: &str, id: &str) {
        self.world().delete(person, kind, id);
    }

    /// A record as it is shown now, if it is there.
    #[must_use]
    pub fn record(&self, person: i64, kind: &str, id: &str) -> Option<Value> {
        self.world().person(person).shown(kind, id)
    }

    /// All records of a collection as they are shown now, by identifier.
    #[must_use]
    pub fn records(&self, person: i64, kind: &str) -> Vec<Value> {
        let mut world = self.world();
        let person = world.person(person);
        let of_kind = person.records.keys().filter(|(of, _)| of == kind);
        of_kind
            .filter_map(|(kind, id)| person.shown(kind, id))
            .collect()
    }

    /// Lets a record be put after so many more pages of lists were answered: while somebody lists.
    pub fn put_after_pages(&self, pages: usize, person: i64, kind: &str, record: Value) {
        let kind = kind.to_owned();
        self.world().changes.push((
            pages,
            Box::new(move |world| world.put(person, &kind, record)),
        ));
    }

    /// Lets a record be taken away after so many more pages of lists were answered.
    pub fn delete_after_pages(&self, pages: usize, person: i64, kind: &str, id: &str) {
        let (kind, id) = (kind.to_owned(), id.to_owned());
        self.world().changes.push((
            pages,
            Box::new(move |world| world.delete(person, &kind, &id)),
        ));
    }

    /// Says what the next person does who is sent to sign in.
    pub fn consent(&self, consent: Consent) {
        self.world().consent = consent;
    }

    /// A grant without a browser.
    #[must_use]
    pub fn grant(&self, person: i64, scopes: &[&str]) -> Pair {
        self.world().grant(person, scopes)
    }

    /// The pair that is good now, of the newest grant of a person that has one.
    #[must_use]
    pub fn pair_of(&self, person: i64) -> Option<Pair> {
        self.world().pair_of(person)
    }

    /// Ends every grant of a person, as the person can in the vendor's app.
    pub fn end_grants(&self, person: i64) {
        self.world().end_grants(person);
    }

    /// Makes every access token of a person too old. What they are renewed with stays good.
    pub fn expire_access(&self, person: i64) {
        self.world().expire_access(person);
    }

    /// How often somebody came with a refresh token that had been used before.
    #[must_use]
    pub fn reused_refresh_tokens(&self) -> u32 {
        self.world().grants.reused
    }

    /// How many pairs were issued for a refresh token.
    #[must_use]
    pub fn refreshed(&self) -> u32 {
        self.world().grants.refreshed
    }

    /// Makes something go wrong with requests whose path begins so, so many times.
    pub fn fail(&self, path: &str, fault: Fault, times: u32) {
        self.world().faults.add(path, fault, times);
    }

    /// Nothing goes wrong any more.
    pub fn heal(&self) {
        self.world().faults.clear();
    }

    /// How many requests the app has in a minute and in a day.
    pub fn set_limits(&self, minute: usize, day: usize) {
        self.world().limits = [minute, day];
    }

    /// Every request so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.world().requests.clone()
    }

    /// How many requests had a path that begins so.
    #[must_use]
    pub fn count(&self, path: &str) -> usize {
        let requests = self.requests();
        let fit = requests.iter().filter(|one| one.path.starts_with(path));
        fit.count()
    }

    /// Forgets the requests so far, also as far as limits go.
    pub fn forget_requests(&self) {
        self.world().requests.clear();
    }
}
