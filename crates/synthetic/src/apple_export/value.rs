//! Facts as records.

use jiff::Timestamp;

use super::{
    Units,
    tag::Tags,
    types::{TYPES, place},
};
use crate::{
    fact::{Fact, FactValue, Meta, Stage},
    time::later,
};

/// What a watch says of itself, but for where it was in the phone's memory.
const WATCH: &str = ">, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,1, \
                     software:11.5>";
/// Where quantities end and everything else begins.
pub(super) const SYSTOLIC: usize = TYPES.len();
pub(super) const DIASTOLIC: usize = SYSTOLIC + 1;
const SLEEP: usize = SYSTOLIC + 2;
const STAND_HOUR: usize = SYSTOLIC + 3;
const MINDFUL: usize = SYSTOLIC + 4;
const HANDWASHING: usize = SYSTOLIC + 5;
const TOOTHBRUSHING: usize = SYSTOLIC + 6;
const SEX: usize = SYSTOLIC + 7;
/// How many groups of records there are.
pub(super) const GROUPS: usize = SYSTOLIC + 8;

/// Where the record of a fact stands.
pub(super) fn group(fact: &Fact) -> Option<usize> {
    Some(match fact.metric {
        "blood_pressure" => SYSTOLIC,
        "sleep_analysis" => SLEEP,
        "apple_stand_hour" => STAND_HOUR,
        "mindful_minutes" => MINDFUL,
        "handwashing" => HANDWASHING,
        "toothbrushing" => TOOTHBRUSHING,
        "sexual_activity" => SEX,
        other => place(other)?,
    })
}

/// One record, as it is written.
pub(super) struct Record<'f> {
    pub(super) fact: &'f Fact,
    pub(super) group: usize,
    /// Where the watch was in the phone's memory.
    pub(super) address: u32,
    /// The name of the zone where it was recorded, where that is known.
    pub(super) zone: Option<&'f str>,
}

impl Record<'_> {
    /// Writes it.
    pub(super) fn write(&self, spaces: usize, units: Units, tags: &mut Tags<'_>) {
        let fact = self.fact;
        let end = fact.end.unwrap_or(fact.start);
        tags.open(spaces, "Record");
        tags.text("type", &self.identifier());
        tags.text("sourceName", &fact.source);
        tags.text("sourceVersion", "11.5");
        if fact.source.contains("Watch") {
            tags.text("device", &format!("<<HKDevice: {:#x}{WATCH}", self.address));
        }
        let end = match self.value(units) {
            Written::Number(value, unit) => {
                tags.text("unit", unit);
                self.dates(end, tags);
                tags.number("value", value);
                end
            }
            Written::Word(word) => {
                self.dates(end, tags);
                tags.text("value", word);
                end
            }
            Written::Lasting(seconds) => {
                let end = fact.end.unwrap_or_else(|| later(fact.start, seconds));
                self.dates(end, tags);
                end
            }
        };
        let metadata = self.metadata();
        let beats = fact.metric == "heart_rate_variability";
        if metadata.is_empty() && !beats {
            tags.end_empty();
            return;
        }
        tags.end_open();
        for (key, value) in metadata {
            tags.metadata(spaces + 1, key, value);
        }
        if beats {
            self.beats(spaces + 1, end, tags);
        }
        tags.close(spaces, "Record");
    }

    fn dates(&self, end: Timestamp, tags: &mut Tags<'_>) {
        tags.date("creationDate", end);
        tags.date("startDate", self.fact.start);
        tags.date("endDate", end);
    }

    fn identifier(&self) -> String {
        const CATEGORIES: [&str; 6] = [
            "SleepAnalysis",
            "AppleStandHour",
            "MindfulSession",
            "HandwashingEvent",
            "ToothbrushingEvent",
            "SexualActivity",
        ];
        match self.group {
            SYSTOLIC => "HKQuantityTypeIdentifierBloodPressureSystolic".to_owned(),
            DIASTOLIC => "HKQuantityTypeIdentifierBloodPressureDiastolic".to_owned(),
            group if group < TYPES.len() => TYPES[group].identifier(),
            group => format!("HKCategoryTypeIdentifier{}", CATEGORIES[group - SLEEP]),
        }
    }

    fn value(&self, units: Units) -> Written {
        let number = match &self.fact.value {
            FactValue::Segment(stage) => return Written::Word(word(*stage)),
            FactValue::Single(value) => *value,
            FactValue::Pressure {
                systolic,
                diastolic,
            } => {
                let higher = self.group == SYSTOLIC;
                let number = if higher { *systolic } else { *diastolic };
                return Written::Number(number, "mmHg");
            }
            FactValue::Spread { avg, .. } => *avg,
            FactValue::Night(night) => night.total(),
        };
        match self.group {
            STAND_HOUR if number > 0.0 => Written::Word("HKCategoryValueAppleStandHourStood"),
            STAND_HOUR => Written::Word("HKCategoryValueAppleStandHourIdle"),
            SEX => Written::Word("HKCategoryValueNotApplicable"),
            MINDFUL => Written::Lasting(number * 60.0),
            HANDWASHING | TOOTHBRUSHING => Written::Lasting(number),
            group => {
                let (unit, factor, add) = TYPES[group].unit(units);
                Written::Number(number * factor + add, unit)
            }
        }
    }

    fn metadata(&self) -> Vec<(&'static str, &str)> {
        let said = match self.fact.meta {
            Some(Meta::BeforeMeal) => Some(("HKBloodGlucoseMealTime", "1")),
            Some(Meta::AfterMeal) => Some(("HKBloodGlucoseMealTime", "2")),
            Some(Meta::Bolus) => Some(("HKInsulinDeliveryReason", "2")),
            Some(Meta::Basal) => Some(("HKInsulinDeliveryReason", "1")),
            Some(Meta::Protected) => Some(("HKSexualActivityProtectionUsed", "1")),
            Some(Meta::Unprotected) => Some(("HKSexualActivityProtectionUsed", "0")),
            Some(Meta::Sedentary) => Some(("HKMetadataKeyHeartRateMotionContext", "1")),
            Some(Meta::Active) => Some(("HKMetadataKeyHeartRateMotionContext", "2")),
            Some(Meta::Entered) => Some(("HKWasUserEntered", "1")),
            Some(Meta::UnspecifiedMeal | Meta::Complete | Meta::Incomplete) | None => None,
        };
        let zone = self.zone.filter(|_| self.group == SLEEP);
        said.into_iter()
            .chain(zone.map(|zone| ("HKTimeZone", zone)))
            .collect()
    }

    /// A beat a second, by the clock of the phone.
    fn beats(&self, spaces: usize, end: Timestamp, tags: &mut Tags<'_>) {
        let beats = [55.0, 56.5, 57.0, 54.5];
        tags.open(spaces, "HeartRateVariabilityMetadataList");
        tags.end_open();
        for (second, bpm) in (0_u32..).zip(beats) {
            let at = later(self.fact.start, f64::from(second)).min(end);
            let shown = self.fact.offset.to_datetime(at).strftime("%-I:%M:%S.20 %p");
            tags.open(spaces + 1, "InstantaneousBeatsPerMinute");
            tags.number("bpm", bpm);
            tags.text("time", &shown.to_string());
            tags.end_empty();
        }
        tags.close(spaces, "HeartRateVariabilityMetadataList");
    }
}

/// A value, as it is written.
enum Written {
    Number(f64, &'static str),
    Word(&'static str),
    /// By its dates, for so many seconds.
    Lasting(f64),
}

fn word(stage: Stage) -> &'static str {
    match stage {
        Stage::InBed => "HKCategoryValueSleepAnalysisInBed",
        Stage::Awake => "HKCategoryValueSleepAnalysisAwake",
        Stage::Asleep => "HKCategoryValueSleepAnalysisAsleepUnspecified",
        Stage::Core => "HKCategoryValueSleepAnalysisAsleepCore",
        Stage::Deep => "HKCategoryValueSleepAnalysisAsleepDeep",
        Stage::Rem => "HKCategoryValueSleepAnalysisAsleepREM",
    }
}
