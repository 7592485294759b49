//! Meals. An entry is several nutrients of one second; a meal is one or more entries, of the same
//! second too; and what was eaten twice is logged twice, alike to the last digit.

use jiff::Timestamp;

use super::{fact, source};
use crate::{
    day::Day,
    measure::{CARBS, ENERGY_EATEN, FAT, FIBER, NUTRIENTS, PROTEIN, SATURATED_FAT, SODIUM, SUGAR},
    plan::Plan,
    planted::SUGAR_G_IN_LATE_MEAL,
    stream::{Stream, Topic, round},
};

/// Grams of one entry.
struct Entry {
    protein: f64,
    carbs: f64,
    fiber: f64,
    fat: f64,
    sugar: f64,
}

const BREAKFAST: Entry = entry(18.0, 52.0, 7.0, 12.0, 12.0);
const LUNCH: Entry = entry(30.0, 62.0, 8.0, 20.0, 9.0);
const DINNER: Entry = entry(36.0, 48.0, 9.0, 24.0, 8.0);
const SIDE: Entry = entry(4.0, 22.0, 3.0, 7.0, 4.0);
const BISCUIT: Entry = entry(1.2, 12.5, 0.0, 3.4, 4.0);
const DESSERT: Entry = entry(6.0, 55.0, 1.0, 22.0, SUGAR_G_IN_LATE_MEAL);

const fn entry(protein: f64, carbs: f64, fiber: f64, fat: f64, sugar: f64) -> Entry {
    Entry {
        protein,
        carbs,
        fiber,
        fat,
        sugar,
    }
}

pub(super) fn show(plan: &Plan<'_>, day: &mut Day) {
    let mut stream = plan.stream(Topic::Food);
    let logs_nothing = stream.chance(if plan.truth.away { 0.5 } else { 0.06 });
    if logs_nothing {
        return;
    }
    if let Some(at) = plan.hours.moment(7.75) {
        eat(plan, day, at, &BREAKFAST.about(&mut stream));
        if stream.chance(0.6) {
            nutrients(plan, day, at, &mut stream);
        }
    }
    if let Some(at) = plan.hours.moment(12.5 + stream.between(0.0, 0.5)) {
        eat(plan, day, at, &LUNCH.about(&mut stream));
    }
    if let Some(at) = plan.hours.moment(18.9 + stream.between(0.0, 0.6)) {
        eat(plan, day, at, &DINNER.about(&mut stream));
        eat(plan, day, at, &SIDE.about(&mut stream));
    }
    let biscuits = if stream.chance(0.3) {
        stream.whole(2, 3)
    } else {
        0
    };
    for _ in 0..biscuits {
        if let Some(at) = plan.hours.moment(16.25) {
            eat(plan, day, at, &BISCUIT);
        }
    }
    if let (true, Some(at)) = (plan.truth.late_meal, plan.hours.moment(22.1)) {
        eat(plan, day, at, &DESSERT.about(&mut stream));
    }
    // Fiber by itself: no carbohydrates of that second and app.
    if let (true, Some(at)) = (stream.chance(0.4), plan.hours.moment(10.672)) {
        day.facts
            .push(fact(plan, FIBER, at, 3.0, 1, source::SUPPLEMENTS));
    }
}

impl Entry {
    /// A helping more or less like this.
    fn about(&self, stream: &mut Stream) -> Self {
        let mut about = |grams: f64| round(grams * stream.between(0.85, 1.15), 1);
        Self {
            protein: about(self.protein),
            carbs: about(self.carbs),
            fiber: about(self.fiber),
            fat: about(self.fat),
            sugar: about(self.sugar),
        }
    }
}

fn eat(plan: &Plan<'_>, day: &mut Day, at: Timestamp, entry: &Entry) {
    let kcal = 4.0 * (entry.protein + entry.carbs) + 9.0 * entry.fat;
    let values = [
        (ENERGY_EATEN, kcal, 0),
        (PROTEIN, entry.protein, 1),
        (CARBS, entry.carbs, 1),
        (FIBER, entry.fiber, 1),
        (FAT, entry.fat, 1),
        (SUGAR, entry.sugar, 1),
        (SATURATED_FAT, entry.fat * 0.35, 1),
        (SODIUM, entry.protein * 22.0, 0),
    ];
    for (measure, value, decimals) in values {
        day.facts
            .push(fact(plan, measure, at, value, decimals, source::FOOD));
    }
}

fn nutrients(plan: &Plan<'_>, day: &mut Day, at: Timestamp, stream: &mut Stream) {
    for (measure, usual) in NUTRIENTS {
        let value = usual * stream.between(0.7, 1.3);
        day.facts
            .push(fact(plan, *measure, at, value, 2, source::FOOD));
    }
}
