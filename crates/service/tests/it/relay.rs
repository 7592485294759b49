//! Recovery, strain, the layers of a day, and what goes with what.

use jiff::{ToSpan, civil::Date};
use vitalog_core::{Metric, Reading, SourcePriority, Via, Workout};
use vitalog_service::{
    Band, BodyDay, DayNight, DayNightRequest, RangeRequest, RecoveryDay, ServiceError, StrainDay,
    Teller, WindowRequest,
};

use crate::{
    fixture::{Fixture, apple, date, days, workout},
    vendor_rows::{NOW, night, oura, whoop, with},
};

fn week() -> RangeRequest {
    days("2026-05-01", "2026-05-07")
}

#[tokio::test]
async fn recovery_is_whoop_s_with_a_band_for_each_score() {
    let mut rows = Vec::new();
    for (day, score) in [(1, 67.0), (2, 66.0), (3, 34.0), (4, 33.0)] {
        rows.push(whoop(
            Metric::WhoopRecoveryScore,
            &format!("2026-05-0{day}"),
            score,
        ));
    }
    rows.extend([
        whoop(Metric::WhoopCalibrating, "2026-05-01", 1.0),
        whoop(Metric::WhoopCalibrating, "2026-05-02", 0.0),
        whoop(Metric::RestingHeartRate, "2026-05-02", 52.4),
        whoop(Metric::HrvRmssd, "2026-05-02", 31.8136),
        whoop(Metric::BloodOxygenSaturation, "2026-05-02", 96.44),
        whoop(Metric::SkinTemperature, "2026-05-02", 33.7099),
        // Oura's night is no recovery.
        oura(Metric::HrvRmssd, "2026-05-05", 60.0),
    ]);
    let fixture = with(rows).await;
    let answer = fixture.service.recovery(&fixture.account, week());
    let rows = answer.await.unwrap().rows;
    let bands: Vec<_> = rows.iter().map(|row| row.band.unwrap()).collect();
    assert_eq!(bands, ["green", "yellow", "yellow", "red"]);
    assert_eq!(
        rows[1],
        RecoveryDay {
            date: date("2026-05-02"),
            recovery_score: Some(66.0),
            band: Some("yellow"),
            resting_hr_bpm: Some(52.0),
            hrv_rmssd_ms: Some(31.8),
            spo2_pct: Some(96.4),
            skin_temp_c: Some(33.7),
            calibrating: Some(false),
        }
    );
    assert_eq!(
        (rows[0].calibrating, rows[0].hrv_rmssd_ms),
        (Some(true), None)
    );
}

#[tokio::test]
async fn strain_says_of_the_cycle_that_goes_on_that_it_is_provisional() {
    let running = Reading {
        until: None,
        ..whoop(Metric::WhoopStrain, "2026-05-07", 4.31)
    };
    let fixture = with([
        whoop(Metric::WhoopStrain, "2026-05-06", 12.346),
        whoop(Metric::WhoopEnergy, "2026-05-06", 9_876.54),
        whoop(Metric::WhoopAverageHeartRate, "2026-05-06", 71.0),
        whoop(Metric::WhoopMaxHeartRate, "2026-05-06", 162.0),
        running,
    ])
    .await;
    let of_whoop = |start: &str, day: &str| Workout {
        via: Via::Whoop,
        source: "WHOOP".to_owned(),
        day: Some(date(day)),
        ..workout(start, 30.0, None)
    };
    fixture
        .store_workouts([
            of_whoop("2026-05-06T10:00:00-07:00", "2026-05-06"),
            of_whoop("2026-05-06T18:00:00-07:00", "2026-05-06"),
            // The phone's own is not WHOOP's.
            workout("2026-05-06T12:00:00-07:00", 31.0, None),
        ])
        .await;
    let answer = fixture.service.strain(&fixture.account, week());
    let rows = answer.await.unwrap().rows;
    let ended = StrainDay {
        date: date("2026-05-06"),
        strain: Some(12.3),
        kilojoule: Some(9877.0),
        avg_hr_bpm: Some(71.0),
        max_hr_bpm: Some(162.0),
        workouts: 2,
        provisional: false,
    };
    let goes_on = StrainDay {
        date: date("2026-05-07"),
        strain: Some(4.3),
        kilojoule: None,
        avg_hr_bpm: None,
        max_hr_bpm: None,
        workouts: 0,
        provisional: true,
    };
    assert_eq!(rows, [ended, goes_on]);
}

#[tokio::test]
async fn recovery_without_whoop_fails_with_how_to_connect_it() {
    let fixture = with(night(oura, "2026-05-06", 7.0)).await;
    let answer = fixture.service.recovery(&fixture.account, week());
    let error = answer.await.unwrap_err();
    assert_eq!(error.code, "not_connected");
    assert!(error.message.contains("`vitalog connect whoop`"), "{error}");
    assert!(!error.message.contains("oura"), "{error}");
}

#[tokio::test]
async fn layers_of_a_day_stand_side_by_side_and_what_is_missing_is_none() {
    let of = |source: &str, via, metric, day: &str, value| Reading {
        source: source.to_owned(),
        via,
        ..oura(metric, day, value)
    };
    let weather = |metric, value| of("Open-Meteo", Via::Weather, metric, "2026-05-05", value);
    let calendar = |metric, value| of("calendar", Via::Calendar, metric, "2026-05-06", value);
    let mut rows: Vec<Reading> = night(oura, "2026-05-06", 7.25).collect();
    rows.extend([
        oura(Metric::OuraReadinessScore, "2026-05-06", 81.0),
        whoop(Metric::WhoopRecoveryScore, "2026-05-06", 60.0),
        whoop(Metric::WhoopStrain, "2026-05-06", 11.26),
        // Of what both tell, only the one's is shown.
        whoop(Metric::SleepTotal, "2026-05-06", 6.0),
        whoop(Metric::HrvRmssd, "2026-05-06", 44.0),
        weather(Metric::OutdoorTemperature, 11.26),
        weather(Metric::OutdoorHumidity, 70.4),
        weather(Metric::CloudCover, 33.3),
        weather(Metric::DaylightDuration, 14.1234),
        calendar(Metric::Meetings, 0.0),
        calendar(Metric::MeetingMinutes, 0.0),
    ]);
    let fixture = with(rows).await;
    let answer = fixture.service.day_overlay(&fixture.account, week());
    let answer = answer.await.unwrap();
    let [fifth, sixth] = answer.rows.as_slice() else {
        panic!("{:?}", answer.rows);
    };
    assert_eq!(fifth.date, date("2026-05-05"));
    assert_eq!(fifth.body, None);
    assert_eq!(
        fifth.environment,
        [Some(11.3), Some(70.0), Some(33.0), Some(14.12)]
    );
    assert_eq!(fifth.work, [None; 6]);
    // Each vendor tells its own score; Oura is believed before WHOOP for the rest.
    let body = BodyDay {
        recovery_score: Some(60.0),
        readiness_score: Some(81.0),
        strain: Some(11.3),
        sleep_h: Some(7.25),
        resting_hr_bpm: None,
        hrv_rmssd_ms: None,
        steps: None,
        source: Some(Teller::Oura),
    };
    assert_eq!(sixth.body, Some(body));
    // No meeting was measured, which is a zero.
    assert_eq!(sixth.work, [Some(0.0), Some(0.0), None, None, None, None]);
    assert_eq!(answer.days_without_data.len(), 5);
    assert_eq!(answer.data_through, Some(date("2026-05-06")));
    assert!(answer.notes[0].contains("next day"), "{:?}", answer.notes);

    // Without anything it is an answer too: weather needs no connection.
    let empty = Fixture::at(NOW);
    let answer = empty.service.day_overlay(&empty.account, week());
    assert_eq!(answer.await.unwrap().rows, []);
}

#[tokio::test]
async fn scores_are_shown_whoever_is_believed_first() {
    let rows = || {
        [
            oura(Metric::OuraReadinessScore, "2026-05-06", 81.0),
            oura(Metric::SleepTotal, "2026-05-06", 7.0),
            whoop(Metric::WhoopRecoveryScore, "2026-05-06", 60.0),
            whoop(Metric::SleepTotal, "2026-05-06", 6.0),
            // Nothing but a score.
            whoop(Metric::WhoopStrain, "2026-05-07", 4.0),
        ]
    };
    for (order, teller, sleep) in [
        (["oura", "whoop"], Teller::Oura, 7.0),
        (["whoop", "oura"], Teller::Whoop, 6.0),
    ] {
        let mut fixture = with(rows()).await;
        fixture.account.sources = SourcePriority::new(order);
        let answer = fixture.service.day_overlay(&fixture.account, week());
        let rows = answer.await.unwrap().rows;
        let both = BodyDay {
            recovery_score: Some(60.0),
            readiness_score: Some(81.0),
            sleep_h: Some(sleep),
            source: Some(teller),
            ..BodyDay::default()
        };
        let alone = BodyDay {
            strain: Some(4.0),
            ..BodyDay::default()
        };
        let bodies: Vec<_> = rows.into_iter().map(|row| row.body).collect();
        assert_eq!(bodies, [Some(both), Some(alone)], "{order:?}");
    }
}

/// Each of `count` days up to one.
fn days_up_to(last: &str, count: i64) -> Vec<Date> {
    let last = date(last);
    let days = (0..count).rev();
    days.map(|before| last.saturating_sub(before.days()))
        .collect()
}

#[tokio::test]
async fn today_stands_beside_the_28_days_before_it_of_the_same_source() {
    let mut rows = Vec::new();
    // HRV of Oura: 50 and 60 by turns over 28 days, then 70. Mean 55, spread 5.0918.
    for (place, day) in days_up_to("2026-05-09", 28).into_iter().enumerate() {
        let value = if place % 2 == 0 { 50.0 } else { 60.0 };
        rows.push(oura(Metric::HrvRmssd, &day.to_string(), value));
        // Another strap says something else altogether.
        rows.push(whoop(Metric::HrvRmssd, &day.to_string(), 20.0));
    }
    rows.push(oura(Metric::HrvRmssd, "2026-05-10", 70.0));
    // Before those days.
    rows.push(oura(Metric::HrvRmssd, "2026-04-11", 500.0));
    // Too few days for a usual.
    for day in days_up_to("2026-05-10", 14) {
        rows.push(oura(Metric::RestingHeartRate, &day.to_string(), 50.0));
    }
    rows.push(whoop(Metric::WhoopStrain, "2026-05-09", 14.2));
    rows.push(whoop(Metric::WhoopStrain, "2026-05-10", 3.0));
    let fixture = with(rows).await;
    let context = fixture.service.recovery_context(&fixture.account, None);
    let context = context.await.unwrap();
    assert_eq!(context.date, date("2026-05-10"));
    let of = |metric| {
        context
            .inputs
            .iter()
            .find(|input| input.metric == metric)
            .unwrap()
    };
    let hrv = of(Metric::HrvRmssd);
    let usual = hrv.baseline.unwrap();
    assert_eq!(
        (hrv.value, hrv.source, usual.mean, usual.n),
        (70.0, Teller::Oura, 55.0, 28)
    );
    assert!((usual.sd - 5.0918).abs() < 1e-3, "{usual:?}");
    assert_eq!((hrv.z, hrv.band), (Some(2.95), Some(Band::Unusual)));
    let resting = of(Metric::RestingHeartRate);
    assert_eq!(
        (resting.value, resting.baseline, resting.band),
        (50.0, None, None)
    );
    // Strain is the day before's.
    let strain = of(Metric::WhoopStrain);
    assert_eq!((strain.value, strain.date), (14.2, date("2026-05-09")));
    assert!(context.missing.contains(&Metric::SleepTotal));
    assert_eq!(context.inputs.len() + context.missing.len(), 8);
    assert_eq!(context.data_through, Some(date("2026-05-10")));

    let later = fixture
        .service
        .recovery_context(&fixture.account, Some(date("2026-07-01")));
    let later = later.await.unwrap();
    assert_eq!((later.inputs.len(), later.data_through), (0, None));
    assert_eq!(later.notes.len(), 1);
}

async fn compare(
    fixture: &Fixture,
    cause: Metric,
    effect: Metric,
) -> Result<DayNight, ServiceError> {
    let request = DayNightRequest {
        cause: cause.into(),
        effect: effect.into(),
        window: WindowRequest::default(),
    };
    fixture.service.day_night(&fixture.account, &request).await
}

#[tokio::test]
async fn a_day_is_set_against_the_night_that_ends_on_the_next_day() {
    let mut rows = Vec::new();
    // Numbers without a pattern; the night after a day of many minutes is low in HRV.
    let mut state = 12_345_u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 24)
    };
    let mut before = 0.0;
    for day in days_up_to("2026-05-10", 90) {
        let (minutes, own) = (next(), next());
        let day = day.to_string();
        rows.push(oura(Metric::MeetingMinutes, &day, minutes));
        rows.push(oura(
            Metric::HrvRmssd,
            &day,
            300.0 - before / 2.0 + own / 4.0,
        ));
        before = minutes;
    }
    let fixture = with(rows).await;
    let answer = compare(&fixture, Metric::MeetingMinutes, Metric::HrvRmssd)
        .await
        .unwrap();
    assert_eq!(
        (answer.alignment.lag, answer.alignment.is_directed),
        (1, true)
    );
    let found = answer.found.unwrap();
    assert_eq!(found.n, 89);
    assert!(
        found.r < -0.7 && found.raw_r < -0.7 && found.p < 0.001,
        "{found:?}"
    );
    assert_eq!(answer.data_through, Some(date("2026-05-10")));

    // Of one day nothing comes first, and of too few days nothing is said.
    let answer = compare(&fixture, Metric::HrvRmssd, Metric::SleepTotal).await;
    assert_eq!(answer.unwrap_err().code, "not_available", "by definition");
    let answer = compare(&fixture, Metric::Meetings, Metric::StepCount)
        .await
        .unwrap();
    assert!(!answer.alignment.is_directed);
    assert!(answer.found.unwrap_err().contains("Only 0 days"));
    for (cause, effect, said) in [
        (Metric::SleepTotal, Metric::SleepRem, "by definition"),
        (Metric::HrvRmssd, Metric::HrvRmssd, "by definition"),
        (
            Metric::Weight,
            Metric::SleepTotal,
            "in the morning, after the night",
        ),
    ] {
        let error = compare(&fixture, cause, effect).await.unwrap_err();
        assert!(error.message.contains(said), "{error}");
    }
}

#[tokio::test]
async fn a_week_of_rows_is_of_no_help_to_what_nobody_recorded() {
    let fixture = with([apple(Metric::Weight, "2026-05-06T07:00:00-07:00", 180.0)]).await;
    let answer = fixture.service.strain(&fixture.account, week());
    assert_eq!(answer.await.unwrap_err().code, "not_connected");
}
