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
        let (start, end) = (self.start_date, self.end_date);
        let (start, note) = first_day(start, end, self.days, MAX_DAYS, call.today())?;
        Ok((RangeRequest::new(start, end.map(|day| day.0)), note))
    }
}
