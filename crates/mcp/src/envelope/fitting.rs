//! Answers that coarsen before they would be cut.

use serde::Serialize;
use vitalog_service::Coarsens;

/// The finest form of an answer whose text has at most `cap` characters; if none has, the coarsest.
///
/// `points` says how many points a document lists: each stands on a line of its own.
pub(crate) fn fitting<A: Coarsens, D: Serialize>(
    mut answer: A,
    cap: usize,
    document: impl Fn(&A) -> D,
    points: impl Fn(&D) -> usize,
) -> D {
    loop {
        let shown = document(&answer);
        if text_is_within(&shown, points(&shown), cap) {
            return shown;
        }
        match answer.coarser() {
            Some(coarser) => answer = coarser,
            None => return shown,
        }
    }
}

/// A point has a date and a value at least; so many of them need no writing to be known as too long.
const LEAST_OF_A_POINT: usize = 40;
/// What a line of a list takes beside its element: the line break and the indent.
const OF_A_LINE: usize = 5;
/// What all else of a document takes beside its compact form: the lines of its fields.
const OF_THE_REST: usize = 1_500;

/// Whether a document is surely printed with so many characters; the printing itself, of all that
/// may be thrown away then, would take longer than making the answer.
fn text_is_within(document: &impl Serialize, points: usize, cap: usize) -> bool {
    if points * LEAST_OF_A_POINT > cap {
        return false;
    }
    // What cannot be written fails where it is answered.
    let compact = serde_json::to_string(document).map_or(0, |text| text.len());
    compact + points * OF_A_LINE + OF_THE_REST <= cap
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::envelope::pretty;

    /// So many points, that halve.
    #[derive(Clone)]
    struct Points(usize);

    impl Coarsens for Points {
        fn coarser(&self) -> Option<Self> {
            (self.0 > 3).then_some(Self(self.0 / 2))
        }
    }

    fn document(points: &Points) -> Value {
        let point = json!({"date": "2026-10-01", "value": 12345.6});
        json!({"notes": ["a note"], "points": vec![point; points.0]})
    }

    fn count(document: &Value) -> usize {
        document["points"].as_array().unwrap().len()
    }

    #[test]
    fn an_answer_is_as_fine_as_fits() {
        for (points, cap, shown) in [
            (100, 70_000, 100),
            (1_600, 70_000, 800),
            (3_000, 70_000, 1_500),
            (100, 0, 3),
        ] {
            let fits = fitting(Points(points), cap, document, count);
            assert_eq!(count(&fits), shown, "{points} {cap}");
            let text = pretty::pretty(&fits);
            assert!(cap == 0 || text.len() <= cap, "{}", text.len());
        }
    }
}
