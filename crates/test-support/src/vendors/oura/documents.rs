//! Reading data.

use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, DateTime},
    tz::Offset,
};
use serde_json::{Value, json};

use super::world::{Continued, Person, SCOPES, SERIES, World, id, when};
use crate::vendors::ask::{Answer, Ask};

/// Windows of points are no longer than this.
const LONGEST_SERIES: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How many points a page of a series has for each document of another page.
const POINTS_A_DOCUMENT: usize = 10;
/// Members that are there whatever `fields` asks for.
const ALWAYS: [&str; 4] = ["id", "day", "meta", "timestamp"];

impl World {
    /// Answers a request for data; the person is told as well, where one is known.
    pub(super) fn read(&mut self, ask: &Ask, path: &[&str]) -> (Answer, Option<String>) {
        let [kind, rest @ ..] = path else {
            return (Answer::error(404, "Not found"), None);
        };
        let Some(bearer) = ask.bearer().and_then(|access| self.bearer(access)) else {
            return (Answer::error(401, "Unauthorized access"), None);
        };
        let answer = self.read_as(ask, kind, rest, &bearer.person, &bearer.scopes);
        (answer, Some(bearer.person))
    }

    fn read_as(
        &mut self,
        ask: &Ask,
        kind: &str,
        rest: &[&str],
        person: &str,
        scopes: &[String],
    ) -> Answer {
        let Some((_, scope)) = SCOPES.iter().find(|(known, _)| *known == kind) else {
            return Answer::error(404, "Not found");
        };
        if self.unknown.contains(kind) {
            return Answer::error(404, "Not found");
        }
        if self.people.get(person).is_none_or(|person| person.lapsed) {
            return Answer::error(403, "Membership has ended");
        }
        let is_granted = scopes
            .iter()
            .any(|granted| granted == scope || (*scope == "spo2" && granted == "spo2Daily"));
        if !is_granted {
            return Answer::error(403, "Scope is missing");
        }
        match rest {
            [] if kind == "personal_info" => self.one(person, kind, None),
            [] => self.list(ask, kind, person),
            [id] if !SERIES.contains(&kind) => self.one(person, kind, Some(id)),
            _ => Answer::error(404, "Not found"),
        }
    }

    fn one(&self, person: &str, kind: &str, wanted: Option<&str>) -> Answer {
        let documents = self.people[person].documents.get(kind);
        let found = documents
            .into_iter()
            .flatten()
            .find(|document| wanted.is_none_or(|wanted| id(document) == wanted));
        found.map_or_else(
            || Answer::error(404, "Not found"),
            |document| Answer::json(200, document.clone()),
        )
    }

    fn list(&mut self, ask: &Ask, kind: &str, person: &str) -> Answer {
        let dates = ["start_date", "end_date", "start_datetime", "end_datetime"];
        let continued = match ask.query("next_token") {
            None => Continued {
                person: person.to_owned(),
                kind: kind.to_owned(),
                query: ask.query.clone(),
                offset: 0,
            },
            Some(_) if dates.iter().any(|name| ask.query(name).is_some()) => {
                return Answer::invalid("query", "next_token", "not together with dates");
            }
            Some(token) => match self.continued.get(token) {
                Some(known) if known.person == person && known.kind == kind => known.clone(),
                _ => return Answer::error(400, "Invalid next token"),
            },
        };
        let listed = match self.in_range(&continued) {
            Ok(listed) => listed,
            Err(answer) => return answer,
        };
        let page_size = if SERIES.contains(&kind) {
            self.page_size * POINTS_A_DOCUMENT
        } else {
            self.page_size
        };
        let rest = listed.into_iter().skip(continued.offset);
        let mut page: Vec<Value> = rest.take(page_size + 1).cloned().collect();
        let is_last = page.len() <= page_size;
        page.truncate(page_size);
        let end = continued.offset + page.len();
        let next = (!is_last).then(|| {
            let token = self.unique("next");
            self.continued.insert(
                token.clone(),
                Continued {
                    offset: end,
                    ..continued.clone()
                },
            );
            token
        });
        let page: Vec<Value> = match continued.query.iter().find(|(name, _)| name == "fields") {
            Some((_, fields)) => page.into_iter().map(|one| only(one, fields)).collect(),
            None => page,
        };
        Answer::json(200, json!({"data": page, "next_token": next}))
    }

    fn in_range(&self, list: &Continued) -> Result<Vec<&Value>, Answer> {
        let person = &self.people[&list.person];
        let query = |name: &str| {
            let found = list.query.iter().find(|(key, _)| key == name);
            found.map(|(_, value)| value.as_str())
        };
        if list.kind == "ring_configuration" {
            return Ok(person.sorted(&list.kind));
        }
        if SERIES.contains(&list.kind.as_str()) {
            return self.points(person, &list.kind, query);
        }
        let today = Offset::UTC.to_datetime(self.now).date();
        let (end, end_is_date) = match query("end_date") {
            Some(text) => bound(text).ok_or_else(|| bad_date("end_date"))?,
            None => (today.at(0, 0, 0, 0), true),
        };
        let (start, _) = match query("start_date") {
            Some(text) => bound(text).ok_or_else(|| bad_date("start_date"))?,
            None => (end.saturating_sub(SignedDuration::from_hours(24)), true),
        };
        if start > end {
            return Err(Answer::error(400, "Start is after end"));
        }
        let range = Range {
            start,
            end,
            end_is_date,
        };
        let mut listed = person.sorted(&list.kind);
        listed.retain(|document| range.has(&list.kind, document));
        Ok(listed)
    }

    fn points<'p, 'q>(
        &self,
        person: &'p Person,
        kind: &str,
        query: impl Fn(&str) -> Option<&'q str>,
    ) -> Result<Vec<&'p Value>, Answer> {
        if query("latest") == Some("true") {
            let last = person
                .points(kind, Timestamp::MIN, Timestamp::MAX)
                .next_back();
            return Ok(last.into_iter().collect());
        }
        let read = |name: &str| match query(name) {
            Some(text) => text
                .parse::<Timestamp>()
                .map(Some)
                .map_err(|_| bad_date(name)),
            None => Ok(None),
        };
        let end = read("end_datetime")?.unwrap_or(self.now);
        let start = read("start_datetime")?.unwrap_or(end - SignedDuration::from_hours(24));
        if start > end
            || start.duration_until(end) > LONGEST_SERIES + SignedDuration::from_hours(24)
        {
            return Err(Answer::error(400, "Range is too long"));
        }
        Ok(person.points(kind, start, end).collect())
    }
}

fn bad_date(name: &str) -> Answer {
    Answer::invalid("query", name, "Input should be a valid date")
}

/// A date is midnight at its start.
fn bound(text: &str) -> Option<(DateTime, bool)> {
    if let (10, Ok(date)) = (text.len(), text.parse::<Date>()) {
        return Some((date.at(0, 0, 0, 0), true));
    }
    Some((text.get(..19)?.parse().ok()?, false))
}

/// The ends of a range mean something else in every collection.
struct Range {
    start: DateTime,
    end: DateTime,
    end_is_date: bool,
}

impl Range {
    fn has(&self, kind: &str, document: &Value) -> bool {
        let day: Date = when(document)
            .get(..10)
            .and_then(|day| day.parse().ok())
            .expect("a day");
        let (start, end) = (self.start.date(), self.end.date());
        match kind {
            // By the day, without the first. So a range of one day has nothing.
            "sleep" => start < day && day <= end,
            // By the time that they carry, or else 04:00: a date at the end is midnight, and the last
            // day begins after it.
            kind if kind.starts_with("daily_") || kind == "sleep_time" || kind == "vO2_max" => {
                let carried = document["timestamp"]
                    .as_str()
                    .and_then(|time| bound(time.get(..19)?));
                let time = carried.map_or(day.at(4, 0, 0, 0), |(time, _)| time);
                self.start <= time && time <= self.end
            }
            // By the day, without the last if it is a date.
            "session" | "tag" | "enhanced_tag" => {
                start <= day && (day < end || (day == end && !self.end_is_date))
            }
            _ => start <= day && day <= end,
        }
    }
}

fn only(document: Value, fields: &str) -> Value {
    let wanted: Vec<&str> = fields.split(',').chain(ALWAYS).collect();
    let Value::Object(mut members) = document else {
        return document;
    };
    members.retain(|name, _| wanted.contains(&name.as_str()));
    Value::Object(members)
}
