//! Promises of [`vitalog_storage::Inventory`].

pub(crate) mod copying;
pub(crate) mod lists;
pub(crate) mod restoring;

/// Reads a list to its end, so many rows at a time, and checks that only the last page is short.
async fn pages<T, K>(
    limit: usize,
    page: impl AsyncFn(Option<K>, usize) -> Vec<T>,
    key: impl Fn(&T) -> K,
) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    loop {
        let next = page(found.last().map(&key), limit).await;
        let is_last = next.len() < limit;
        assert!(next.len() <= limit);
        found.extend(next);
        if is_last {
            return found;
        }
    }
}
