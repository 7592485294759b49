//! Pushes into memory, with time moved by hand.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod buckets;
mod daily;
mod data_types;
mod every_metric;
mod import;
mod known;
mod known_laws;
mod laws;
mod logs;
mod racing;
mod reconcile_readings;
mod reconcile_workouts;
mod refusals;
mod replies;
mod rows;
mod runs;
mod slots;
mod synthetic;
mod time_zones;
mod vendor;
mod versions;
mod world;
