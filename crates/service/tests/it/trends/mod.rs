//! Long windows, against plain lists that know nothing of how answers are made.

mod brief;
mod lessons;
mod oracle;
mod periods;
mod person;
mod tiers;
