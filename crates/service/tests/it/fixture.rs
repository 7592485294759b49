//! An account with a record, and short words for what stands in it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use vitalog_core::{
    Account, AccountId, DayRange, Fingerprint, Marks, Metric, Quantity, Reading, SourcePriority,
    Superseded, SupersededBy, Via, Workout,
    clock::{CountingEntropy, ManualClock},
};
use vitalog_service::{
    HEALTH_METRICS, HealthMetrics, HealthMetricsRequest, LogReading, RangeRequest, Service,
    ServiceError, ShownReading,
};
use vitalog_storage::{
    DocumentWrite, MemoryStorage, MetricDays, Record, RecordChange, RecordQuery, RecordStore,
    Revision, Written,
};
use vitalog_sync::daily::DailyState;

pub(crate) const APP: &str = "OMRON connect";

pub(crate) struct Fixture {
    pub(crate) storage: Arc<MemoryStorage>,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) entropy: Arc<CountingEntropy>,
    pub(crate) service: Service,
    pub(crate) account: Account,
}

impl Fixture {
    /// An account in Los Angeles that has set nothing else.
    pub(crate) fn at(now: &str) -> Self {
        let storage = Arc::new(MemoryStorage::default());
        let clock = Arc::new(ManualClock::new(instant(now)));
        let entropy = Arc::new(CountingEntropy::new());
        let service = Service::new(storage.clone(), clock.clone(), entropy.clone());
        let account = Account {
            id: AccountId::first(),
            zone: TimeZone::get("America/Los_Angeles").unwrap(),
            zone_is_set: true,
            units: vitalog_core::UnitSystem::Us,
            sources: SourcePriority::default(),
            switchover: None,
            place: None,
        };
        Self {
            storage,
            clock,
            entropy,
            service,
            account,
        }
    }

    pub(crate) async fn store(&self, readings: impl IntoIterator<Item = Reading>) {
        let change = RecordChange {
            put_readings: readings.into_iter().collect(),
            ..RecordChange::default()
        };
        self.write(&change).await;
    }

    pub(crate) async fn store_workouts(&self, workouts: impl IntoIterator<Item = Workout>) {
        let change = RecordChange {
            put_workouts: workouts.into_iter().collect(),
            ..RecordChange::default()
        };
        self.write(&change).await;
    }

    async fn write(&self, change: &RecordChange) {
        let revision = self.record().await.revision;
        let mut change = change.clone();
        // Daily values are worked out below, as every writer of readings leaves them.
        let (kind, id) = DailyState::document();
        change.put_documents.push(DocumentWrite {
            kind,
            id,
            body: String::new(),
            expires_at: None,
        });
        let written = self
            .storage
            .write_record(&self.account.id, revision, change)
            .await
            .unwrap();
        assert!(matches!(written, Written::Done(_)));
        let rebuilt = self.service.rebuild_daily_values(&self.account, |_| ());
        rebuilt.await.unwrap();
    }

    /// Takes the stored daily values of a metric away, and leaves its readings.
    pub(crate) async fn forget_daily_values(&self, metric: Metric) {
        let change = RecordChange {
            put_daily: vec![MetricDays {
                metric,
                days: DayRange {
                    start: Date::MIN,
                    end: Date::MAX,
                },
                values: Vec::new(),
            }],
            ..RecordChange::default()
        };
        let revision = self.record().await.revision;
        let written = self
            .storage
            .write_record(&self.account.id, revision, change);
        assert!(matches!(written.await.unwrap(), Written::Done(_)));
    }

    /// Says of the stored daily values that they are nobody's, as after a change of settings:
    /// answers are then made of readings.
    pub(crate) async fn disown_daily_values(&self) {
        let (kind, id) = DailyState::document();
        let change = RecordChange {
            put_documents: vec![DocumentWrite {
                kind,
                id,
                body: String::new(),
                expires_at: None,
            }],
            ..RecordChange::default()
        };
        let revision = self.record().await.revision;
        let written = self
            .storage
            .write_record(&self.account.id, revision, change);
        assert!(matches!(written.await.unwrap(), Written::Done(_)));
    }

    /// The whole record.
    pub(crate) async fn record(&self) -> Record {
        let always = Timestamp::MIN..Timestamp::MAX;
        let query = RecordQuery {
            readings: Metric::ALL
                .iter()
                .map(|metric| (*metric, always.clone()))
                .collect(),
            workouts: vec![always],
            ..RecordQuery::default()
        };
        let record = self.storage.read_record(&self.account.id, &query).await;
        record.unwrap()
    }

    pub(crate) async fn revision(&self) -> Revision {
        self.record().await.revision
    }

    /// What is shown of the metrics for a range of days.
    pub(crate) async fn health(&self, metrics: &[Metric], start: &str, end: &str) -> HealthMetrics {
        let request = HealthMetricsRequest {
            metrics: metrics.to_vec(),
            range: days(start, end),
        };
        let answer = self.service.health_metrics(&self.account, &request).await;
        answer.unwrap()
    }

    pub(crate) async fn all_health(&self, start: &str, end: &str) -> HealthMetrics {
        self.health(HEALTH_METRICS, start, end).await
    }

    /// Logs a glucose reading in chat.
    pub(crate) async fn log(&self, at: &str, value: f64) -> Result<String, ServiceError> {
        let request = LogReading {
            timestamp: Some(at.to_owned()),
            ..glucose(value)
        };
        let stored = self.service.log_reading(&self.account, request).await?;
        Ok(stored.timestamp)
    }
}

/// A glucose reading to log now.
pub(crate) fn glucose(value: f64) -> LogReading {
    LogReading {
        metric: Metric::Glucose,
        value,
        unit: "mg/dL".to_owned(),
        timestamp: None,
        context: None,
        note: None,
    }
}

pub(crate) fn instant(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub(crate) fn date(text: &str) -> Date {
    text.parse().unwrap()
}

pub(crate) fn days(start: &str, end: &str) -> RangeRequest {
    RangeRequest::new(Some(date(start)), Some(date(end)))
}

/// A row as a phone sends it.
pub(crate) fn apple(metric: Metric, at: &str, value: f64) -> Reading {
    Reading {
        metric,
        at: instant(at),
        fingerprint: fingerprint(value),
        quantity: Quantity::Single(value),
        original: Quantity::Single(value),
        original_unit: metric.row().unit.to_owned(),
        source: APP.to_owned(),
        via: Via::Hae,
        recorded_at: at.to_owned(),
        day: None,
        until: None,
        grain: None,
        context: None,
        label: None,
        note: None,
        ingested_at: instant("2026-10-01T00:00:00Z"),
        marks: Marks::default(),
    }
}

pub(crate) fn pressure(at: &str, systolic: f64, diastolic: f64) -> Reading {
    let quantity = Quantity::Pressure {
        systolic,
        diastolic,
    };
    Reading {
        quantity,
        original: quantity,
        ..apple(Metric::BloodPressure, at, systolic)
    }
}

/// A row as it stands after two pushes lacked it.
pub(crate) fn superseded(reading: Reading) -> Reading {
    let marks = Marks {
        missing_since: Some(reading.at),
        superseded: Some(Superseded {
            at: reading.at,
            by: SupersededBy::Reconcile,
        }),
    };
    Reading { marks, ..reading }
}

/// A row that one push lacked.
pub(crate) fn missing(reading: Reading) -> Reading {
    let marks = Marks {
        missing_since: Some(reading.at),
        superseded: None,
    };
    Reading { marks, ..reading }
}

pub(crate) fn workout(start: &str, minutes: f64, kcal: Option<f64>) -> Workout {
    let begun = instant(start);
    let length = SignedDuration::from_secs_f64(minutes * 60.0);
    Workout {
        start: begun,
        fingerprint: fingerprint(minutes),
        end: begun.checked_add(length).unwrap(),
        name: "Indoor Cycling".to_owned(),
        duration_s: minutes * 60.0,
        active_kcal: kcal,
        avg_hr_bpm: None,
        max_hr_bpm: None,
        source: "Peloton".to_owned(),
        via: Via::Hae,
        source_id: None,
        recorded_at: start.to_owned(),
        recorded_end: start.to_owned(),
        day: None,
        ingested_at: begun,
        marks: Marks::default(),
    }
}

/// Something that differs where the value does.
fn fingerprint(value: f64) -> Fingerprint {
    let mut hash = [0; 6];
    hash.copy_from_slice(&value.to_bits().to_be_bytes()[..6]);
    Fingerprint::new(hash, 0)
}

/// The days of an answer, one a line: `2026-10-05 glucose 07:02=104 | carbs_g=26`.
pub(crate) fn lines(answer: &HealthMetrics) -> Vec<String> {
    let line = |day: &vitalog_service::HealthDay| {
        let lists = day.readings.iter().map(|list| {
            let shown: Vec<String> = list.readings.iter().map(short).collect();
            format!("{} {}", list.metric.slug(), shown.join(" "))
        });
        let sums: Vec<String> = day
            .sums
            .iter()
            .map(|sum| format!("{}={}", sum.field, sum.value))
            .collect();
        let sums = (!sums.is_empty()).then(|| sums.join(" "));
        let parts: Vec<String> = lists.chain(sums).collect();
        format!("{} {}", day.date, parts.join(" | "))
    };
    answer.days.iter().map(line).collect()
}

/// The notes without the one on what was never recorded or not in these days.
pub(crate) fn notes(answer: &HealthMetrics) -> Vec<&str> {
    let of_absence = |note: &&str| {
        note.starts_with("Never recorded:") || note.starts_with("Not recorded in these days:")
    };
    let notes = answer.notes.iter().map(String::as_str);
    notes.filter(|note| !of_absence(note)).collect()
}

fn short(reading: &ShownReading) -> String {
    let value = match reading.quantity {
        Quantity::Single(value) => value.to_string(),
        Quantity::Pressure {
            systolic,
            diastolic,
        } => format!("{systolic}/{diastolic}"),
        Quantity::Spread { min, mean, max } => format!("{min}<{mean}<{max}"),
    };
    format!("{}={value}", reading.time)
}
