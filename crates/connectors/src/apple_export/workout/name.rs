//! What a workout is called: as the phone shows it, so that it has one name by every route.

/// Kinds that are called otherwise indoors and outdoors: the type, and the word beside the place.
const BY_PLACE: &[(&str, &str)] = &[
    ("Running", "Run"),
    ("Walking", "Walk"),
    ("Cycling", "Cycling"),
    ("Rowing", "Rowing"),
];

/// Kinds that are not called by the words of their type.
const OTHERWISE: &[(&str, &str)] = &[
    ("Elliptical", "Elliptical"),
    ("HandCycling", "Hand Cycling"),
    (
        "HighIntensityIntervalTraining",
        "High Intensity Interval Training",
    ),
    ("MindAndBody", "Mind and Body"),
    ("MixedMetabolicCardioTraining", "Mixed Cardio"),
    ("PreparationAndRecovery", "Preparation and Recovery"),
    ("SwimBikeRun", "Multisport"),
    ("TrackAndField", "Track and Field"),
    ("WheelchairRunPace", "Outdoor Push Running Pace"),
    ("WheelchairWalkPace", "Outdoor Push Walking Pace"),
];

/// The type without its prefix, in words: `TraditionalStrengthTraining` is `Traditional Strength
/// Training`.
pub(super) fn name(activity: &str, indoors: Option<bool>, in_open_water: Option<bool>) -> String {
    let activity = activity
        .strip_prefix("HKWorkoutActivityType")
        .unwrap_or(activity);
    if activity == "Swimming" {
        return match in_open_water {
            Some(true) => "Open Water Swim",
            Some(false) => "Pool Swim",
            None => "Swimming",
        }
        .to_owned();
    }
    if let (Some(indoors), Some((_, word))) =
        (indoors, BY_PLACE.iter().find(|(kind, _)| *kind == activity))
    {
        let place = if indoors { "Indoor" } else { "Outdoor" };
        return format!("{place} {word}");
    }
    OTHERWISE
        .iter()
        .find(|(kind, _)| *kind == activity)
        .map_or_else(|| in_words(activity), |(_, shown)| (*shown).to_owned())
}

fn in_words(activity: &str) -> String {
    let mut words = String::with_capacity(activity.len() + 4);
    let mut last_is_small = false;
    for char in activity.chars() {
        if char.is_uppercase() && last_is_small {
            words.push(' ');
        }
        last_is_small = char.is_lowercase() || char.is_numeric();
        words.push(char);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workout_is_called_as_the_phone_shows_it() {
        for (activity, indoors, in_open_water, expected) in [
            (
                "HKWorkoutActivityTypeRunning",
                Some(false),
                None,
                "Outdoor Run",
            ),
            (
                "HKWorkoutActivityTypeRunning",
                Some(true),
                None,
                "Indoor Run",
            ),
            ("HKWorkoutActivityTypeRunning", None, None, "Running"),
            (
                "HKWorkoutActivityTypeWalking",
                Some(false),
                None,
                "Outdoor Walk",
            ),
            (
                "HKWorkoutActivityTypeCycling",
                Some(false),
                None,
                "Outdoor Cycling",
            ),
            (
                "HKWorkoutActivityTypeSwimming",
                None,
                Some(false),
                "Pool Swim",
            ),
            (
                "HKWorkoutActivityTypeSwimming",
                Some(false),
                Some(true),
                "Open Water Swim",
            ),
            ("HKWorkoutActivityTypeSwimming", None, None, "Swimming"),
            (
                "HKWorkoutActivityTypeTraditionalStrengthTraining",
                Some(true),
                None,
                "Traditional Strength Training",
            ),
            ("HKWorkoutActivityTypeYoga", None, None, "Yoga"),
            (
                "HKWorkoutActivityTypeMindAndBody",
                None,
                None,
                "Mind and Body",
            ),
            ("Pickleball", None, None, "Pickleball"),
        ] {
            assert_eq!(name(activity, indoors, in_open_water), expected);
        }
    }
}
