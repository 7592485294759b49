//! Services that tests talk to: started before them, their addresses passed on in environment
//! variables, stopped after them. Tests that need one fail without it and name the command that
//! starts it; none is ever skipped.
//!
//! A service is one file with a function `start`, and a line in [`SERVICES`].

mod dynamodb;
mod postgres;
mod sqs;

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::ci::say;
use crate::workspace;

/// How long a service may take to answer, and to end.
const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(20);

/// Every service.
const SERVICES: &[Service] = &[postgres::SERVICE, dynamodb::SERVICE, sqs::SERVICE];

/// A service as the tests know it.
struct Service {
    /// What it is called.
    name: &'static str,
    /// The variable its address is passed on in. Where it is set already, that service is used
    /// and none is started.
    variable: &'static str,
    /// Starts it in an empty folder of its own and waits until it answers.
    start: fn(Folder) -> Result<Running>,
}

/// A started service. Dropping it ends the process, and removes its folder.
struct Running {
    process: Child,
    /// The signal that asks the process to end at once and to tidy up what it shares.
    signal: &'static str,
    /// What the tests are told, variable by variable.
    variables: Vec<(&'static str, String)>,
    /// Removed when the process has ended.
    _folder: Folder,
}

/// An empty folder outside of the project, removed when dropped.
struct Folder(PathBuf);

/// The services that run for now.
pub(crate) struct Services(Vec<Running>);

impl Services {
    /// Starts every service that is not named by the environment already.
    pub(crate) fn start() -> Result<Self> {
        let mut running = Vec::new();
        for service in SERVICES {
            if workspace::is_set(service.variable) {
                say(&format!("{}: as {} says", service.name, service.variable));
                continue;
            }
            let began = Instant::now();
            let started = Folder::new(service.name)
                .and_then(service.start)
                .with_context(|| format!("{} could not be started", service.name))?;
            say(&format!(
                "{}: started in {:.1} s",
                service.name,
                began.elapsed().as_secs_f64()
            ));
            running.push(started);
        }
        Ok(Self(running))
    }

    /// Tells a command where the services are.
    pub(crate) fn pass_to<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.envs(self.0.iter().flat_map(|service| {
            let variables = service.variables.iter();
            variables.map(|(variable, value)| (*variable, value))
        }))
    }
}

/// Runs one command with every service, and ends as it ends.
pub(crate) fn run_with(command: &[&str]) -> Result<ExitCode> {
    let [program, arguments @ ..] = command else {
        bail!("say which command to run: cargo xtask with-services -- COMMAND…");
    };
    let services = Services::start()?;
    let status = services
        .pass_to(Command::new(program).args(arguments))
        .status()
        .with_context(|| format!("{program} could not be run"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

impl Running {
    /// Waits until `answers` says so; fails if the process ends before.
    fn wait_until(&mut self, mut answers: impl FnMut() -> bool) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        while !answers() {
            if let Some(status) = self.process.try_wait()? {
                bail!("it ended by itself: {status}");
            }
            ensure!(Instant::now() < deadline, "it does not answer");
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }

    fn has_ended(&mut self, within: Duration) -> bool {
        let deadline = Instant::now() + within;
        loop {
            match self.process.try_wait() {
                Ok(None) if Instant::now() < deadline => std::thread::sleep(PAUSE),
                Ok(ended) => return ended.is_some(),
                Err(_) => return false,
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let id = self.process.id().to_string();
        let _ = Command::new("kill").args([self.signal, &id]).status();
        if !self.has_ended(PATIENCE) {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

impl Folder {
    fn new(name: &str) -> Result<Self> {
        let own = format!("vitalog-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(own);
        std::fs::create_dir(&path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A port of this machine that nobody listens on just now.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("no port is free")?;
    Ok(listener.local_addr()?.port())
}

/// Runs a command that prepares a service; what it printed is part of the error.
fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let output = command.output().with_context(|| shown.clone())?;
    ensure!(
        output.status.success(),
        "{shown} ended with {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_is_gone_when_dropped_and_so_is_the_process() {
        let folder = Folder::new("folder-test").unwrap();
        let path = folder.path().to_owned();
        std::fs::write(path.join("file"), "content").unwrap();
        let process = Command::new("sleep").arg("60").spawn().unwrap();
        let id = process.id().to_string();
        let running = Running {
            process,
            signal: "-TERM",
            variables: Vec::new(),
            _folder: folder,
        };
        drop(running);
        assert!(!path.exists());
        let alive = Command::new("kill").args(["-0", &id]).output().unwrap();
        assert!(!alive.status.success());
    }

    #[test]
    fn service_that_ends_by_itself_is_not_waited_for() {
        let mut running = Running {
            process: Command::new("true").spawn().unwrap(),
            signal: "-TERM",
            variables: Vec::new(),
            _folder: Folder::new("ending-test").unwrap(),
        };
        let error = running.wait_until(|| false).unwrap_err();
        assert!(error.to_string().contains("ended by itself"), "{error}");
    }

    #[test]
    fn command_is_told_the_addresses() {
        let running = Running {
            process: Command::new("true").spawn().unwrap(),
            signal: "-TERM",
            variables: vec![("VITALOG_TEST_NOTHING", "an address".to_owned())],
            _folder: Folder::new("passing-test").unwrap(),
        };
        let services = Services(vec![running]);
        let mut command = Command::new("true");
        services.pass_to(&mut command);
        let passed: Vec<_> = command.get_envs().collect();
        let expected = ("VITALOG_TEST_NOTHING".as_ref(), Some("an address".as_ref()));
        assert_eq!(passed, [expected]);
    }
}
