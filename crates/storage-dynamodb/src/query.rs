//! What to read of one partition.

/// Items of a partition, in the order of their sort keys.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) partition: String,
    pub(crate) sorts: Sorts,
    /// From the last to the first.
    pub(crate) backward: bool,
    /// The most items of one page; the pages after it are not affected.
    pub(crate) page: Option<usize>,
    /// The attributes to bring, where not all are wanted.
    pub(crate) only: &'static [&'static str],
}

/// Which sort keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sorts {
    All,
    One(String),
    /// Both ends included.
    Between(String, String),
    /// That one included.
    From(String),
    After(String),
    Before(String),
}

impl Query {
    pub(crate) fn new(partition: impl Into<String>, sorts: Sorts) -> Self {
        Self {
            partition: partition.into(),
            sorts,
            backward: false,
            page: None,
            only: &[],
        }
    }

    pub(crate) fn only(mut self, attributes: &'static [&'static str]) -> Self {
        self.only = attributes;
        self
    }

    pub(crate) fn in_pages_of(mut self, items: usize) -> Self {
        self.page = Some(items);
        self
    }

    pub(crate) fn backward(mut self, backward: bool) -> Self {
        self.backward = backward;
        self
    }

    /// Whether there can be such a sort key. DynamoDB refuses to look between two keys of which
    /// the second comes first.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(&self.sorts, Sorts::Between(first, last) if first > last)
    }
}

impl Sorts {
    /// Whether they hold that sort key.
    pub(crate) fn hold(&self, sort: &str) -> bool {
        match self {
            Self::All => true,
            Self::One(one) => sort == one,
            Self::Between(first, last) => (first.as_str()..=last.as_str()).contains(&sort),
            Self::From(first) => sort >= first.as_str(),
            Self::After(before) => sort > before.as_str(),
            Self::Before(after) => sort < after.as_str(),
        }
    }

    /// The condition in DynamoDB's words, and its values.
    pub(super) fn condition(&self) -> (&'static str, Vec<(&'static str, &str)>) {
        match self {
            Self::All => ("#partition = :partition", vec![]),
            Self::One(one) => (
                "#partition = :partition AND #sort = :first",
                vec![(":first", one)],
            ),
            Self::Between(first, last) => (
                "#partition = :partition AND #sort BETWEEN :first AND :last",
                vec![(":first", first), (":last", last)],
            ),
            Self::From(first) => (
                "#partition = :partition AND #sort >= :first",
                vec![(":first", first)],
            ),
            Self::After(before) => (
                "#partition = :partition AND #sort > :first",
                vec![(":first", before)],
            ),
            Self::Before(after) => (
                "#partition = :partition AND #sort < :first",
                vec![(":first", after)],
            ),
        }
    }
}
