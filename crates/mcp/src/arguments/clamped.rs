//! Numbers that are taken as far as they go.

/// A number of days, months or rows between 1 and `most`, and what to say if it is not the one
/// that was asked for.
pub(crate) fn clamped(
    name: &str,
    asked: Option<i64>,
    default: i32,
    most: i32,
) -> (i32, Option<String>) {
    let Some(asked) = asked else {
        return (default, None);
    };
    let taken = asked.clamp(1, i64::from(most));
    let note = (taken != asked)
        .then(|| format!("`{name}` can be from 1 to {most} and was {asked}; {taken} is used."));
    // It lies between 1 and `most`.
    (i32::try_from(taken).unwrap_or(most), note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_range_is_taken_as_the_nearest_and_said() {
        for (asked, taken, said) in [
            (None, 7, false),
            (Some(1), 1, false),
            (Some(1825), 1825, false),
            (Some(0), 1, true),
            (Some(-5), 1, true),
            (Some(1826), 1825, true),
            (Some(i64::MAX), 1825, true),
            (Some(i64::MIN), 1, true),
        ] {
            let (days, note) = clamped("days", asked, 7, 1825);
            assert_eq!((days, note.is_some()), (taken, said), "{asked:?}");
        }
        let (_, note) = clamped("days", Some(4000), 7, 1825);
        let said = "`days` can be from 1 to 1825 and was 4000; 1825 is used.";
        assert_eq!(note.unwrap(), said);
    }
}
