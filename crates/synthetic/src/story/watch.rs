//! One watch after another.

use crate::planted::{HRV_MS_OF_NEW_WATCH, NEW_WATCH_DAY, WATCH_LASTS_DAYS};

/// The names of the watches, in turn. A phone names them with a curly apostrophe, and some
/// releases put a no-break space between the words.
const NAMES: [&str; 2] = ["Sam’s Apple\u{a0}Watch", "Sam’s Apple Watch Ultra"];

/// How many watches came before the one of a day.
fn before(index: i64) -> i64 {
    let since = index - i64::from(NEW_WATCH_DAY);
    if since < 0 {
        0
    } else {
        1 + since / i64::from(WATCH_LASTS_DAYS)
    }
}

fn is_second(index: i64) -> bool {
    before(index) % 2 == 1
}

/// What the watch of a day is called.
pub(crate) fn watch_name(index: i64) -> &'static str {
    NAMES[usize::from(is_second(index))]
}

/// How far the watch of a day reads heart rate variability above the first.
pub(crate) fn hrv_shift(index: i64) -> f64 {
    if is_second(index) {
        HRV_MS_OF_NEW_WATCH
    } else {
        0.0
    }
}
