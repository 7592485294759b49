//! Statistics of a health record: what is usual, and what goes with what.
//!
//! This crate knows numbers by day and what is said of them. It computes from its arguments alone,
//! and refuses to know where they are stored, who asks and how the answer is worded. A question
//! that its numbers cannot answer has a reason for an answer.
//!
//! To add a statistic, add one file with the function and its cases.

pub mod baseline;
pub mod compare;
pub mod definitional;
pub mod explore;
pub mod lag;
mod residuals;
pub mod spread;
mod student;
