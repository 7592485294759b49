//! What to say where there are no rows: when there were any, or how to get some.

use jiff::civil::Date;
use vitalog_core::{Account, DayRange};
use vitalog_storage::{Record, RecordQuery};
use vitalog_sync::daily::DailyState;

use super::{DayRow, Teller, teller_of};
use crate::{Service, ServiceError, links::Links};

/// When rows were recorded, of days that have none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Recorded {
    /// It is being worked out.
    Unknown,
    /// Never.
    Never,
    /// Before those days, the last time on this one.
    LastOn(Date),
    /// Only after them, the first time on this one.
    FirstOn(Date),
}

impl Service {
    /// Looks for rows in the whole record, of which `known` is a part.
    pub(super) async fn recorded<R: DayRow>(
        &self,
        account: &Account,
        range: DayRange,
        only: Option<Teller>,
        known: &Record,
    ) -> Result<Recorded, ServiceError> {
        if known.revision.0 == 0 {
            return Ok(Recorded::Never);
        }
        let always = DayRange {
            start: Date::MIN,
            end: Date::MAX,
        };
        let query = RecordQuery {
            daily_by_source: R::PARTS
                .iter()
                .map(|(metric, _)| (*metric, always))
                .collect(),
            documents: vec![DailyState::document()],
            ..RecordQuery::default()
        };
        let record = self.storage.read_record(&account.id, &query).await?;
        let state = DailyState::of(&record, account);
        if !state.is_some_and(|state| state.is_complete()) {
            let bounds = self.storage.bounds(&account.id, &R::metrics()).await?;
            return Ok(if bounds.is_empty() {
                Recorded::Never
            } else {
                Recorded::Unknown
            });
        }
        let values = record.daily_by_source.values().flatten();
        let told = values.filter(|value| {
            let source = value.source.as_deref().and_then(teller_of);
            source.is_some_and(|source| {
                let is_wanted = only.is_none_or(|only| only == source);
                is_wanted && R::tells_little(value.metric, source).is_some()
            })
        });
        let days = told.map(|value| value.day);
        let before = days.clone().filter(|day| *day < range.start).max();
        let after = days.filter(|day| *day > range.end).min();
        Ok(match (before, after) {
            (Some(day), _) => Recorded::LastOn(day),
            (None, Some(day)) => Recorded::FirstOn(day),
            (None, None) => Recorded::Never,
        })
    }
}

impl Recorded {
    /// The note.
    ///
    /// # Errors
    ///
    /// If nothing was ever recorded, and there is no connection that would bring it.
    pub(super) fn note(
        self,
        account: &Account,
        subject: &str,
        source: Option<Teller>,
        links: &Links,
    ) -> Result<Option<String>, ServiceError> {
        let whose = source.map_or(String::new(), |source| format!(" by {}", source.title()));
        Ok(match self {
            Self::Unknown => Some(format!(
                "No {subject} was recorded{whose} in these days, which is not zero."
            )),
            Self::Never => {
                links.require_any(account, subject, source)?;
                Some(format!(
                    "No {subject} was ever recorded{whose}, which is not zero."
                ))
            }
            Self::LastOn(day) => Some(format!(
                "No {subject} was recorded{whose} in these days, which is not zero; the last day \
                 with it is {day}."
            )),
            Self::FirstOn(day) => Some(format!(
                "No {subject} was recorded{whose} in these days, which is not zero; the first day \
                 with it is {day}."
            )),
        })
    }
}
