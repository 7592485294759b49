//! Fifty refreshers in five processes, on one file, against an endpoint that takes each refresh
//! token once.

use std::{
    env,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    sync::Arc,
    thread,
};

use jiff::Timestamp;
use tokio::task::JoinSet;
use url::form_urlencoded;
use vitalog_connectors::http::HttpClient;
use vitalog_core::clock::{CountingEntropy, ManualClock};
use vitalog_storage_sqlite::SqliteStorage;
use vitalog_sync::vendor::keeper::Keeper;

use super::token_endpoint::{Endpoint, VENDOR, access, apps, grant, me, seal};

/// Tells the test binary, run as a child, where the tokens are.
const FOLDER_VARIABLE: &str = "VITALOG_TEST_REFRESHER_FOLDER";
const PROCESSES: usize = 5;
const TASKS: u32 = 10;
/// So often the vendor rejects the token that all of them have.
const ROUNDS: u32 = 6;
const READY: &str = "ready";

fn keeper(folder: &Path) -> Keeper {
    let key = "11".repeat(32).into();
    let storage = SqliteStorage::open(&folder.join("vitalog.db"), &key).unwrap();
    let now: Timestamp = "2026-10-10T12:00:00Z".parse().unwrap();
    Keeper::new(
        Arc::new(storage),
        Arc::new(HttpClient::new()),
        Arc::new(ManualClock::new(now)),
        Arc::new(CountingEntropy::new()),
        seal(),
        apps(),
    )
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

/// The child's part. Without a parent there is nothing to do.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the parent test hands its folder over"
)]
fn refresher_is_told_again_and_again_that_its_token_is_rejected() {
    let Some(folder) = env::var_os(FOLDER_VARIABLE) else {
        return;
    };
    let keeper = keeper(Path::new(&folder));
    // Straight to the pipe: the test harness may hold back what is printed.
    writeln!(std::io::stdout(), "\n{READY}").unwrap();
    std::io::stdin().read_exact(&mut [0]).unwrap();
    runtime().block_on(async {
        for round in 1..=ROUNDS {
            let mut tasks = JoinSet::new();
            for _ in 0..TASKS {
                let keeper = keeper.clone();
                tasks.spawn(async move {
                    let rejected = format!("access-{round}");
                    access(&keeper, Some(&rejected)).await
                });
            }
            for token in tasks.join_all().await {
                let number = token.strip_prefix("access-").map(str::parse::<u32>);
                let number = number.unwrap_or_else(|| panic!("{token}")).unwrap();
                // Other processes may be some rounds ahead.
                assert!(number > round, "{token} in round {round}");
            }
        }
    });
}

#[test]
fn of_fifty_refreshers_in_five_processes_one_renews_and_no_grant_is_burned() {
    let folder = tempfile::tempdir().unwrap();
    let endpoint = Arc::new(Endpoint::default());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/token", listener.local_addr().unwrap());
    let adopted = {
        let keeper = keeper(folder.path());
        runtime().block_on(async move { keeper.adopt(&me(), VENDOR, grant(&url)).await })
    };
    adopted.unwrap();
    let serving = endpoint.clone();
    // It ends with the test's process.
    thread::spawn(move || {
        for socket in listener.incoming() {
            let endpoint = serving.clone();
            thread::spawn(move || answer(&endpoint, &socket.unwrap()));
        }
    });

    let mut children: Vec<_> = (0..PROCESSES).map(|_| start(folder.path())).collect();
    for (child, _) in &mut children {
        child.stdin.as_mut().unwrap().write_all(b"!").unwrap();
    }
    for (mut child, mut output) in children {
        let mut said = String::new();
        output.read_to_string(&mut said).unwrap();
        assert!(child.wait().unwrap().success(), "{said}");
    }
    assert_eq!(
        endpoint.counts(),
        (ROUNDS, 0),
        "renewed once a round, none burned"
    );
}

fn start(folder: &Path) -> (Child, BufReader<ChildStdout>) {
    let name = "vendor::keeper_processes::\
                refresher_is_told_again_and_again_that_its_token_is_rejected";
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture", "--test-threads=1"])
        .env(FOLDER_VARIABLE, folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while line.trim() != READY {
        line.clear();
        assert_ne!(output.read_line(&mut line).unwrap(), 0, "it ended early");
    }
    (child, output)
}

/// Answers the requests of one connection.
fn answer(endpoint: &Endpoint, socket: &TcpStream) {
    let mut input = BufReader::new(socket);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if input.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            if line.trim().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        input.read_exact(&mut body).unwrap();
        let refresh = form_urlencoded::parse(&body)
            .find(|(name, _)| name == "refresh_token")
            .map_or_else(String::new, |(_, value)| value.into_owned());
        let (status, body) = endpoint.answer(&refresh);
        let head = format!(
            "HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let mut output = socket;
        output.write_all((head + &body).as_bytes()).unwrap();
    }
}
