//! What is done on a day of one's own will. Drawn from the day alone, so that the night after can
//! ask for it.

use jiff::civil::Weekday;

use crate::{
    Person,
    planted::{LATE_MEAL_BEFORE_FREE_DAY, LATE_MEAL_ELSE},
    story,
    stream::{Stream, Topic},
    workout::Sport,
};

/// The choices of a day.
pub(crate) struct Habits {
    pub(crate) ill: bool,
    pub(crate) before_free_day: bool,
    pub(crate) drinks: u32,
    pub(crate) late_meal: bool,
    pub(crate) sport: Option<Sport>,
    /// 0 without a sport.
    pub(crate) exercise_min: f64,
    pub(crate) water_ml: f64,
}

impl Habits {
    pub(crate) fn of(person: &Person, index: i64) -> Self {
        let weekday = person.date(index).weekday();
        let ill = story::is_ill(person, index);
        let before_free_day = matches!(weekday, Weekday::Friday | Weekday::Saturday);
        let mut stream = Stream::of(person.seed(), Topic::Habits, person.key(index));

        // Each choice is drawn on every day, so that one does not move the others.
        let drinks_some = stream.chance(if before_free_day { 0.55 } else { 0.35 });
        let how_many = stream.whole(1, 4);
        let late = if before_free_day {
            LATE_MEAL_BEFORE_FREE_DAY
        } else {
            LATE_MEAL_ELSE
        };
        let late_meal = stream.chance(late);
        let trains = stream.chance(if usual_sport(weekday).is_some() {
            0.8
        } else {
            0.12
        });
        let minutes = stream.between(30.0, 75.0).round();
        let other = *stream.pick(&[Sport::Walk, Sport::Strength, Sport::Run]);
        let water_ml = stream.normal(1900.0, 380.0).max(500.0);

        let sport = (trains && !ill).then(|| usual_sport(weekday).unwrap_or(other));
        Self {
            ill,
            before_free_day,
            drinks: if drinks_some && !ill { how_many } else { 0 },
            late_meal,
            sport,
            exercise_min: if sport.is_some() { minutes } else { 0.0 },
            water_ml,
        }
    }
}

fn usual_sport(weekday: Weekday) -> Option<Sport> {
    match weekday {
        Weekday::Tuesday => Some(Sport::Run),
        Weekday::Wednesday => Some(Sport::Swim),
        Weekday::Thursday => Some(Sport::Strength),
        Weekday::Saturday => Some(Sport::Ride),
        Weekday::Monday | Weekday::Friday | Weekday::Sunday => None,
    }
}
