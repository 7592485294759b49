//! How SQLite goes about a statement.

use rusqlite::Connection;

/// What SQLite says it will do, one line a step.
pub(crate) fn plan(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection
        .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
        .unwrap();
    for parameter in 1..=statement.parameter_count() {
        statement.raw_bind_parameter(parameter, 0).unwrap();
    }
    let mut rows = statement.raw_query();
    let mut steps = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        steps.push(row.get("detail").unwrap());
    }
    steps
}

#[test]
fn lists_and_claims_go_along_a_key_without_sorting() {
    use crate::{access_log, document, finding, job, migration::migrate, vendor_record};

    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection).unwrap();
    let cases = [
        (
            document::PURGE,
            "SEARCH document USING INDEX document_expiry (expires_second<?)",
        ),
        (
            job::DUE,
            "SEARCH job USING INDEX job_due (queue=? AND run_ms<?)",
        ),
        (job::LIST, "SEARCH job USING PRIMARY KEY (queue=?)"),
        (
            job::LIST_AFTER,
            "SEARCH job USING PRIMARY KEY (queue=? AND id>?)",
        ),
        (
            finding::LIST,
            "SEARCH finding USING PRIMARY KEY (run=? AND section=?)",
        ),
        (
            finding::LIST_AFTER,
            "SEARCH finding USING PRIMARY KEY (run=? AND section=? AND key>?)",
        ),
        (
            vendor_record::LIST_ALL,
            "SEARCH vendor_record USING INDEX sqlite_autoindex_vendor_record_1 (account=? AND (vendor,kind,id)>(?,?,?))",
        ),
        (
            document::LIST_ALL,
            "SEARCH document USING PRIMARY KEY (owner=? AND (kind,id)>(?,?))",
        ),
        (
            finding::LIST_ALL,
            "SEARCH finding USING PRIMARY KEY (run=? AND (section,key)>(?,?))",
        ),
        (
            access_log::LIST,
            "SEARCH access_entry USING PRIMARY KEY (account=? AND ms>?)",
        ),
        (
            access_log::LIST_AFTER,
            "SEARCH access_entry USING PRIMARY KEY (account=? AND (ms,id)>(?,?))",
        ),
        (
            access_log::PURGE,
            "SEARCH access_entry USING PRIMARY KEY (account=? AND ms<?)",
        ),
    ];
    for (sql, step) in cases {
        assert_eq!(plan(&connection, sql), [step]);
    }
}
