//! How far a server is trusted, tried on one whose certificate is for `localhost`, by nobody.

use vitalog_storage_postgres::{OpenError, Place, PostgresStorage, testing::TestSchema};

/// Where the server's certificate lies.
const CERTIFICATE_VARIABLE: &str = "VITALOG_TEST_POSTGRES_CERTIFICATE";

#[expect(
    clippy::disallowed_methods,
    reason = "tests are told where the certificate is by a variable"
)]
fn certificate() -> String {
    std::env::var(CERTIFICATE_VARIABLE).unwrap_or_else(|_| {
        panic!("run this test by `cargo xtask with-services -- cargo test …`, which sets {CERTIFICATE_VARIABLE}")
    })
}

/// Opens the database under a name of this machine, and says whether the connection is encrypted.
async fn open(schema: &TestSchema, host: &str, parameters: &str) -> Result<bool, OpenError> {
    const ENCRYPTED: &str = "
        SELECT ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE application_name = $1";
    let url = schema.url().replace("127.0.0.1", host);
    let place = Place {
        url: format!("{url}&application_name={}{parameters}", schema.name()).into(),
        password: None,
    };
    let _storage = PostgresStorage::open(&place, 2).await?;
    let client = schema.client().await;
    let row = client.query(ENCRYPTED, &[&schema.name()]).await.unwrap();
    Ok(row[0].get(0))
}

#[tokio::test]
async fn modes_mean_what_they_mean_to_libpq() {
    let certificate = certificate().replace('/', "%2F");
    let by_it = |mode: &str| format!("&sslmode={mode}&sslrootcert={certificate}");
    let cases = [
        // Host, parameters, and whether the connection is encrypted, if there is one.
        ("127.0.0.1", "&sslmode=disable".to_owned(), Some(false)),
        ("127.0.0.1", String::new(), Some(true)),
        ("127.0.0.1", "&sslmode=prefer".to_owned(), Some(true)),
        ("127.0.0.1", "&sslmode=require".to_owned(), Some(true)),
        // Nobody this machine trusts has issued it.
        ("localhost", "&sslmode=verify-ca".to_owned(), None),
        ("localhost", "&sslmode=verify-full".to_owned(), None),
        ("localhost", by_it("verify-full"), Some(true)),
        ("localhost", by_it("verify-ca"), Some(true)),
        ("localhost", by_it("require"), Some(true)),
        // It is for another name.
        ("127.0.0.1", by_it("verify-full"), None),
        ("127.0.0.1", by_it("verify-ca"), Some(true)),
        ("127.0.0.1", by_it("require"), Some(true)),
    ];
    let schema = TestSchema::new().await;
    for (host, parameters, expected) in cases {
        let opened = open(&schema, host, &parameters).await;
        match (opened, expected) {
            (Ok(encrypted), Some(expected)) => {
                assert_eq!(encrypted, expected, "{host} {parameters}");
            }
            (Err(OpenError::Unreachable(why)), None) => {
                assert!(why.contains("certificate"), "{host} {parameters}: {why}");
            }
            (opened, _) => panic!("{host} {parameters}: {opened:?}"),
        }
        // Gone from the server's list before the next is looked at.
        let gone = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE application_name = $1";
        let client = schema.client().await;
        client.query(gone, &[&schema.name()]).await.unwrap();
    }
}

#[tokio::test]
async fn file_without_certificates_is_refused_by_its_name() {
    let schema = TestSchema::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.pem");
    std::fs::write(&file, "nothing").unwrap();
    for file in [file.clone(), folder.path().join("missing.pem")] {
        let shown = file.display().to_string();
        let parameters = format!("&sslmode=verify-full&sslrootcert={shown}");
        let error = open(&schema, "localhost", &parameters).await.unwrap_err();
        assert!(matches!(&error, OpenError::Certificates(_)), "{error}");
        assert!(error.to_string().contains(&shown), "{error}");
    }
}
