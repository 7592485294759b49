//! The names a metric goes by.

use std::{collections::HashMap, sync::LazyLock};

use super::Metric;

/// What `HealthKit` puts before the name of each of its types, folded.
const HEALTHKIT_PREFIXES: &[&str] = &[
    "hkquantitytypeidentifier",
    "hkcategorytypeidentifier",
    "hkcorrelationtypeidentifier",
    "hkdatatypeidentifier",
];

/// Every name of every metric, folded. A push may hold a million names to look up.
static BY_NAME: LazyLock<HashMap<String, Metric>> = LazyLock::new(|| {
    let all = Metric::ALL.iter();
    all.flat_map(|metric| metric.names().map(|name| (fold_name(name), *metric)))
        .collect()
});

/// Slugs as they are.
static BY_SLUG: LazyLock<HashMap<&str, Metric>> = LazyLock::new(|| {
    let all = Metric::ALL.iter();
    all.map(|metric| (metric.slug(), *metric)).collect()
});

impl Metric {
    /// The metric that goes by `name`: its slug, an alias, or its `HealthKit` identifier with or
    /// without prefix. Letter case, white space and the characters `_ & : + / -` do not matter.
    ///
    /// ```
    /// use vitalog_core::Metric;
    /// for name in ["weight", "Weight & Body Mass", "HKQuantityTypeIdentifierBodyMass"] {
    ///     assert_eq!(Metric::find(name), Some(Metric::Weight));
    /// }
    /// assert_eq!(Metric::find("shoe_size"), None);
    /// ```
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        BY_NAME.get(&fold_name(name)).copied()
    }

    /// The metric with exactly this slug.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        BY_SLUG.get(slug).copied()
    }

    /// The slug, then the aliases.
    fn names(self) -> impl Iterator<Item = &'static str> {
        let row = self.row();
        std::iter::once(row.slug).chain(row.aliases.iter().copied())
    }
}

/// A name without letter case, separators and `HealthKit`'s prefix. Separators are dropped rather
/// than unified, because `HealthKit` marks words by capital letters only.
fn fold_name(name: &str) -> String {
    let folded: String = name
        .chars()
        .filter(|c| !c.is_whitespace() && !"_&:+/-".contains(*c))
        .flat_map(char::to_lowercase)
        .collect();
    HEALTHKIT_PREFIXES
        .iter()
        .find_map(|prefix| folded.strip_prefix(prefix))
        .map_or_else(|| folded.clone(), str::to_owned)
}
