//! What was worked out from a store, for as long as nothing in it changes.

use std::{
    collections::HashMap,
    fmt,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};

use vitalog_storage::Version;

/// Things by key, all of one [`Version`] of the store. A change by anyone, in any process, makes
/// all of them forgotten. Cheap to ask: nothing is read.
///
/// Ask the store for its version before reading, and hand that very version in with what was made
/// of it: then nothing that is told is older than the version it is told for.
pub struct Remembered<K, V> {
    most: usize,
    known: Mutex<Known<K, V>>,
}

struct Known<K, V> {
    version: Option<Version>,
    weight: usize,
    things: HashMap<K, V>,
}

impl<K: Eq + Hash, V: Clone> Remembered<K, V> {
    /// Remembers things of so much weight together; beyond that it starts anew.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            most,
            known: Mutex::new(Known {
                version: None,
                weight: 0,
                things: HashMap::new(),
            }),
        }
    }

    /// The thing of a key, if it was made of this version. Nothing is of a store that cannot tell
    /// its version.
    pub fn get(&self, version: Option<Version>, key: &K) -> Option<V> {
        let known = self.lock();
        let is_same = version.is_some() && known.version == version;
        is_same.then(|| known.things.get(key).cloned()).flatten()
    }

    /// Remembers a thing that was made of this version or a later one.
    pub fn put(&self, version: Option<Version>, key: K, thing: V, weight: usize) {
        if version.is_none() || weight > self.most {
            return;
        }
        let mut known = self.lock();
        if known.version != version || known.weight + weight > self.most {
            known.things.clear();
            known.weight = 0;
            known.version = version;
        }
        known.weight += weight;
        known.things.insert(key, thing);
    }

    fn lock(&self) -> MutexGuard<'_, Known<K, V>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K, V> fmt::Debug for Remembered<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Remembered").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Option<Version> = Some(Version(1));
    const SECOND: Option<Version> = Some(Version(2));

    #[test]
    fn thing_is_told_for_its_own_version_only() {
        let remembered = Remembered::new(10);
        remembered.put(FIRST, "a", 1, 1);
        assert_eq!(remembered.get(FIRST, &"a"), Some(1));
        assert_eq!(remembered.get(FIRST, &"b"), None);
        assert_eq!(remembered.get(SECOND, &"a"), None);
        assert_eq!(remembered.get(None, &"a"), None);

        remembered.put(SECOND, "b", 2, 1);
        assert_eq!(remembered.get(SECOND, &"a"), None);
        assert_eq!(remembered.get(SECOND, &"b"), Some(2));
    }

    #[test]
    fn nothing_is_remembered_of_a_store_that_cannot_tell_its_version() {
        let remembered = Remembered::new(10);
        remembered.put(None, "a", 1, 1);
        assert_eq!(remembered.get(None, &"a"), None);
    }

    #[test]
    fn it_starts_anew_before_it_is_too_heavy() {
        let remembered = Remembered::new(10);
        remembered.put(FIRST, "a", 1, 6);
        remembered.put(FIRST, "b", 2, 4);
        assert_eq!(remembered.get(FIRST, &"a"), Some(1));
        remembered.put(FIRST, "c", 3, 1);
        assert_eq!(remembered.get(FIRST, &"a"), None);
        assert_eq!(remembered.get(FIRST, &"c"), Some(3));
        remembered.put(FIRST, "d", 4, 11);
        assert_eq!(remembered.get(FIRST, &"d"), None);
        assert_eq!(remembered.get(FIRST, &"c"), Some(3));
    }
}
