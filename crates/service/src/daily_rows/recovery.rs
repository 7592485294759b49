//! WHOOP's recovery by day.

use jiff::civil::Date;
use vitalog_core::{Account, Metric};

use super::{DailyRows, DailyRowsRequest, DayRow, Teller, Tells, ToldDay};
use crate::{RangeRequest, Service, ServiceError, links::Brought};

/// From here on a recovery is green.
const GREEN: f64 = 67.0;
/// Up to here it is red; between the two it is yellow.
const RED: f64 = 33.0;

/// A day's recovery, measured over the night that ended on it.
#[derive(Clone, PartialEq, Debug)]
pub struct RecoveryDay {
    /// The day.
    pub date: Date,
    /// The score, 0 to 100.
    pub recovery_score: Option<f64>,
    /// `green`, `yellow` or `red`.
    pub band: Option<&'static str>,
    /// Resting heart rate, whole beats a minute.
    pub resting_hr_bpm: Option<f64>,
    /// Heart rate variability (RMSSD), one decimal.
    pub hrv_rmssd_ms: Option<f64>,
    /// Blood oxygen, one decimal.
    pub spo2_pct: Option<f64>,
    /// Temperature of the skin in degrees Celsius, one decimal.
    pub skin_temp_c: Option<f64>,
    /// Whether WHOOP was still learning what is usual.
    pub calibrating: Option<bool>,
}

impl DayRow for RecoveryDay {
    const SUBJECT: &'static str = "recovery";
    const PARTS: &'static [(Metric, Tells)] = &[
        (Metric::WhoopRecoveryScore, Tells::Day),
        (Metric::RestingHeartRate, Tells::Day),
        (Metric::HrvRmssd, Tells::Day),
        (Metric::BloodOxygenSaturation, Tells::Day),
        (Metric::SkinTemperature, Tells::Day),
        (Metric::WhoopCalibrating, Tells::Day),
    ];
    const COLLECTIONS: &'static [Brought] = &[(Teller::Whoop, "recovery", "recovery")];
    const DOCUMENTS: &'static [(Teller, &'static [&'static str])] =
        &[(Teller::Whoop, &["recovery"])];

    fn new(day: &ToldDay<'_>) -> Self {
        let score = day.value(Metric::WhoopRecoveryScore, 0);
        let calibrating = day.value(Metric::WhoopCalibrating, 0);
        Self {
            date: day.date,
            recovery_score: score,
            band: score.map(band),
            resting_hr_bpm: day.value(Metric::RestingHeartRate, 0),
            hrv_rmssd_ms: day.value(Metric::HrvRmssd, 1),
            spo2_pct: day.value(Metric::BloodOxygenSaturation, 1),
            skin_temp_c: day.value(Metric::SkinTemperature, 1),
            calibrating: calibrating.map(|flag| flag > 0.0),
        }
    }
}

fn band(score: f64) -> &'static str {
    if score >= GREEN {
        "green"
    } else if score <= RED {
        "red"
    } else {
        "yellow"
    }
}

impl Service {
    /// Shows WHOOP's recovery.
    ///
    /// # Errors
    ///
    /// As [`Self::sleep`].
    pub async fn recovery(
        &self,
        account: &Account,
        range: RangeRequest,
    ) -> Result<DailyRows<RecoveryDay>, ServiceError> {
        let request = DailyRowsRequest {
            range,
            source: Some(Teller::Whoop),
        };
        self.daily_rows(account, request).await
    }
}
