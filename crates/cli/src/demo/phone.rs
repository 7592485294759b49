//! The phone of a person who does not exist: it pushes what that life was like up to now, and goes
//! on pushing.

use std::{convert::Infallible, sync::Arc, time::Duration};

use jiff::{
    ToSpan,
    civil::{Date, date},
};
use tracing::{instrument::WithSubscriber, subscriber::NoSubscriber};
use vitalog_core::{Account, Clock, DayRange, day::day_of};
use vitalog_sync::{Ingest, IngestError, PushHeaders};
use vitalog_synthetic::{
    Day, Person,
    hae::{self, Kind, Options},
};

/// Who it is. Another number is another person.
const SEED: u64 = 1;
/// The first day of that life. What happens on a day goes by its distance from this one, so that
/// two demonstrations show the same past whenever they are started.
const FIRST_DAY: Date = date(2020, 1, 1);
/// Days in a push: some 2 MB, which keeps the memory it takes small.
const DAYS_A_PUSH: usize = 20;
/// How often the phone pushes on, as an automation of the app does.
const EVERY: Duration = Duration::from_mins(5);

/// The phone.
pub(crate) struct Phone {
    account: Account,
    ingest: Ingest,
    clock: Arc<dyn Clock>,
    /// The day of the last push.
    pushed: Date,
}

impl Phone {
    /// How much of that life is shown: more than a year, so that a month can be held against the
    /// same month of the year before.
    pub(crate) const DAYS: u16 = 400;

    /// A phone that pushes into an account, at the times of the clock.
    pub(crate) fn new(account: Account, ingest: Ingest, clock: Arc<dyn Clock>) -> Self {
        let today = day_of(clock.now(), &account.zone);
        Self {
            account,
            ingest,
            clock,
            pushed: today.saturating_sub(i64::from(Self::DAYS).days()),
        }
    }

    /// Pushes the past up to now, and tells how many days of how many are done. It logs nothing of
    /// single pushes, which nobody waits to read.
    pub(crate) async fn push_past(
        &mut self,
        done: impl Fn(usize, usize),
    ) -> Result<(), IngestError> {
        let person = self.person();
        let last = person.days().end;
        let first = last.saturating_sub((i64::from(Self::DAYS) - 1).days());
        let days: Vec<Date> = DayRange {
            start: first,
            end: last,
        }
        .days()
        .collect();
        for (number, part) in days.chunks(DAYS_A_PUSH).enumerate() {
            self.push(&person, part)
                .with_subscriber(NoSubscriber::new())
                .await?;
            done(number * DAYS_A_PUSH + part.len(), days.len());
        }
        self.pushed = last;
        Ok(())
    }

    /// Pushes what has come since, again and again.
    pub(crate) async fn push_on(&mut self) -> Infallible {
        loop {
            tokio::time::sleep(EVERY).await;
            if let Err(error) = self.push_since().await {
                tracing::warn!("the demonstration does not go on: {error}");
            }
        }
    }

    async fn push_since(&mut self) -> Result<(), IngestError> {
        let person = self.person();
        let today = person.days().end;
        // What of the day before was still under way then is over now.
        let start = self.pushed.min(today).saturating_sub(1.days());
        let days: Vec<Date> = DayRange { start, end: today }.days().collect();
        self.push(&person, &days).await?;
        self.pushed = today;
        Ok(())
    }

    /// The person as of now.
    fn person(&self) -> Person {
        let today = day_of(self.clock.now(), &self.account.zone);
        let lived = FIRST_DAY.duration_until(today).as_hours() / 24 + 1;
        let days = u16::try_from(lived).unwrap_or(Self::DAYS).max(Self::DAYS);
        Person::new(SEED, self.account.zone.clone(), today, days)
    }

    async fn push(&self, person: &Person, days: &[Date]) -> Result<(), IngestError> {
        let now = self.clock.now();
        let days: Vec<Day> = days
            .iter()
            .map(|date| person.day(*date).until(now))
            .collect();
        let options = Options {
            kinds: Kind::ALL.to_vec(),
            period: "Since Last Sync",
            session: now.as_second().unsigned_abs(),
            ..Options::default()
        };
        for push in hae::push(&days, &options) {
            let headers = headers(&push);
            self.ingest
                .ingest(&self.account, &headers, push.body.as_bytes())
                .await?;
        }
        Ok(())
    }
}

fn headers(push: &hae::Push) -> PushHeaders {
    let value = |name: &str| {
        let header = push.headers.iter().find(|(header, _)| *header == name);
        header.map(|(_, value)| value.clone())
    };
    PushHeaders {
        automation_name: value("automation-name"),
        automation_id: value("automation-id"),
        automation_aggregation: value("automation-aggregation"),
        automation_period: value("automation-period"),
        session_id: value("session-id"),
        content_type: value("content-type"),
        user_agent: None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
    use vitalog_core::{AccountId, Metric, SourcePriority, UnitSystem, clock::ManualClock};
    use vitalog_storage::{MemoryStorage, RecordQuery, RecordStore};

    use super::*;

    fn zone() -> TimeZone {
        TimeZone::get("America/Los_Angeles").unwrap()
    }

    fn at(time: &str) -> Timestamp {
        let time: DateTime = time.parse().unwrap();
        zone().to_timestamp(time).unwrap()
    }

    /// The starts of the stored steps.
    async fn steps(storage: &MemoryStorage) -> Vec<Timestamp> {
        let all = at("2026-01-01T00:00")..at("2027-01-01T00:00");
        let query = RecordQuery {
            readings: vec![(Metric::StepCount, all)],
            ..RecordQuery::default()
        };
        let account = AccountId::first();
        let record = storage.read_record(&account, &query).await.unwrap();
        let rows = record.readings[&Metric::StepCount].iter();
        rows.map(|row| row.at).collect()
    }

    #[tokio::test]
    async fn life_goes_on_also_after_days_on_which_the_machine_slept() {
        let storage = Arc::new(MemoryStorage::default());
        let clock = Arc::new(ManualClock::new(at("2026-10-07T10:00")));
        let account = Account {
            id: AccountId::first(),
            zone: zone(),
            zone_is_set: true,
            units: UnitSystem::Us,
            sources: SourcePriority::default(),
            switchover: None,
            place: None,
        };
        let ingest = Ingest::new(storage.clone(), clock.clone());
        let mut phone = Phone::new(account, ingest, clock.clone());
        phone.pushed = date(2026, 10, 7);
        for now in ["2026-10-07T10:00", "2026-10-07T10:05", "2026-10-10T21:00"] {
            clock.set(at(now));
            phone.push_since().await.unwrap();
            let person = Person::new(SEED, zone(), date(2026, 12, 1), 2527);
            assert_eq!(person.days().start, FIRST_DAY);
            let days = DayRange {
                start: date(2026, 10, 6),
                end: date(2026, 10, 10),
            };
            let facts = person.record(days).flat_map(|day| day.facts);
            let mut lived: Vec<_> = facts
                .filter(|fact| fact.metric == "step_count" && fact.end.unwrap() <= at(now))
                .map(|fact| fact.start)
                .collect();
            lived.sort_unstable();
            assert!(lived.len() > 20, "{now}: {}", lived.len());
            assert_eq!(steps(&storage).await, lived, "{now}");
        }
    }
}
