//! Storing an entry of the journal.

use jiff::{SignedDuration, Timestamp, civil::Date};
use sha2::{Digest, Sha256};
use vitalog_core::{
    Account, Context, DayFinder, DayRange, Fingerprint, Marks, Metric, Quantity, Reading, Via,
    daily::{daily_values, rows_needed},
    day::day_of,
    named_day::instants_of,
    reading::CHAT_SOURCE,
    stored_text::{clean_name, clean_note},
    unit::round_to,
};
use vitalog_storage::{Record, RecordChange, RecordQuery};

use super::{
    Combine, EntryValue, Journal, StoredEntry,
    meaning::{Meaning, check_value},
    named::Named,
    placed::Placed,
};
use crate::{Service, ServiceError, log_reading::check_note, shown_time::local_iso};

/// Characters that a unit has at most.
pub const MAX_UNIT_CHARS: usize = 20;

/// An entry to store.
#[derive(Clone, PartialEq, Debug)]
pub struct LogEntry {
    /// The name: one of a working day, or one of the person's own.
    pub name: String,
    /// The value.
    pub value: EntryValue,
    /// The day that it is of as a whole. Logged again it replaces the one of that day.
    pub date: Option<Date>,
    /// When, as said; without an offset a wall clock in the account's zone. Without this and
    /// without `date` now.
    pub timestamp: Option<String>,
    /// The unit; fixed by the first use of a name.
    pub unit: Option<String>,
    /// What to remember with it.
    pub note: Option<String>,
    /// How the entries of a day become one value; fixed by the first use of a name.
    pub combine: Option<Combine>,
    /// Whether the value is a guess.
    pub is_estimate: bool,
}

impl Service {
    /// Stores an entry of the journal. One logged before under its name at the same second, or of
    /// the same day as a whole, is replaced.
    ///
    /// # Errors
    ///
    /// If an argument is not allowed or is not what the first use of the name fixed, or if the
    /// record cannot be written. Then nothing is stored.
    pub async fn log_entry(
        &self,
        account: &Account,
        request: LogEntry,
    ) -> Result<StoredEntry, ServiceError> {
        let now = self.clock.now();
        let named = Named::resolve(&request.name, request.is_estimate)?;
        let placed = Placed::new(account, request.date, request.timestamp.clone(), now)?;
        let note = request.note.as_deref().map(clean_note);
        let note = note.filter(|note| !note.is_empty());
        check_note(note.as_deref())?;
        let unit = request.unit.as_deref().map(checked_unit).transpose()?;
        let unit = unit.flatten();

        let metric = match &named {
            Named::Work(metric) => *metric,
            Named::Guess { .. } | Named::Custom(_) => Metric::Custom,
        };
        let mut entry = Reading {
            metric,
            at: placed.at,
            fingerprint: Fingerprint::BARE,
            quantity: Quantity::Single(request.value.number()),
            original: Quantity::Single(request.value.number()),
            original_unit: String::new(),
            source: CHAT_SOURCE.to_owned(),
            via: Via::Chat,
            recorded_at: placed.recorded_at.clone(),
            day: placed.day,
            until: None,
            grain: None,
            context: None,
            label: None,
            note,
            ingested_at: now,
            marks: Marks::default(),
        };
        let day = entry.day_in(&mut DayFinder::new(&account.zone));
        let days = DayRange {
            start: day,
            end: day,
        };
        let mut readings = rows_needed(metric, day, &account.zone);
        readings.push((metric, instants_of(metric, days, &account.zone)));
        let query = RecordQuery {
            readings,
            documents: vec![Journal::document()],
            ..RecordQuery::default()
        };
        let is_guess = matches!(named, Named::Guess { .. });
        entry.context = (request.is_estimate || is_guess).then_some(Context::Estimate);
        self.change_record(account, &query, |record| {
            let mut journal = Journal::of(record)?;
            let meaning = Meaning::of(&named, &journal, &request, unit.as_deref())?;
            check_value(&named, &meaning.fixed, request.value)?;
            let mut entry = finish(entry.clone(), &meaning, request.value);
            if placed.is_now {
                give_own_second(record, &mut entry, account);
            }
            let replaced = replaced(record, &entry);
            let mut change = RecordChange::default();
            if let Some(old) = replaced
                && (old.at, old.fingerprint) != (entry.at, entry.fingerprint)
            {
                change.delete_readings = vec![(old.metric, old.at, old.fingerprint)];
            }
            if meaning.is_new {
                journal.metrics.push(meaning.fixed.clone());
                change.put_documents.push(journal.write()?);
            }
            let rows = record.readings.get(&metric).into_iter().flatten();
            let rows = rows.filter(|row| Some(*row) != replaced).chain([&entry]);
            let values = daily_values(metric, day, &account.zone, rows, &account.sources);
            let stored = StoredEntry::new(account, &meaning, &entry, replaced, &values)?;
            change.put_readings.push(entry);
            Ok((change, stored))
        })
        .await
    }
}

/// The unit as given, made fit for the record.
fn checked_unit(unit: &str) -> Result<Option<String>, ServiceError> {
    let unit = clean_name(unit.into()).into_owned();
    if unit.chars().count() > MAX_UNIT_CHARS {
        return Err(ServiceError::invalid_argument(format!(
            "`unit` must have at most {MAX_UNIT_CHARS} characters."
        ))
        .advise("Give it as it is written behind a number, as mg."));
    }
    Ok((!unit.is_empty()).then_some(unit))
}

/// The row, once it is known what its name means.
fn finish(mut entry: Reading, meaning: &Meaning, value: EntryValue) -> Reading {
    let fixed = &meaning.fixed;
    let rounded = round_to(value.number(), meaning.metric.row().decimals);
    entry.quantity = Quantity::Single(rounded);
    fixed.shown_unit().clone_into(&mut entry.original_unit);
    entry.label = (meaning.metric == Metric::Custom).then(|| fixed.name.clone());
    entry.fingerprint = fingerprint(&fixed.name, entry.day.is_some());
    entry
}

/// Tells entries of one second apart by their name, and what is of a whole day from what was at
/// the second in which that day began.
fn fingerprint(name: &str, is_of_day: bool) -> Fingerprint {
    let hash = Sha256::digest(name);
    let mut short = [0; 6];
    short
        .iter_mut()
        .zip(hash)
        .for_each(|(byte, of_hash)| *byte = of_hash);
    Fingerprint::new(short, u16::from(is_of_day))
}

/// Two entries that are said one after the other are two, also within one second: the later one is
/// placed in the next that is free. At the end of a day there is none, and it stands in place of the
/// other.
fn give_own_second(record: &Record, entry: &mut Reading, account: &Account) {
    let rows = record.readings.get(&entry.metric);
    let is_taken = |at: Timestamp| {
        let mut rows = rows.into_iter().flatten();
        rows.any(|row| (row.at, row.fingerprint) == (at, entry.fingerprint) && row.marks.counts())
    };
    let mut at = entry.at;
    while is_taken(at) {
        match at.checked_add(SignedDuration::from_secs(1)) {
            Ok(next) => at = next,
            Err(_) => return,
        }
    }
    if day_of(at, &account.zone) == day_of(entry.at, &account.zone) {
        entry.at = at;
        entry.recorded_at = local_iso(at, &account.zone);
    }
}

/// The entry that this one stands in place of: of the same second, or of the same day as a whole,
/// which began at another instant if the account's zone was another.
fn replaced<'r>(record: &'r Record, entry: &Reading) -> Option<&'r Reading> {
    let rows = record.readings.get(&entry.metric)?;
    rows.iter().find(|row| {
        let same_key = (row.at, row.fingerprint) == (entry.at, entry.fingerprint);
        let same_name = row.via == Via::Chat && row.label == entry.label;
        same_key || (same_name && entry.day.is_some() && row.day == entry.day)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_days_have_keys_of_their_own() {
        let keys = [
            fingerprint("coffee", false),
            fingerprint("coffee", true),
            fingerprint("tea", false),
            Fingerprint::BARE,
        ];
        let apart: std::collections::BTreeSet<_> = keys.iter().collect();
        assert_eq!(apart.len(), keys.len());
    }
}
