//! What counts of sums beside the finer rows over their time.

use std::{borrow::Cow, collections::BTreeMap};

use jiff::{Timestamp, tz::TimeZone};

use super::{covered_until, names_in, rows_that_count};
use crate::{
    Grain, Quantity, Reading, SourcePriority, Via, metric::Identity, reading::UNKNOWN_SOURCE,
    unit::round_to,
};

/// The share of a sum of facts from which on the facts over its time are all of it. Entries are
/// deleted and edited after they were summed up, so that a sum which says somewhat more is an older
/// one. Of steps nobody deletes any: what their sum says more is what the finer rows lack.
const ALL_OF_FACTS: f64 = 0.5;

/// What counts of a row.
#[derive(Clone, PartialEq, Debug)]
pub struct Part<'r> {
    /// The row.
    pub row: &'r Reading,
    /// How much of its sum the finer rows leave; `None` if all of it counts.
    left: Option<f64>,
    /// The sources of these rows, by name.
    beside: Vec<&'r str>,
}

impl<'r> Part<'r> {
    /// All of a row.
    #[must_use]
    pub fn whole(row: &'r Reading) -> Self {
        Self {
            row,
            left: None,
            beside: Vec::new(),
        }
    }

    /// The value that counts.
    #[must_use]
    pub fn quantity(&self) -> Quantity {
        self.left.map_or(self.row.quantity, Quantity::Single)
    }

    /// The row with the value that counts.
    #[must_use]
    pub fn reading(&self) -> Cow<'r, Reading> {
        if self.left.is_none() {
            return Cow::Borrowed(self.row);
        }
        Cow::Owned(Reading {
            quantity: self.quantity(),
            ..self.row.clone()
        })
    }

    /// The source that it stands with where sources are weighed against one another: what finer rows
    /// leave of a sum is told of the same time as these rows, and takes none of it from them.
    #[must_use]
    pub fn told_beside(&self, priority: &SourcePriority) -> &'r str {
        let mut beside = self.beside.clone();
        priority.sort(&mut beside);
        beside.last().copied().unwrap_or(&self.row.source)
    }
}

/// What counts of the rows of one metric, in the order given.
///
/// Of what is added up, a sum counts for what the finer rows over its time, those of its own source,
/// do not tell: a minute of a day is no account of the day. What of it they tell is theirs to say,
/// also after they stopped counting, so that what is taken out does not come back inside an older
/// sum. Of anything else, and of facts that tell the greater part of their sum, only the finest
/// rows count, as [`rows_that_count`] has it.
#[must_use]
pub fn parts_that_count<'r>(
    rows: impl IntoIterator<Item = &'r Reading>,
    zone: &TimeZone,
) -> Vec<Part<'r>> {
    let rows: Vec<&Reading> = rows.into_iter().collect();
    let is_summed = rows.first().is_some_and(|row| row.metric.is_summed());
    if !is_summed || rows.iter().all(|row| row.grain.is_none()) {
        let counting = rows_that_count(rows, zone).into_iter();
        return counting.map(Part::whole).collect();
    }
    let mut told = Told::default();
    let mut parts: BTreeMap<usize, Part<'r>> = BTreeMap::new();
    for grain in [None]
        .into_iter()
        .chain(Grain::ALL.iter().copied().map(Some))
    {
        let of_grain = rows.iter().enumerate();
        let of_grain: Vec<(usize, &Reading)> = of_grain
            .filter(|(_, row)| row.grain == grain)
            .map(|(place, row)| (place, *row))
            .collect();
        let mut left_of = Vec::with_capacity(of_grain.len());
        for (place, row) in of_grain {
            let part = told.left_of(row, zone);
            let left = part.as_ref().map_or(0.0, |part| {
                part.left.unwrap_or_else(|| row.quantity.first())
            });
            left_of.push((row, left));
            if let Some(part) = part
                && row.marks.counts()
            {
                parts.insert(place, part);
            }
        }
        told.add(left_of);
    }
    parts.into_values().collect()
}

/// What the rows of finer grains tell, in order of time.
#[derive(Default)]
struct Told<'r> {
    rows: Vec<(Timestamp, &'r Reading, f64)>,
    /// The folded names in the source of a row; there are many rows of few sources.
    names: BTreeMap<&'r str, Vec<String>>,
}

impl<'r> Told<'r> {
    /// Adds rows with what of each no finer row tells. What was said in chat is one more reading,
    /// and what names its day is no part of another.
    fn add(&mut self, rows: Vec<(&'r Reading, f64)>) {
        for (row, left) in rows {
            if row.via != Via::Chat && row.named_day().is_none() {
                self.rows.push((row.at, row, left));
                self.fold(row);
            }
        }
        self.rows.sort_by_key(|(at, ..)| *at);
    }

    fn fold(&mut self, row: &'r Reading) {
        let names = self.names.entry(&row.source);
        names.or_insert_with(|| names_in(&row.source));
    }

    /// What the rows of finer grains leave of a row; `None` if nothing.
    fn left_of(&mut self, row: &'r Reading, zone: &TimeZone) -> Option<Part<'r>> {
        let Some(grain) = row.grain.filter(|_| row.named_day().is_none()) else {
            return Some(Part::whole(row));
        };
        self.fold(row);
        let until = covered_until(row, grain, zone).max(row.at);
        let start = self.rows.partition_point(|(at, ..)| *at < row.at);
        let end = self.rows.partition_point(|(at, ..)| *at < until);
        let names = &self.names[row.source.as_str()];
        let is_any = names.is_empty() || names.iter().any(|name| name == UNKNOWN_SOURCE);
        let shares = |finer: &Reading| {
            let mut theirs = self.names[finer.source.as_str()].iter();
            is_any || theirs.any(|name| names.contains(name))
        };
        let within = self.rows.get(start..end).unwrap_or_default();
        let within = within.iter().filter(|(_, finer, _)| shares(finer));
        let mut beside: Vec<&str> = within
            .clone()
            .map(|(_, finer, _)| finer.source.as_str())
            .collect();
        if beside.is_empty() {
            return Some(Part::whole(row));
        }
        beside.sort_unstable();
        beside.dedup();
        let told: f64 = within.map(|(.., left)| left).sum();
        let sum = row.quantity.first();
        let facts = row.metric.row();
        let is_all_told = facts.identity == Identity::Fact && told >= sum * ALL_OF_FACTS;
        let left = round_to(sum - told, facts.decimals);
        (left > 0.0 && !is_all_told).then_some(Part {
            row,
            left: Some(left),
            beside,
        })
    }
}
