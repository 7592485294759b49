//! The data types beside metrics and workouts. Each element is kept as it is, and what it says of
//! a day becomes a sample.

use std::borrow::Cow;

use jiff::{Timestamp, tz::TimeZone};
use vitalog_core::{Metric, Quantity, stored_text::clean_name, unit::to_canonical};

use super::{
    json::{Json, Kind, Members},
    metric_points::times,
    push::SampleSkip,
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

    /// Reads an element: what is kept of it, and the sample that it is.
    ///
    /// # Errors
    ///
    /// For what a ring recorded that is asked itself, and for what has no time that can be read.
    pub(super) fn read<'a>(
        self,
        element: Json<'a>,
        zone: &TimeZone,
    ) -> Result<Element<'a>, SampleSkip> {
        let members = Members::of(element);
        let source = self.source(&members);
        if source.is_oura() {
            return Err(SampleSkip::OuraSource);
        }
        let [start, date, end, scheduled] =
            ["start", "date", "end", "scheduledDate"].map(|name| members.get(name));
        let within = || match self {
            Self::Medications => scheduled,
            Self::HeartRateNotifications | Self::Ecg => first_measured(&members),
            Self::Symptoms | Self::StateOfMind | Self::CycleTracking => None,
        };
        let own = times(start, date, end, zone);
        let (time, until) = own.or_else(|flaw| {
            let date = within().ok_or(flaw)?;
            times(None, Some(date), end, zone).map_err(|_| flaw)
        })?;
        let record = SentRecord {
            kind: Cow::Borrowed(self.key()),
            id: self.id(&members, time.at, zone),
            at: Some(time.at),
            body: Cow::Borrowed(element.raw()),
        };
        let (said, flaw) = match self.said(&members) {
            Ok(said) => (said, None),
            Err(flaw) => (None, Some(flaw)),
        };
        let sample = said.map(|said| Sample {
            metric: self.metric(),
            time,
            until,
            sent: said.sent,
            quantity: said.quantity,
            unit: Cow::Borrowed(self.metric().row().unit),
            source: source.into_name(),
            context: None,
            label: said.label,
            bucket: Bucket::Never,
            record: Some(record.id.as_str().into()),
        });
        Ok(Element {
            record,
            sample,
            flaw,
        })
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
    fn id(self, members: &Members<'_>, at: Timestamp, zone: &TimeZone) -> String {
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
        let at = is_dose.then(scheduled).flatten().unwrap_or(at);
        made_id(Some(at), &name)
    }

    /// What an element says of its day. Words in another language than English say nothing that
    /// can be told without a dictionary of every phone.
    fn said(self, members: &Members<'_>) -> Result<Option<Said>, SampleSkip> {
        let word = |name: &str| Some(folded(&members.get(name)?.text()?));
        let number = |name: &str| {
            let sent = members.get(name).filter(|sent| sent.kind() != Kind::Null);
            let Some(sent) = sent else {
                return Ok(None);
            };
            let number = measured(self.metric(), Some(sent)).ok_or(SampleSkip::InvalidSample)?;
            Ok(Some(number))
        };
        let name_label = || label(members.get("name"));
        let (value, label) = match self {
            Self::Symptoms => {
                let value = word("severity").and_then(|word| severity(&word));
                (value.filter(|_| name_label().is_some()), name_label())
            }
            Self::StateOfMind => (number("valence")?, label(members.get("kind"))),
            // Zero stands for a rate that was not measured.
            Self::Ecg => (
                number("averageHeartRate")?.filter(|rate| *rate > 0.0),
                label(members.get("classification")),
            ),
            Self::HeartRateNotifications => (Some(1.0), label(members.get("heartNotification"))),
            Self::CycleTracking => {
                let is_flow = word("name").is_some_and(|name| name == "menstrualflow");
                let value = word("value").and_then(|word| flow(&word));
                (value.filter(|_| is_flow), None)
            }
            Self::Medications => {
                let medicine = label(members.get("displayText"));
                let is_taken = word("status").is_some_and(|status| status == "taken");
                // A dose that was taken is one, whatever stands for how much it was.
                let dosage = number("dosage").ok().flatten().unwrap_or(1.0);
                ((is_taken && medicine.is_some()).then_some(dosage), medicine)
            }
        };
        let Some(value) = value else {
            return Ok(None);
        };
        let sent = Quantity::Single(value);
        let row = self.metric().row();
        let quantity = to_canonical(self.metric(), sent, row.unit)
            .filter(|quantity| row.plausible.contains(&quantity.first()))
            .ok_or(SampleSkip::InvalidSample)?;
        Ok(Some(Said {
            sent,
            quantity,
            label,
        }))
    }
}

/// When the first beat or voltage was measured that an element lists.
fn first_measured<'a>(members: &Members<'a>) -> Option<Json<'a>> {
    let lists = ["heartRateData", "heartRate", "voltageMeasurements"];
    let lists = lists.into_iter().filter_map(|name| members.get(name));
    let mut first = lists.filter_map(|list| list.items().next());
    first.find_map(|measured| {
        let [date, timestamp] = measured.pick(["date", "timestamp"]);
        date.or_else(|| timestamp?.member("start"))
    })
}

/// An element that has a time.
pub(super) struct Element<'a> {
    pub(super) record: SentRecord<'a>,
    pub(super) sample: Option<Sample<'a>>,
    /// Why it is no sample, where it would be one with another number.
    pub(super) flaw: Option<SampleSkip>,
}

/// What an element says of its day.
struct Said {
    sent: Quantity,
    quantity: Quantity,
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
