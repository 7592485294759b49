//! An emulator of DynamoDB that keeps everything in memory: `dynoxide-rs`, from the Rust registry.
//!
//! It is compiled once, into an environment under the target folder that outlives a run. That
//! takes a minute or two, so it is built with little optimisation: a test waits for answers of
//! milliseconds, and each run would wait for the compiler.

use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

use super::{Folder, Running, Service, free_port, run};
use crate::ci::say;
use crate::workspace;

pub(super) const SERVICE: Service = Service {
    name: "dynamodb",
    variable: "VITALOG_TEST_DYNAMODB",
    start,
};

const PACKAGE: &str = "dynoxide-rs";
const VERSION: &str = "3.2.0";
const FEATURES: &str = "native-sqlite,http-server,cli";

/// How long a connection to this machine may take.
const PATIENCE: Duration = Duration::from_secs(1);

fn start(folder: Folder) -> Result<Running> {
    let program = ensure_program()?;
    let port = free_port()?;
    let mut server = Command::new(program);
    server.args(["--port", &port.to_string(), "--log", "quiet"]);
    server.current_dir(folder.path());
    server.stdin(Stdio::null()).stdout(Stdio::null());
    let mut running = Running {
        process: server.spawn().with_context(|| format!("{server:?}"))?,
        signal: "-TERM",
        variables: vec![(SERVICE.variable, format!("http://127.0.0.1:{port}"))],
        _folder: folder,
    };
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    running.wait_until(|| TcpStream::connect_timeout(&address, PATIENCE).is_ok())?;
    Ok(running)
}

/// The emulator, compiled first where it is not there in that version. Its own `--version` tells
/// another, so the version is part of the folder's name.
fn ensure_program() -> Result<PathBuf> {
    let environments = workspace::target_dir().join("environments");
    let environment = environments.join(format!("{PACKAGE}-{VERSION}"));
    let program = environment.join("bin").join("dynoxide");
    if program.is_file() {
        return Ok(program);
    }
    say("dynamodb: compiling the emulator, once");
    let build = Folder::new("dynamodb-build")?;
    let mut install = Command::new("cargo");
    install.args(["install", PACKAGE, "--version", &format!("={VERSION}")]);
    install.args(["--locked", "--quiet", "--no-default-features"]);
    install.args(["--features", FEATURES, "--root"]);
    install.arg(&environment);
    install.current_dir(build.path());
    install.env("CARGO_TARGET_DIR", build.path());
    install.envs([
        ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
        ("CARGO_PROFILE_RELEASE_LTO", "off"),
        ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ]);
    run(&mut install)?;
    fs::metadata(&program).with_context(|| format!("{PACKAGE} brought no emulator"))?;
    Ok(program)
}
