//! The plan of a day: everything that more than one device sees.

mod body;
mod bouts;
mod habits;
mod hours;
mod nap;
mod night;
mod session;
mod traits;

use jiff::{Timestamp, tz::Offset};

pub(crate) use body::Body;
pub(crate) use bouts::Bout;
pub(crate) use habits::Habits;
pub(crate) use hours::Hours;
pub(crate) use night::Night;
pub(crate) use session::Session;
pub(crate) use traits::Traits;

use crate::{
    Person, Truth, story,
    stream::{Stream, Topic, round},
    time::{later, seconds},
};

/// The plan of a day.
pub(crate) struct Plan<'p> {
    pub(crate) person: &'p Person,
    pub(crate) index: i64,
    pub(crate) hours: Hours,
    pub(crate) body: Body,
    pub(crate) night: Option<Night>,
    /// Out of bed from the one to the other.
    pub(crate) out: (Timestamp, Timestamp),
    /// Asleep again, if that is still today.
    pub(crate) asleep_again: Option<Timestamp>,
    pub(crate) nap: Option<(Timestamp, Timestamp)>,
    pub(crate) session: Option<Session>,
    pub(crate) bouts: Vec<Bout>,
    pub(crate) watch: Option<&'static str>,
    pub(crate) truth: Truth,
}

impl<'p> Plan<'p> {
    pub(crate) fn of(person: &'p Person, index: i64) -> Self {
        let hours = Hours::of(person, index);
        let habits = Habits::of(person, index);
        let body = Body::of(person, index, &Habits::of(person, index - 1));
        let night = Night::before(person, index);
        let tonight = Night::before(person, index + 1);
        let out = (
            night.map_or(hours.start, |night| night.up),
            tonight.map_or(hours.end, |night| night.bed).min(hours.end),
        );
        let watch_off = story::watch_is_off(person, index);
        let truth = Truth {
            phone_off: story::phone_is_off(person, index),
            watch_off,
            away: story::offset_abroad(person, index).is_some(),
            ill: habits.ill,
            before_free_day: habits.before_free_day,
            drinks: habits.drinks,
            late_meal: habits.late_meal,
            exercise_min: habits.exercise_min,
            water_ml: habits.water_ml.round(),
            slept_h: night.map(|night| seconds(night.asleep, night.awake) / 3600.0),
            hrv_ms: round(body.hrv_ms, 1),
            resting_bpm: body.resting_bpm.round(),
            weight_kg: round(body.weight_kg, 1),
        };
        let nap = nap::nap(person, index, &hours);
        let session = Session::of(person, index, &habits, &hours);
        // Not from the bed right onto the road, nor back.
        let about = (later(out.0, 900.0), later(out.1, -900.0));
        let mut bouts = Bout::of(person, index, habits.ill, about);
        let busy = [
            nap,
            session.as_ref().map(|session| (session.start, session.end)),
        ];
        bouts.retain(|bout| {
            let mut busy = busy.iter().flatten();
            busy.all(|(from, to)| bout.end <= *from || *to <= bout.start)
        });
        Self {
            nap,
            session,
            bouts,
            watch: (!watch_off).then(|| story::watch_name(index)),
            asleep_again: tonight.map(|night| night.asleep),
            person,
            index,
            hours,
            body,
            night,
            out,
            truth,
        }
    }

    /// The stream of a topic on this day.
    pub(crate) fn stream(&self, topic: Topic) -> Stream {
        Stream::of(self.person.seed(), topic, self.person.key(self.index))
    }

    /// The offset of the phone's clock.
    pub(crate) fn offset(&self, at: Timestamp) -> Offset {
        self.hours.offset(at)
    }

    /// Whether the person is asleep.
    pub(crate) fn is_asleep(&self, at: Timestamp) -> bool {
        self.night
            .is_some_and(|night| (night.asleep..night.awake).contains(&at))
            || self.asleep_again.is_some_and(|asleep| asleep <= at)
    }
}
