//! A person who does not exist, for demonstrations, the sandbox, tests and benchmarks: the same
//! seed, the same life.
//!
//! This crate knows how a life leaves traces on devices, and what a phone makes of them. It knows
//! nothing of readings, keys and answers: [`Person::day`] gives facts as a phone would know them,
//! and the writers, [`hae`] first, put the same facts into the forms in which vendors send them,
//! so that what comes out at the other end can be compared across forms and held against the facts.
//!
//! ```
//! use jiff::{civil::date, tz::TimeZone};
//! use vitalog_synthetic::{Person, hae};
//!
//! let person = Person::new(7, TimeZone::UTC, date(2026, 6, 30), 180);
//! let week: Vec<_> = person.record(person.days()).take(7).collect();
//! let pushes = hae::push(&week, &hae::Options::default());
//! assert!(pushes[0].body.starts_with(r#"{"data":{"metrics":["#));
//! ```
//!
//! # How to rely on it
//!
//! - A day depends on the seed, the zone, the density, its date and its distance from the first
//!   day; on no other day and on no order. A life that goes on has the same past: keep the first
//!   day. Years are cheap, because nobody needs to make the days before.
//! - All that is drawn comes from `ChaCha8`, keyed by seed, topic and day, and is reckoned with
//!   operations that every machine does alike. A digest in the tests pins it; whatever moves that
//!   digest gives every demonstration another life.
//! - Values are in one unit each ([`measure::MEASURES`]); a writer converts.
//! - A day is told whole, today's too; [`Day::until`] leaves out what is yet to come.
//! - A night's facts belong to the [`Day`] of waking, also where they are from before midnight.
//!   Heart rate variability is measured after midnight only, so that its dates say the same.
//!
//! # What is planted
//!
//! Tests of an analysis find these, and the numbers in [`planted`]. All of it is also told by
//! [`Person::truth`], day by day. The lag is from the day of the cause to the day of waking.
//!
//! | cause | effect | lag | coefficient | what an honest analysis says |
//! | --- | --- | --- | --- | --- |
//! | `number_of_alcoholic_beverages` | `heart_rate_variability` | 1 | −3.5 ms a drink | true, strong |
//! | `number_of_alcoholic_beverages` | `resting_heart_rate` | 1 | +1.0 bpm a drink | true, strong |
//! | `apple_exercise_time` | deep sleep | 1 | +0.25 min a minute | true, strong |
//! | `dietary_sugar` (late meals) | hours slept | 1 | 0 | confounded: both go with evenings before a free day |
//! | `dietary_water` | `heart_rate_variability` | 1 | 0 | nothing |
//! | weekday | `step_count` | – | Sunday × 0.65, Saturday × 1.2 | an effect of the weekday |
//! | time | `weight_body_mass` | – | −0.03 kg a day for 180 days, then half of it up for 360, and again | a trend |
//! | a new watch, day 97 and every 800 | `heart_rate_variability` | – | +4 ms, and back with the next | an era, not a change of the person |
//! | illness, 3 to 6 days in each 120 | resting heart rate, variability, breathing, wrist temperature, oxygen, steps | 0 | +8 bpm, −12 ms, +2.2, +0.8 °C, −1.2 points, × 0.4 | one joint deviation |
//! | second half of the cycle | `apple_sleeping_wrist_temperature` | – | +0.25 °C | a rhythm |
//!
//! # What else occurs
//!
//! | shape | where |
//! | --- | --- |
//! | travel to another offset | 6 to 9 days in each 110; the night of the flight is not recorded |
//! | nothing recorded | 2 or 3 days in each 75 |
//! | no scale | 12 to 16 days in each 90, and on trips |
//! | no watch | one day in each 30 |
//! | clocks change | two nights a year, of 23 and 25 hours' days, where the zone has them; trips and gaps keep clear |
//! | a night twice | the watch with stages, the ring without; the phone says when in bed |
//! | naps | one day in ten, by watch and ring |
//! | the same walk twice | watch and phone, in intervals of their own |
//! | values of one second | the nutrients of an entry, the entries of a meal, and biscuits logged twice alike |
//! | fiber without carbohydrates | a supplement, of another app |
//! | measured zero and not measured | drinks, stand hours, exercise, symptoms, state of mind |
//! | meal times, reasons, completion | glucose, insulin, hands and teeth |
//!
//! To add a metric: a line in [`measure`], and a fact in one file of `shows`. To add a device or
//! an app: a file in `shows` with a topic of its own in `stream`, so that no one else's
//! numbers move.

pub mod apple_export;
mod day;
mod event;
mod fact;
pub mod hae;
pub mod measure;
mod person;
mod plan;
pub mod planted;
mod shows;
mod story;
mod stream;
mod summary;
mod time;
mod workout;

pub use day::{Day, Truth};
pub use event::{CycleEvent, Dose, Ecg, HeartAlert, Mood, Symptom};
pub use fact::{Fact, FactValue, Meta, Night, Stage};
pub use person::{Density, Person};
pub use summary::summarise;
pub use workout::{Minute, RoutePoint, Sport, Workout};
