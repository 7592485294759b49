//! Places for the record of a test, each gone when the test ends.
//!
//! The cluster they are made in is named by an environment variable. It is one that holds nothing
//! else: `cargo xtask ci` starts one, and `cargo xtask with-services -- COMMAND…` does for one
//! command.
#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::{
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

use tokio_postgres::{Client, NoTls};

use crate::{Place, PostgresStorage};

/// Where the cluster is: the URL of a superuser, without a database.
const CLUSTER_VARIABLE: &str = "VITALOG_TEST_POSTGRES";
/// Connections of a test's storage.
const CONNECTIONS: usize = 8;

/// A schema of a test's own, in the database that every cluster has. To make one and its tables
/// takes a tenth of the time that it takes to make a database.
pub struct TestSchema {
    cluster: String,
    name: String,
}

impl TestSchema {
    /// A new schema without anything in it.
    ///
    /// # Panics
    ///
    /// Without a cluster.
    pub async fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let schema = Self {
            cluster: cluster(),
            name: format!("vitalog_test_{}_{number}", std::process::id()),
        };
        // Numbers of processes come back, and a test that was killed leaves its schema behind.
        let name = &schema.name;
        let make = format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}");
        run(&schema.cluster, &make).await;
        schema
    }

    /// The URL of the database, with the schema in place of the usual one.
    #[must_use]
    pub fn url(&self) -> String {
        let Self { cluster, name } = self;
        format!("{cluster}/postgres?options=-csearch_path%3D{name}")
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The place that the URL names.
    #[must_use]
    pub fn place(&self) -> Place {
        place(&self.url())
    }

    /// Storage in it.
    ///
    /// # Panics
    ///
    /// When it can't be opened.
    pub async fn open(&self) -> PostgresStorage {
        open_at(&self.url()).await
    }

    /// A connection to it beside its storage.
    ///
    /// # Panics
    ///
    /// When there is none.
    pub async fn client(&self) -> Client {
        connect(&self.url()).await
    }
}

impl Drop for TestSchema {
    fn drop(&mut self) {
        let (cluster, name) = (self.cluster.clone(), self.name.clone());
        // Another thread, since a runtime may be at work in this one.
        let dropped = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            let drop = format!("DROP SCHEMA IF EXISTS {name} CASCADE");
            runtime.block_on(run(&cluster, &drop));
        });
        // A test that failed has said so already.
        let _ = dropped.join();
    }
}

fn place(url: &str) -> Place {
    Place {
        url: url.into(),
        password: None,
    }
}

/// Storage at the URL of a schema that another program made.
///
/// # Panics
///
/// When it can't be opened.
pub async fn open_at(url: &str) -> PostgresStorage {
    PostgresStorage::open(&place(url), CONNECTIONS)
        .await
        .expect("the storage of a test")
}

#[expect(
    clippy::disallowed_methods,
    reason = "tests are told where the cluster is by a variable"
)]
fn cluster() -> String {
    match std::env::var(CLUSTER_VARIABLE) {
        Ok(cluster) if !cluster.is_empty() => cluster,
        _ => panic!(
            "this test needs a PostgreSQL server: run it by \
             `cargo xtask with-services -- cargo test …`, or set {CLUSTER_VARIABLE} to the URL of \
             a superuser of a cluster that holds nothing"
        ),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the connection ends with its client"
)]
async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls)
        .await
        .expect("a connection of a test");
    tokio::spawn(connection);
    client
}

async fn run(url: &str, sql: &str) {
    let client = connect(url).await;
    client.batch_execute(sql).await.expect(sql);
}
