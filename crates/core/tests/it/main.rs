//! The rules of the record, case by case and as laws.

mod automation;
mod clock;
mod day;
mod day_instants;
mod duplicate;
mod hae_metrics;
mod healthkit_names;
mod log_text;
mod metric;
mod metric_table;
mod moments;
mod nutrition;
mod readings;
mod reconcile;
mod reconcile_laws;
mod sent_time;
mod stored_text;
mod switchover;
mod unit;
mod unit_system;
mod zone;
