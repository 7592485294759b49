//! Names from outside, made fit for a reply.

use std::collections::{BTreeMap, BTreeSet};

use vitalog_core::stored_text::is_invisible;

/// Characters of one name that are kept.
const MAX_NAME: usize = 80;
/// Different names that a list keeps.
const MAX_NAMES: usize = 200;
/// Different names that a tally keeps; whoever sends more is not helped by reading them back.
const MAX_TALLY: usize = 100;
/// Stands at the end of what was cut.
const CUT: char = '…';

/// A name without invisible characters, at most 80 characters long.
#[must_use]
pub fn tidy(name: &str) -> String {
    let mut visible = name.trim().chars().filter(|char| !is_invisible(*char));
    let mut tidy: String = visible.by_ref().take(MAX_NAME).collect();
    if visible.next().is_some() {
        tidy.push(CUT);
    }
    tidy
}

/// Different names in the order first seen, each once and tidy, at most 200.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameList {
    names: Vec<String>,
    /// The same, to look them up: a body may hold a million names.
    known: BTreeSet<String>,
}

impl NameList {
    /// Adds a name unless it is there or the list is full; a full list ends in `…`.
    pub fn add(&mut self, name: &str) {
        // Most names were seen before, tidy as they are.
        if self.names.len() > MAX_NAMES || self.known.contains(name) {
            return;
        }
        let name = tidy(name);
        if self.known.contains(&name) {
            return;
        }
        if self.names.len() == MAX_NAMES {
            self.names.push(CUT.to_string());
        } else {
            self.known.insert(name.clone());
            self.names.push(name);
        }
    }

    /// The names.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// Counts by tidy name. Names beyond the first hundred count as one, `…`.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally(BTreeMap<String, usize>);

impl Tally {
    pub(super) fn add(&mut self, name: &str, count: usize) {
        if count == 0 {
            return;
        }
        let name = tidy(name);
        let name = if self.0.len() < MAX_TALLY || self.0.contains_key(&name) {
            name
        } else {
            CUT.to_string()
        };
        *self.0.entry(name).or_default() += count;
    }

    pub(super) fn into_counts(self) -> BTreeMap<String, usize> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidy_name_has_no_invisible_characters_and_80_at_most() {
        assert_eq!(tidy(" step\u{0}_cou\nnt\u{7f} "), "step_count");
        assert_eq!(tidy("\u{202e}step\u{2028}_count\u{2069}"), "step_count");
        assert_eq!(tidy(&"é".repeat(80)), "é".repeat(80));
        assert_eq!(tidy(&"é".repeat(81)), format!("{}…", "é".repeat(80)));
    }

    #[test]
    fn list_keeps_each_name_once_and_ends_where_it_is_cut() {
        let mut list = NameList::default();
        for name in ["b", "a", "b", " a "] {
            list.add(name);
        }
        assert_eq!(list.names(), ["b", "a"]);
        for number in 0..1000 {
            list.add(&number.to_string());
        }
        assert_eq!(list.names().len(), MAX_NAMES + 1);
        assert_eq!(list.names().last().map(String::as_str), Some("…"));
    }

    #[test]
    fn tally_counts_what_is_too_much_as_one() {
        let mut tally = Tally::default();
        for number in 0..40_000 {
            tally.add(&format!("name {number}"), 2);
        }
        tally.add("name 7", 3);
        tally.add("nothing", 0);
        let counts = tally.into_counts();
        assert_eq!(counts.len(), MAX_TALLY + 1);
        assert_eq!(counts["name 7"], 5);
        assert_eq!(counts["…"], 2 * (40_000 - MAX_TALLY));
    }
}
