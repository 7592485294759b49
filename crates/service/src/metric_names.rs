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

/// The metric that goes by a name, as [`Metric::find`] knows them.
///
/// # Errors
///
/// If there is none; the advice offers those with names like it.
pub fn find_metric(name: &str) -> Result<Metric, ServiceError> {
    Metric::find(name.trim()).ok_or_else(|| unknown("`metric` is the name of no metric.", &[name]))
}

/// The metrics that go by some names, each once, in the order given.
///
/// # Errors
///
/// If one of them is not known; all that are not are answered together.
pub fn find_metrics<T: AsRef<str>>(names: &[T]) -> Result<Vec<Metric>, ServiceError> {
    let mut found = Vec::new();
    let mut missed = Vec::new();
    for name in names {
        match Metric::find(name.as_ref().trim()) {
            Some(metric) if found.contains(&metric) => {}
            Some(metric) => found.push(metric),
            None => missed.push(name.as_ref()),
        }
    }
    if missed.is_empty() {
        Ok(found)
    } else {
        Err(unknown("`metrics` has a name of no metric.", &missed))
    }
}

/// The names are the asking person's text, so only the advice repeats them.
fn unknown(message: &str, names: &[&str]) -> ServiceError {
    let mut advice: Vec<String> = Vec::new();
    for name in names {
        let near = near_slugs(name);
        if !near.is_empty() && name.chars().count() <= LONGEST_REPEATED {
            advice.push(format!("Instead of \"{name}\": {}.", near.join(", ")));
        }
    }
    advice.push("`list_metrics` has every key, and its `query` searches them.".to_owned());
    ServiceError::invalid_argument(message).advise(advice.join(" "))
}

/// The slugs of metrics with a name like `name`, the most alike first.
fn near_slugs(name: &str) -> Vec<&'static str> {
    let asked = Pairs::of(name);
    let mut near: Vec<(f64, Metric)> = Metric::ALL
        .iter()
        .map(|metric| {
            let row = metric.row();
            let names = [row.slug, row.title].into_iter();
            let names = names.chain(row.aliases.iter().copied());
            let most = names.map(|known| asked.likeness(&Pairs::of(known)));
            (most.fold(0.0, f64::max), *metric)
        })
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    near.sort_by(|(a, metric), (b, other)| b.total_cmp(a).then(metric.cmp(other)));
    let best = near.into_iter().take(MOST_OFFERED);
    best.map(|(_, metric)| metric.slug()).collect()
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
