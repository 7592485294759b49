//! Who tells a day: a vendor that is connected, or Apple Health with whatever feeds it.

use vitalog_core::{SourcePriority, Teller, source_priority::fold_source};

/// Names in rows that none of them tells.
const OTHERS: [&str; 3] = [vitalog_core::reading::CHAT_SOURCE, "Open-Meteo", "calendar"];

/// Whose a row with this source is; `None` if nobody's among these.
pub(crate) fn teller_of(name: &str) -> Option<Teller> {
    match name {
        "Oura" => Some(Teller::Oura),
        "WHOOP" => Some(Teller::Whoop),
        name if OTHERS.contains(&name) => None,
        name => Some(match fold_source(name) {
            name if name.contains("oura") => Teller::Oura,
            name if name.contains("whoop") => Teller::Whoop,
            _ => Teller::Apple,
        }),
    }
}

/// The place of the source among those the account believes, by what its rows call it; the
/// least is believed first. The person's list may name a device or the source itself.
pub(crate) fn place_of<'n>(
    teller: Teller,
    priority: &SourcePriority,
    names: impl IntoIterator<Item = &'n str>,
) -> (usize, Teller) {
    let order = priority.named();
    let is_meant = |name: &str, word: &String| {
        word == teller.as_str() || fold_source(name).contains(word.as_str())
    };
    let places = names
        .into_iter()
        .filter_map(|name| order.iter().position(|word| is_meant(name, word)));
    (places.min().unwrap_or(order.len()), teller)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rows_tell_whose_they_are() {
        for (name, source) in [
            ("Oura", Some(Teller::Oura)),
            ("My Oura Ring", Some(Teller::Oura)),
            ("WHOOP", Some(Teller::Whoop)),
            ("Whoop 4.0", Some(Teller::Whoop)),
            ("Anna's Apple Watch", Some(Teller::Apple)),
            ("unknown", Some(Teller::Apple)),
            ("claude-log", None),
            ("Open-Meteo", None),
            ("calendar", None),
        ] {
            assert_eq!(teller_of(name), source, "{name}");
        }
    }

    #[test]
    fn the_person_may_name_a_device_or_a_source() {
        let order = |first: &[&str]| {
            let priority = SourcePriority::new(first);
            let mut sources = [
                (Teller::Oura, "Oura"),
                (Teller::Whoop, "WHOOP"),
                (Teller::Apple, "Anna's Watch"),
            ];
            sources.sort_by_key(|(source, name)| place_of(*source, &priority, [*name]));
            sources.map(|(source, _)| source.as_str())
        };
        assert_eq!(order(&[]), ["oura", "whoop", "apple"]);
        assert_eq!(order(&["whoop"]), ["whoop", "oura", "apple"]);
        assert_eq!(order(&["apple", "whoop"]), ["apple", "whoop", "oura"]);
        assert_eq!(order(&["anna's watch"]), ["apple", "oura", "whoop"]);
    }
}
