//! Values that rows have in common, to and from columns.

use jiff::{Timestamp, civil::Date};
use tokio_postgres::{Row, types::FromSql};
use vitalog_core::{Fingerprint, Marks, Superseded, SupersededBy};
use vitalog_storage::precision::{floor_millisecond, numbered_day, without_negative_zero};

use crate::{error::Failure, name::Known};

/// A row whose columns are read by their places.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    pub(crate) row: &'a Row,
    pub(crate) names: &'a Known,
}

impl<'a> Columns<'a> {
    pub(crate) fn get<T: FromSql<'a>>(self, place: usize) -> Result<T, Failure> {
        Ok(self.row.try_get(place)?)
    }

    pub(crate) fn text(self, place: usize) -> Result<String, Failure> {
        Ok(self.names.text(self.get(place)?)?.as_ref().to_owned())
    }

    /// Reads a name, where there is one.
    pub(crate) fn text_or_none(self, place: usize) -> Result<Option<String>, Failure> {
        let id: Option<i32> = self.get(place)?;
        let text = id.map(|id| self.names.text(id)).transpose()?;
        Ok(text.map(|text| text.as_ref().to_owned()))
    }

    /// Reads a name as one of a closed list.
    pub(crate) fn one_of<T>(
        self,
        place: usize,
        label: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let text = self.names.text(self.get(place)?)?;
        parse(text).ok_or(Failure::NotUnderstood(label))
    }

    /// Reads a name as one of a closed list, where there is one.
    pub(crate) fn one_of_or_none<T>(
        self,
        place: usize,
        label: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        match self.get::<Option<i32>>(place)? {
            Some(_) => self.one_of(place, label, parse).map(Some),
            None => Ok(None),
        }
    }

    pub(crate) fn second(self, place: usize) -> Result<Timestamp, Failure> {
        second(self.get(place)?)
    }

    pub(crate) fn second_or_none(self, place: usize) -> Result<Option<Timestamp>, Failure> {
        self.get::<Option<i64>>(place)?.map(second).transpose()
    }

    pub(crate) fn millisecond(self, place: usize) -> Result<Timestamp, Failure> {
        millisecond(self.get(place)?)
    }

    pub(crate) fn millisecond_or_none(self, place: usize) -> Result<Option<Timestamp>, Failure> {
        self.get::<Option<i64>>(place)?.map(millisecond).transpose()
    }

    /// Reads a day, where there is one.
    pub(crate) fn day_or_none(self, place: usize) -> Result<Option<Date>, Failure> {
        self.get::<Option<i32>>(place)?
            .map(|stored| numbered_day(stored).ok_or(Failure::NotUnderstood("day")))
            .transpose()
    }

    pub(crate) fn fingerprint(self, place: usize) -> Result<Fingerprint, Failure> {
        Ok(Fingerprint::from_i64(self.get(place)?))
    }

    /// Reads the three columns of the marks, from `place` on.
    pub(crate) fn marks(self, place: usize) -> Result<Marks, Failure> {
        let at = self.millisecond_or_none(place + 1)?;
        let by = self.one_of_or_none(place + 2, "superseded_by", SupersededBy::parse)?;
        Ok(Marks {
            missing_since: self.millisecond_or_none(place)?,
            superseded: at.zip(by).map(|(at, by)| Superseded { at, by }),
        })
    }
}

/// The three columns of the marks.
pub(crate) struct MarkColumns {
    pub(crate) missing_since: Option<i64>,
    pub(crate) superseded_at: Option<i64>,
    pub(crate) superseded_by: Option<i32>,
}

impl MarkColumns {
    pub(crate) fn new(marks: Marks, names: &Known) -> Result<Self, Failure> {
        let superseded = marks.superseded;
        let by = superseded.map(|superseded| names.id(superseded.by.as_str()));
        Ok(Self {
            missing_since: marks.missing_since.map(floor_millisecond),
            superseded_at: superseded.map(|superseded| floor_millisecond(superseded.at)),
            superseded_by: by.transpose()?,
        })
    }
}

/// A number as it is stored.
pub(crate) fn number(number: f64) -> Result<f64, Failure> {
    let stored = without_negative_zero(number);
    stored
        .is_finite()
        .then_some(stored)
        .ok_or(Failure::NotFinite)
}

fn second(stored: i64) -> Result<Timestamp, Failure> {
    Timestamp::from_second(stored).map_err(|_| Failure::NotUnderstood("second"))
}

fn millisecond(stored: i64) -> Result<Timestamp, Failure> {
    Timestamp::from_millisecond(stored).map_err(|_| Failure::NotUnderstood("ms"))
}

/// How many rows of a page to ask for.
pub(crate) fn page(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
