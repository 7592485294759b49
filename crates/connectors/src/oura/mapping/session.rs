//! Moments that the person took: breathing, meditation and others.

use vitalog_core::Quantity;

use super::{
    Read,
    table::{How, rows},
};
use crate::{Mapped, MappedSample, oura::collections::SESSION};

/// The longest that a session can last. What is longer was never ended.
const LONGEST_S: f64 = 86_400.0;

pub(super) fn map(documents: &[Read<'_>], mapped: &mut Mapped) {
    for read in documents {
        for row in rows(SESSION) {
            let How::Lasted(types) = row.how else {
                continue;
            };
            if !read
                .fields
                .text("type")
                .is_some_and(|word| types.contains(&word))
            {
                continue;
            }
            let times = (
                read.fields.time("start_datetime"),
                read.fields.time("end_datetime"),
            );
            let (Some(start), Some(end)) = times else {
                mapped.unreadable = mapped.unreadable.saturating_add(1);
                continue;
            };
            let lasted = start.at.duration_until(end.at).as_secs_f64();
            if lasted > 0.0 && lasted <= LONGEST_S {
                mapped.samples.push(MappedSample {
                    metric: row.metric,
                    day: None,
                    start: start.at,
                    until: Some(end.at),
                    recorded_at: start.text,
                    quantity: Quantity::Single(lasted),
                    unit: row.unit,
                    grain: None,
                });
            }
        }
    }
}
