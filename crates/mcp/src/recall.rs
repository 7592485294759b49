//! Answers to calls that read, given again as long as nothing they depend on has changed.
//!
//! An answer depends on the store, on the account's settings, on what was asked and in which form,
//! and on which day it is. The store tells cheaply whether anyone, in any process, has changed
//! anything ([`Service::version`]); the rest stands in the key. A store that cannot tell is read
//! each time.
//!
//! [`Service::version`]: vitalog_service::Service::version

use std::sync::Arc;

use bytes::Bytes;
use jiff::civil::Date;
use serde_json::{Map, Value};
use vitalog_service::{Remembered, Version};

use crate::{Principal, about::About, revision::Revision};

/// Bytes of answers that are kept together.
const MOST_BYTES: usize = 8 << 20;
/// Bytes of one answer that is kept; a report of a year is asked for once.
const MOST_BYTES_EACH: usize = 256 << 10;

/// The answers, as JSON.
#[derive(Debug)]
pub(crate) struct Recall(Remembered<String, (Bytes, Arc<About>)>);

/// What an answer depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    version: Version,
    key: String,
}

impl Recall {
    pub(crate) fn new() -> Self {
        Self(Remembered::new(MOST_BYTES))
    }

    /// The answer to what was asked, if it was given before.
    pub(crate) fn get(&self, asked: &Asked) -> Option<(Bytes, Arc<About>)> {
        self.0.get(Some(asked.version), &asked.key)
    }

    /// Keeps an answer that was worked out after `asked` was made.
    pub(crate) fn put(&self, asked: Asked, answer: &Bytes, about: About) {
        if answer.len() <= MOST_BYTES_EACH {
            let weight = answer.len() + asked.key.len();
            let answer = (answer.clone(), Arc::new(about));
            self.0.put(Some(asked.version), asked.key, answer, weight);
        }
    }
}

impl Asked {
    /// `version` is that of the store before anything is read for the answer.
    pub(crate) fn new(
        version: Version,
        principal: &Principal,
        today: Date,
        revision: Revision,
        tool: &str,
        arguments: &Map<String, Value>,
    ) -> Option<Self> {
        let account = &principal.account;
        let key = format!(
            "{} {:?} {} {:?} {:?} {:?} {:?} {:?} {today} {revision:?} {tool} {}",
            account.id,
            account.zone.iana_name(),
            account.zone_is_set,
            account.units,
            account.sources.named(),
            account.switchover,
            account.place.map(|place| place.to_string()),
            principal.toolsets,
            serde_json::to_string(arguments).ok()?,
        );
        Some(Self { version, key })
    }
}

#[cfg(test)]
mod tests {
    use jiff::{civil::date, tz::TimeZone};
    use serde_json::json;
    use vitalog_core::{Account, AccountId, Place, SourcePriority, Switchover, UnitSystem};

    use super::*;
    use crate::{Door, Toolsets};

    fn principal() -> Principal {
        Principal {
            account: Account {
                id: AccountId::first(),
                zone: TimeZone::get("Europe/Oslo").unwrap(),
                zone_is_set: true,
                units: UnitSystem::Us,
                sources: SourcePriority::default(),
                switchover: None,
                place: None,
            },
            write: true,
            toolsets: Toolsets::ALL,
            door: Door::Path,
            token: None,
            version: None,
        }
    }

    fn asked(principal: &Principal, arguments: &Value) -> Asked {
        let today = date(2026, 10, 7);
        let Value::Object(arguments) = arguments else {
            unreachable!("arguments are an object");
        };
        let revision = Revision::July2026;
        Asked::new(Version(1), principal, today, revision, "a", arguments).unwrap()
    }

    #[test]
    fn answer_is_told_to_who_asks_the_same() {
        let recall = Recall::new();
        let answer = Bytes::from_static(b"{}");
        let arguments = json!({"metrics": ["steps"]});
        let about = About::default();
        recall.put(asked(&principal(), &arguments), &answer, about.clone());
        let found = recall.get(&asked(&principal(), &arguments));
        assert_eq!(found, Some((answer, Arc::new(about))));
    }

    #[test]
    fn whatever_an_answer_depends_on_makes_it_another() {
        let first = asked(&principal(), &json!({}));
        let account: [fn(&mut Account); 7] = [
            |account| account.id = AccountId::new("anna").unwrap(),
            |account| account.zone = TimeZone::get("Europe/Rome").unwrap(),
            |account| account.zone_is_set = false,
            |account| account.units = UnitSystem::Metric,
            |account| account.sources = SourcePriority::new(["oura"]),
            |account| account.switchover = Some(Switchover::Never),
            |account| account.place = Place::new(52.5, 13.4),
        ];
        let mut others = vec![asked(&principal(), &json!({"days": 1}))];
        for change in account {
            let mut principal = principal();
            change(&mut principal.account);
            others.push(asked(&principal, &json!({})));
        }
        let narrow = Principal {
            toolsets: Toolsets::HTTP_DEFAULT,
            ..principal()
        };
        others.push(asked(&narrow, &json!({})));
        let (me, today) = (principal(), date(2026, 10, 7));
        let of = |version, today, revision, tool| {
            Asked::new(Version(version), &me, today, revision, tool, &Map::new()).unwrap()
        };
        others.extend([
            of(2, today, Revision::July2026, "a"),
            of(1, date(2026, 10, 8), Revision::July2026, "a"),
            of(1, today, Revision::March2025, "a"),
            of(1, today, Revision::July2026, "b"),
        ]);
        for other in others {
            assert_ne!(other, first);
        }
    }

    #[test]
    fn long_answers_are_not_kept() {
        let recall = Recall::new();
        let long = Bytes::from(vec![b' '; MOST_BYTES_EACH + 1]);
        let about = About::default();
        recall.put(asked(&principal(), &json!({})), &long, about);
        assert_eq!(recall.get(&asked(&principal(), &json!({}))), None);
    }
}
