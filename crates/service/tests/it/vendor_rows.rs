//! Rows as they stand in a record after a vendor was asked, its connection, and questions about
//! a week of them.

use jiff::SignedDuration;
use vitalog_core::{Grain, Metric, Reading, Via};
use vitalog_service::{
    ActivityDay, DailyRows, DailyRowsRequest, HeartRateDay, ReadinessDay, ServiceError, SleepDay,
    Teller,
};
use vitalog_storage::{DocumentStore, DocumentWrite, Owner, Put};
use vitalog_sync::vendor::connection::KIND;

use crate::fixture::{Fixture, apple, date, days, instant};

/// When it is asked.
pub(crate) const NOW: &str = "2026-05-10T12:00:00-07:00";
pub(crate) const WATCH: &str = "Anna's Apple Watch";
pub(crate) const PHONE: &str = "Anna's iPhone";

/// What Oura says of a day, from the night that ended on it.
pub(crate) fn oura(metric: Metric, day: &str, value: f64) -> Reading {
    of_vendor(Via::Oura, "Oura", metric, day, value)
}

/// What WHOOP says of a day, from the night that ended on it.
pub(crate) fn whoop(metric: Metric, day: &str, value: f64) -> Reading {
    of_vendor(Via::Whoop, "WHOOP", metric, day, value)
}

/// What a watch tells of the night that ended on a day, summed up by the phone.
pub(crate) fn summed_by_watch(metric: Metric, day: &str, value: f64) -> Reading {
    Reading {
        day: None,
        ..of_vendor(Via::Hae, WATCH, metric, day, value)
    }
}

fn of_vendor(via: Via, source: &str, metric: Metric, day: &str, value: f64) -> Reading {
    let morning = instant(&format!("{day}T07:00:00-07:00"));
    let evening = morning.checked_sub(SignedDuration::from_hours(8)).unwrap();
    let row = Reading {
        source: source.to_owned(),
        via,
        day: Some(date(day)),
        grain: Some(Grain::Day),
        until: Some(morning),
        ..apple(metric, &evening.to_string(), value)
    };
    if metric.names_its_day() {
        return row;
    }
    // A day of what names none begins at its midnight.
    Reading {
        day: None,
        until: None,
        at: instant(&format!("{day}T00:00:00-07:00")),
        ..row
    }
}

/// A night of so many hours asleep.
pub(crate) fn night(
    of: fn(Metric, &str, f64) -> Reading,
    day: &str,
    hours: f64,
) -> impl Iterator<Item = Reading> {
    let stages = [
        (Metric::SleepTotal, hours),
        (Metric::SleepCore, hours / 2.0),
        (Metric::SleepDeep, hours / 4.0),
        (Metric::SleepRem, hours / 4.0),
        (Metric::SleepInBed, hours + 0.5),
    ];
    stages
        .map(|(metric, value)| of(metric, day, value))
        .into_iter()
}

/// A row of a device of Apple's that ends after some minutes.
pub(crate) fn device(source: &str, metric: Metric, at: &str, minutes: i64, value: f64) -> Reading {
    let row = apple(metric, at, value);
    let until = row.at.checked_add(SignedDuration::from_mins(minutes));
    Reading {
        source: source.to_owned(),
        until: (minutes > 0).then(|| until.unwrap()),
        ..row
    }
}

/// What is kept of a connection.
pub(crate) async fn connect(fixture: &Fixture, vendor: &str, state: &str, scopes: &str) {
    let body = serde_json::json!({
        "state": state, "since": "2026-05-01T00:00:00Z", "connected_at": "2026-05-01T00:00:00Z",
        "grant": "1", "scopes": scopes, "token_url": "https://vendor.example/token",
    });
    let write = DocumentWrite {
        kind: KIND,
        id: vendor.to_owned(),
        body: body.to_string(),
        expires_at: None,
    };
    let (storage, owner) = (&fixture.storage, Owner::Account(fixture.account.id.clone()));
    let before = storage.get_document(&owner, KIND, vendor).await.unwrap();
    let version = before.map(|before| before.version);
    let put = storage.put_document(&owner, version, &write).await.unwrap();
    assert_ne!(put, Put::Stale);
}

pub(crate) fn week(source: Option<Teller>) -> DailyRowsRequest {
    DailyRowsRequest {
        range: days("2026-05-01", "2026-05-07"),
        source,
    }
}

pub(crate) async fn with(rows: impl IntoIterator<Item = Reading>) -> Fixture {
    let fixture = Fixture::at(NOW);
    fixture.store(rows).await;
    fixture
}

impl Fixture {
    pub(crate) async fn nights(&self, source: Option<Teller>) -> DailyRows<SleepDay> {
        let answer = self.service.sleep(&self.account, week(source));
        answer.await.unwrap()
    }

    pub(crate) async fn hearts(&self, source: Option<Teller>) -> DailyRows<HeartRateDay> {
        let answer = self.service.heart_rate(&self.account, week(source));
        answer.await.unwrap()
    }

    pub(crate) async fn ready(&self, source: Option<Teller>) -> DailyRows<ReadinessDay> {
        let answer = self.service.readiness(&self.account, week(source));
        answer.await.unwrap()
    }

    pub(crate) async fn active(&self, source: Option<Teller>) -> DailyRows<ActivityDay> {
        let answer = self.service.activity(&self.account, week(source));
        answer.await.unwrap()
    }

    pub(crate) async fn no_nights(&self, source: Option<Teller>) -> ServiceError {
        let answer = self.service.sleep(&self.account, week(source));
        answer.await.unwrap_err()
    }
}
