//! Workouts, and what else WHOOP lists among them: a sauna is one too.

use std::borrow::Cow;

use vitalog_core::{
    interval::workout::{LONGEST_S, MOST_KCAL},
    stored_text::clean_name,
    unit::round_to,
};

use super::{
    span::{Span, add},
    table::{Of, rows},
};
use crate::{
    Mapped, MappedWorkout, SentDocument,
    whoop::{collections::WORKOUT, model::Fields},
};

const KJ_IN_KCAL: f64 = 4.184;
/// What a workout is called that has no name.
const UNNAMED: &str = "activity";

pub(super) fn map(sent: &SentDocument, mapped: &mut Mapped) {
    let fields = Fields::read(&sent.body);
    let read = fields.and_then(|fields| match workout(sent, &fields) {
        Some((workout, span)) => Ok((workout, span, fields)),
        None => Err(crate::Unreadable {
            expected: "a workout",
        }),
    });
    match read {
        Ok((workout, span, fields)) => {
            let rows = rows(WORKOUT, &[Of::Scored]);
            add(mapped, rows, &fields, &span, span.start.day());
            mapped.workouts.push(workout);
        }
        Err(_) => mapped.unreadable += 1,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "no workout lasts longer than whole seconds can be counted exactly"
)]
fn workout(sent: &SentDocument, fields: &Fields) -> Option<(MappedWorkout, Span)> {
    let span = Span::of(fields)?;
    let end = span.end.clone()?;
    let duration_s = span.seconds() as f64;
    if duration_s > LONGEST_S {
        return None;
    }
    let scored = |name: &str| {
        let number = fields.number(&format!("score.{name}"))?;
        (fields.is_scored() && number > 0.0).then_some(number)
    };
    let kcal = scored("kilojoule").map(|kj| round_to(kj / KJ_IN_KCAL, 1));
    let name = fields
        .text("sport_name")
        .map(|name| clean_name(name.into()));
    let workout = MappedWorkout {
        day: Some(span.start.day()),
        start: span.start.at,
        end: end.at,
        name: name
            .filter(|name| !name.is_empty())
            .map_or_else(|| UNNAMED.to_owned(), Cow::into_owned),
        duration_s,
        active_kcal: kcal.filter(|kcal| *kcal <= MOST_KCAL),
        avg_hr_bpm: scored("average_heart_rate").and_then(whole_bpm),
        max_hr_bpm: scored("max_heart_rate").and_then(whole_bpm),
        source_id: sent.id.clone(),
        recorded_at: span.start.text(),
        recorded_end: end.text(),
    };
    Some((workout, span))
}

/// Beats a minute as a whole number; what no heart can do is none.
fn whole_bpm(number: f64) -> Option<u16> {
    const MOST: f64 = 1000.0;
    let rounded = number.round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is between 1 and 1000"
    )]
    let whole = rounded as u16;
    (1.0..=MOST).contains(&rounded).then_some(whole)
}
