//! Records that are sent again with something else in them: the last version sent decides.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, ToSpan, civil::date};
use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};
use vitalog_core::{DayRange, Metric};
use vitalog_storage::{RecordQuery, RecordStore, Revision};
use vitalog_sync::{Ingest, PushHeaders};

use crate::world::{World, at, period};

/// A record by type and number, and one of its versions.
#[derive(Clone, Copy, Debug)]
struct Version {
    kind: &'static str,
    number: u32,
    /// The day it is of, where a version may say another one than the one before.
    day: i8,
    hour: i8,
    /// What it says, of three things.
    word: usize,
}

/// What counts of a record: when, how much, and the label.
type Counted = (Metric, Timestamp, String, Option<String>);

impl Version {
    /// What tells the record from others.
    fn record(&self) -> (&'static str, u32) {
        (self.kind, self.number)
    }

    /// Whether its source gives it a name, so that its time may change.
    fn has_a_name(&self) -> bool {
        matches!(self.kind, "stateOfMind" | "medications")
    }

    /// When it is: in Los Angeles.
    fn wall(&self) -> String {
        let (day, hour) = if self.has_a_name() {
            (self.day, self.hour)
        } else {
            (0, 0)
        };
        let number = self.number;
        format!("2026-10-{:02} {:02}:{number:02}:00", 7 + day, 8 + hour)
    }

    fn element(&self) -> Value {
        let wall = self.wall();
        let start = format!("{wall} -0700");
        let name = format!("Name {}", self.number);
        let word = |words: [&str; 3]| words[self.word].to_owned();
        let number = |numbers: [f64; 2]| numbers.get(self.word).copied();
        match self.kind {
            "medications" => json!({"displayText": name, "start": start, "dosage": 1 + self.hour,
                "scheduledDate": format!("2026-10-07 08:{:02}:00 -0700", self.number),
                "status": word(["Taken", "Skipped", "Snoozed"])}),
            "stateOfMind" => {
                json!({"id": name, "start": start, "kind": word(["daily_mood", "momentary_emotion", ""]),
                "valence": number([0.5, -0.5])})
            }
            "symptoms" => {
                json!({"start": start, "name": name, "severity": word(["Severe", "Mild", "Leve"]), "source": "Health"})
            }
            "ecg" => {
                json!({"start": start, "source": name, "classification": word(["Sinus Rhythm", "Inconclusive", ""]),
                "averageHeartRate": number([62.0, 71.0])})
            }
            "heartRateNotifications" => {
                json!({"start": start, "heartNotification": name, "threshold": self.word})
            }
            "cycleTracking" => json!({"start": start, "name": "Menstrual Flow", "source": name,
                "value": word(["Light", "Heavy", "Ligero"])}),
            other => unreachable!("{other}"),
        }
    }

    fn counts(&self) -> Option<Counted> {
        let name = Some(format!("Name {}", self.number));
        let (metric, value, label) = match (self.kind, self.word) {
            ("medications", 0) => (
                Metric::MedicationDosesTaken,
                (1 + self.hour).to_string(),
                name,
            ),
            ("stateOfMind", 0) => (Metric::MoodValence, "0.5".into(), Some("daily_mood".into())),
            ("stateOfMind", 1) => (
                Metric::MoodValence,
                "-0.5".into(),
                Some("momentary_emotion".into()),
            ),
            ("symptoms", 0) => (Metric::SymptomSeverity, "3".into(), name),
            ("symptoms", 1) => (Metric::SymptomSeverity, "1".into(), name),
            ("ecg", 0) => (
                Metric::EcgHeartRate,
                "62".into(),
                Some("Sinus Rhythm".into()),
            ),
            ("ecg", 1) => (
                Metric::EcgHeartRate,
                "71".into(),
                Some("Inconclusive".into()),
            ),
            ("heartRateNotifications", _) => (Metric::HeartNotifications, "1".into(), name),
            ("cycleTracking", 0) => (Metric::MenstrualFlow, "2".into(), None),
            ("cycleTracking", 1) => (Metric::MenstrualFlow, "4".into(), None),
            _ => return None,
        };
        Some((metric, at(&self.wall().replace(' ', "T")), value, label))
    }
}

fn versions() -> impl Strategy<Value = Vec<Version>> {
    let kind = prop_oneof![
        3 => Just("medications"),
        3 => Just("stateOfMind"),
        1 => Just("symptoms"),
        1 => Just("ecg"),
        1 => Just("heartRateNotifications"),
        1 => Just("cycleTracking"),
    ];
    let version = (kind, 0..2_u32, 0..3_i8, 0..2_i8, 0..3_usize).prop_map(
        |(kind, number, day, hour, word)| Version {
            kind,
            number,
            day,
            hour,
            word,
        },
    );
    prop::collection::vec(version, 0..5)
}

#[derive(Clone, Debug)]
enum Step {
    /// A push by one of two processes.
    Push(usize, Vec<Version>),
    /// A push of before, once more.
    Again(usize, Index),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        3 => (0..2_usize, versions()).prop_map(|(process, versions)| Step::Push(process, versions)),
        2 => (0..2_usize, any::<Index>()).prop_map(|(process, which)| Step::Again(process, which)),
    ];
    prop::collection::vec(step, 1..16)
}

fn body(versions: &[Version]) -> Value {
    let mut data = BTreeMap::<&str, Vec<Value>>::new();
    for version in versions {
        data.entry(version.kind)
            .or_default()
            .push(version.element());
    }
    json!({"data": data})
}

/// What counts in the record, each row once.
async fn counting(world: &World) -> Vec<Counted> {
    let record = world.record().await;
    let rows = record.readings.into_values().flatten();
    let mut counting: Vec<Counted> = rows
        .filter(|row| row.marks.counts())
        .map(|row| {
            let value = row.quantity.first().to_string();
            (row.metric, row.at, value, row.label)
        })
        .collect();
    counting.sort();
    counting
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn last_version_sent_of_each_record_is_what_counts(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let world = World::new("2026-10-10T12:00");
            let processes = [0, 1].map(|_| Ingest::new(world.storage.clone(), world.clock.clone()));
            let mut sent: Vec<Vec<Version>> = vec![Vec::new()];
            let mut last = BTreeMap::new();
            for step in &steps {
                let (process, versions) = match step {
                    Step::Push(process, versions) => (process, versions.clone()),
                    Step::Again(process, which) => (process, which.get(&sent).clone()),
                };
                let body = body(&versions).to_string();
                let headers = PushHeaders::default();
                let push = processes[*process].ingest(&world.account, &headers, body.as_bytes());
                push.await.unwrap();
                last.extend(versions.iter().map(|version| (version.record(), *version)));
                sent.push(versions);
                let mut expected: Vec<Counted> = last.values().filter_map(Version::counts).collect();
                expected.sort();
                assert_eq!(counting(&world).await, expected, "{step:?}");
                if world.revision().await != Revision(0) {
                    crate::daily::check(&world, &world.account).await;
                }
            }
        });
    }
}

fn dose(status: &str, dosage: f64, start: &str) -> Value {
    json!({"data": {"medications": [{"displayText": "Tablet", "start": format!("{start} -0700"),
        "scheduledDate": "2026-10-09 08:00:00 -0700", "status": status, "dosage": dosage}]}})
}

#[tokio::test]
async fn dose_that_was_not_taken_after_all_stops_counting_until_it_was() {
    let world = World::new("2026-10-10T12:00");
    let early = "2026-10-09 08:04:00";
    for (body, superseded, expected) in [
        (dose("Taken", 2.0, early), 0, vec!["2"]),
        (dose("Taken", 1.0, early), 0, vec!["1"]),
        (dose("Skipped", 1.0, early), 1, vec!["1 vendor"]),
        (dose("Skipped", 1.0, early), 0, vec!["1 vendor"]),
        (dose("Taken", 1.0, early), 0, vec!["1"]),
        (
            dose("Taken", 1.0, "2026-10-08 09:00:00"),
            1,
            vec!["1", "1 vendor"],
        ),
        (dose("Taken", 2.0, early), 1, vec!["1 vendor", "2"]),
    ] {
        let reply = world.push_plain(&body).await;
        assert_eq!(reply["superseded"], superseded, "{body}");
        let states = world.states(Metric::MedicationDosesTaken).await;
        assert_eq!(states, expected, "{body}");
    }
}

#[tokio::test]
async fn mood_that_moved_to_another_day_counts_on_that_day_alone() {
    let world = World::new("2026-10-10T12:00");
    let mood = |start: &str| json!({"data": {"stateOfMind": [{"id": "48E0171F", "start": start, "valence": 0.5}]}});
    let today = date(2026, 10, 10);
    let days = DayRange {
        start: today.saturating_sub(9.days()),
        end: today,
    };
    for (start, expected) in [
        ("2026-10-09T19:10:00Z", date(2026, 10, 9)),
        ("2026-10-07T19:10:00Z", date(2026, 10, 7)),
        ("2026-10-09T19:10:00Z", date(2026, 10, 9)),
    ] {
        world.push(&period("Previous 7 Days"), &mood(start)).await;
        let query = RecordQuery {
            daily: vec![(Metric::MoodValence, days)],
            ..RecordQuery::default()
        };
        let read = world.storage.read_record(&world.account.id, &query).await;
        let values = &read.unwrap().daily[&Metric::MoodValence];
        let days: Vec<_> = values.iter().map(|value| value.day).collect();
        assert_eq!(days, [expected]);
    }
}

#[tokio::test]
async fn two_doses_that_were_taken_at_once_are_two() {
    let world = World::new("2026-10-10T12:00");
    let dose = |hour: u32| {
        json!({"displayText": "Tablet", "start": "2026-10-09 20:00:00 -0700", "status": "Taken",
            "scheduledDate": format!("2026-10-09 {hour:02}:00:00 -0700"), "dosage": 1})
    };
    let both = json!({"data": {"medications": [dose(8), dose(19)]}});
    world.push_plain(&both).await;
    world
        .push_plain(&json!({"data": {"medications": [dose(19)]}}))
        .await;
    assert_eq!(world.states(Metric::MedicationDosesTaken).await, ["1", "1"]);
}

#[tokio::test]
async fn reading_that_the_person_took_out_stays_so_when_its_record_moves() {
    use vitalog_core::{Superseded, SupersededBy};
    use vitalog_storage::RecordChange;

    let world = World::new("2026-10-10T12:00");
    world
        .push_plain(&dose("Taken", 1.0, "2026-10-09 08:04:00"))
        .await;
    let mut row = world.rows(Metric::MedicationDosesTaken).await.remove(0);
    row.marks.superseded = Some(Superseded {
        at: row.at,
        by: SupersededBy::Chat,
    });
    let change = RecordChange {
        put_readings: vec![row],
        ..RecordChange::default()
    };
    world.put(change).await;
    world
        .push_plain(&dose("Taken", 1.0, "2026-10-08 08:04:00"))
        .await;
    let states = world.states(Metric::MedicationDosesTaken).await;
    assert_eq!(states, ["1", "1 chat"]);
}

#[test]
fn kinds_of_these_tests_are_all_there_are() {
    use vitalog_connectors::hae::DataType;

    let metrics: BTreeSet<Metric> = DataType::ALL.iter().map(|kind| kind.metric()).collect();
    assert_eq!(metrics.len(), DataType::ALL.len());
    for kind in DataType::ALL {
        let version = |word| Version {
            kind: kind.key(),
            number: 0,
            day: 0,
            hour: 0,
            word,
        };
        let counted = (0..3).find_map(|word| version(word).counts()).unwrap();
        assert_eq!(counted.0, kind.metric());
    }
}
