//! Storing a reading said in a conversation.

use jiff::{SignedDuration, Timestamp, civil::Date};
use vitalog_core::{
    Account, Context, DayFinder, Fingerprint, Marks, Metric, Quantity, Reading, Via,
    day::day_of,
    reading::CHAT_SOURCE,
    sent_time::{PLAUSIBLE_YEARS, parse_time},
    stored_text::clean_note,
    unit::{fold_unit, round_to},
};
use vitalog_storage::{Record, RecordChange, RecordQuery};

use crate::{
    Service, ServiceError, code,
    said_time::not_a_time,
    shown_time::{local_clock, local_iso, whole_second},
};

/// The metrics that can be logged.
pub const LOGGABLE: [Metric; 2] = [Metric::Glucose, Metric::Ketones];
/// Characters that a note has at most.
pub const MAX_NOTE_CHARS: usize = 200;
/// How far ahead of the server's clock a time may lie; other clocks run a little fast.
const FUTURE_TOLERANCE: SignedDuration = SignedDuration::from_mins(5);

/// A reading to store.
#[derive(Clone, PartialEq, Debug)]
pub struct LogReading {
    /// One of [`LOGGABLE`].
    pub metric: Metric,
    /// The value, in `unit`.
    pub value: f64,
    /// The unit; must be exactly the metric's own.
    pub unit: String,
    /// When, as said; without an offset a wall clock in the account's zone; now if left out.
    pub timestamp: Option<String>,
    /// What else was going on.
    pub context: Option<Context>,
    /// What to remember with it, at most [`MAX_NOTE_CHARS`] characters.
    pub note: Option<String>,
}

/// The reading as stored.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredReading {
    /// What was measured.
    pub metric: Metric,
    /// The local day.
    pub date: Date,
    /// The local time, `HH:MM`.
    pub time: String,
    /// The value, rounded to the metric's decimals.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// What else was going on.
    pub context: Option<Context>,
    /// Always `claude-log`.
    pub source: &'static str,
    /// What to remember with it.
    pub note: Option<String>,
    /// The exact time in local ISO form with its offset, by which the reading can be deleted.
    pub timestamp: String,
}

impl Service {
    /// Stores a reading said in a conversation. One logged before at the same second is replaced.
    ///
    /// # Errors
    ///
    /// If an argument is not allowed, if a reading from elsewhere that counts stands at the same
    /// second, or if the record cannot be written. Then nothing is stored.
    pub async fn log_reading(
        &self,
        account: &Account,
        request: LogReading,
    ) -> Result<StoredReading, ServiceError> {
        let reading = self.check(account, request)?;
        let just_after = reading
            .at
            .checked_add(SignedDuration::from_secs(1))
            .unwrap_or(Timestamp::MAX);
        let query = RecordQuery {
            readings: vec![(reading.metric, reading.at..just_after)],
            workouts: Vec::new(),
            ..RecordQuery::default()
        };
        self.change_record(account, &query, |record| {
            refuse_if_taken(record, &reading, account)?;
            let change = RecordChange {
                put_readings: vec![reading.clone()],
                ..RecordChange::default()
            };
            Ok((change, ()))
        })
        .await?;
        Ok(show(reading, account))
    }

    /// The row to store, if every argument is allowed.
    fn check(&self, account: &Account, request: LogReading) -> Result<Reading, ServiceError> {
        let metric = request.metric;
        if !LOGGABLE.contains(&metric) {
            return Err(ServiceError::invalid_argument(
                "`metric` must be glucose or ketones; other readings come from Apple Health.",
            ));
        }
        check_unit(metric, &request.unit)?;
        check_value(metric, request.value)?;
        let note = request.note.as_deref().map(clean_note);
        let note = note.filter(|note| !note.is_empty());
        check_note(note.as_deref())?;

        let now = self.clock.now();
        let (at, recorded_at) = when(account, request.timestamp, now)?;
        let rounded = round_to(request.value, metric.row().decimals);
        Ok(Reading {
            metric,
            at,
            fingerprint: Fingerprint::BARE,
            quantity: Quantity::Single(rounded),
            original: Quantity::Single(request.value),
            original_unit: request.unit,
            source: CHAT_SOURCE.to_owned(),
            via: Via::Chat,
            recorded_at,
            day: None,
            until: None,
            grain: None,
            context: request.context,
            label: None,
            note,
            ingested_at: now,
            marks: Marks::default(),
        })
    }
}

fn check_unit(metric: Metric, unit: &str) -> Result<(), ServiceError> {
    let expected = metric.row().unit;
    if unit == expected {
        return Ok(());
    }
    let folded = fold_unit(unit);
    let advice = if folded == fold_unit(expected) {
        "Send it again with the unit written exactly so."
    } else if metric == Metric::Glucose && folded.starts_with("mmol") {
        "A value in mmol/L times 18 is the value in mg/dL; check it with the person first."
    } else {
        "Ask the person for the value in that unit."
    };
    let message = format!("`unit` must be exactly {expected} for {}.", metric.slug());
    Err(ServiceError::invalid_argument(message).advise(advice))
}

fn check_value(metric: Metric, value: f64) -> Result<(), ServiceError> {
    let row = metric.row();
    if row.plausible.contains(&value) {
        return Ok(());
    }
    let (least, most) = (row.plausible.start(), row.plausible.end());
    Err(ServiceError::invalid_argument(format!(
        "`value` must be from {least} to {most} {} for {}.",
        row.unit, row.slug
    ))
    .advise("Nothing was stored. Ask for the reading again."))
}

pub(crate) fn check_note(note: Option<&str>) -> Result<(), ServiceError> {
    let characters = note.map_or(0, |note| note.chars().count());
    if characters <= MAX_NOTE_CHARS {
        return Ok(());
    }
    Err(ServiceError::invalid_argument(format!(
        "`note` has {characters} characters, and at most {MAX_NOTE_CHARS} are allowed."
    )))
}

/// The instant a reading was taken, and the text it is recorded by.
pub(crate) fn when(
    account: &Account,
    timestamp: Option<String>,
    now: Timestamp,
) -> Result<(Timestamp, String), ServiceError> {
    let Some(text) = timestamp else {
        let at = whole_second(now);
        return Ok((at, local_iso(at, &account.zone)));
    };
    let (sent, _) = parse_time(&text, &account.zone).map_err(|_| {
        not_a_time(account, now).also_advise("Leave it out for a reading taken just now.")
    })?;
    let year = i32::from(day_of(sent.at, &account.zone).year());
    if !PLAUSIBLE_YEARS.contains(&year) {
        return Err(ServiceError::invalid_argument(format!(
            "`timestamp` lies before {}.",
            PLAUSIBLE_YEARS.start()
        ))
        .advise("Check the year. Nothing was stored."));
    }
    if sent.at.duration_since(now) > FUTURE_TOLERANCE {
        return Err(
            ServiceError::invalid_argument("`timestamp` is in the future.").advise(format!(
                "It is {} now. Nothing was stored.",
                local_iso(now, &account.zone)
            )),
        );
    }
    Ok((sent.at, sent.text))
}

/// Refuses to log over a reading from elsewhere. Such rows have a fingerprint, so that their keys
/// never collide with the bare key of a reading said in chat: it takes a look at the second.
fn refuse_if_taken(
    record: &Record,
    reading: &Reading,
    account: &Account,
) -> Result<(), ServiceError> {
    let taken = record
        .readings
        .get(&reading.metric)
        .into_iter()
        .flatten()
        .any(|row| row.at == reading.at && row.via != Via::Chat && row.marks.counts());
    if !taken {
        return Ok(());
    }
    Err(ServiceError::new(
        code::CONFLICT,
        format!(
            "An Apple Health reading of {} stands at {} already; nothing was stored.",
            reading.metric.slug(),
            local_iso(reading.at, &account.zone)
        ),
    )
    .advise(
        "If that reading is wrong, take it out with `delete_reading` first. If both are right, log \
         this one a second later.",
    ))
}

fn show(reading: Reading, account: &Account) -> StoredReading {
    StoredReading {
        metric: reading.metric,
        date: reading.day_in(&mut DayFinder::new(&account.zone)),
        time: local_clock(reading.at, &account.zone),
        value: reading.quantity.first(),
        unit: reading.metric.row().unit,
        context: reading.context,
        source: CHAT_SOURCE,
        note: reading.note,
        timestamp: local_iso(reading.at, &account.zone),
    }
}
