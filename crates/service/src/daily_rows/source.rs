//! Who tells a day: a vendor that is connected, or Apple Health with whatever feeds it.

use vitalog_core::{SourcePriority, source_priority::fold_source};

/// Who tells a day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// The Oura ring.
    Oura,
    /// The WHOOP strap.
    Whoop,
    /// Apple Health: the watch, the phone and the apps.
    Apple,
}

/// Names in rows that none of them tells.
const OTHERS: [&str; 3] = [vitalog_core::reading::CHAT_SOURCE, "Open-Meteo", "calendar"];

impl Source {
    /// Every source, in the order they are believed in unless the account says otherwise.
    pub const ALL: [Self; 3] = [Self::Oura, Self::Whoop, Self::Apple];

    /// The name in answers and arguments.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Oura => "oura",
            Self::Whoop => "whoop",
            Self::Apple => "apple",
        }
    }

    /// The name for people.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Oura => "Oura",
            Self::Whoop => "WHOOP",
            Self::Apple => "Apple Health",
        }
    }

    /// Whose a row with this source is; `None` if nobody's among these.
    pub(crate) fn of(name: &str) -> Option<Self> {
        match name {
            "Oura" => Some(Self::Oura),
            "WHOOP" => Some(Self::Whoop),
            name if OTHERS.contains(&name) => None,
            name => Some(match fold_source(name) {
                name if name.contains("oura") => Self::Oura,
                name if name.contains("whoop") => Self::Whoop,
                _ => Self::Apple,
            }),
        }
    }

    /// The place of the source among those the account believes, by what its rows call it; the
    /// least is believed first. The person's list may name a device or the source itself.
    pub(crate) fn place<'n>(
        self,
        priority: &SourcePriority,
        names: impl IntoIterator<Item = &'n str>,
    ) -> (usize, Self) {
        let order = priority.named();
        let is_meant = |name: &str, word: &String| {
            word == self.as_str() || fold_source(name).contains(word.as_str())
        };
        let places = names
            .into_iter()
            .filter_map(|name| order.iter().position(|word| is_meant(name, word)));
        (places.min().unwrap_or(order.len()), self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rows_tell_whose_they_are() {
        for (name, source) in [
            ("Oura", Some(Source::Oura)),
            ("My Oura Ring", Some(Source::Oura)),
            ("WHOOP", Some(Source::Whoop)),
            ("Whoop 4.0", Some(Source::Whoop)),
            ("Anna's Apple Watch", Some(Source::Apple)),
            ("unknown", Some(Source::Apple)),
            ("claude-log", None),
            ("Open-Meteo", None),
            ("calendar", None),
        ] {
            assert_eq!(Source::of(name), source, "{name}");
        }
    }

    #[test]
    fn the_person_may_name_a_device_or_a_source() {
        let order = |first: &[&str]| {
            let priority = SourcePriority::new(first);
            let mut sources = [
                (Source::Oura, "Oura"),
                (Source::Whoop, "WHOOP"),
                (Source::Apple, "Anna's Watch"),
            ];
            sources.sort_by_key(|(source, name)| source.place(&priority, [*name]));
            sources.map(|(source, _)| source.as_str())
        };
        assert_eq!(order(&[]), ["oura", "whoop", "apple"]);
        assert_eq!(order(&["whoop"]), ["whoop", "oura", "apple"]);
        assert_eq!(order(&["apple", "whoop"]), ["apple", "whoop", "oura"]);
        assert_eq!(order(&["anna's watch"]), ["apple", "oura", "whoop"]);
    }
}
