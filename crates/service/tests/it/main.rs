//! The service over the in-memory storage, with time moved by hand.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod absence;
mod accounts;
mod concurrency;
mod connections;
mod coverage;
mod daily_rows;
mod daily_sources;
mod day_record;
mod delete_reading;
mod delete_vendor_rows;
mod delete_workout;
mod duplicates;
mod finite;
mod fixture;
mod grains;
mod health_metrics;
mod journal;
mod journal_days;
mod journal_refusals;
mod list_metrics;
mod log_reading;
mod logs;
mod metric_names;
mod metric_series;
mod named_days;
mod net_carbs;
mod notes;
mod one_answer;
mod relay;
mod report;
mod secrets;
mod stored_days;
mod trends;
mod units;
mod vendor_rows;
mod watched_storage;
mod workout_sources;
mod workouts;
