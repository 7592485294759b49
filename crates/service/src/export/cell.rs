//! One value of a row that leaves the record.

/// One value of a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Nothing is known of it.
    Empty,
    /// A number.
    Number(f64),
    /// How many.
    Count(u64),
    /// A word, instant, day or name of this program's own making.
    Word(String),
    /// Words of somebody else: an app, a vendor, the person.
    Text(String),
}

impl Cell {
    pub(super) fn number(value: impl Into<Option<f64>>) -> Self {
        value.into().map_or(Self::Empty, Self::Number)
    }

    pub(super) fn word(value: Option<impl ToString>) -> Self {
        value.map_or(Self::Empty, |value| Self::Word(value.to_string()))
    }

    /// Empty words are words too, but look like none in a table.
    pub(super) fn text<'t>(value: impl Into<Option<&'t str>>) -> Self {
        let text = value.into().filter(|text| !text.is_empty());
        text.map_or(Self::Empty, |text| Self::Text(text.to_owned()))
    }
}
