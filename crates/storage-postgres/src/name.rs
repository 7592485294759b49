//! Texts that repeat are stored once, in the table `name`, and rows hold their numbers.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, PoisonError, RwLock},
};

use sha2::{Digest, Sha256};
use tokio_postgres::Row;

use crate::{error::Failure, session::Session};

/// Names remembered at most. A record has a few dozen.
const MOST_REMEMBERED: usize = 10_000;

const BY_TEXT: &str = "SELECT id, text FROM name WHERE sha256 = ANY ($1)";
const BY_ID: &str = "SELECT id, text FROM name WHERE id = ANY ($1)";
/// In the order of the texts, so that two programs that add the same ones wait for each other
/// rather than both for ever.
const ADD: &str = "
    INSERT INTO name (sha256, text) SELECT * FROM unnest($1::bytea[], $2::text[])
    ON CONFLICT (sha256) DO NOTHING";

/// Which of these are still there. They stay until the transaction ends.
const KEEP: &str = "SELECT id FROM name WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE";

/// What the program remembers of the table `name`. Names are never changed and no number is used
/// twice, so what was read once stays true, whoever writes to the database, but for words of rows
/// that are forgotten when an account is erased: who writes rows asks for them ([`Names::keep`]).
#[derive(Default)]
pub(crate) struct Names(RwLock<Arc<Known>>);

/// Names and their numbers, as known at one moment.
#[derive(Clone, Default)]
pub(crate) struct Known {
    ids: HashMap<Arc<str>, i32>,
    texts: HashMap<i32, Arc<str>>,
}

impl Known {
    /// The number of a text, if it has one that is known.
    pub(crate) fn find(&self, text: &str) -> Option<i32> {
        self.ids.get(text).copied()
    }

    /// The number of a text that was interned for this operation.
    pub(crate) fn id(&self, text: &str) -> Result<i32, Failure> {
        self.find(text).ok_or(Failure::UnknownName)
    }

    /// The text with a number that a row holds.
    pub(crate) fn text(&self, id: i32) -> Result<&Arc<str>, Failure> {
        self.texts.get(&id).ok_or(Failure::UnknownName)
    }

    fn remember(&mut self, rows: &[Row]) -> Result<(), Failure> {
        for row in rows {
            let (id, text): (i32, String) = (row.try_get(0)?, row.try_get(1)?);
            let text: Arc<str> = text.into();
            self.ids.insert(text.clone(), id);
            self.texts.insert(id, text);
        }
        Ok(())
    }
}

impl Names {
    /// What is known by now.
    pub(crate) fn known(&self) -> Arc<Known> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.clone()
    }

    /// Looks the texts up that are not known yet. Those that have no number stay unknown.
    pub(crate) async fn find<'a>(
        &self,
        session: &Session,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Arc<Known>, Failure> {
        let known = self.known();
        let missing = missing(&known, texts);
        if missing.is_empty() {
            return Ok(known);
        }
        let rows = session.select(BY_TEXT, &[&hashes(&missing)]).await?;
        self.learn(known, &rows)
    }

    /// Gives the texts numbers that have none. Not within a transaction: names stay, even where
    /// they turn out not to be needed, so that no two transactions ever wait for each other here.
    pub(crate) async fn intern<'a>(
        &self,
        session: &Session,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Arc<Known>, Failure> {
        let wanted: BTreeSet<&str> = texts.into_iter().collect();
        let known = self.find(session, wanted.iter().copied()).await?;
        let missing = missing(&known, wanted.iter().copied());
        if missing.is_empty() {
            return Ok(known);
        }
        let texts: Vec<&str> = missing.iter().copied().collect();
        session.change(ADD, &[&hashes(&missing), &texts]).await?;
        // Another statement than the one that added them, which does not see what others added.
        let rows = session.select(BY_TEXT, &[&hashes(&wanted)]).await?;
        self.learn(known, &rows)
    }

    /// Looks up the numbers that rows hold.
    pub(crate) async fn read(
        &self,
        session: &Session,
        ids: impl IntoIterator<Item = i32>,
    ) -> Result<Arc<Known>, Failure> {
        let known = self.known();
        let ids: BTreeSet<i32> = ids.into_iter().collect();
        let ids: Vec<i32> = ids.into_iter().collect();
        let rows = session.select(BY_ID, &[&ids]).await?;
        if rows.len() != ids.len() {
            return Err(Failure::NotUnderstood("name"));
        }
        self.learn(known, &rows)
    }

    /// Sees to it that names stay until the transaction ends. False if some have been forgotten
    /// since they were read: then all are dropped, to be read or made anew.
    pub(crate) async fn keep<'a>(
        &self,
        session: &Session,
        known: &Known,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<bool, Failure> {
        let ids: Result<BTreeSet<i32>, Failure> =
            texts.into_iter().map(|text| known.id(text)).collect();
        let ids: Vec<i32> = ids?.into_iter().collect();
        let there = session.select(KEEP, &[&ids]).await?;
        if there.len() == ids.len() {
            return Ok(true);
        }
        self.forget();
        Ok(false)
    }

    /// Drops all that is remembered.
    pub(crate) fn forget(&self) {
        let mut shared = self.0.write().unwrap_or_else(PoisonError::into_inner);
        *shared = Arc::default();
    }

    /// Adds rows to what is known, and remembers all of it unless it is too much.
    fn learn(&self, known: Arc<Known>, rows: &[Row]) -> Result<Arc<Known>, Failure> {
        let mut more = Arc::unwrap_or_clone(known);
        more.remember(rows)?;
        let more = Arc::new(more);
        let mut shared = self.0.write().unwrap_or_else(PoisonError::into_inner);
        *shared = if more.texts.len() > MOST_REMEMBERED {
            Arc::default()
        } else {
            more.clone()
        };
        Ok(more)
    }
}

fn missing<'a>(known: &Known, texts: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let texts = texts.into_iter();
    texts.filter(|text| known.find(text).is_none()).collect()
}

fn hashes(texts: &BTreeSet<&str>) -> Vec<Vec<u8>> {
    let texts = texts.iter();
    texts.map(|text| Sha256::digest(text).to_vec()).collect()
}
