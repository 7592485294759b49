//! The fakes behave as the vendors' descriptions say, and the connectors read them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod client;
mod month;
mod oura_events;
mod oura_lists;
mod oura_tokens;
mod raw;
mod relay;
mod relay_oura;
mod relay_weather;
mod relay_whoop;
mod weather;
mod whoop_grants;
mod whoop_limits;
mod whoop_lists;
mod whoop_webhooks;
