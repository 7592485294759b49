//! Days of which a vendor has a document, and no value in it: there is a row, and nothing in it.

use std::collections::BTreeSet;

use jiff::civil::Date;
use vitalog_core::{Account, DayRange};
use vitalog_sync::vendor::{Vendor, apply::told_days};

use super::{DayRow, Teller, ToldDay, choice::Choice, place_of};
use crate::{Service, ServiceError, links::Links};

/// Of more gaps than this the documents of all days between are looked at together.
const MOST_GAPS: usize = 4;

impl Service {
    pub(super) async fn add_days_without_values<R: DayRow>(
        &self,
        account: &Account,
        range: DayRange,
        only: Option<Teller>,
        links: &Links,
        choice: &mut Choice<'_>,
    ) -> Result<(), ServiceError> {
        let told: BTreeSet<Date> = choice.days.iter().map(|day| day.date).collect();
        let lacking: BTreeSet<Date> = range.days().filter(|day| !told.contains(day)).collect();
        let mut gaps = DayRange::runs(&lacking);
        if gaps.len() > MOST_GAPS
            && let (Some(first), Some(last)) = (lacking.first(), lacking.last())
        {
            gaps = vec![DayRange {
                start: *first,
                end: *last,
            }];
        }
        let mut sources: Vec<_> = R::DOCUMENTS.iter().collect();
        sources.sort_by_key(|(source, _)| place_of(*source, &account.sources, [source.title()]));
        let mut added = BTreeSet::new();
        for (source, collections) in sources {
            let vendor = Vendor::parse(source.as_str()).filter(|_| links.knows(*source));
            let Some(vendor) = vendor.filter(|_| only.is_none_or(|only| only == *source)) else {
                continue;
            };
            for gap in &gaps {
                let storage = self.storage.as_ref();
                let days = told_days(storage, &account.id, vendor, collections, *gap).await?;
                for day in days.intersection(&lacking) {
                    if added.insert(*day) {
                        choice.days.push(ToldDay::new(*day, *source, []));
                    }
                }
            }
        }
        choice.days.sort_by_key(|day| day.date);
        Ok(())
    }
}
