//! The known name closest to a mistyped one.

/// The candidate with the fewest changes from `name`, if it is close enough to be meant.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let allowed = (name.chars().count() / 3).max(2);
    candidates
        .map(|candidate| (changes(name, candidate), candidate))
        .filter(|(changes, _)| *changes <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance, by rows.
fn changes(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, have) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, want) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(have != *want);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_finds_its_name_and_a_stranger_finds_none() {
        let known = ["server.listen", "server.public_url", "log.level"];
        for (typed, meant) in [
            ("server.lisen", Some("server.listen")),
            ("server.publicurl", Some("server.public_url")),
            ("log.lvl", Some("log.level")),
            ("weather.colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, known.into_iter()), meant, "{typed}");
        }
    }
}
