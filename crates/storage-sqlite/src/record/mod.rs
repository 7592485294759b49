//! The record in its tables.

mod bounds;
mod daily;
mod pages;
mod read;
mod reading;
mod workout;
mod write;

pub(crate) use bounds::bounds;
pub(crate) use daily::extents;
pub(crate) use pages::{readings, workouts};
pub(crate) use read::read;
pub(crate) use write::write;

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::{bounds, daily, reading, workout};
    use crate::{migration::migrate, plan::plan, vendor_record};

    #[test]
    fn ranges_are_read_along_the_key_without_sorting() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let cases = [
            (
                reading::SELECT,
                "SEARCH reading USING PRIMARY KEY (account=? AND metric=? AND second>? AND second<?)",
            ),
            (
                reading::DELETE,
                "SEARCH reading USING PRIMARY KEY (account=? AND metric=? AND second=? AND fingerprint=?)",
            ),
            (
                workout::SELECT,
                "SEARCH workout USING PRIMARY KEY (account=? AND second>? AND second<?)",
            ),
            (
                reading::SELECT_AFTER,
                "SEARCH reading USING PRIMARY KEY (account=? AND metric=? AND (second,fingerprint)>(?,?))",
            ),
            (
                workout::SELECT_AFTER,
                "SEARCH workout USING PRIMARY KEY (account=? AND (second,fingerprint)>(?,?))",
            ),
            (
                bounds::FIRST,
                "SEARCH reading USING PRIMARY KEY (account=? AND metric=?)",
            ),
            (
                bounds::LAST,
                "SEARCH reading USING PRIMARY KEY (account=? AND metric=?)",
            ),
            (
                daily::SELECT,
                "SEARCH daily_value USING PRIMARY KEY (account=? AND metric=? AND day>? AND day<?)",
            ),
            (
                daily::SELECT_BY_SOURCE,
                "SEARCH daily_value_by_source USING PRIMARY KEY (account=? AND metric=? AND day>? AND day<?)",
            ),
            (
                daily::DELETE,
                "SEARCH daily_value USING PRIMARY KEY (account=? AND metric=? AND day>? AND day<?)",
            ),
            (
                daily::DELETE_BY_SOURCE,
                "SEARCH daily_value_by_source USING PRIMARY KEY (account=? AND metric=? AND day>? AND day<?)",
            ),
            (
                daily::EXTENT,
                "SEARCH daily_value USING PRIMARY KEY (account=? AND metric=?)",
            ),
            (
                daily::FIRST_BY_SOURCE,
                "SEARCH daily_value_by_source USING PRIMARY KEY (account=? AND metric=?)",
            ),
            (
                daily::LAST_BY_SOURCE,
                "SEARCH daily_value_by_source USING PRIMARY KEY (account=? AND metric=?)",
            ),
            (
                vendor_record::DIGEST,
                "SEARCH vendor_record USING INDEX sqlite_autoindex_vendor_record_1 (account=? AND vendor=? AND kind=? AND id=?)",
            ),
            (
                vendor_record::LIST,
                "SEARCH vendor_record USING INDEX sqlite_autoindex_vendor_record_1 (account=? AND vendor=? AND kind=?)",
            ),
            (
                vendor_record::LIST_AFTER,
                "SEARCH vendor_record USING INDEX sqlite_autoindex_vendor_record_1 (account=? AND vendor=? AND kind=? AND id>?)",
            ),
        ];
        for (sql, step) in cases {
            assert_eq!(plan(&connection, sql), [step]);
        }
    }
}
