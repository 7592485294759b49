//! Which of several sources is believed first.

use crate::{Reading, Via, Workout, reading::named};

/// Words of names that tell what kind of device a source is, those believed first before the
/// others: what is worn on the wrist sees every step, a phone lies on the table.
const DEVICE_WORDS: &[&[&str]] = &[&["watch"], &["ring", "oura"], &["iphone", "phone"]];

named! {
    /// Who tells a day. What several tell of one day is never put together: a vendor of wearables
    /// works out its numbers from its own device, and so does Apple Health with what it knows.
    Teller {
        /// Oura.
        Oura = "oura",
        /// WHOOP.
        Whoop = "whoop",
        /// Apple Health with all apps and devices in it, and whatever else comes from no vendor
        /// of wearables.
        Apple = "apple",
    }
}

impl Teller {
    /// Who tells what came by a route.
    #[must_use]
    pub fn by(via: Via) -> Self {
        match via {
            Via::Oura => Self::Oura,
            Via::Whoop => Self::Whoop,
            Via::Hae | Via::AppleExport | Via::Chat | Via::Weather | Via::Calendar => Self::Apple,
        }
    }

    /// The name for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Oura => "Oura",
            Self::Whoop => "WHOOP",
            Self::Apple => "Apple Health",
        }
    }
}

impl From<&Reading> for Teller {
    fn from(reading: &Reading) -> Self {
        Self::by(reading.via)
    }
}

impl From<&Workout> for Teller {
    fn from(workout: &Workout) -> Self {
        Self::by(workout.via)
    }
}

/// Of those that the person names none before another, the order in which they are believed.
const BELIEVED: [Teller; 3] = [Teller::Oura, Teller::Whoop, Teller::Apple];

/// The same for what adds up over a day: Apple Health has all devices, so that its sums are those
/// that the phone shows.
const BELIEVED_OF_SUMS: [Teller; 3] = [Teller::Apple, Teller::Oura, Teller::Whoop];

/// The place of a source: among those the person names, by kind of device, by name.
type Rank = (usize, usize, String);
/// The place of a teller: among those the person names, then as it is believed.
type Place = (usize, Option<usize>);
/// The place of a source of a teller.
pub(crate) type RankTold = (Place, Rank);

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

    /// The one of several tellers whose word stands, of what each tells by some source; `None` if
    /// nobody tells anything.
    ///
    /// It is the one of which the person names a source first, or which the person names itself
    /// (`apple`); else Oura before WHOOP before Apple Health. Of what adds up over a day
    /// (`is_summed`) Apple Health stands before both.
    ///
    /// ```
    /// use vitalog_core::{SourcePriority, Teller};
    /// let told = [(Teller::Apple, "Anna's iPhone"), (Teller::Whoop, "WHOOP")];
    /// let first = |named: &[&str]| SourcePriority::new(named).teller(told, false);
    /// assert_eq!(first(&[]), Some(Teller::Whoop));
    /// assert_eq!(first(&["iphone"]), Some(Teller::Apple));
    /// assert_eq!(first(&["oura", "apple", "whoop"]), Some(Teller::Apple));
    /// assert_eq!(SourcePriority::default().teller(told, true), Some(Teller::Apple));
    /// ```
    #[must_use]
    pub fn teller<'s>(
        &self,
        told: impl IntoIterator<Item = (Teller, &'s str)>,
        is_summed: bool,
    ) -> Option<Teller> {
        let believed = if is_summed {
            BELIEVED_OF_SUMS
        } else {
            BELIEVED
        };
        let told = told.into_iter();
        told.min_by_key(|(teller, source)| self.place(*teller, source, believed))
            .map(|(teller, _)| teller)
    }

    /// The place of a teller that tells something by some source; the least is believed first.
    fn place(&self, teller: Teller, source: &str, believed: [Teller; 3]) -> Place {
        let folded = fold_source(source);
        let mut named = self.0.iter();
        let named =
            named.position(|name| name == teller.as_str() || folded.contains(name.as_str()));
        let believed = believed.iter().position(|known| *known == teller);
        (named.unwrap_or(self.0.len()), believed)
    }

    /// The place of what a teller tells by a source among all that is told, where it does not add
    /// up over a day; the least is believed first.
    pub(crate) fn rank_told(&self, teller: Teller, source: &str) -> RankTold {
        (self.place(teller, source, BELIEVED), self.rank(source))
    }

    /// The place of a source; the least is believed first.
    pub(crate) fn rank(&self, source: &str) -> Rank {
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
