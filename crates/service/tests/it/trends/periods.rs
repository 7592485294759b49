//! Two periods, streaks, and one day.

use jiff::{ToSpan, civil::Date};
use vitalog_core::{DayRange, Metric};
use vitalog_service::{Goal, PeriodsRequest, StreaksRequest, Verdict, code};

use super::person::{TODAY, life, mean, numbers, totals};
use crate::fixture::{Fixture, apple, date};

fn close(found: Option<f64>, expected: f64, within: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() <= within, "{found} {expected}");
}

#[tokio::test]
async fn periods_are_compared_by_their_days() {
    let life = life().await;
    let days = |first: i64, last: i64| {
        (
            TODAY.saturating_sub(first.days()),
            TODAY.saturating_sub(last.days()),
        )
    };
    let (a, b) = (days(89, 60), days(29, 0));
    let request = PeriodsRequest {
        metric: Metric::HeartRate.into(),
        a,
        b,
    };
    let answer = life
        .service
        .compare_periods(&life.account, &request)
        .await
        .unwrap();
    let plain = numbers(life, Metric::HeartRate).await;
    let of = |(start, end): (Date, Date)| {
        let days: Vec<&Vec<f64>> = plain.range(start..=end).map(|(_, values)| values).collect();
        let means: Vec<f64> = days.iter().map(|values| mean(values)).collect();
        let readings: Vec<f64> = days.into_iter().flatten().copied().collect();
        (means, readings)
    };
    let ((a_means, a_readings), (b_means, b_readings)) = (of(a), of(b));
    assert_eq!((answer.a.n, answer.b.n), (a_means.len(), b_means.len()));
    close(answer.a.mean, mean(&a_means), 0.005_001);
    close(answer.a.avg, mean(&a_readings), 0.005_001);
    close(answer.b.mean, mean(&b_means), 0.005_001);
    close(answer.b.avg, mean(&b_readings), 0.005_001);
    let compared = answer.comparison;
    let delta = mean(&b_readings) - mean(&a_readings);
    close(compared.delta, delta, 0.005_001);
    close(
        compared.pct_change,
        delta / mean(&a_readings) * 100.0,
        0.051,
    );
    close(
        compared.difference,
        mean(&b_means) - mean(&a_means),
        0.005_001,
    );
    let p = compared.welch_p.unwrap();
    let verdict = match (p < 0.05, delta > 0.0) {
        (false, _) => Verdict::NoClearDifference,
        (true, true) => Verdict::Higher,
        (true, false) => Verdict::Lower,
    };
    assert_eq!(compared.verdict, verdict);
    assert!(answer.days_served.summary > 0 && answer.days_served.raw > 0);
    assert!(answer.notes.iter().any(|note| note.contains("exploratory")));
}

#[tokio::test]
async fn verdicts_say_what_is_known() {
    let fixture = Fixture::at("2026-10-21T12:00:00-07:00");
    let weights = [
        180.0, 181.0, 180.5, 181.5, 180.0, 190.0, 190.5, 191.0, 190.0, 190.5,
    ];
    let rows = weights.into_iter().zip(1..).map(|(weight, day)| {
        apple(
            Metric::Weight,
            &format!("2026-10-{day:02}T08:00:00-07:00"),
            weight,
        )
    });
    fixture.store(rows).await;
    let compare = async |a: (&str, &str), b: (&str, &str)| {
        let request = PeriodsRequest {
            metric: Metric::Weight.into(),
            a: (date(a.0), date(a.1)),
            b: (date(b.0), date(b.1)),
        };
        fixture
            .service
            .compare_periods(&fixture.account, &request)
            .await
    };
    let (first, second) = (("2026-10-01", "2026-10-05"), ("2026-10-06", "2026-10-10"));
    for (a, b, verdict) in [
        (first, second, Verdict::Higher),
        (second, first, Verdict::Lower),
        (first, first, Verdict::NoClearDifference),
        (first, ("2026-10-06", "2026-10-06"), Verdict::TooFewDays),
        (first, ("2026-10-15", "2026-10-20"), Verdict::NoData),
    ] {
        let answer = compare(a, b).await.unwrap();
        assert_eq!(answer.comparison.verdict, verdict, "{a:?} {b:?}");
    }
    let answer = compare(first, second).await.unwrap();
    assert_eq!(answer.comparison.delta, Some(9.8));
    // 9.8 of 180.6
    assert_eq!(answer.comparison.pct_change, Some(5.4));
    let empty = compare(first, ("2026-10-15", "2026-10-20")).await.unwrap();
    assert_eq!(
        (empty.b.n, empty.b.avg, empty.comparison.delta),
        (0, None, None)
    );
    assert!(
        empty.notes[0].starts_with("Period b: weight was not recorded"),
        "{:?}",
        empty.notes
    );
    let overlap = compare(first, ("2026-10-05", "2026-10-08")).await.unwrap();
    assert!(overlap.notes.iter().any(|note| note.contains("overlap")));

    let inverted = compare(("2026-10-05", "2026-10-01"), second)
        .await
        .unwrap_err();
    assert_eq!(inverted.code, code::INVALID_RANGE);
    assert!(inverted.message.contains("`a_start`"), "{inverted}");
    let long = compare(first, ("2020-01-01", "2026-10-01"))
        .await
        .unwrap_err();
    assert_eq!(long.code, code::RANGE_TOO_LONG);
    assert!(long.message.contains("1825"), "{long}");
}

#[tokio::test]
async fn the_longest_streak_is_the_longest_run_of_days() {
    let life = life().await;
    let request = StreaksRequest {
        metric: Some(Metric::StepCount.into()),
        threshold: Some(6000.0),
        at_most: false,
    };
    let answer = life.service.streaks(&life.account, &request).await.unwrap();
    let streaks = &answer.streaks[0];
    let plain = totals(life, Metric::StepCount, &["Watch", "iPhone"]).await;
    let (mut run, mut longest, mut met) = (0, 0, 0);
    let mut day = *plain.keys().next().unwrap();
    while day <= TODAY {
        let is_met = plain.get(&day).is_some_and(|total| *total >= 6000.0);
        run = if is_met { run + 1 } else { 0 };
        longest = longest.max(run);
        met += usize::from(is_met);
        day = day.tomorrow().unwrap();
    }
    assert!(longest > 2);
    assert_eq!(streaks.longest.map(DayRange::len), Some(longest));
    assert_eq!(
        (streaks.days_met, streaks.days_with_data),
        (met, plain.len())
    );
}

#[tokio::test]
async fn today_does_not_end_a_streak_and_a_gap_does() {
    let fixture = Fixture::at("2026-10-21T12:00:00-07:00");
    let steps = [
        (10, 9000.0),
        (11, 9000.0),
        (12, 9000.0),
        (14, 9000.0),
        (18, 9000.0),
        (19, 9000.0),
        (20, 9000.0),
        (21, 100.0),
    ];
    let rows = steps.map(|(day, steps)| {
        apple(
            Metric::StepCount,
            &format!("2026-10-{day}T08:00:00-07:00"),
            steps,
        )
    });
    fixture.store(rows).await;
    let streaks = async |threshold: Option<f64>, at_most| {
        let request = StreaksRequest {
            metric: Some(Metric::StepCount.into()),
            threshold,
            at_most,
        };
        let answer = fixture
            .service
            .streaks(&fixture.account, &request)
            .await
            .unwrap();
        let found = answer.streaks.into_iter().next().unwrap();
        let run = |run: Option<DayRange>| {
            run.map(|run| format!("{} {}", run.start.strftime("%d"), run.end.strftime("%d")))
        };
        let through = answer.data_through.map(Date::day);
        (run(found.current), run(found.longest), through, found.goal)
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        streaks(Some(8000.0), false).await,
        (
            text("18 20"),
            text("18 20"),
            Some(20),
            Goal::AtLeast(8000.0)
        ),
        "of two runs of three days the later; today may yet reach it"
    );
    assert_eq!(
        streaks(Some(9500.0), true).await,
        (text("18 20"), text("18 20"), Some(20), Goal::AtMost(9500.0)),
        "today may yet go beyond it"
    );
    assert_eq!(
        streaks(Some(50.0), true).await,
        (None, None, Some(21), Goal::AtMost(50.0)),
        "today is already beyond it"
    );
    assert_eq!(
        streaks(None, false).await,
        (text("18 21"), text("18 21"), Some(21), Goal::Logged)
    );
    let none = StreaksRequest {
        metric: Some(Metric::Waist.into()),
        ..StreaksRequest::default()
    };
    let none = fixture
        .service
        .streaks(&fixture.account, &none)
        .await
        .unwrap();
    assert_eq!((none.streaks[0].current, none.data_through), (None, None));
    assert!(none.notes[0].contains("never recorded"));
    let orphan = StreaksRequest {
        threshold: Some(1.0),
        ..StreaksRequest::default()
    };
    let orphan = fixture.service.streaks(&fixture.account, &orphan).await;
    assert!(orphan.unwrap_err().message.contains("`threshold`"));
}

#[tokio::test]
async fn a_snapshot_holds_the_day_and_counts_all_of_it() {
    let life = life().await;
    let day = TODAY.saturating_sub(3.days());
    let snapshot = life
        .service
        .daily_snapshot(&life.account, Some(day))
        .await
        .unwrap();
    let record = life.record().await;
    let zone = &life.account.zone;
    let rows = record
        .readings
        .values()
        .flatten()
        .filter(|row| row.marks.counts());
    let of_day = rows.filter(|row| {
        let at = zone.to_datetime(row.at);
        if Metric::SLEEP.contains(&row.metric) && at.hour() >= 12 {
            return at.date().tomorrow().unwrap() == day;
        }
        row.named_day().unwrap_or(at.date()) == day
    });
    let expected = of_day.count() + snapshot.day.workouts.len();
    assert_eq!(snapshot.total_records, expected);
    assert!(snapshot.sleep_records.total >= snapshot.sleep_records.stages);
    let steps = totals(life, Metric::StepCount, &["Watch", "iPhone"]).await;
    assert_eq!(
        snapshot.highlights.steps,
        steps.get(&day).map(|steps| steps.round())
    );
}
