//! Spawning the program and talking to it.

use std::{
    ffi::OsString,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use vitalog_test_support::{Engine, Kept};

/// How long a started server may take to listen on a busy machine.
pub(crate) const START: Duration = Duration::from_secs(30);
/// How long a demonstration may take to be filled there, by a program that is not optimised.
const FILL: Duration = Duration::from_mins(4);
/// How long a told server may take to end.
const STOP: Duration = Duration::from_secs(15);

/// A data folder, and the program run on it.
pub(crate) struct Program {
    folder: TempDir,
    env: Vec<(String, String)>,
    /// Where the record is, if not in the folder.
    kept: Option<Kept>,
}

/// What a command printed, and how it ended.
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Program {
    /// A new record in the engine of this run.
    pub(crate) fn new() -> Self {
        Self::on(Engine::of_this_run())
    }

    /// A new record in an engine.
    pub(crate) fn on(engine: Engine) -> Self {
        let Some((url, kept)) = engine.url() else {
            return Self::on_file();
        };
        let mut program = Self::on_file().set("VITALOG_STORAGE__URL", &url);
        for (name, value) in engine.variables() {
            program = program.set(name, value);
        }
        program.kept = Some(kept);
        program
    }

    /// A new record in a file of the data folder in every run, for a test that is about that file,
    /// its key or its folder.
    pub(crate) fn on_file() -> Self {
        let zone = (
            "VITALOG_TIMEZONE".to_owned(),
            "America/Los_Angeles".to_owned(),
        );
        // A test asks faster than any person.
        let no_limits = ["PER_MINUTE", "PER_DAY", "ANONYMOUS_PER_MINUTE"];
        let no_limits = no_limits.map(|limit| (format!("VITALOG_LIMITS__{limit}"), "0".to_owned()));
        let env = std::iter::once(zone).chain(no_limits).collect();
        Self {
            folder: tempfile::tempdir().unwrap(),
            env,
            kept: None,
        }
    }

    /// Sets a variable, or replaces it.
    pub(crate) fn set(mut self, name: &str, value: &str) -> Self {
        self.env.retain(|(known, _)| known != name);
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The storage URL, of a record that is not in a file.
    #[cfg(any(feature = "postgres", feature = "dynamodb"))]
    pub(crate) fn url(&self) -> String {
        let of_storage = |(name, _): &&(String, String)| name == "VITALOG_STORAGE__URL";
        self.env.iter().find(of_storage).unwrap().1.clone()
    }

    /// Another data folder, as of another machine, with the same record.
    #[cfg(feature = "postgres")]
    pub(crate) fn elsewhere(&self) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            env: self.env.clone(),
            kept: None,
        }
    }

    /// The data folder, which the program makes.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A file outside of the data folder.
    pub(crate) fn file(&self, name: &str, content: &[u8]) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// The command, with nothing of the environment but what a case sets.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command
            .args(arguments)
            .env_clear()
            .envs(self.env.iter().cloned())
            .env("VITALOG_DATA", self.data())
            .env("HOME", self.folder.path())
            .stdin(Stdio::null());
        command
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs a command that is expected to succeed, and gives back what it printed.
    pub(crate) fn print(&self, arguments: &[&str]) -> String {
        let ended = self.run(arguments);
        assert_eq!(ended.code, 0, "{arguments:?}: {}", ended.stderr);
        ended.stdout
    }

    /// Runs a command that prints JSON.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.print(arguments)).unwrap()
    }

    /// Runs a command with something to read.
    pub(crate) fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Ended {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap().into()
    }

    /// Starts the server on a free port and waits until it listens.
    pub(crate) fn serve(&self) -> Server {
        let mut running = self.start(&[]);
        let origin = running.wait_for("listening on ", START);
        self.server(running, origin, &[])
    }

    /// Starts a demonstration, and gives its folder as well.
    pub(crate) fn serve_demo(&self) -> (Server, PathBuf) {
        let mut running = self.start(&["--demo"]);
        let folder = running.wait_for_folder();
        let origin = running.wait_for("listening on ", FILL);
        let flags = ["--data", folder.to_str().unwrap()];
        (self.server(running, origin, &flags), folder)
    }

    /// Starts the server on a free port with more arguments.
    pub(crate) fn start(&self, arguments: &[&str]) -> Running {
        self.start_at("127.0.0.1:0", arguments)
    }

    /// Starts the server at an address.
    pub(crate) fn start_at(&self, address: &str, arguments: &[&str]) -> Running {
        let mut child = self
            .command(&["serve", "--listen", address])
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                // Lines after the test's end are nobody's.
                let _ = sender.send(line);
            }
        });
        Running {
            child,
            lines,
            said: Vec::new(),
        }
    }

    /// What commands beside a server tell of it; `flags` name its record.
    fn server(&self, running: Running, origin: String, flags: &[&str]) -> Server {
        let ingest = self.json(&[&["ingest-url", "--json"], flags].concat());
        let key = ingest["headers"]["X-Ingest-Key"]
            .as_str()
            .unwrap()
            .to_owned();
        Server {
            running,
            ingest_url: ingest["url"].as_str().unwrap().to_owned(),
            mcp_url: self.print(&[&["url"], flags].concat()).trim().to_owned(),
            origin,
            key,
        }
    }
}

/// Names another program to test than the one that was built with the tests: CI tries the release
/// with what is hostile.
pub(crate) const BINARY: &str = "VITALOG_TEST_BINARY";

/// The program under test.
pub(crate) fn binary() -> OsString {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests are told by their runner, not by settings"
    )]
    let named = std::env::var_os(BINARY);
    named.unwrap_or_else(|| env!("CARGO_BIN_EXE_vitalog").into())
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A server's process; killed when dropped.
pub(crate) struct Running {
    child: Child,
    lines: mpsc::Receiver<String>,
    said: Vec<String>,
}

/// A server that listens.
pub(crate) struct Server {
    running: Running,
    pub(crate) origin: String,
    pub(crate) ingest_url: String,
    pub(crate) mcp_url: String,
    pub(crate) key: String,
}

impl Server {
    pub(crate) fn address(&self) -> &str {
        self.origin.strip_prefix("http://").unwrap()
    }

    /// Sends a push; gives back the status and the reply.
    pub(crate) fn push(&self, body: &[u8]) -> (u16, String) {
        let headers = [
            ("x-ingest-key", self.key.as_str()),
            ("content-type", "application/json"),
        ];
        post(&self.ingest_url, &headers, body).unwrap()
    }

    /// Calls a tool over HTTP and gives back the result of the call.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Value {
        let headers = [
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            ("mcp-protocol-version", "2025-06-18"),
        ];
        let body = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        });
        let (status, reply) = post(&self.mcp_url, &headers, body.to_string().as_bytes()).unwrap();
        assert_eq!(status, 200, "{reply}");
        serde_json::from_str::<Value>(&reply).unwrap()["result"].clone()
    }

    /// Ends the process without warning, as `kill -9` does.
    pub(crate) fn kill(self) {
        self.running.kill();
    }

    /// Asks the process to end; gives back its exit code and all it said.
    pub(crate) fn stop(self) -> (i32, String) {
        self.running.stop("TERM")
    }
}

impl Running {
    /// Waits until a new record is made, and gives back its folder.
    pub(crate) fn wait_for_folder(&mut self) -> PathBuf {
        let made = self.wait_for("A new record was made in ", START);
        made.split_once(": account").unwrap().0.into()
    }

    /// Waits for a line that begins so, and gives back the rest of it.
    pub(crate) fn wait_for(&mut self, beginning: &str, patience: Duration) -> String {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!("the server does not say {beginning:?}: {:?}", self.said);
            };
            let rest = line.strip_prefix(beginning).map(str::to_owned);
            self.said.push(line);
            if let Some(rest) = rest {
                return rest;
            }
        }
    }

    /// Ends the process without warning.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a signal that ends the process; gives back its exit code and all it said.
    pub(crate) fn stop(mut self, signal: &str) -> (i32, String) {
        let pid = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([&format!("-{signal}"), &pid])
                .status()
                .unwrap()
                .success()
        );
        let deadline = Instant::now() + STOP;
        let code = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status.code().unwrap_or(-1);
            }
            assert!(Instant::now() < deadline, "the server does not stop");
            thread::sleep(Duration::from_millis(20));
        };
        while let Ok(line) = self.lines.recv_timeout(Duration::from_secs(5)) {
            self.said.push(line);
        }
        (code, self.said.join("\n"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a body; gives back the status and the reply, or why there is none.
pub(crate) fn post(
    url: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Result<(u16, String), ureq::Error> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_mins(1)))
        .build()
        .into();
    let request = headers
        .iter()
        .fold(agent.post(url), |request, (name, value)| {
            request.header(*name, *value)
        });
    let mut response = request.send(body)?;
    let text = response.body_mut().read_to_string()?;
    Ok((response.status().as_u16(), text))
}

/// Fetches a page.
pub(crate) fn get(url: &str) -> (u16, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let mut response = agent.get(url).call().unwrap();
    (
        response.status().as_u16(),
        response.body_mut().read_to_string().unwrap(),
    )
}

/// A push of one weight.
pub(crate) fn weight(date: &str, pounds: f64) -> Vec<u8> {
    json!({"data": {"metrics": [{
        "name": "weight_body_mass", "units": "lb",
        "data": [{"date": date, "qty": pounds, "source": "Scale"}],
    }]}})
    .to_string()
    .into_bytes()
}

/// The pushes that ship with the connector, by file name.
pub(crate) fn fixtures() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../connectors/src/hae/fixtures");
    let mut fixtures: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect();
    fixtures.sort();
    fixtures
}
