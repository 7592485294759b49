//! The mapping table: one row for each column of the daily weather that is kept.

use vitalog_core::Metric;

/// From a column to a metric.
pub(super) struct Row {
    /// The column of the daily answer.
    pub(super) daily: &'static str,
    /// The column of the hourly answer whose mean over the hours of a day it is, where the daily
    /// one is not told.
    pub(super) hourly: Option<&'static str>,
    /// Only forecasts have it.
    pub(super) only_forecast: bool,
    /// What it measures.
    pub(super) metric: Metric,
    /// The unit as the vendor writes it.
    pub(super) sent: &'static str,
    /// The same unit, as the metric accepts it.
    pub(super) unit: &'static str,
}

const fn row(daily: &'static str, metric: Metric, sent: &'static str, unit: &'static str) -> Row {
    Row {
        daily,
        hourly: None,
        only_forecast: false,
        metric,
        sent,
        unit,
    }
}

const fn mean(
    daily: &'static str,
    hourly: &'static str,
    metric: Metric,
    sent: &'static str,
    unit: &'static str,
) -> Row {
    Row {
        hourly: Some(hourly),
        ..row(daily, metric, sent, unit)
    }
}

/// Every row.
pub(super) static TABLE: &[Row] = &[
    mean(
        "temperature_2m_mean",
        "temperature_2m",
        Metric::OutdoorTemperature,
        "°C",
        "degC",
    ),
    row(
        "temperature_2m_max",
        Metric::OutdoorTemperatureMax,
        "°C",
        "degC",
    ),
    row(
        "temperature_2m_min",
        Metric::OutdoorTemperatureMin,
        "°C",
        "degC",
    ),
    mean(
        "relative_humidity_2m_mean",
        "relative_humidity_2m",
        Metric::OutdoorHumidity,
        "%",
        "%",
    ),
    mean(
        "cloud_cover_mean",
        "cloud_cover",
        Metric::CloudCover,
        "%",
        "%",
    ),
    row("precipitation_sum", Metric::Precipitation, "mm", "mm"),
    row("sunshine_duration", Metric::SunshineDuration, "s", "s"),
    mean(
        "pressure_msl_mean",
        "pressure_msl",
        Metric::AirPressure,
        "hPa",
        "hPa",
    ),
    row("wind_speed_10m_max", Metric::WindSpeed, "km/h", "km/h"),
    Row {
        only_forecast: true,
        ..row("uv_index_max", Metric::UvIndexMax, "", "count")
    },
];
