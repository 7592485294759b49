//! Items page after page, where keys that begin alike may be out of order.

use crate::{error::Failure, item::Item, query::Query, table::Table};

/// The attribute of the id, which its key may hold only in part.
pub(crate) const ID: &str = "id";

/// Items of a page that is read beyond the limit, of which some may be gone.
const SPARE: usize = 8;

/// Reads items until there are `limit` that are wanted, and all others of the last one's group,
/// which may have to stand before it.
pub(crate) async fn read(
    table: &Table,
    query: Query,
    limit: usize,
    group: impl Fn(&str) -> &[u8] + Send,
    mut is_wanted: impl FnMut(&Item) -> Result<bool, Failure> + Send,
) -> Result<Vec<Item>, Failure> {
    let query = query.in_pages_of(limit.saturating_add(SPARE));
    let mut wanted: Vec<Item> = Vec::new();
    let mut next = None;
    if limit == 0 {
        return Ok(wanted);
    }
    loop {
        let page = table.page(&query, next).await?;
        for item in page.items {
            if wanted.len() >= limit
                && let Some(last) = wanted.last()
                && group(last.sort()?) != group(item.sort()?)
            {
                return Ok(wanted);
            }
            if is_wanted(&item)? {
                wanted.push(item);
            }
        }
        if page.next.is_none() {
            return Ok(wanted);
        }
        next = page.next;
    }
}

/// Whether the id of an item comes after `after`.
pub(crate) fn is_after(item: &Item, after: Option<&str>) -> Result<bool, Failure> {
    let id = item.text(ID)?;
    Ok(after.is_none_or(|after| id > after))
}

/// The first `limit` of some items, in the order of their ids.
pub(crate) fn first(items: Vec<Item>, limit: usize) -> Result<Vec<Item>, Failure> {
    let ids = items.iter().map(|item| item.text(ID).map(str::to_owned));
    let ids: Vec<String> = ids.collect::<Result<_, _>>()?;
    let mut by_id: Vec<(String, Item)> = ids.into_iter().zip(items).collect();
    by_id.sort_by(|(one, _), (other, _)| one.cmp(other));
    by_id.truncate(limit);
    Ok(by_id.into_iter().map(|(_, item)| item).collect())
}
