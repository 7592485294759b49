//! Copies: what a vendor's own app wrote into Apple Health of what the vendor tells us itself.

use std::collections::BTreeMap;

use crate::{
    Reading, Teller, counting::BETWEEN_SOURCES, metric::Identity, source_priority::fold_source,
};

/// The words in names of sources that are a vendor's.
const VENDORS: [(Teller, &str); 2] = [(Teller::Oura, "oura"), (Teller::Whoop, "whoop")];

/// The rows of one metric and day without those that Apple Health has from the app of a vendor that tells
/// of the day itself: counted beside what the vendor says they would count twice, and as its word
/// they are the poorer one. On a day that the vendor does not tell itself they are all there is of it.
///
/// `is_of_day` says of a row that counts whether it is of the day. Facts are no part of this.
pub(crate) fn without_copies(
    mut rows: Vec<&Reading>,
    is_of_day: impl Fn(&Reading) -> bool,
) -> Vec<&Reading> {
    let tell = |vendor: Teller| {
        let own = rows.iter().filter(|row| Teller::from(**row) == vendor);
        let mut counting = own.filter(|row| row.marks.counts());
        counting.any(|row| row.metric.row().identity != Identity::Fact && is_of_day(row))
    };
    let telling: Vec<(Teller, &str)> = VENDORS
        .into_iter()
        .filter(|(vendor, _)| tell(*vendor))
        .collect();
    if telling.is_empty() {
        return rows;
    }
    // There are many rows of few sources.
    let mut copied: BTreeMap<&str, bool> = BTreeMap::new();
    rows.retain(|row| {
        let is_copied = *copied
            .entry(&row.source)
            .or_insert_with(|| telling.iter().any(|(_, word)| is_all_of(&row.source, word)));
        Teller::from(*row) != Teller::Apple || !is_copied
    });
    rows
}

/// Whether all who have a part in a row are a vendor's.
fn is_all_of(source: &str, word: &str) -> bool {
    let mut names = source.split(BETWEEN_SOURCES);
    names.all(|name| fold_source(name).contains(word))
}
