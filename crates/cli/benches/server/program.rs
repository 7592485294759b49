//! The program as its users run it.

use std::{
    ffi::OsStr,
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
};

/// Where the person lives.
pub(crate) const ZONE: &str = "America/Los_Angeles";

/// A command on a data folder, with nothing else of the environment.
pub(crate) fn command(folder: &Path, arguments: &[&str], cores: Cores) -> Command {
    let mut command = program(env!("CARGO_BIN_EXE_vitalog"), cores);
    command
        .args(arguments)
        .env_clear()
        .env("VITALOG_DATA", folder)
        .env("VITALOG_TIMEZONE", ZONE)
        .env("HOME", folder)
        // What is measured asks as much as it can.
        .env("VITALOG_LIMITS__PER_MINUTE", "0")
        .env("VITALOG_LIMITS__PER_DAY", "0")
        .stdin(Stdio::null());
    command
}

/// How much of the machine a server may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cores {
    All,
    /// One. A load generator beside it on another then brings it more than it can do, so that what
    /// is measured is work, and not how often it falls asleep and is woken.
    One,
}

/// A program that is to run on so many cores; its arguments follow.
pub(crate) fn program(path: impl AsRef<OsStr>, cores: Cores) -> Command {
    if cores == Cores::All {
        return Command::new(path);
    }
    let mut command = Command::new("taskset");
    command.args(["--cpu-list", "0"]).arg(path);
    command
}

/// What a command prints.
pub(crate) fn print(folder: &Path, arguments: &[&str]) -> String {
    let output = command(folder, arguments, Cores::All).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Where a server takes tool calls for the account of a data folder.
pub(crate) fn mcp_url(folder: &Path, server: &Server) -> String {
    let printed = print(folder, &["url"]);
    let (_, secret) = printed.rsplit_once('/').unwrap();
    format!("{}/mcp/{secret}", server.origin)
}

/// A server, killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) origin: String,
}

impl Server {
    /// Starts `vitalog serve` and waits until it listens.
    pub(crate) fn of_vitalog(folder: &Path, cores: Cores) -> Self {
        let arguments = ["serve", "--listen", "127.0.0.1:0"];
        Self::start(command(folder, &arguments, cores))
    }

    /// Starts a server that says on standard error where it listens.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let origin = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("listening on ").map(str::to_owned));
        // What it says later must not fill the pipe.
        thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Self {
            child,
            origin: origin.unwrap(),
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Seconds of processor time that it has had, in its own code and in the system's for it.
    pub(crate) fn cpu_seconds(&self) -> f64 {
        /// `USER_HZ`, which is 100 wherever Linux runs.
        const TICKS_A_SECOND: f64 = 100.0;
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap();
        // The name, in brackets, may hold anything.
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        let ticks = |field: usize| -> f64 {
            let text = fields.split(' ').nth(field).unwrap();
            text.parse().unwrap()
        };
        (ticks(11) + ticks(12)) / TICKS_A_SECOND
    }

    /// A line of its status, in megabytes.
    pub(crate) fn memory_mb(&self, name: &str) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        let kib: f64 = line
            .unwrap()
            .trim()
            .trim_end_matches(" kB")
            .parse()
            .unwrap();
        kib * 1024.0 / 1e6
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
