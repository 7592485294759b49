//! What the log may hold.

use std::{
    io,
    sync::{Arc, Mutex},
};

use jiff::civil::date;
use tracing::Level;
use tracing_subscriber::fmt::MakeWriter;
use vitalog_core::{Metric, Reading};
use vitalog_service::{DeleteReading, Target};

use crate::{
    fixture::{Fixture, apple},
    metric_series::over,
};

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

impl Captured {
    /// Takes what this thread logs from now on.
    fn start(least: Level) -> (Self, tracing::subscriber::DefaultGuard) {
        let captured = Self::default();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(least)
            .with_writer(captured.clone())
            .with_ansi(false)
            .finish();
        (captured, tracing::subscriber::set_default(subscriber))
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

fn fiber(at: &str, source: &str) -> Reading {
    Reading {
        source: source.to_owned(),
        ..apple(Metric::Fiber, at, 61.7)
    }
}

#[tokio::test]
async fn unmatched_fiber_is_one_line_of_an_answer_however_much_there_is() {
    let (captured, _guard) = Captured::start(Level::INFO);
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    let readings = (0..60).map(|number| {
        let (day, minute) = (number % 5 + 1, number / 5 + 10);
        let at = format!("2026-10-{day:02}T12:{minute}:00-07:00");
        fiber(&at, &format!("App\n{number}\u{2028}"))
    });
    fixture.store(readings).await;
    fixture.all_health("2026-10-01", "2026-10-05").await;
    let log = captured.text();
    assert_eq!(log.lines().count(), 1, "{log}");
    for part in [
        "fiber.samples=60",
        "2026-10-01T12:10:00-07:00 (App0), 2026-10-01T12:11:00-07:00 (App5), ",
    ] {
        assert!(log.contains(part), "{log}");
    }
    assert!(!log.contains("App15") && !log.contains('\u{2028}'), "{log}");
    fixture
        .health(&[Metric::Calories], "2026-10-01", "2026-10-05")
        .await;
    assert_eq!(captured.text().lines().count(), 1);
}

#[tokio::test]
async fn answer_made_of_several_sums_logs_unmatched_fiber_once() {
    let (captured, _guard) = Captured::start(Level::INFO);
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    let at = "2026-10-05T12:30:00-07:00";
    let carbs = apple(Metric::Carbs, at, 83.3);
    let readings = [fiber(at, "Psyllium"), fiber(at, "Seeds"), carbs];
    fixture.store(readings).await;
    let day = date(2026, 10, 5);
    let (service, account) = (&fixture.service, &fixture.account);
    let whole = service.day_record(account, Some(day)).await.unwrap();
    assert_eq!(captured.text().lines().count(), 1, "{}", captured.text());
    assert!(
        whole
            .notes
            .iter()
            .any(|note| note.contains("Fiber was not"))
    );
    let request = over(Metric::Carbs, "2026-10-01", "2026-10-05");
    service.metric_series(account, &request).await.unwrap();
    assert_eq!(captured.text().lines().count(), 2, "{}", captured.text());
}

#[tokio::test]
async fn unmatched_fiber_is_logged_with_time_and_app_and_no_value_ever_is() {
    let (captured, _guard) = Captured::start(Level::TRACE);
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    let fiber = fiber("2026-10-05T12:30:00-07:00", "Psyllium");
    let carbs = apple(Metric::Carbs, "2026-10-05T12:30:00-07:00", 83.3);
    fixture.store([fiber, carbs]).await;
    fixture.log("2026-10-05T07:30", 123.4).await.unwrap();
    let answer = fixture.all_health("2026-10-05", "2026-10-05").await;
    assert_eq!(answer.days[0].warnings.len(), 1);
    let request = DeleteReading {
        target: Target::Reading(Metric::Glucose),
        timestamp: "2026-10-05T07:30".to_owned(),
        value: Some(123.4),
        source: None,
        undo: false,
    };
    let removal = fixture.service.delete_reading(&fixture.account, request);
    removal.await.unwrap();

    let log = captured.text();
    assert!(log.contains("2026-10-05T12:30:00-07:00"), "{log}");
    assert!(log.contains("Psyllium"), "{log}");
    for value in ["61.7", "83.3", "123.4"] {
        assert!(!log.contains(value), "{log}");
    }
}
