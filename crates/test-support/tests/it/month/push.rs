//! What the phone sends.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp, ToSpan};
use serde_json::{Value, json};
use vitalog_sync::PushHeaders;

use super::{drive::World, truth::PhoneSample};

impl World {
    /// The phone sends what is new, and all of its last days; sometimes the same again.
    pub(super) async fn push_some(&mut self) {
        let new = self.phone[self.sent..].to_vec();
        let pushed = self.push(None, new.clone()).await;
        if pushed {
            self.sent = self.phone.len();
            if self.chance.happens(20) {
                self.push(None, new).await;
            }
        }
        if self.chance.happens(30) {
            self.forget_sample();
        }
        self.push_days().await;
    }

    /// The person deletes something of the last day.
    fn forget_sample(&mut self) {
        let since = self.wire.clock.true_now() - SignedDuration::from_hours(24);
        let recent = |sample: &PhoneSample| sample.metric == "step_count" && sample.at > since;
        let sent = &self.phone[..self.sent];
        if sent.iter().filter(|sample| recent(sample)).count() < 7 {
            return;
        }
        let place = sent.iter().rposition(recent).unwrap();
        self.phone.remove(place);
        self.sent -= 1;
    }

    /// All of the seven days before today, and of today.
    pub(super) async fn push_days(&mut self) -> bool {
        let home = &self.month.home;
        let day_of = |at: Timestamp| home.to_datetime(at).date();
        let today = day_of(self.wire.clock.true_now());
        let (week, days): (Vec<_>, Vec<_>) = self
            .phone
            .iter()
            .filter(|sample| day_of(sample.at) >= today - 7.days())
            .cloned()
            .partition(|sample| day_of(sample.at) < today);
        let week = self.push(Some("Previous 7 Days"), week).await;
        self.push(Some("Today"), days).await && week
    }

    /// Says whether the phone was told that all is stored.
    pub(super) async fn push(&mut self, period: Option<&str>, samples: Vec<PhoneSample>) -> bool {
        let headers = PushHeaders {
            automation_period: period.map(str::to_owned),
            ..PushHeaders::default()
        };
        let mut points: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for sample in &samples {
            let shown = self.month.home.to_datetime(sample.at);
            let offset_s = self.month.home.to_offset(sample.at).seconds();
            points.entry(sample.metric).or_default().push(json!({
                "date": format!("{} {}", shown.strftime("%Y-%m-%d %H:%M:%S"), hours(offset_s)),
                "qty": sample.quantity, "source": "Watch",
            }));
        }
        let metrics: Vec<Value> = points
            .into_iter()
            .map(|(name, data)| {
                let units = if name == "protein" { "g" } else { "count" };
                json!({"name": name, "units": units, "data": data})
            })
            .collect();
        let body = json!({"data": {"metrics": metrics, "workouts": []}}).to_string();
        let (process, me) = (self.process.clone(), self.me.0.clone());
        let push = async move {
            let pushed = process.ingest.ingest(&me, &headers, body.as_bytes()).await;
            pushed.is_ok()
        };
        self.work("a push", push).await.unwrap_or(false)
    }
}

/// An offset as the phone writes it.
fn hours(offset_s: i32) -> String {
    let minutes = offset_s.abs() / 60;
    let sign = if offset_s < 0 { '-' } else { '+' };
    format!("{sign}{:02}{:02}", minutes / 60, minutes % 60)
}
