//! A process that remembers stores and replies as one that has just started.

use jiff::tz::TimeZone;
use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};
use vitalog_core::{Clock, Fingerprint, Marks, Metric, Reading, Superseded, SupersededBy, Via};
use vitalog_storage::RecordChange;
use vitalog_sync::{Ingest, PushHeaders};

use crate::world::{World, envelope, metric, point};

/// A sample by day before today, hour, value and source: few of each, so that they meet.
type Sample = (u32, u32, u32, bool);

#[derive(Clone, Debug)]
enum Step {
    /// A push by one of two processes.
    Push {
        process: usize,
        period: &'static str,
        aggregation: &'static str,
        protein: Vec<Sample>,
        weight: Vec<Sample>,
    },
    /// The push before once more, by either process, with some samples left out.
    Again {
        process: usize,
        left_out: Option<Index>,
    },
    /// The person removes a reading in a conversation, or restores it.
    Remove(Index),
    Restore(Index),
    /// The person says a reading.
    Say(Sample),
    Minutes(i64),
    Zone(&'static str),
}

fn samples() -> impl Strategy<Value = Vec<Sample>> {
    prop::collection::vec((0..9_u32, 0..24_u32, 1..4_u32, any::<bool>()), 0..8)
}

fn step() -> impl Strategy<Value = Step> {
    let period = prop_oneof![
        3 => Just("Previous 7 Days"),
        2 => Just("Today"),
        1 => Just("Since Last Sync"),
    ];
    let aggregation = prop_oneof![6 => Just("Default"), 1 => Just("Hours")];
    let push = (0..2_usize, period, aggregation, samples(), samples());
    prop_oneof![
        4 => push.prop_map(|(process, period, aggregation, protein, weight)| Step::Push {
            process, period, aggregation, protein, weight,
        }),
        6 => (0..2_usize, prop::option::weighted(0.3, any::<Index>()))
            .prop_map(|(process, left_out)| Step::Again { process, left_out }),
        1 => any::<Index>().prop_map(Step::Remove),
        1 => any::<Index>().prop_map(Step::Restore),
        1 => (0..9_u32, 0..24_u32, 1..4_u32, any::<bool>()).prop_map(Step::Say),
        3 => (1..20_i64).prop_map(Step::Minutes),
        1 => prop_oneof![Just("America/Los_Angeles"), Just("Europe/Berlin")].prop_map(Step::Zone),
    ]
}

fn headers(period: &str, aggregation: &str) -> PushHeaders {
    PushHeaders {
        automation_period: Some(period.to_owned()),
        automation_aggregation: Some(aggregation.to_owned()),
        ..PushHeaders::default()
    }
}

fn points(samples: &[Sample]) -> Vec<Value> {
    let points = samples.iter().map(|(day, hour, value, source)| {
        let wall = format!("2026-10-{:02} {hour:02}:00:00", 10 - day);
        point(
            &wall,
            f64::from(*value),
            if *source { "Food" } else { "Scale" },
        )
    });
    points.collect()
}

/// What was pushed last.
#[derive(Clone, Debug, Default)]
struct Sent {
    headers: PushHeaders,
    protein: Vec<Value>,
    weight: Vec<Value>,
}

/// A world with the processes that push into it.
struct Run {
    world: World,
    /// `None` for processes that start anew with each push.
    processes: Option<[Ingest; 2]>,
    sent: Sent,
}

impl Run {
    fn new(remembers: bool) -> Self {
        let world = World::new("2026-10-10T12:00");
        let process = || Ingest::new(world.storage.clone(), world.clock.clone());
        let processes = remembers.then(|| [process(), process()]);
        Self {
            world,
            processes,
            sent: Sent::default(),
        }
    }

    /// Takes a step; tells the reply to a push.
    async fn take(&mut self, step: &Step) -> Option<Value> {
        match step {
            Step::Push {
                process,
                period,
                aggregation,
                protein,
                weight,
            } => {
                self.sent = Sent {
                    headers: headers(period, aggregation),
                    protein: points(protein),
                    weight: points(weight),
                };
                Some(self.push(*process).await)
            }
            Step::Again { process, left_out } => {
                let protein = &mut self.sent.protein;
                if let Some(left_out) = left_out.filter(|_| !protein.is_empty()) {
                    protein.remove(left_out.index(protein.len()));
                }
                Some(self.push(*process).await)
            }
            Step::Remove(which) => self.mark(which, true).await,
            Step::Restore(which) => self.mark(which, false).await,
            Step::Say((day, hour, value, _)) => self.say(*day, *hour, *value).await,
            Step::Minutes(minutes) => {
                self.world.pass_minutes(*minutes);
                None
            }
            Step::Zone(zone) => {
                self.world.account.zone = TimeZone::get(zone).unwrap();
                None
            }
        }
    }

    async fn push(&self, process: usize) -> Value {
        let Sent {
            headers,
            protein,
            weight,
        } = &self.sent;
        let body = envelope(&json!([
            metric("protein", "g", protein),
            metric("weight_body_mass", "lb", weight)
        ]));
        let body = body.to_string();
        let new = Ingest::new(self.world.storage.clone(), self.world.clock.clone());
        let ingest = self
            .processes
            .as_ref()
            .map_or(&new, |known| &known[process]);
        let reply = ingest.ingest(&self.world.account, headers, body.as_bytes());
        serde_json::to_value(reply.await.unwrap()).unwrap()
    }

    async fn readings(&self) -> Vec<Reading> {
        let record = self.world.record().await;
        record.readings.into_values().flatten().collect()
    }

    async fn mark(&self, which: &Index, remove: bool) -> Option<Value> {
        let mut readings = self.readings().await;
        if readings.is_empty() {
            return None;
        }
        let mut reading = readings.swap_remove(which.index(readings.len()));
        reading.marks = Marks {
            missing_since: None,
            superseded: remove.then(|| Superseded {
                at: self.world.clock.now(),
                by: SupersededBy::Chat,
            }),
        };
        self.put(reading).await
    }

    async fn say(&self, day: u32, hour: u32, value: u32) -> Option<Value> {
        let said = Run::new(false);
        let point = points(&[(day, hour, value, true)]);
        let body = envelope(&json!([metric("protein", "g", &point)]));
        said.world.push_plain(&body).await;
        let mut reading = said.world.rows(Metric::Protein).await.pop()?;
        reading.via = Via::Chat;
        reading.fingerprint = Fingerprint::BARE;
        self.put(reading).await
    }

    async fn put(&self, reading: Reading) -> Option<Value> {
        let change = RecordChange {
            put_readings: vec![reading],
            ..RecordChange::default()
        };
        self.world.put(change).await;
        None
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn process_that_remembers_does_as_one_that_has_just_started(
        steps in prop::collection::vec(step(), 1..24)
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (mut remembering, mut new) = (Run::new(true), Run::new(false));
            for step in &steps {
                assert_eq!(remembering.take(step).await, new.take(step).await, "{step:?}");
                assert_eq!(remembering.world.record().await, new.world.record().await, "{step:?}");
            }
        });
    }
}
