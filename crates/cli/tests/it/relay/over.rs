//! What is over goes by itself.

use vitalog_storage::{DocumentStore, DocumentWrite, Owner, Put};
use vitalog_storage_sqlite::SqliteStorage;

use super::{PATIENCE, now};
use crate::program::Program;

#[tokio::test(flavor = "multi_thread")]
async fn server_removes_documents_that_are_over_and_no_others() {
    let program = Program::on_file();
    program.print(&["url"]);
    let data = program.data();
    let key = std::fs::read_to_string(data.join("vitalog.key")).unwrap();
    let storage = SqliteStorage::open(&data.join("vitalog.db"), &key.trim().into()).unwrap();
    let hour = jiff::SignedDuration::from_hours(1);
    for (id, expires_at) in [("over", now() - hour), ("not yet", now() + hour)] {
        let write = DocumentWrite {
            kind: "vendor-connecting",
            id: id.to_owned(),
            body: "{}".to_owned(),
            expires_at: Some(expires_at),
        };
        let put = storage.put_document(&Owner::Deployment, None, &write).await;
        assert!(matches!(put.unwrap(), Put::Done(_)));
    }
    let _server = program.serve();
    let is_there = async |id: &str| {
        let found = storage.get_document(&Owner::Deployment, "vendor-connecting", id);
        found.await.unwrap().is_some()
    };
    let begun = std::time::Instant::now();
    while is_there("over").await {
        assert!(begun.elapsed() < PATIENCE, "it is still there");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(is_there("not yet").await);
}
