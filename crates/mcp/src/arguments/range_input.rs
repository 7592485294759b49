//! Days among arguments, for tools that take nothing else.

use schemars::JsonSchema;
use serde::Deserialize;
use vitalog_service::{MAX_DAYS, RangeRequest};

use super::{Day, first_day};
use crate::{ToolError, registry::Call};

/// Which days.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct RangeInput {
    /// The first day, YYYY-MM-DD. Without it, six days before `end_date`.
    start_date: Option<Day>,
    /// The last day, YYYY-MM-DD. Without it, today.
    end_date: Option<Day>,
    /// Instead of `start_date`: how many days up to `end_date`.
    days: Option<i64>,
}

impl RangeInput {
    /// What to ask the service, and what to say if fewer days are shown than were asked for.
    pub(crate) fn request(&self, call: &Call) -> Result<(RangeRequest, Option<String>), ToolError> {
        self.up_to(MAX_DAYS, call)
    }

    /// The same of at most so many days.
    pub(crate) fn up_to(
        &self,
        max_days: i32,
        call: &Call,
    ) -> Result<(RangeRequest, Option<String>), ToolError> {
        let (start, note) = first_day(
            self.start_date,
            self.end_date,
            self.days,
            max_days,
            call.today(),
        )?;
        let range = RangeRequest {
            start,
            end: self.end_date.map(|day| day.0),
            max_days,
        };
        Ok((range, note))
    }
}
