//! Texts that repeat are stored once, in the table `name`, and rows hold their numbers.

use std::{collections::HashMap, sync::Arc};

use rusqlite::{Connection, OptionalExtension};

use crate::error::Failure;

/// Names remembered at most. A record has a few dozen.
const MOST_REMEMBERED: usize = 10_000;

/// What one connection remembers of the table `name`. Names are never changed, and forgotten only
/// where the file says so, so what a connection read once stays true until then, whoever writes.
#[derive(Default)]
pub(crate) struct Names {
    /// How often names had been forgotten when these were read.
    forgotten: i64,
    ids: HashMap<Arc<str>, i64>,
    /// By number: names are numbered from 1 on, and each row that is read asks for several.
    texts: Vec<Option<Arc<str>>>,
}

/// Tells everyone that names were forgotten, in the transaction that does so.
pub(crate) fn forget_all(transaction: &Connection) -> Result<(), Failure> {
    let next = times_forgotten(transaction)?.wrapping_add(1);
    // A number of the file that nothing else uses, and that every transaction has at hand.
    Ok(transaction.pragma_update(None, "user_version", next)?)
}

fn times_forgotten(connection: &Connection) -> Result<i64, Failure> {
    let mut statement = connection.prepare_cached("PRAGMA user_version")?;
    Ok(statement.query_row([], |row| row.get(0))?)
}

impl Names {
    /// Drops what is remembered if names were forgotten meanwhile. To be called at the beginning of
    /// each transaction: until its end nobody else's forgetting is seen in it.
    pub(crate) fn keep_up(&mut self, connection: &Connection) -> Result<(), Failure> {
        let forgotten = times_forgotten(connection)?;
        if forgotten != self.forgotten {
            *self = Self {
                forgotten,
                ..Self::default()
            };
        }
        Ok(())
    }

    /// The number of a text, if it has one.
    pub(crate) fn find(
        &mut self,
        connection: &Connection,
        text: &str,
    ) -> Result<Option<i64>, Failure> {
        if let Some(id) = self.ids.get(text) {
            return Ok(Some(*id));
        }
        let id = connection
            .prepare_cached("SELECT id FROM name WHERE text = ?1")?
            .query_row([text], |row| row.get(0))
            .optional()?;
        if let Some(id) = id {
            self.remember(id, text);
        }
        Ok(id)
    }

    /// The number of a text, which is given one if it has none. Only within a transaction that
    /// writes; when it is not committed, what is remembered must be dropped.
    pub(crate) fn intern(&mut self, connection: &Connection, text: &str) -> Result<i64, Failure> {
        if let Some(id) = self.find(connection, text)? {
            return Ok(id);
        }
        connection
            .prepare_cached("INSERT INTO name (text) VALUES (?1)")?
            .execute([text])?;
        let id = connection.last_insert_rowid();
        self.remember(id, text);
        Ok(id)
    }

    /// The text with a number that a row holds.
    pub(crate) fn text(&mut self, connection: &Connection, id: i64) -> Result<Arc<str>, Failure> {
        let place = usize::try_from(id).map_err(|_| Failure::NotUnderstood("name"))?;
        if let Some(Some(text)) = self.texts.get(place) {
            return Ok(text.clone());
        }
        let text: String = connection
            .prepare_cached("SELECT text FROM name WHERE id = ?1")?
            .query_row([id], |row| row.get(0))?;
        Ok(self.remember(id, &text))
    }

    fn remember(&mut self, id: i64, text: &str) -> Arc<str> {
        let text: Arc<str> = text.into();
        // A name beyond that is looked up each time.
        if let Ok(place) = usize::try_from(id)
            && place < MOST_REMEMBERED
        {
            if self.texts.len() <= place {
                self.texts.resize(place + 1, None);
            }
            if let Some(free) = self.texts.get_mut(place) {
                *free = Some(text.clone());
            }
            self.ids.insert(text.clone(), id);
        }
        text
    }
}

/// The number of the text asked for last: rows beside one another mostly share their names.
#[derive(Default)]
pub(crate) struct LastName<'a>(Option<(&'a str, i64)>);

impl<'a> LastName<'a> {
    /// The number of a text, as [`Names::intern`] finds it.
    pub(crate) fn number(
        &mut self,
        names: &mut Names,
        connection: &Connection,
        text: &'a str,
    ) -> Result<i64, Failure> {
        match self.0 {
            Some((last, number)) if last == text => Ok(number),
            _ => {
                let number = names.intern(connection, text)?;
                self.0 = Some((text, number));
                Ok(number)
            }
        }
    }
}
