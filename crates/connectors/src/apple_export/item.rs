//! What one element of an export comes to.

use std::{borrow::Cow, sync::Arc};

use jiff::civil::Date;
use vitalog_core::Metric;

use crate::hae::{Sample, SentWorkout};

/// One element of the export's list, or one file beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// What sort of element: its name in the XML, or that of a sort of file ([`element`]). There are
    /// never more different ones than a summary can show.
    pub element: Cow<'static, str>,
    /// What the record takes from it.
    pub found: Found,
    /// What it tells beyond that, to be kept word for word; mostly nothing or one line.
    pub lines: Vec<Line>,
}

/// The names of what is counted, but for elements that are not known.
pub mod element {
    /// A value of a type.
    pub const RECORD: &str = "Record";
    /// Several values that belong together.
    pub const CORRELATION: &str = "Correlation";
    /// A workout.
    pub const WORKOUT: &str = "Workout";
    /// A day's rings.
    pub const ACTIVITY_SUMMARY: &str = "ActivitySummary";
    /// The stub of a document of a clinic.
    pub const CLINICAL_RECORD: &str = "ClinicalRecord";
    /// Who the person is.
    pub const ME: &str = "Me";
    /// A half of a blood pressure whose other half the file does not hold, told at its end.
    pub const UNPAIRED_HALF: &str = "half of a blood pressure";
    /// When the export was made.
    pub const EXPORT_DATE: &str = "ExportDate";
    /// A hearing test.
    pub const AUDIOGRAM: &str = "Audiogram";
    /// A prescription of glasses.
    pub const VISION_PRESCRIPTION: &str = "VisionPrescription";
    /// A file with the route of a workout.
    pub const ROUTE_FILE: &str = "route file";
    /// A file with an electrocardiogram.
    pub const ECG_FILE: &str = "ECG file";
    /// A file with a document of a clinic.
    pub const CLINICAL_FILE: &str = "clinical file";
}

/// What the record takes from an element.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// A value of a metric.
    Sample(Sample<'static>),
    /// A workout.
    Workout(SentWorkout),
    /// A document that is kept whole.
    Document(SentFile),
    /// No row of its own: what there is of it stands in the item's lines.
    Lines,
    /// Nothing that another element does not tell: half of a blood pressure whose whole is yet to
    /// come or has come, the same blood pressure once more.
    ToldElsewhere(Metric),
    /// Nothing is taken. What was sent may still stand in the item's lines.
    Skipped(Skip),
}

/// A line of a vendor record: what elements of one kind tell beyond their rows is kept together, as
/// the sorted set of such lines. The same element always gives the same line, so that the set of an
/// export that has grown is that of the old one and some more.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Line {
    /// The kind of the vendor record: the type of the elements.
    pub kind: Arc<str>,
    /// The vendor record of that kind: a day or a year in UTC, or `undated`.
    pub id: Arc<str>,
    /// The day that the vendor record is kept under.
    pub day: Date,
    /// One JSON object, without a line break.
    pub text: String,
}

/// A document that is kept whole, as a vendor record of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentFile {
    /// The kind of the vendor record.
    pub kind: &'static str,
    /// Its name within the kind, the same in every export: the day of a day's rings, which replace
    /// those of the day that an earlier export held, and else made of the content.
    pub id: String,
    /// The day it is about.
    pub day: Date,
    /// The document.
    pub body: String,
}

/// Why nothing is taken from an element.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Skip {
    /// It says who the person is, which is not kept unless the person says so.
    Personal,
    /// Half of a blood pressure of which the other half is nowhere; it is kept as a line.
    UnpairedHalf,
    /// Its type is none of our metrics; it is kept as a line.
    UnsupportedType,
    /// Its metric is not measured in that unit; it is kept as a line.
    UnknownUnit,
    /// A word in it is none that is known; it is kept as a line.
    UnknownWord,
    /// Its date or number cannot be read, or no measurement can have the number; it is kept as a
    /// line.
    InvalidSample,
    /// Its date lies in a year that no health record can hold; it is kept as a line.
    ImplausibleDate,
    /// A workout without a kind or a time, or one that ends before it begins; it is kept as a line.
    InvalidWorkout,
    /// It says that something did not happen, as an hour without standing.
    NotHappened,
    /// It is counted and nothing else, as hearing tests.
    CountedOnly,
    /// It is of no kind that is known; it is kept as a line.
    UnknownElement,
    /// It is larger than any real one.
    TooLarge,
    /// A file that a document names is not there, or cannot be read.
    UnreadableFile,
}

impl Skip {
    /// The name in summaries.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Personal => "personal",
            Self::UnpairedHalf => "unpaired_half",
            Self::UnsupportedType => "unsupported_type",
            Self::UnknownUnit => "unknown_unit",
            Self::UnknownWord => "unknown_word",
            Self::InvalidSample => "invalid_sample",
            Self::ImplausibleDate => "implausible_date",
            Self::InvalidWorkout => "invalid_workout",
            Self::NotHappened => "not_happened",
            Self::CountedOnly => "counted_only",
            Self::UnknownElement => "unknown_element",
            Self::TooLarge => "too_large",
            Self::UnreadableFile => "unreadable_file",
        }
    }
}
