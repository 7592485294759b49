//! Symptoms: the names that phones show, and how bad they are.

/// The types of symptoms, without their prefix, and their names in English.
const SYMPTOMS: &[(&str, &str)] = &[
    ("AbdominalCramps", "Abdominal Cramps"),
    ("Acne", "Acne"),
    ("AppetiteChanges", "Appetite Changes"),
    ("BackPain", "Back Pain"),
    ("BladderIncontinence", "Bladder Incontinence"),
    ("Bloating", "Bloating"),
    ("BreastPain", "Breast Pain"),
    ("ChestTightnessOrPain", "Chest Tightness or Pain"),
    ("Chills", "Chills"),
    ("Constipation", "Constipation"),
    ("Coughing", "Coughing"),
    ("Diarrhea", "Diarrhea"),
    ("Dizziness", "Dizziness"),
    ("DrySkin", "Dry Skin"),
    ("Fainting", "Fainting"),
    ("Fatigue", "Fatigue"),
    ("Fever", "Fever"),
    ("GeneralizedBodyAche", "Generalized Body Ache"),
    ("HairLoss", "Hair Loss"),
    ("Headache", "Headache"),
    ("Heartburn", "Heartburn"),
    ("HotFlashes", "Hot Flashes"),
    ("LossOfSmell", "Loss of Smell"),
    ("LossOfTaste", "Loss of Taste"),
    ("LowerBackPain", "Lower Back Pain"),
    ("MemoryLapse", "Memory Lapse"),
    ("MoodChanges", "Mood Changes"),
    ("Nausea", "Nausea"),
    ("NightSweats", "Night Sweats"),
    ("PelvicPain", "Pelvic Pain"),
    (
        "RapidPoundingOrFlutteringHeartbeat",
        "Rapid, Pounding or Fluttering Heartbeat",
    ),
    ("RunnyNose", "Runny Nose"),
    ("ShortnessOfBreath", "Shortness of Breath"),
    ("SinusCongestion", "Sinus Congestion"),
    ("SkippedHeartbeat", "Skipped Heartbeat"),
    ("SleepChanges", "Sleep Changes"),
    ("SoreThroat", "Sore Throat"),
    ("VaginalDryness", "Vaginal Dryness"),
    ("Vomiting", "Vomiting"),
    ("Wheezing", "Wheezing"),
];

/// The name of the symptom of a type.
pub(super) fn symptom(type_name: &str) -> Option<&'static str> {
    let found = SYMPTOMS.iter().find(|(name, _)| *name == type_name);
    found.map(|(_, shown)| *shown)
}

/// How bad, on the scale of `symptom_severity`.
pub(super) fn severity(word: &str) -> Option<f64> {
    let of = |kind: &str| word.strip_prefix("HKCategoryValue")?.strip_prefix(kind);
    if let Some(word) = of("Severity") {
        return Some(match word {
            "NotPresent" => 0.0,
            "Mild" | "Unspecified" => 1.0,
            "Moderate" => 2.0,
            "Severe" => 3.0,
            _ => return None,
        });
    }
    if let Some(word) = of("Presence") {
        return Some(match word {
            "NotPresent" => 0.0,
            "Present" => 1.0,
            _ => return None,
        });
    }
    if let Some(word) = of("AppetiteChanges") {
        return Some(match word {
            "NoChange" => 0.0,
            "Unspecified" | "Decreased" | "Increased" => 1.0,
            _ => return None,
        });
    }
    None
}

/// How strong a flow, on the scale of `menstrual_flow`. The type was renamed once.
pub(super) fn flow(word: &str) -> Option<f64> {
    let word = word.strip_prefix("HKCategoryValue")?;
    let word = word
        .strip_prefix("MenstrualFlow")
        .or_else(|| word.strip_prefix("VaginalBleeding"))?;
    Some(match word {
        "None" => 0.0,
        "Unspecified" => 1.0,
        "Light" => 2.0,
        "Medium" => 3.0,
        "Heavy" => 4.0,
        _ => return None,
    })
}
