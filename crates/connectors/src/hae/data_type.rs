//! The data types beside metrics and workouts. Each element is kept as it is, and what it says of
//! a day becomes a sample.

use std::borrow::Cow;

use jiff::tz::TimeZone;
use vitalog_core::{Metric, Quantity, stored_text::clean_name, unit::to_canonical};

use super::{
    json::{Json, Members},
    metric_points::times,
    record::{SentRecord, given_id, instant, made_id},
    sample::{Bucket, Sample, label, measured},
    source::{self, SentSource},
};

/// A data type that is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DataType {
    /// Symptoms.
    Symptoms,
    /// Moods.
    StateOfMind,
    /// Electrocardiograms.
    Ecg,
    /// Notifications about the heart.
    HeartRateNotifications,
    /// The cycle.
    CycleTracking,
    /// Doses of medicine.
    Medications,
}

impl DataType {
    /// Every one.
    pub const ALL: [Self; 6] = [
        Self::Symptoms,
        Self::StateOfMind,
        Self::Ecg,
        Self::HeartRateNotifications,
        Self::CycleTracking,
        Self::Medications,
    ];

    /// The key of its list.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Symptoms => "symptoms",
            Self::StateOfMind => "stateOfMind",
            Self::Ecg => "ecg",
            Self::HeartRateNotifications => "heartRateNotifications",
            Self::CycleTracking => "cycleTracking",
            Self::Medications => "medications",
        }
    }

    /// The data type of a list.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// What its elements say of their days.
    #[must_use]
    pub fn metric(self) -> Metric {
        match self {
            Self::Symptoms => Metric::SymptomSeverity,
            Self::StateOfMind => Metric::MoodValence,
            Self::Ecg => Metric::EcgHeartRate,
            Self::HeartRateNotifications => Metric::HeartNotifications,
            Self::CycleTracking => Metric::MenstrualFlow,
            Self::Medications => Metric::MedicationDosesTaken,
        }
    }

    /// Reads an element: what is kept of it, and the sample that it is. `None` for what a ring
    /// recorded that is asked itself, and for what has neither a name nor a time.
    pub(super) fn read<'a>(
        self,
        element: Json<'a>,
        zone: &TimeZone,
    ) -> Option<(SentRecord<'a>, Option<Sample<'a>>)> {
        let members = Members::of(element);
        let source = self.source(&members);
        if source.is_oura() {
            return None;
        }
        let at = instant(members.get("start"), zone);
        if at.is_none() && given_id(members.get("id")).is_none() {
            return None;
        }
        let record = SentRecord {
            kind: Cow::Borrowed(self.key()),
            id: self.id(&members, zone),
            at,
            body: Cow::Borrowed(element.raw()),
        };
        let sample = self.said(&members).and_then(|said| {
            let sent = Quantity::Single(said.value);
            let row = self.metric().row();
            let quantity = to_canonical(self.metric(), sent, row.unit)?;
            let value = quantity.first();
            let [start, date, end] = ["start", "date", "end"].map(|name| members.get(name));
            let (time, until) = times(start, date, end, zone).ok()?;
            row.plausible.contains(&value).then_some(Sample {
                metric: self.metric(),
                time,
                until,
                sent,
                quantity,
                unit: Cow::Borrowed(row.unit),
                source: source.into_name(),
                context: None,
                label: said.label,
                bucket: Bucket::Never,
                record: Some(record.id.as_str().into()),
            })
        });
        Some((record, sample))
    }

    /// A notification names its source with the beats that caused it.
    fn source<'a>(self, members: &Members<'a>) -> SentSource<'a> {
        let of_beats = || {
            let beats = members.get("heartRateData")?;
            beats
                .items()
                .find_map(|beat| source::source(beat.member("source")))
        };
        source::source(members.get("source"))
            .or_else(|| {
                (self == Self::HeartRateNotifications)
                    .then(of_beats)
                    .flatten()
            })
            .unwrap_or(SentSource::UNKNOWN)
    }

    /// The name under which an element is kept: the one it was given, or one of what does not
    /// change when it is sent again with another word in it (a dose that is taken after all, a
    /// symptom that was worse).
    fn id(self, members: &Members<'_>, zone: &TimeZone) -> String {
        let start = instant(members.get("start"), zone);
        let text = |name: &str| {
            let text = members.get(name).and_then(Json::text).unwrap_or_default();
            clean_name(text).into_owned()
        };
        if let Some(id) = given_id(members.get("id")) {
            return id;
        }
        let source = || self.source(members).into_name();
        let name = match self {
            Self::Ecg => source().into_owned(),
            Self::CycleTracking => format!("{}\n{}", text("name"), text("source")),
            Self::Medications => text("displayText"),
            Self::Symptoms => format!("{}\n{}", text("name"), source()),
            Self::StateOfMind => text("kind"),
            Self::HeartRateNotifications => {
                format!("{}\n{}", text("heartNotification"), source())
            }
        };
        let scheduled = || instant(members.get("scheduledDate"), zone);
        let is_dose = self == Self::Medications;
        let at = is_dose.then(scheduled).flatten().or(start);
        made_id(at, &name)
    }

    /// What an element says of its day. Words in another language than English say nothing that
    /// can be told without a dictionary of every phone.
    fn said(self, members: &Members<'_>) -> Option<Said> {
        let word = |name: &str| Some(folded(&members.get(name)?.text()?));
        let number = |name: &str| measured(self.metric(), members.get(name));
        match self {
            Self::Symptoms => Some(Said {
                value: severity(&word("severity")?)?,
                label: Some(label(members.get("name"))?),
            }),
            Self::StateOfMind => Some(Said {
                value: number("valence")?,
                label: label(members.get("kind")),
            }),
            Self::Ecg => Some(Said {
                value: number("averageHeartRate")?,
                label: label(members.get("classification")),
            }),
            Self::HeartRateNotifications => Some(Said {
                value: 1.0,
                label: label(members.get("heartNotification")),
            }),
            Self::CycleTracking if word("name")? == "menstrualflow" => Some(Said {
                value: flow(&word("value")?)?,
                label: None,
            }),
            Self::Medications if word("status")? == "taken" => Some(Said {
                value: number("dosage").unwrap_or(1.0),
                label: Some(label(members.get("displayText"))?),
            }),
            Self::CycleTracking | Self::Medications => None,
        }
    }
}

/// What an element says of its day.
struct Said {
    value: f64,
    label: Option<String>,
}

fn severity(word: &str) -> Option<f64> {
    Some(match word {
        "notpresent" => 0.0,
        "mild" | "present" | "unspecified" => 1.0,
        "moderate" => 2.0,
        "severe" => 3.0,
        _ => return None,
    })
}

fn flow(word: &str) -> Option<f64> {
    Some(match word {
        "none" => 0.0,
        "unspecified" => 1.0,
        "light" => 2.0,
        "medium" => 3.0,
        "heavy" => 4.0,
        _ => return None,
    })
}

/// A word of the app without letter case and separators.
fn folded(word: &str) -> String {
    let letters = word.chars().filter(|char| char.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
