//! What there is to compare.

use jiff::{Timestamp, ToSpan};
use vitalog_core::{DayRange, Metric};
use vitalog_storage::{RecordQuery, RecordStore, Revision};

use super::{
    drive::World,
    meddle::{RING, STRAP},
    truth::{METRICS, Says, Truth, WhoopSays},
};

impl World {
    /// What the vendors and the phone say.
    pub(super) fn says(&self) -> Says<'_> {
        let records = |kind: &str| self.wire.whoop.records(STRAP, kind);
        let kinds = [
            "sleep",
            "daily_sleep",
            "daily_readiness",
            "daily_activity",
            "daily_spo2",
            "daily_stress",
            "daily_resilience",
            "workout",
            "session",
            "rest_mode_period",
            "heartrate",
        ];
        let documents = kinds.map(|kind| (kind, self.wire.oura.documents(RING, kind)));
        Says {
            whoop: WhoopSays {
                sleeps: records("sleep"),
                recoveries: records("recovery"),
                cycles: records("cycle"),
                workouts: records("workout"),
            },
            oura: documents.into_iter().collect(),
            phone: &self.phone,
            home: &self.month.home,
        }
    }

    /// What the record says.
    pub(super) async fn found(&self) -> Truth {
        let days = DayRange {
            start: self.month.first - 60.days(),
            end: self.month.first + 60.days(),
        };
        let told = |metric: &&Metric| METRICS.contains(&metric.slug());
        let metrics = Metric::ALL.iter().filter(told);
        let query = RecordQuery {
            daily_by_source: metrics.map(|metric| (*metric, days)).collect(),
            workouts: vec![Timestamp::MIN..Timestamp::MAX],
            ..RecordQuery::default()
        };
        assert_eq!(query.daily_by_source.len(), METRICS.len());
        let record = self
            .memory
            .read_record(&self.me.0.id, &query)
            .await
            .unwrap();
        let values = record.daily_by_source.values().flatten();
        let values = values.map(|value| {
            let source = value.source.clone().unwrap();
            let place = (
                value.metric.slug().to_owned(),
                value.day.to_string(),
                source,
            );
            (place, value.value())
        });
        let workouts = record.workouts.iter();
        let workouts = workouts
            .filter(|row| row.marks.counts())
            .map(|row| (row.source.clone(), row.start, row.end, row.name.clone()));
        Truth {
            values: values.collect(),
            workouts: workouts.collect(),
        }
    }

    pub(super) async fn revision(&self) -> Revision {
        let query = RecordQuery::default();
        let record = self.memory.read_record(&self.me.0.id, &query).await;
        record.unwrap().revision
    }
}
