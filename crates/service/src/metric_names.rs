//! Metrics by the names that people and models give them.

use vitalog_core::Metric;

use crate::ServiceError;

/// Names offered for one that is not known.
const MOST_OFFERED: usize = 5;

/// A longer name is not repeated.
const LONGEST_REPEATED: usize = 60;

/// How alike two names must be for one to be offered for the other; two words of which one has a
/// slip of the pen are at about 0.7.
const ALIKE: f64 = 0.45;

/// The metric of the table that goes by a name, as [`Metric::find`] knows them. What the person named
/// is asked for by its names, and by none for all of them.
pub(crate) fn find(name: &str) -> Option<Metric> {
    Metric::find(name.trim()).filter(|metric| *metric != Metric::Custom)
}

/// The names are the asking person's text, so only the advice repeats them.
/// `own` are the names that the person chose.
pub(crate) fn unknown(message: &str, names: &[&str], own: &[&str]) -> ServiceError {
    let mut advice: Vec<String> = Vec::new();
    for name in names {
        let near = near_slugs(name, own);
        if !near.is_empty() && name.chars().count() <= LONGEST_REPEATED {
            advice.push(format!("Instead of \"{name}\": {}.", near.join(", ")));
        }
    }
    advice.push("`list_metrics` has every key, and its `query` searches them.".to_owned());
    ServiceError::invalid_argument(message).advise(advice.join(" "))
}

/// The slugs of metrics with a name like `name`, the most alike first.
fn near_slugs<'n>(name: &str, own: &[&'n str]) -> Vec<&'n str> {
    let asked = Pairs::of(name);
    let of_table = Metric::ALL
        .iter()
        .filter(|metric| **metric != Metric::Custom);
    let of_table = of_table.map(|metric| {
        let row = metric.row();
        let names = [row.slug, row.title].into_iter();
        let names = names.chain(row.aliases.iter().copied());
        let most = names.map(|known| asked.likeness(&Pairs::of(known)));
        (most.fold(0.0, f64::max), row.slug)
    });
    let own = own
        .iter()
        .map(|known| (asked.likeness(&Pairs::of(known)), *known));
    let mut near: Vec<(f64, &str)> = of_table
        .chain(own)
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    // Of equals those of the table first, in its order.
    near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let best = near.into_iter().take(MOST_OFFERED);
    best.map(|(_, name)| name).collect()
}

/// The pairs of neighbouring letters in a name. Two names are as alike as the pairs they share,
/// whatever the order of their words (Dice's coefficient).
struct Pairs(Vec<(char, char)>);

/// Of a longer name the rest is not looked at; no metric's is.
const LONGEST_NAME: usize = 80;

impl Pairs {
    fn of(name: &str) -> Self {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        let letters: Vec<char> = letters
            .flat_map(char::to_lowercase)
            .take(LONGEST_NAME)
            .collect();
        let pairs = letters.iter().zip(letters.iter().skip(1));
        Self(pairs.map(|(a, b)| (*a, *b)).collect())
    }

    fn likeness(&self, other: &Self) -> f64 {
        let mut left = other.0.clone();
        let mut shared = 0_u32;
        for pair in &self.0 {
            if let Some(at) = left.iter().position(|known| known == pair) {
                left.swap_remove(at);
                shared += 1;
            }
        }
        let all = u32::try_from(self.0.len() + other.0.len()).unwrap_or(u32::MAX);
        if all == 0 {
            0.0
        } else {
            f64::from(2 * shared) / f64::from(all)
        }
    }
}
