//! Workouts: of both styles, since an export holds some from before statistics came.

use super::{Units, tag::Tags};
use crate::workout::{Sport, Workout};

/// Writes a workout, in the older style or today's.
pub(super) fn write(
    workout: &Workout,
    is_old: bool,
    zone: Option<&str>,
    units: Units,
    tags: &mut Tags<'_>,
) {
    let (energy_unit, energy) = match units {
        Units::Metric => ("kJ", workout.active_kcal * 4.184),
        Units::Us => ("Cal", workout.active_kcal),
    };
    tags.open(1, "Workout");
    tags.text("workoutActivityType", activity(workout.sport));
    tags.number("duration", workout.duration_s / 60.0);
    tags.text("durationUnit", "min");
    if is_old {
        if let Some(km) = workout.distance_km {
            tags.number("totalDistance", km);
            tags.text("totalDistanceUnit", "km");
        }
        tags.number("totalEnergyBurned", energy);
        tags.text("totalEnergyBurnedUnit", energy_unit);
    }
    tags.text("sourceName", workout.source);
    tags.text("sourceVersion", "11.5");
    tags.date("creationDate", workout.end);
    tags.date("startDate", workout.start);
    tags.date("endDate", workout.end);
    tags.end_open();
    let indoors = if workout.sport.location() == "Outdoor" {
        "0"
    } else {
        "1"
    };
    tags.metadata(2, "HKIndoorWorkout", indoors);
    if workout.sport == Sport::Swim {
        tags.metadata(2, "HKSwimmingLocationType", "1");
        tags.metadata(2, "HKLapLength", "25 m");
    }
    if let Some(zone) = zone {
        tags.metadata(2, "HKTimeZone", zone);
    }
    tags.metadata(
        2,
        "HKAverageMETs",
        &format!("{} kcal/hr·kg", workout.intensity_met),
    );
    if let Some((degrees, humidity)) = workout.weather {
        let fahrenheit = degrees * 1.8 + 32.0;
        tags.metadata(2, "HKWeatherTemperature", &format!("{fahrenheit} degF"));
        tags.metadata(2, "HKWeatherHumidity", &format!("{} %", humidity * 100.0));
    }
    if let Some(metres) = workout.elevation_up_m {
        tags.metadata(2, "HKElevationAscended", &format!("{} cm", metres * 100.0));
    }
    for (minute, kind) in [(10, "Pause"), (11, "Resume")] {
        if let Some(minute) = workout.minutes.get(minute) {
            tags.open(2, "WorkoutEvent");
            tags.text("type", &format!("HKWorkoutEventType{kind}"));
            tags.date("date", minute.at);
            tags.end_empty();
        }
    }
    if !is_old {
        statistics(workout, (energy, energy_unit), tags);
    }
    if !workout.route.is_empty() {
        tags.open(2, "WorkoutRoute");
        tags.text("sourceName", workout.source);
        tags.date("startDate", workout.start);
        tags.date("endDate", workout.end);
        tags.end_open();
        let ended = workout.offset.to_datetime(workout.end);
        let name = ended.strftime("/workout-routes/route_%Y-%m-%d_%-I.%M%P.gpx");
        tags.open(3, "FileReference");
        tags.text("path", &name.to_string());
        tags.end_empty();
        tags.close(2, "WorkoutRoute");
    }
    tags.close(1, "Workout");
}

fn statistics(workout: &Workout, (energy, unit): (f64, &str), tags: &mut Tags<'_>) {
    let open = |name: &str, tags: &mut Tags<'_>| {
        tags.open(2, "WorkoutStatistics");
        tags.text("type", &format!("HKQuantityTypeIdentifier{name}"));
        tags.date("startDate", workout.start);
        tags.date("endDate", workout.end);
    };
    open("ActiveEnergyBurned", tags);
    tags.number("sum", energy);
    tags.text("unit", unit);
    tags.end_empty();
    if let Some(km) = workout.distance_km {
        let name = match workout.sport {
            Sport::Ride => "DistanceCycling",
            Sport::Swim => "DistanceSwimming",
            Sport::Run | Sport::Walk | Sport::Strength => "DistanceWalkingRunning",
        };
        open(name, tags);
        tags.number("sum", km);
        tags.text("unit", "km");
        tags.end_empty();
    }
    if let Some((mean, max)) = workout.heart() {
        open("HeartRate", tags);
        tags.number("average", mean);
        tags.number("minimum", mean - 20.0);
        tags.number("maximum", max);
        tags.text("unit", "count/min");
        tags.end_empty();
    }
}

fn activity(sport: Sport) -> &'static str {
    match sport {
        Sport::Run => "HKWorkoutActivityTypeRunning",
        Sport::Ride => "HKWorkoutActivityTypeCycling",
        Sport::Swim => "HKWorkoutActivityTypeSwimming",
        Sport::Strength => "HKWorkoutActivityTypeTraditionalStrengthTraining",
        Sport::Walk => "HKWorkoutActivityTypeWalking",
    }
}
