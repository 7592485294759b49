//! The workout: itself, and the values that are kept beside it.

use jiff::Timestamp;

use super::{fact, heart::training};
use crate::{
    day::Day,
    measure::{
        ACTIVE_ENERGY, CARDIO_RECOVERY, CYCLING_CADENCE, CYCLING_DISTANCE, CYCLING_POWER,
        CYCLING_SPEED, DISTANCE, Measure, RUNNING_CONTACT, RUNNING_OSCILLATION, RUNNING_POWER,
        RUNNING_SPEED, RUNNING_STRIDE, STEPS, STROKES, SWIMMING_DISTANCE,
    },
    plan::{Plan, Session},
    stream::{Stream, Topic, round},
    time::{later, seconds, steps},
    workout::{Minute, RoutePoint, Sport, Workout},
};

/// What a minute of a sport comes to.
struct Effort {
    kcal: f64,
    met: f64,
    km: f64,
    moves: f64,
}

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let (Some(session), Some(watch)) = (&plan.session, plan.watch) else {
        return;
    };
    let mut stream = plan.stream(Topic::Workout);
    let workout = workout(plan, session, watch, &mut stream);
    beside(plan, day, &workout, &mut stream);
    day.workouts.push(workout);
}

fn effort(sport: Sport) -> Effort {
    let (kcal, met, km, moves) = match sport {
        Sport::Run => (10.8, 9.6, 0.165, 164.0),
        Sport::Ride => (8.4, 7.2, 0.37, 0.0),
        Sport::Swim => (8.0, 6.8, 0.034, 22.0),
        Sport::Strength => (5.1, 4.4, 0.0, 0.0),
        Sport::Walk => (4.2, 3.6, 0.088, 112.0),
    };
    Effort {
        kcal,
        met,
        km,
        moves,
    }
}

fn workout(
    plan: &Plan<'_>,
    session: &Session,
    watch: &'static str,
    stream: &mut Stream,
) -> Workout {
    let sport = session.sport;
    let effort = effort(sport);
    let resting = plan.body.resting_bpm;
    let basal = plan.body.weight_kg * 0.92 / 60.0;
    let minutes: Vec<Minute> = steps(session.start, session.end, 60.0)
        .zip(0_u32..)
        .map(|(at, minute)| {
            let heart = training(sport, resting, f64::from(minute), stream).round();
            let push = stream.between(0.9, 1.1);
            Minute {
                at,
                heart: [heart - 3.0, heart, heart + 4.0],
                active_kcal: round(effort.kcal * push, 3),
                basal_kcal: round(basal, 3),
                moves: (effort.moves * push).round(),
                km: round(effort.km * push, 4),
            }
        })
        .collect();
    let pauses = f64::from(stream.below(4)) * 20.0;
    let sum = |of: fn(&Minute) -> f64| minutes.iter().map(of).sum::<f64>();
    let active_kcal = round(sum(|minute| minute.active_kcal), 3);
    let last = minutes
        .last()
        .map_or(resting + 40.0, |minute| minute.heart[1]);
    let outside = sport.location() == "Outdoor";
    Workout {
        id: stream.identifier(),
        sport,
        start: session.start,
        end: session.end,
        offset: plan.offset(session.start),
        duration_s: seconds(session.start, session.end) - pauses,
        active_kcal,
        total_kcal: round(active_kcal + sum(|minute| minute.basal_kcal), 3),
        intensity_met: round(effort.met * stream.between(0.92, 1.08), 1),
        distance_km: (effort.km > 0.0).then(|| round(sum(|minute| minute.km), 4)),
        elevation_up_m: outside.then(|| stream.between(5.0, 120.0).round()),
        weather: outside.then(|| {
            (
                stream.normal(14.0, 6.0).round(),
                stream.between(40.0, 90.0).round(),
            )
        }),
        recovery: [0.0, 60.0, 120.0]
            .map(|after| (later(session.end, after), (last - after * 0.28).round()))
            .into(),
        route: if outside {
            route(session.start, &minutes)
        } else {
            Vec::new()
        },
        minutes,
        source: watch,
    }
}

/// Around nowhere in the South Atlantic, so that no route is anybody's.
fn route(start: Timestamp, minutes: &[Minute]) -> Vec<RoutePoint> {
    const DEGREES_PER_KM: f64 = 1.0 / 111.2;
    let mut gone = 0.0;
    minutes
        .iter()
        .map(|minute| {
            gone += minute.km;
            RoutePoint {
                at: minute.at.max(start),
                latitude: round(-31.0 + gone * 0.6 * DEGREES_PER_KM, 6),
                longitude: round(-19.0 + gone * 0.8 * DEGREES_PER_KM, 6),
                altitude_m: 12.0,
                speed_mps: round(minute.km * 1000.0 / 60.0, 2),
            }
        })
        .collect()
}

fn beside(plan: &Plan<'_>, day: &mut Day, workout: &Workout, stream: &mut Stream) {
    let source = workout.source;
    let mut add = |measure: Measure, at: Timestamp, value: f64, decimals: u32| {
        let fact = fact(plan, measure, at, value, decimals, source);
        day.facts.push(fact.until(later(at, 60.0)));
    };
    for minute in &workout.minutes {
        add(ACTIVE_ENERGY, minute.at, minute.active_kcal, 3);
        let km_h = minute.km * 60.0;
        match workout.sport {
            Sport::Run => {
                add(STEPS, minute.at, minute.moves, 0);
                add(DISTANCE, minute.at, minute.km, 4);
                add(RUNNING_SPEED, minute.at, km_h, 2);
                add(RUNNING_POWER, minute.at, stream.normal(238.0, 9.0), 0);
                add(RUNNING_STRIDE, minute.at, stream.normal(1.01, 0.03), 2);
                add(RUNNING_OSCILLATION, minute.at, stream.normal(8.9, 0.3), 1);
                add(RUNNING_CONTACT, minute.at, stream.normal(262.0, 6.0), 0);
            }
            Sport::Ride => {
                add(CYCLING_DISTANCE, minute.at, minute.km, 4);
                add(CYCLING_SPEED, minute.at, km_h, 2);
                add(CYCLING_POWER, minute.at, stream.normal(165.0, 20.0), 0);
                add(CYCLING_CADENCE, minute.at, stream.normal(84.0, 4.0), 0);
            }
            Sport::Swim => {
                add(SWIMMING_DISTANCE, minute.at, minute.km * 1000.0, 1);
                add(STROKES, minute.at, minute.moves, 0);
            }
            Sport::Walk => {
                add(STEPS, minute.at, minute.moves, 0);
                add(DISTANCE, minute.at, minute.km, 4);
            }
            Sport::Strength => {}
        }
    }
    if let [first, second, ..] = workout.recovery.as_slice() {
        let fell = first.1 - second.1;
        day.facts
            .push(fact(plan, CARDIO_RECOVERY, second.0, fell, 0, source));
    }
}
