//! Items whose sort keys are ids: those of a partition that begin with the same names.
//!
//! A sort key has 1 to 1,024 bytes, an id any number. An id is written after `=`; one that is too
//! long is cut and told apart by its SHA-256. Keys then sort as the ids do, but for those that
//! begin alike for hundreds of bytes, so whoever lists them reads all of those and sorts again.

use sha2::{Digest, Sha256};

use crate::{
    keys::{Key, escape},
    query::{Query, Sorts},
};

/// The longest id that is written out, in bytes. With two names before it a key stays under 1,024.
const LONGEST: usize = 600;
/// Bytes in which keys must differ to be in the order of their ids: a cut id has at least so many
/// before its hash, with the `=`.
const SURELY_SORTED: usize = LONGEST - 3;

/// Where the items of some names lie.
pub(crate) struct Shelf {
    partition: String,
    /// The names, each with `/` after it.
    prefix: String,
}

impl Shelf {
    pub(crate) fn new(partition: String, names: &[&str]) -> Self {
        let names = names.iter().map(|name| format!("{}/", escape(name)));
        Self {
            partition,
            prefix: names.collect(),
        }
    }

    pub(crate) fn key(&self, id: &str) -> Key {
        Key {
            partition: self.partition.clone(),
            sort: format!("{}{}", self.prefix, id_key(id)),
        }
    }

    /// What to read to find all ids after `after`, and some that are not.
    pub(crate) fn query(&self, after: Option<&str>) -> Query {
        let start = after.map_or("=", |after| cut(after, SURELY_SORTED - 4));
        let first = match after {
            None => format!("{}=", self.prefix),
            Some(_) => format!("{}={start}", self.prefix),
        };
        let sorts = match self.prefix.strip_suffix('/') {
            None => Sorts::From(first),
            // `0` is the next character after `/`, and nothing has such a key.
            Some(names) => Sorts::Between(first, format!("{names}0")),
        };
        Query::new(&*self.partition, sorts)
    }

    /// Keys of which this is the same may be out of order among themselves.
    pub(crate) fn group<'k>(&self, sort: &'k str) -> &'k [u8] {
        let end = self.prefix.len() + SURELY_SORTED;
        sort.as_bytes().get(..end).unwrap_or(sort.as_bytes())
    }
}

fn id_key(id: &str) -> String {
    if id.len() <= LONGEST {
        return format!("={id}");
    }
    let start = cut(id, LONGEST);
    format!("={start}#{}", hex::encode(Sha256::digest(id)))
}

/// The start of a text, of at most so many bytes.
fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf() -> Shelf {
        Shelf::new("me/vendor".to_owned(), &["v/1", "k"])
    }

    #[test]
    fn names_come_before_the_id() {
        let key = shelf().key("a/1");
        assert_eq!(key.partition, "me/vendor");
        assert_eq!(key.sort, "v%2F1/k/=a/1");
        let bare = Shelf::new("/job/q".to_owned(), &[]);
        assert_eq!(bare.key("").sort, "=");
    }

    #[test]
    fn keys_fit_and_tell_ids_apart() {
        let long_names = Shelf::new("p".to_owned(), &[&"n".repeat(999), &"ä".repeat(999)]);
        let ids: Vec<String> = ["", "a", "体"]
            .into_iter()
            .flat_map(|text| [1, 199, 200, 201, 599, 600, 601, 5_000].map(|n| text.repeat(n)))
            .collect();
        for (place, id) in ids.iter().enumerate() {
            let key = long_names.key(id).sort;
            assert!(key.len() <= 1_024, "{}", key.len());
            for other in &ids[..place] {
                assert_eq!(long_names.key(other).sort == key, other == id);
            }
        }
    }

    #[test]
    fn keys_that_differ_early_sort_as_their_ids() {
        let ids = [
            "", " ", "A", "a", "a ", "a-1", "a/1", "aa", "b", "ä", "体重", "😀",
        ];
        let mut long = ids.map(|id| format!("{id}{}", "x".repeat(2_000)));
        long.sort();
        assert!(long.iter().map(|id| shelf().key(id).sort).is_sorted());
        assert!(ids.map(|id| shelf().key(id).sort).is_sorted());
    }

    #[test]
    fn what_is_read_holds_every_later_id_of_the_shelf_and_no_other_shelf() {
        let ids: Vec<String> = ["", "a", "a/1", "b", "ä"]
            .into_iter()
            .flat_map(|id| [id.to_owned(), format!("{id}{}", "x".repeat(2_000))])
            .collect();
        let others = [
            Shelf::new("me/vendor".to_owned(), &["v/1", "k2"]),
            Shelf::new("me/vendor".to_owned(), &["v/1", ""]),
            Shelf::new("me/vendor".to_owned(), &["v/1", "k/"]),
            Shelf::new("me/vendor".to_owned(), &["v", "k"]),
        ];
        for after in [None]
            .into_iter()
            .chain(ids.iter().map(|id| Some(id.as_str())))
        {
            let sorts = shelf().query(after).sorts;
            for id in &ids {
                let is_later = after.is_none_or(|after| id.as_str() > after);
                assert!(!is_later || sorts.hold(&shelf().key(id).sort));
                for other in &others {
                    assert!(!sorts.hold(&other.key(id).sort));
                }
            }
        }
    }

    #[test]
    fn only_keys_that_are_cut_are_grouped() {
        let shelf = shelf();
        let group = |id: &str| shelf.group(&shelf.key(id).sort).to_vec();
        let long = "体".repeat(1_000);
        assert_ne!(group("a"), group("ab"));
        assert_eq!(group(&long), group(&format!("{long}more")));
        assert_eq!(group(&long), group(&"体".repeat(199)));
    }
}
