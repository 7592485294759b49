//! Who tells a day: one source, in the order that the account believes them.

use vitalog_core::{Metric, Reading, SourcePriority, UnitSystem};
use vitalog_service::{ActivityDay, DailyRows, SleepDay, Teller};

use crate::{
    fixture::{Fixture, apple, date},
    vendor_rows::{PHONE, WATCH, device, night, oura, summed_by_watch, whoop, with},
};

/// Days of rows, with who tells them.
fn told(rows: impl IntoIterator<Item = (jiff::civil::Date, Teller)>) -> Vec<String> {
    let rows = rows.into_iter();
    rows.map(|(date, source)| format!("{} {}", date.day(), source.as_str()))
        .collect()
}

/// Three sources over three nights: all of them, the last two, Apple's alone.
async fn three_sources() -> Fixture {
    let mut rows: Vec<Reading> = night(oura, "2026-05-03", 8.0).collect();
    rows.push(oura(Metric::OuraSleepScore, "2026-05-03", 90.0));
    rows.extend(night(whoop, "2026-05-03", 7.0));
    rows.extend(night(whoop, "2026-05-04", 6.0));
    rows.push(whoop(Metric::WhoopSleepPerformance, "2026-05-04", 83.0));
    for (day, hours) in [
        ("2026-05-03", 5.0),
        ("2026-05-04", 4.0),
        ("2026-05-05", 3.0),
    ] {
        rows.extend(night(summed_by_watch, day, hours));
    }
    with(rows).await
}

#[tokio::test]
async fn the_order_of_sources_decides_each_day_and_no_row_is_blended() {
    let mut fixture = three_sources().await;
    let nights = |rows: Vec<SleepDay>| -> Vec<String> {
        let rows = rows.into_iter();
        rows.map(|row| {
            let hours = row.total_sleep_h.unwrap();
            format!(
                "{} {} {hours} {:?}",
                row.date.day(),
                row.source.as_str(),
                row.sleep_score
            )
        })
        .collect()
    };
    let default = nights(fixture.nights(None).await.rows);
    assert_eq!(
        default,
        ["3 oura 8 Some(90.0)", "4 whoop 6 None", "5 apple 3 None"]
    );
    let only = nights(fixture.nights(Some(Teller::Whoop)).await.rows);
    // A vendor's score is never another's: WHOOP's night has none of Oura's.
    assert_eq!(only, ["3 whoop 7 None", "4 whoop 6 None"]);
    let only = nights(fixture.nights(Some(Teller::Apple)).await.rows);
    assert_eq!(only, ["3 apple 5 None", "4 apple 4 None", "5 apple 3 None"]);

    fixture.account.sources = SourcePriority::new(["whoop"]);
    fixture
        .service
        .rebuild_daily_values(&fixture.account, |_| ())
        .await
        .unwrap();
    let whoop_first = nights(fixture.nights(None).await.rows);
    assert_eq!(
        whoop_first,
        ["3 whoop 7 None", "4 whoop 6 None", "5 apple 3 None"]
    );
    fixture.account.sources = SourcePriority::new(["apple"]);
    fixture
        .service
        .rebuild_daily_values(&fixture.account, |_| ())
        .await
        .unwrap();
    let apple_first = nights(fixture.nights(None).await.rows);
    assert_eq!(
        apple_first,
        ["3 apple 5 None", "4 apple 4 None", "5 apple 3 None"]
    );
}

#[tokio::test]
async fn whoop_fills_the_fields_that_it_has_and_no_score_of_oura_s() {
    let fixture = with([
        whoop(Metric::WhoopRecoveryScore, "2026-05-06", 71.0),
        whoop(Metric::RestingHeartRate, "2026-05-06", 52.0),
        whoop(Metric::HrvRmssd, "2026-05-06", 31.8136),
        whoop(Metric::WhoopAverageHeartRate, "2026-05-06", 68.0),
        whoop(Metric::WhoopMaxHeartRate, "2026-05-06", 154.0),
        whoop(Metric::TotalEnergy, "2026-05-06", 1_981.6),
        device(
            PHONE,
            Metric::StepCount,
            "2026-05-06T10:00:00-07:00",
            10,
            900.0,
        ),
    ])
    .await;
    let ready = &fixture.ready(None).await.rows[0];
    assert_eq!(
        (
            ready.readiness_score,
            ready.resting_hr_bpm,
            ready.avg_hrv_ms
        ),
        (None, Some(52.0), Some(31.8))
    );
    let heart = &fixture.hearts(None).await.rows[0];
    assert_eq!(
        (
            heart.avg_hr_bpm,
            heart.min_hr_bpm,
            heart.max_hr_bpm,
            heart.samples
        ),
        (Some(68.0), None, Some(154.0), 0)
    );
    // It tells energy and no steps: the day's activity is the phone's, unless asked.
    let rows = fixture.active(None).await.rows;
    assert_eq!((rows[0].steps, rows[0].total_kcal), (Some(900.0), None));
    assert_eq!(
        told(rows.iter().map(|row| (row.date, row.source))),
        ["6 apple"]
    );
    let rows = fixture.active(Some(Teller::Whoop)).await.rows;
    assert_eq!((rows[0].steps, rows[0].total_kcal), (None, Some(1982.0)));
}

#[tokio::test]
async fn hrv_of_apple_is_another_measure_and_never_stands_in() {
    let fixture = with([
        apple(Metric::HrvSdnn, "2026-05-06T03:00:00-07:00", 55.0),
        apple(Metric::RestingHeartRate, "2026-05-06T03:00:00-07:00", 58.0),
    ])
    .await;
    let row = &fixture.ready(None).await.rows[0];
    assert_eq!((row.resting_hr_bpm, row.avg_hrv_ms), (Some(58.0), None));
}

#[tokio::test]
async fn devices_of_apple_are_added_up_once_whatever_a_ring_says_of_the_same_day() {
    let ten = "2026-05-06T10:00:00-07:00";
    let noon = "2026-05-06T12:00:00-07:00";
    let mut rows = vec![
        // The phone went along at ten, and alone at noon.
        device(WATCH, Metric::StepCount, ten, 60, 1000.0),
        device(PHONE, Metric::StepCount, ten, 60, 700.0),
        device(PHONE, Metric::StepCount, noon, 60, 400.0),
    ];
    let steps = |answer: DailyRows<ActivityDay>| answer.rows[0].steps;
    let alone = with(rows.clone()).await;
    assert_eq!(steps(alone.active(None).await), Some(1400.0));
    assert_eq!(steps(alone.active(Some(Teller::Apple)).await), Some(1400.0));

    rows.push(oura(Metric::StepCount, "2026-05-06", 8000.0));
    let with_ring = with(rows).await;
    assert_eq!(steps(with_ring.active(None).await), Some(8000.0));
    assert_eq!(
        steps(with_ring.active(Some(Teller::Apple)).await),
        Some(1400.0)
    );
}

#[tokio::test]
async fn of_two_devices_of_apple_the_one_with_stages_tells_the_night() {
    let fixture = with([
        device(
            PHONE,
            Metric::SleepInBed,
            "2026-05-05T22:00:00-07:00",
            600,
            10.0,
        ),
        device(
            WATCH,
            Metric::SleepCore,
            "2026-05-05T23:00:00-07:00",
            360,
            6.0,
        ),
        device(
            WATCH,
            Metric::SleepRem,
            "2026-05-06T05:00:00-07:00",
            60,
            1.0,
        ),
    ])
    .await;
    let rows = fixture.nights(None).await.rows;
    assert_eq!(
        (rows[0].total_sleep_h, rows[0].rem_h, rows[0].time_in_bed_h),
        (Some(7.0), Some(1.0), None)
    );
}

#[tokio::test]
async fn of_two_devices_of_apple_the_one_that_only_knows_of_the_bed_tells_no_night() {
    let bed = device(
        PHONE,
        Metric::SleepInBed,
        "2026-05-05T22:00:00-07:00",
        600,
        10.0,
    );
    let sleep = |metric| device(WATCH, metric, "2026-05-05T23:00:00-07:00", 390, 6.5);
    for (rows, expected) in [
        (
            vec![bed.clone(), sleep(Metric::SleepUnspecified)],
            (Some(6.5), None),
        ),
        (
            vec![bed.clone(), sleep(Metric::SleepDeep)],
            (Some(6.5), None),
        ),
        (vec![bed.clone()], (None, Some(10.0))),
    ] {
        let fixture = with(rows).await;
        let told = &fixture.nights(None).await.rows[0];
        assert_eq!((told.total_sleep_h, told.time_in_bed_h), expected);
    }
}

#[tokio::test]
async fn answers_are_the_same_in_both_unit_systems_and_from_rows() {
    let mut fixture = three_sources().await;
    let nights = fixture.nights(None).await;
    fixture.account.units = UnitSystem::Metric;
    assert_eq!(fixture.nights(None).await, nights);
    // With another zone set than the one stored values are of, rows are read.
    fixture.account.zone = jiff::tz::TimeZone::get("America/Tijuana").unwrap();
    assert_eq!(fixture.nights(None).await, nights);
}

#[tokio::test]
async fn a_vendor_s_night_is_of_the_day_that_it_says_wherever_the_person_was() {
    // A night in Tokyo, which is the day before in Los Angeles.
    let in_tokyo = |metric, value| Reading {
        at: "2026-05-05T23:00:00+09:00".parse().unwrap(),
        until: Some("2026-05-06T07:00:00+09:00".parse().unwrap()),
        ..oura(metric, "2026-05-06", value)
    };
    let fixture = with([
        in_tokyo(Metric::SleepTotal, 7.0),
        in_tokyo(Metric::Bedtime, -60.0),
        in_tokyo(Metric::WakeTime, 420.0),
        in_tokyo(Metric::OuraReadinessScore, 70.0),
    ])
    .await;
    let row = &fixture.nights(None).await.rows[0];
    assert_eq!(
        (row.date, row.bedtime.as_deref(), row.wake_time.as_deref()),
        (date("2026-05-06"), Some("23:00"), Some("07:00"))
    );
    assert_eq!(fixture.ready(None).await.rows[0].date, date("2026-05-06"));
}

#[tokio::test]
async fn stages_that_a_watch_saw_take_nothing_from_a_vendor_s_night() {
    let mut rows: Vec<Reading> = night(oura, "2026-05-06", 7.0).collect();
    let midnight = "2026-05-06T00:00:00-07:00";
    rows.push(device(WATCH, Metric::SleepCore, midnight, 240, 4.0));
    let fixture = with(rows).await;
    let hours = |answer: DailyRows<SleepDay>| answer.rows[0].total_sleep_h;
    assert_eq!(hours(fixture.nights(None).await), Some(7.0));
    assert_eq!(hours(fixture.nights(Some(Teller::Apple)).await), Some(4.0));
}
