//! Vendors that are asked.

mod apply;
mod budget;
mod budget_simulation;
mod events;
mod history;
mod incomplete_lists;
mod keeper;
mod keeper_faults;
mod keeper_processes;
mod keeper_refusals;
mod side_by_side;
mod token_endpoint;
mod whoop_fake;
