use vitalog_core::Metric;
use vitalog_service::{HealthMetricsRequest, MAX_READINGS, RangeRequest};

use crate::fixture::{Fixture, apple, date, days, lines, missing, notes, pressure, superseded};

#[tokio::test]
async fn day_shows_lists_in_metric_order_by_time_then_sums() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    fixture
        .store([
            apple(Metric::Calories, "2026-10-05T19:00:00-07:00", 500.5),
            apple(Metric::Calories, "2026-10-05T12:00:00-07:00", 300.3),
            apple(Metric::Protein, "2026-10-05T12:00:00-07:00", 0.1),
            apple(Metric::Protein, "2026-10-05T12:00:01-07:00", 0.2),
            apple(Metric::Glucose, "2026-10-05T18:00:00-07:00", 110.0),
            apple(Metric::Glucose, "2026-10-05T07:02:00-07:00", 104.0),
            pressure("2026-10-05T08:00:00-07:00", 121.0, 79.0),
            apple(Metric::Weight, "2026-10-05T06:00:00-07:00", 180.25),
        ])
        .await;

    let answer = fixture.all_health("2026-10-04", "2026-10-06").await;
    assert_eq!(
        lines(&answer),
        [
            "2026-10-05 weight 06:00=180.25 | bp 08:00=121/79 | glucose 07:02=104 18:00=110 | \
             protein_g=0.3 calories_kcal=800.8"
        ]
    );
    assert_eq!(
        answer.days_without_data,
        [date("2026-10-04"), date("2026-10-06")]
    );
    assert_eq!(answer.data_through, Some(date("2026-10-05")));
    assert_eq!(answer.timezone, "America/Los_Angeles");
    assert_eq!(notes(&answer), [""; 0]);
}

#[tokio::test]
async fn apple_reading_has_no_timestamp_and_chat_reading_has_the_exact_one() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    fixture
        .store([apple(Metric::Glucose, "2026-10-05T07:02:13-07:00", 104.0)])
        .await;
    fixture.log("2026-10-05T20:00:05", 130.0).await.unwrap();

    let answer = fixture
        .health(&[Metric::Glucose], "2026-10-05", "2026-10-05")
        .await;
    let shown = &answer.days[0].readings[0].readings;
    assert_eq!(shown[0].timestamp, None);
    assert_eq!(shown[0].source, "OMRON connect");
    assert_eq!(shown[0].unit, "mg/dL");
    assert_eq!(
        shown[1].timestamp.as_deref(),
        Some("2026-10-05T20:00:05-07:00")
    );
    assert_eq!(shown[1].source, "claude-log");
}

#[tokio::test]
async fn days_are_cut_in_the_zone_of_the_account_also_when_clocks_change() {
    let cases: &[(&str, &[&str], &str)] = &[
        // 23 hours: the last second of the day before, the whole day, the first second after.
        (
            "2026-03-08",
            &[
                "2026-03-08T07:59:59Z",
                "2026-03-08T08:00:00Z",
                "2026-03-09T06:59:59Z",
                "2026-03-09T07:00:00Z",
            ],
            "2026-03-08 weight 00:00=1 23:59=2",
        ),
        // 25 hours, 01:30 twice.
        (
            "2026-11-01",
            &[
                "2026-11-01T06:59:59Z",
                "2026-11-01T08:30:00Z",
                "2026-11-01T09:30:00Z",
                "2026-11-02T07:59:59Z",
                "2026-11-02T08:00:00Z",
            ],
            "2026-11-01 weight 01:30=1 01:30=2 23:59=3",
        ),
    ];
    for (day, times, expected) in cases {
        let fixture = Fixture::at("2026-12-01T12:00:00Z");
        let rows = (0_u32..).zip(*times);
        fixture
            .store(rows.map(|(value, at)| apple(Metric::Weight, at, f64::from(value))))
            .await;
        let answer = fixture.all_health(day, day).await;
        assert_eq!(lines(&answer), [*expected]);
    }
}

#[tokio::test]
async fn superseded_rows_are_ignored_and_rows_only_missing_still_count() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    fixture
        .store([
            superseded(apple(Metric::Weight, "2026-10-05T06:00:00-07:00", 180.0)),
            missing(apple(Metric::Weight, "2026-10-05T06:05:00-07:00", 181.0)),
            superseded(apple(Metric::Fat, "2026-10-05T12:00:00-07:00", 9.0)),
            missing(apple(Metric::Fat, "2026-10-05T13:00:00-07:00", 4.0)),
            superseded(apple(Metric::Fat, "2026-10-04T13:00:00-07:00", 4.0)),
        ])
        .await;
    let answer = fixture.all_health("2026-10-04", "2026-10-05").await;
    assert_eq!(lines(&answer), ["2026-10-05 weight 06:05=181 | fat_g=4"]);
    assert_eq!(answer.days_without_data, [date("2026-10-04")]);
}

#[tokio::test]
async fn only_what_was_asked_is_shown_and_counts_as_data() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    fixture
        .store([
            apple(Metric::Weight, "2026-10-05T06:00:00-07:00", 180.0),
            apple(Metric::Protein, "2026-10-04T12:00:00-07:00", 30.0),
        ])
        .await;
    let answer = fixture
        .health(&[Metric::Protein], "2026-10-04", "2026-10-05")
        .await;
    assert_eq!(lines(&answer), ["2026-10-04 protein_g=30"]);
    assert_eq!(answer.days_without_data, [date("2026-10-05")]);
    assert_eq!(answer.data_through, Some(date("2026-10-04")));
}

#[tokio::test]
async fn full_answer_keeps_the_first_readings_in_metric_order_and_all_sums() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    let minute = |metric, day: u32, index: u32| {
        let (hour, minute) = (index / 60, index % 60);
        let at = format!("2026-10-{day:02}T{hour:02}:{minute:02}:00-07:00");
        apple(metric, &at, 100.0)
    };
    let weights = (0..998).map(|index| minute(Metric::Weight, 6, index));
    let glucose = [5, 6, 7].map(|day| minute(Metric::Glucose, day, 0));
    let ketones = [minute(Metric::Ketones, 7, 1)];
    let sums = [7, 7].map(|day| minute(Metric::Fat, day, 0));
    fixture
        .store(weights.chain(glucose).chain(ketones).chain(sums))
        .await;

    let answer = fixture.all_health("2026-10-05", "2026-10-08").await;
    let shown: usize = answer
        .days
        .iter()
        .flat_map(|day| &day.readings)
        .map(|list| list.readings.len())
        .sum();
    assert_eq!(shown, MAX_READINGS);
    assert_eq!(answer.days[0].readings[0].metric, Metric::Glucose);
    assert_eq!(answer.days[1].readings.len(), 2);
    assert_eq!(lines(&answer)[2], "2026-10-07 fat_g=100");
    let notes = notes(&answer);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].contains("1000 of 1002"), "{notes:?}");
    assert_eq!(answer.days_without_data, [date("2026-10-08")]);
}

#[tokio::test]
async fn day_of_which_every_reading_is_left_out_is_no_day_without_data() {
    let fixture = Fixture::at("2026-10-08T12:00:00-07:00");
    let readings = (0_u32..1000).map(|index| {
        let at = format!("2026-10-05T{:02}:{:02}:00-07:00", index / 60, index % 60);
        apple(Metric::Weight, &at, 180.0)
    });
    fixture.store(readings).await;
    fixture
        .store([apple(Metric::Weight, "2026-10-06T08:00:00-07:00", 180.0)])
        .await;
    let answer = fixture.all_health("2026-10-05", "2026-10-07").await;
    assert_eq!(answer.days.len(), 1);
    assert_eq!(answer.days_without_data, [date("2026-10-07")]);
    assert_eq!(answer.data_through, Some(date("2026-10-05")));
}

#[tokio::test]
async fn range_defaults_to_the_last_week_in_the_zone_of_the_account() {
    // 01:30 UTC is still the day before in Los Angeles.
    let fixture = Fixture::at("2026-10-06T01:30:00Z");
    let cases = [
        (None, None, "2026-09-29", "2026-10-05"),
        (Some("2026-10-01"), None, "2026-10-01", "2026-10-05"),
        (None, Some("2026-09-20"), "2026-09-14", "2026-09-20"),
    ];
    for (start, end, first, last) in cases {
        let request = HealthMetricsRequest {
            metrics: vec![Metric::Weight],
            range: RangeRequest::new(start.map(date), end.map(date)),
        };
        let answer = fixture.service.health_metrics(&fixture.account, &request);
        let range = answer.await.unwrap().range;
        assert_eq!((range.start, range.end), (date(first), date(last)));
    }
}

#[tokio::test]
async fn range_that_is_none_or_too_long_is_refused() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    let cases = [
        ("2026-10-05", "2026-10-04", "invalid_range", "2026-10-05"),
        ("2026-01-01", "2026-04-03", "range_too_long", "93 days"),
    ];
    for (start, end, code, said) in cases {
        let request = HealthMetricsRequest {
            metrics: vec![Metric::Weight],
            range: days(start, end),
        };
        let answer = fixture.service.health_metrics(&fixture.account, &request);
        let error = answer.await.unwrap_err();
        assert_eq!(error.code, code);
        assert!(error.message.contains(said), "{error}");
    }
    fixture.all_health("2026-01-01", "2026-04-02").await;
}

#[tokio::test]
async fn storage_failure_is_an_error_that_says_whether_to_try_again() {
    let fixture = Fixture::at("2026-10-06T12:00:00-07:00");
    fixture.storage.fail_next(1);
    let request = HealthMetricsRequest {
        metrics: vec![Metric::Weight],
        range: days("2026-10-01", "2026-10-02"),
    };
    let answer = fixture.service.health_metrics(&fixture.account, &request);
    let error = answer.await.unwrap_err();
    assert_eq!(error.code, "storage_unavailable");
    assert!(error.advice.is_some());
    assert!(std::error::Error::source(&error).is_some());
}
