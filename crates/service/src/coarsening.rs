//! Answers that can be given again with coarser points, before they are too long to be shown.

use crate::Aggregate;

/// The next coarser grain.
pub(crate) fn coarser(grain: Aggregate) -> Option<Aggregate> {
    match grain {
        Aggregate::Day => Some(Aggregate::Week),
        Aggregate::Week => Some(Aggregate::Month),
        Aggregate::Month => None,
    }
}

/// How a note begins that says that points are coarser.
const COARSER: &str = "So many days would not fit";

/// Whether a note says that points are coarser.
pub(crate) fn is_coarser_note(note: &str) -> bool {
    note.starts_with(COARSER)
}

/// What to say where an answer shows a coarser grain than was asked for.
pub(crate) fn coarser_note(asked: Aggregate, shown: Aggregate) -> String {
    let (asked, shown) = (asked.as_str(), shown.as_str());
    format!(
        "{COARSER} into one answer by {asked}, so each point is a {shown}: the \
         mean of the days it has, by its first day. For single days ask for fewer of them."
    )
}

/// An answer that can be given again with coarser points.
pub trait Coarsens: Sized {
    /// The same by week, or by month, and saying so; `None` if it is as coarse as it gets.
    fn coarser(&self) -> Option<Self>;
}
