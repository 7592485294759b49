//! Vendors that are asked.

mod budget;
mod budget_simulation;
