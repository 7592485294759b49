//! What the log may hold.

use std::{
    io,
    sync::{Arc, Mutex},
};

use tracing_subscriber::fmt::MakeWriter;
use vitalog_core::{Metric, Reading};
use vitalog_service::{DeleteReading, Target};

use crate::fixture::{Fixture, apple};

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl io::Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Captured {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn unmatched_fiber_is_logged_with_time_and_app_and_no_value_ever_is() {
    let captured = Captured::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(captured.clone())
        .with_ansi(false)
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);

    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    let fiber = Reading {
        source: "Psyllium".to_owned(),
        ..apple(Metric::Fiber, "2026-10-05T12:30:00-07:00", 61.7)
    };
    let carbs = apple(Metric::Carbs, "2026-10-05T12:30:00-07:00", 83.3);
    fixture.store([fiber, carbs]).await;
    fixture.log("2026-10-05T07:30", 123.4).await.unwrap();
    let answer = fixture.all_health("2026-10-05", "2026-10-05").await;
    assert_eq!(answer.days[0].warnings.len(), 1);
    let request = DeleteReading {
        target: Target::Reading(Metric::Glucose),
        timestamp: "2026-10-05T07:30".to_owned(),
        value: Some(123.4),
        undo: false,
    };
    let removal = fixture.service.delete_reading(&fixture.account, request);
    removal.await.unwrap();

    let log = String::from_utf8(captured.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("2026-10-05T12:30:00-07:00"), "{log}");
    assert!(log.contains("Psyllium"), "{log}");
    for value in ["61.7", "83.3", "123.4"] {
        assert!(!log.contains(value), "{log}");
    }
}
