//! Vendors that are asked.

mod budget;
mod budget_simulation;
mod keeper;
mod keeper_faults;
mod keeper_processes;
mod keeper_refusals;
mod token_endpoint;
