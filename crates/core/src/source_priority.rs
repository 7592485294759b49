//! Which of several sources is believed first.

/// Words of names that tell what kind of device a source is, those believed first before the
/// others: what is worn on the wrist sees every step, a phone lies on the table.
const DEVICE_WORDS: &[&[&str]] = &[&["watch"], &["ring", "oura"], &["iphone", "phone"]];

/// An order of sources: those the person names, then watches, rings, phones and all others; of
/// one kind by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourcePriority(Vec<String>);

impl SourcePriority {
    /// An order that begins with sources whose names contain these texts, in this order. Letter
    /// case does not matter, nor do the kinds of spaces and apostrophes.
    ///
    /// ```
    /// use vitalog_core::SourcePriority;
    /// let mut sources = ["Strava", "Anna's iPhone", "Oura", "Anna's Apple Watch"];
    /// SourcePriority::default().sort(&mut sources);
    /// assert_eq!(sources, ["Anna's Apple Watch", "Oura", "Anna's iPhone", "Strava"]);
    /// SourcePriority::new(["strava", "oura"]).sort(&mut sources);
    /// assert_eq!(sources, ["Strava", "Oura", "Anna's Apple Watch", "Anna's iPhone"]);
    /// ```
    #[must_use]
    pub fn new<T: AsRef<str>>(first: impl IntoIterator<Item = T>) -> Self {
        let names = first.into_iter().map(|name| fold_source(name.as_ref()));
        Self(names.filter(|name| !name.is_empty()).collect())
    }

    /// The texts that the order begins with, folded.
    #[must_use]
    pub fn named(&self) -> &[String] {
        &self.0
    }

    /// Puts sources in order, those believed first before the others.
    pub fn sort(&self, sources: &mut [&str]) {
        sources.sort_by_cached_key(|source| self.rank(source));
    }

    /// The place of a source; the least is believed first.
    pub(crate) fn rank(&self, source: &str) -> (usize, usize, String) {
        let folded = fold_source(source);
        let named = self.0.iter().position(|name| folded.contains(name));
        let device = DEVICE_WORDS
            .iter()
            .position(|words| device_words(&folded).any(|word| words.contains(&word)));
        (
            named.unwrap_or(self.0.len()),
            device.unwrap_or(DEVICE_WORDS.len()),
            source.to_owned(),
        )
    }
}

/// The words of a folded name; a number at the end of a word (`watch7`) is no part of it.
fn device_words(folded: &str) -> impl Iterator<Item = &str> {
    folded
        .split(|c: char| !c.is_alphanumeric())
        .map(|word| word.trim_end_matches(|c: char| c.is_numeric()))
        .map(|word| {
            // "Smartwatch", but no "string" for a ring.
            let is_watch = word.ends_with("watch") || word.starts_with("watch");
            if is_watch { "watch" } else { word }
        })
}

/// The name of a source without what differs between two spellings of it: letter case and the
/// kinds of spaces and apostrophes.
#[must_use]
pub fn fold_source(source: &str) -> String {
    let folded = source.chars().map(|c| match c {
        '\u{2018}' | '\u{2019}' => '\'',
        c if c.is_whitespace() => ' ',
        c => c,
    });
    let folded: String = folded.flat_map(char::to_lowercase).collect();
    folded.trim().to_owned()
}
