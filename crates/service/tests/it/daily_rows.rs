//! Sleep, heart rate, readiness and activity by day: what stands in a row, and when there is one.
//! What is expected is written out.

use vitalog_core::{Metric, Reading};
use vitalog_service::{
    ActivityDay, DailyRowsRequest, HeartRateDay, RangeRequest, ReadinessDay, SleepDay, Teller,
};

use crate::{
    fixture::{Fixture, apple, date},
    vendor_rows::{NOW, oura, with},
};

const NOTHING: SleepDay = SleepDay {
    date: jiff::civil::date(2026, 5, 6),
    sleep_score: None,
    total_sleep_h: None,
    time_in_bed_h: None,
    deep_h: None,
    rem_h: None,
    light_h: None,
    efficiency_pct: None,
    bedtime: None,
    wake_time: None,
    resting_hr_bpm: None,
    avg_hrv_ms: None,
    avg_breath_rpm: None,
    breathing_disturbance_index: None,
    spo2_avg_pct: None,
    nap_h: None,
    source: Teller::Oura,
};

#[tokio::test]
async fn a_night_is_rounded_as_its_fields_are() {
    // 26,298 s asleep of 28,638 s in bed: 7.305 h and 7.955 h.
    let fixture = with([
        oura(Metric::OuraSleepScore, "2026-05-06", 81.0),
        oura(Metric::SleepTotal, "2026-05-06", 7.305),
        oura(Metric::SleepInBed, "2026-05-06", 7.955),
        oura(Metric::SleepDeep, "2026-05-06", 1.2747),
        oura(Metric::SleepRem, "2026-05-06", 1.8353),
        oura(Metric::SleepCore, "2026-05-06", 4.195),
        oura(Metric::SleepEfficiency, "2026-05-06", 92.0),
        oura(Metric::Bedtime, "2026-05-06", -35.0),
        oura(Metric::WakeTime, "2026-05-06", 421.7),
        oura(Metric::RestingHeartRate, "2026-05-06", 48.0),
        oura(Metric::HrvRmssd, "2026-05-06", 62.0),
        oura(Metric::RespiratoryRate, "2026-05-06", 14.375),
        oura(Metric::OuraBreathingDisturbanceIndex, "2026-05-06", 3.0),
        oura(Metric::BloodOxygenSaturation, "2026-05-06", 97.48),
        oura(Metric::SleepNap, "2026-05-06", 0.4167),
    ])
    .await;
    let answer = fixture.nights(None).await;
    let expected = SleepDay {
        sleep_score: Some(81.0),
        total_sleep_h: Some(7.31),
        time_in_bed_h: Some(7.96),
        deep_h: Some(1.27),
        rem_h: Some(1.84),
        light_h: Some(4.2),
        efficiency_pct: Some(92.0),
        bedtime: Some("23:25".to_owned()),
        wake_time: Some("07:01".to_owned()),
        resting_hr_bpm: Some(48.0),
        avg_hrv_ms: Some(62.0),
        avg_breath_rpm: Some(14.4),
        breathing_disturbance_index: Some(3.0),
        spo2_avg_pct: Some(97.5),
        nap_h: Some(0.42),
        ..NOTHING
    };
    assert_eq!(answer.rows, [expected]);
    assert_eq!(answer.data_through, Some(date("2026-05-06")));
    let without: Vec<i8> = answer
        .days_without_data
        .iter()
        .map(|day| day.day())
        .collect();
    assert_eq!(without, [1, 2, 3, 4, 5, 7]);
    assert_eq!(answer.notes, Vec::<String>::new());
}

#[tokio::test]
async fn a_night_has_a_row_if_any_of_its_collections_has_it_and_the_rest_is_none() {
    let fixture = with([
        oura(Metric::OuraSleepScore, "2026-05-02", 70.0),
        oura(Metric::BloodOxygenSaturation, "2026-05-03", 96.0),
        oura(Metric::SleepNap, "2026-05-04", 0.0),
        oura(Metric::Bedtime, "2026-05-05", 10.0),
        // None of these is of a night.
        oura(Metric::OuraReadinessScore, "2026-05-06", 70.0),
        oura(Metric::StepCount, "2026-05-06", 7000.0),
        apple(
            Metric::BloodOxygenSaturation,
            "2026-05-07T12:00:00-07:00",
            98.0,
        ),
    ])
    .await;
    let rows = fixture.nights(None).await.rows;
    let on = |day: &str| SleepDay {
        date: date(day),
        ..NOTHING
    };
    assert_eq!(
        rows,
        [
            SleepDay {
                sleep_score: Some(70.0),
                ..on("2026-05-02")
            },
            SleepDay {
                spo2_avg_pct: Some(96.0),
                ..on("2026-05-03")
            },
            // A nap of no length is none.
            on("2026-05-04"),
            SleepDay {
                bedtime: Some("00:10".to_owned()),
                ..on("2026-05-05")
            },
        ]
    );
}

#[tokio::test]
async fn heart_rates_are_grouped_by_the_days_of_the_account() {
    let sample = |metric, at: &str, value| Reading {
        source: "Oura".to_owned(),
        ..apple(metric, at, value)
    };
    let fixture = with([
        // Half past eleven in the evening of the fifth, and half past midnight.
        sample(Metric::HeartRate, "2026-05-06T06:30:00Z", 61.0),
        sample(Metric::HeartRate, "2026-05-06T07:30:00Z", 50.0),
        sample(Metric::HeartRate, "2026-05-06T07:35:00Z", 53.0),
        sample(Metric::HeartRate, "2026-05-06T20:00:00Z", 141.0),
        sample(Metric::HeartRateAsleep, "2026-05-06T07:30:00Z", 50.0),
        sample(Metric::HeartRateAsleep, "2026-05-06T07:35:00Z", 53.0),
        sample(Metric::HeartRateAwake, "2026-05-06T06:30:00Z", 61.0),
        sample(Metric::HeartRateWorkout, "2026-05-06T20:00:00Z", 141.0),
        oura(Metric::SleepHeartRate, "2026-05-06", 54.6),
        oura(Metric::SleepHeartRate, "2026-05-07", 55.6),
        oura(Metric::RestingHeartRate, "2026-05-06", 47.0),
        oura(Metric::HrvRmssd, "2026-05-06", 60.0),
        // A main sleep that says nothing of the heart.
        oura(Metric::SleepTotal, "2026-05-04", 7.0),
    ])
    .await;
    let rows = fixture.hearts(None).await.rows;
    let nothing = HeartRateDay {
        date: date("2026-05-04"),
        resting_hr_bpm: None,
        avg_hrv_ms: None,
        avg_hr_bpm: None,
        min_hr_bpm: None,
        max_hr_bpm: None,
        avg_awake_hr_bpm: None,
        avg_sleep_hr_bpm: None,
        max_workout_hr_bpm: None,
        samples: 0,
        source: Teller::Oura,
    };
    assert_eq!(
        rows,
        [
            nothing.clone(),
            HeartRateDay {
                date: date("2026-05-05"),
                avg_hr_bpm: Some(61.0),
                min_hr_bpm: Some(61.0),
                max_hr_bpm: Some(61.0),
                avg_awake_hr_bpm: Some(61.0),
                samples: 1,
                ..nothing.clone()
            },
            HeartRateDay {
                date: date("2026-05-06"),
                resting_hr_bpm: Some(47.0),
                avg_hrv_ms: Some(60.0),
                // 244 over 3 is 81.3; 103 over 2 is 51.5.
                avg_hr_bpm: Some(81.0),
                min_hr_bpm: Some(50.0),
                max_hr_bpm: Some(141.0),
                avg_sleep_hr_bpm: Some(52.0),
                max_workout_hr_bpm: Some(141.0),
                samples: 3,
                ..nothing.clone()
            },
            HeartRateDay {
                date: date("2026-05-07"),
                // No samples asleep: the main sleep's own mean.
                avg_sleep_hr_bpm: Some(56.0),
                ..nothing
            },
        ]
    );
}

#[tokio::test]
async fn readiness_has_a_row_by_its_score_or_by_a_main_sleep() {
    let fixture = with([
        oura(Metric::OuraReadinessScore, "2026-05-05", 77.0),
        oura(Metric::OuraTemperatureDeviation, "2026-05-05", -0.126),
        oura(Metric::OuraTemperatureTrendDeviation, "2026-05-05", 0.08),
        oura(Metric::RestingHeartRate, "2026-05-05", 51.0),
        oura(Metric::HrvRmssd, "2026-05-05", 44.0),
        oura(Metric::SleepTotal, "2026-05-06", 7.0),
        oura(Metric::OuraActivityScore, "2026-05-07", 90.0),
    ])
    .await;
    let rows = fixture.ready(None).await.rows;
    let scored = ReadinessDay {
        date: date("2026-05-05"),
        readiness_score: Some(77.0),
        temp_deviation_c: Some(-0.13),
        temp_trend_deviation_c: Some(0.08),
        resting_hr_bpm: Some(51.0),
        avg_hrv_ms: Some(44.0),
        source: Teller::Oura,
    };
    let slept = ReadinessDay {
        date: date("2026-05-06"),
        readiness_score: None,
        temp_deviation_c: None,
        temp_trend_deviation_c: None,
        resting_hr_bpm: None,
        avg_hrv_ms: None,
        source: Teller::Oura,
    };
    assert_eq!(rows, [scored, slept]);
}

#[tokio::test]
async fn activity_is_of_daily_activity_alone_and_rounded_as_its_fields_are() {
    // 3,720 s of low activity, 1,830 s of medium and 59 s of high; 31,158 s sedentary.
    let fixture = with([
        oura(Metric::OuraActivityScore, "2026-05-06", 88.0),
        oura(Metric::StepCount, "2026-05-06", 9876.0),
        oura(Metric::ActiveEnergy, "2026-05-06", 512.0),
        oura(Metric::TotalEnergy, "2026-05-06", 2604.0),
        oura(Metric::WalkingEquivalentDistance, "2026-05-06", 8.25),
        oura(Metric::HighActivityTime, "2026-05-06", 0.9833),
        oura(Metric::MediumActivityTime, "2026-05-06", 30.5),
        oura(Metric::LowActivityTime, "2026-05-06", 62.0),
        oura(Metric::SedentaryTime, "2026-05-06", 519.3),
        oura(Metric::NonWearTime, "2026-05-06", 0.0),
        oura(Metric::SleepTotal, "2026-05-07", 7.0),
    ])
    .await;
    let expected = ActivityDay {
        date: date("2026-05-06"),
        activity_score: Some(88.0),
        steps: Some(9876.0),
        active_kcal: Some(512.0),
        total_kcal: Some(2604.0),
        walking_equiv_km: Some(8.3),
        high_activity_min: Some(1.0),
        medium_activity_min: Some(31.0),
        low_activity_min: Some(62.0),
        sedentary_h: Some(8.66),
        non_wear_h: Some(0.0),
        source: Teller::Oura,
    };
    assert_eq!(fixture.active(None).await.rows, [expected]);
}

#[tokio::test]
async fn a_day_too_many_is_refused_with_both_numbers() {
    let fixture = Fixture::at(NOW);
    let request = DailyRowsRequest {
        range: RangeRequest::new(Some(date("2026-02-07")), Some(date("2026-05-10"))),
        source: None,
    };
    let error = fixture
        .service
        .sleep(&fixture.account, request)
        .await
        .unwrap_err();
    assert_eq!(error.code, "range_too_long");
    assert!(
        error.message.contains("93") && error.message.contains("92"),
        "{error}"
    );
}
